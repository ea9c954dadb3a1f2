/**
 * Random SORT commands on a live redis-server and on the engine. FUZZ_SEED repeats a run, FUZZ_COMMANDS makes it
 * longer.
 */
import { test } from 'vitest';
import { Differential } from '../differential.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { SortFuzz } from '../sort-fuzz.ts';

const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 3000);
const BATCH = 50;

test(`${COMMANDS} random sorts are answered alike`, async () => {
  const seed = fuzzSeed;
  console.log(`FUZZ_SEED=${seed}`);
  const fuzz = new SortFuzz(seed);
  const pair = await Differential.start(`FUZZ_SEED=${seed}`);
  try {
    for (let done = 0; done < COMMANDS; done += BATCH) {
      await pair.play(Array.from({ length: BATCH }, () => fuzz.next()));
      await pair.ask('LRANGE', 'd', '0', '-1');
      await pair.ask('DUMP', 'm');
    }
    await pair.compareCounts();
  } finally {
    await pair.stop();
  }
});
