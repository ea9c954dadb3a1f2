/**
 * Random commands over bitmaps and HyperLogLogs on a live redis-server and on the engine: replies, events,
 * and after every batch bytes, encoding and memory of every key. The seed is printed; FUZZ_SEED repeats a
 * run, FUZZ_COMMANDS makes it longer.
 */
import { afterAll, beforeAll, test } from 'vitest';
import { BIT_KEYS, BitsFuzz } from '../bits-fuzz.ts';
import { Differential } from '../differential.ts';
import { fuzzSeed } from '../fuzz-seed.ts';

const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 8000);
const BATCH = 100;
const seed = fuzzSeed;

let pair: Differential;
beforeAll(async () => {
  pair = await Differential.start(`FUZZ_SEED=${seed}`);
});
afterAll(() => pair?.stop());

test('random commands over bitmaps and HyperLogLogs are answered alike', async () => {
  console.log(`FUZZ_SEED=${seed}`);
  const fuzz = new BitsFuzz(seed);
  for (let done = 0; done < COMMANDS; done += BATCH) {
    await pair.play(Array.from({ length: BATCH }, () => fuzz.next()));
    for (const key of BIT_KEYS) {
      for (const question of [['DUMP'], ['OBJECT', 'ENCODING'], ['MEMORY', 'USAGE']]) {
        await pair.ask(...question, key);
      }
    }
  }
  await pair.compareCounts();
});

test('both pass their own test', async () => {
  // The random commands before may have left a limit too small for the tested sparse form.
  await pair.ask('CONFIG', 'SET', 'hll-sparse-max-bytes', '3000');
  await pair.ask('PFSELFTEST');
});
