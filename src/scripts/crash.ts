/**
 * `npm run crash -- [--times 200] [--seed 1]`: kills our server at random instants, with each way of keeping data, and
 * prints what was lost. REDISCOPE_SERVER names the bundled server (crash.mjs makes it).
 */
import { type Promised, runCrashes } from '../testing/crash-run.ts';

function option(name: string, byDefault: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? byDefault : Number(process.argv[at + 1]);
}

const program = process.env.REDISCOPE_SERVER;
if (program === undefined) throw new Error('REDISCOPE_SERVER names no server');
const times = option('times', 200);
const seed = option('seed', 1);
const some = Math.max(1, Math.round(times / 5));

let lost = 0;
for (const [promised, count] of [
  ['always', times],
  ['everysec', some],
  ['snapshots', some],
] as [Promised, number][]) {
  const startedMs = performance.now();
  const reports = await runCrashes({ program, times: count, seed, promised });
  const sum = (read: (report: (typeof reports)[number]) => number) =>
    reports.reduce((total, report) => total + read(report), 0);
  const [byRedis, byUs] = [sum((each) => each.lostByRedis), sum((each) => each.lostByUs)];
  lost += byRedis + byUs;
  const afterMs = reports.map((each) => each.killedAfterMs).sort((a, b) => a - b);
  console.log(
    `${promised}, seed ${seed}: ${count} kills, ${afterMs[0]} to ${afterMs.at(-1)} ms after the first write; ` +
      `${sum((each) => each.acknowledged)} writes acknowledged, ${sum((each) => each.rewrites)} rewrites and ` +
      `${sum((each) => each.saves)} snapshots asked for; of what was promised redis-server lacks ${byRedis}, ` +
      `ours ${byUs}; ${Math.round((performance.now() - startedMs) / 1000)} s`,
  );
}
process.exitCode = lost === 0 ? 0 : 1;
