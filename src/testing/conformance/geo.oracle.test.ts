/**
 * Random geo commands on a live redis-server and on the engine: every reply to the last digit and in the same order,
 * every event, and after every batch the bytes of all keys, must be the same; distances stored with all their digits
 * must agree in twelve. The seed is printed; FUZZ_SEED repeats a run, FUZZ_COMMANDS makes it longer.
 */
import { test } from 'vitest';
import { Differential } from '../differential.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { DISTANCES_KEY, GEO_KEYS, GeoFuzz, rounded } from '../geo-fuzz.ts';

const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 6000);
const BATCH = 50;

test('random geo commands are answered alike', { timeout: 600_000 }, async () => {
  const seed = fuzzSeed;
  console.log(`FUZZ_SEED=${seed}`);
  const fuzz = new GeoFuzz(seed);
  const pair = await Differential.start(`FUZZ_SEED=${seed}`);
  try {
    for (let done = 0; done < COMMANDS; done += BATCH) {
      await pair.play(Array.from({ length: BATCH }, () => fuzz.next()));
      for (const key of GEO_KEYS) {
        await pair.ask('OBJECT', 'ENCODING', key);
        await pair.ask('DUMP', key);
      }
      await pair.ask('OBJECT', 'ENCODING', DISTANCES_KEY);
      const all = ['ZRANGE', DISTANCES_KEY, '0', '-1', 'WITHSCORES'];
      await pair.play([{ args: all, comparison: rounded }]);
    }
    await pair.compareCounts();
  } finally {
    await pair.stop();
  }
});
