/**
 * Random commands of eight clients on a live redis-server and on the engine: blocking pops, blocking reads of streams,
 * pushes, transactions and watched keys, several commands in one portion, clients that disconnect. After every portion
 * each client must have received the same bytes. The seed is printed; FUZZ_SEED repeats a run, FUZZ_COMMANDS makes it
 * longer.
 */
import { expect, test } from 'vitest';
import { bytesOf } from '../../engine/base/bytes.ts';
import { Crowd } from '../crowd.ts';
import { CROWD_DATABASES, CROWD_KEYS, CrowdFuzz } from '../crowd-fuzz.ts';
import { fuzzSeed } from '../fuzz-seed.ts';

const TURNS = Number(process.env.FUZZ_COMMANDS ?? 6000);
const CLIENTS = 8;
const LOOK_EVERY = 200;

/** Events that must be frequent enough for the run to mean something. */
const STEPS = [
  'client.blocked',
  'client.unblocked key',
  'client.unblocked command',
  'multi.queued',
  'exec.begin',
  'exec.command',
  'exec.refused',
  'watch.touched',
];

/**
 * SWAPDB and FLUSHDB make several keys ready in the order of a hash table that is never twice the same. If more than
 * one client could be served, the order is unpredictable.
 */
function isPredictable({ engine }: Crowd, commands: readonly (readonly string[])[]): boolean {
  const names = commands.map(([name]) => name);
  const queued = [...engine.engine.server.clients.values()].some(({ transaction }) => transaction.active);
  const isSweeping = names.some((name) => name === 'SWAPDB' || name === 'FLUSHDB');
  if (!isSweeping) return true;
  return !queued && commands.length === 1 && engine.engine.server.blocking.count <= 1;
}

async function compareData(crowd: Crowd): Promise<void> {
  for (let db = 0; db < CROWD_DATABASES; db++) {
    await crowd.ask('SELECT', `${db}`);
    await crowd.ask('DBSIZE');
    for (const key of CROWD_KEYS) {
      const found = crowd.engine.engine.server.keyspace.databases[db].keys.find(bytesOf(key));
      await crowd.ask('TYPE', key);
      if (found === null) continue;
      // A stream with groups has times in its dump.
      if (key.startsWith('s') || key === 'x') await crowd.ask('XRANGE', key, '-', '+');
      if (!crowd.isStream(key)) await crowd.ask('DUMP', key);
    }
  }
}

test(`${TURNS} turns of ${CLIENTS} clients`, async () => {
  console.log(`FUZZ_SEED=${fuzzSeed}`);
  const fuzz = new CrowdFuzz(fuzzSeed, CLIENTS);
  const crowd = await Crowd.start(`FUZZ_SEED=${fuzzSeed}`, CLIENTS);
  const everybody = Array.from({ length: CLIENTS }, (_, client) => client);
  try {
    for (let done = 0; done < TURNS; done++) {
      const { free } = crowd;
      if (free.length === 0) {
        // All wait: one must disconnect.
        await crowd.replace(fuzz.below(CLIENTS));
        continue;
      }
      const { client, commands } = fuzz.turn(fuzz.chance(0.85) ? free : everybody);
      if (isPredictable(crowd, commands)) await crowd.turn(client, commands);
      if (fuzz.chance(0.01)) await crowd.replace(fuzz.below(CLIENTS));
      if (done % LOOK_EVERY === 0) {
        await compareData(crowd);
        await crowd.compareCounts();
      }
    }
    await compareData(crowd);
    await crowd.compareCounts();
    console.log(Object.fromEntries(STEPS.map((step) => [step, crowd.steps.get(step)])));
    for (const step of STEPS) expect(crowd.steps.get(step), step).toBeGreaterThan(TURNS / 1000);
  } finally {
    await crowd.stop();
  }
}, 600_000);
