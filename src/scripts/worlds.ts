/**
 * `npm run worlds -- --seeds 1000 --seed 1 --kind replication|sentinel|cluster`: lives through worlds of several servers in
 * which processes crash and stand still and links are cut at random, and checks each when it has come to rest. Every
 * world is lived through twice, and must say the same both times; `--once` leaves that out. Prints the seeds that fail,
 * and the time of the processor that each took. `--events 100000` keeps each world disturbed for at least so many events, and
 * prints its hash.
 */
import { parseArgs } from 'node:util';
import { loadScripting } from '../engine/index.ts';
import { WORLD_KINDS } from '../testing/worlds/index.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    events: { type: 'string', default: '0' },
    once: { type: 'boolean', default: false },
  },
});

const first = Number(values.seed);
const count = Number(values.seeds);
const wantedEvents = Number(values.events);
const kinds = values.kind === undefined ? Object.keys(WORLD_KINDS) : [values.kind];
let failures = 0;

function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

await loadScripting();

for (const kind of kinds) {
  const live = WORLD_KINDS[kind];
  if (live === undefined) throw new Error(`no such kind: ${kind}`);
  const amounts: Record<string, number> = {};
  let failed = 0;
  let slowestMs = 0;
  const startedMs = spentMs();
  for (let seed = first; seed < first + count; seed++) {
    const beganMs = spentMs();
    try {
      const life = live(seed, wantedEvents);
      slowestMs = Math.max(slowestMs, spentMs() - beganMs);
      for (const [name, amount] of Object.entries(life.amounts))
        amounts[name] = (amounts[name] ?? 0) + amount;
      if (!values.once && live(seed, wantedEvents).hash !== life.hash)
        throw new Error('the second time it was another one');
      if (wantedEvents > 0)
        console.log(`${kind}, seed ${seed}: ${life.amounts.events} events, hash ${life.hash}`);
    } catch (problem) {
      failed++;
      console.log(`${kind}, seed ${seed}: ${problem instanceof Error ? problem.message : problem}`);
    }
  }
  failures += failed;
  const lives = count * (values.once ? 1 : 2);
  const eachMs = Math.round((spentMs() - startedMs) / lives);
  const sums = Object.entries(amounts).map(([name, amount]) => `${amount} ${name}`);
  console.log(
    `${kind}: ${count} seeds from ${first}, ${failed} failed; ${eachMs} ms each, at most ${Math.round(slowestMs)} ms; ${sums.join(', ')}`,
  );
}
if (failures > 0) process.exitCode = 1;
