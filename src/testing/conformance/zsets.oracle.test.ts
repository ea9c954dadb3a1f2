/**
 * Random commands over sorted sets on a live redis-server and on the engine: every reply and every event, and after
 * every batch order, encoding, bytes and memory of all keys, must be the same. The seed is printed; FUZZ_SEED repeats a
 * run, FUZZ_COMMANDS makes it longer.
 */
import { expect, test } from 'vitest';
import { Differential } from '../differential.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { ZSET_KEYS, ZsetFuzz } from '../zset-fuzz.ts';

const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 6000);
const BATCH = 50;

test('random commands over sorted sets are answered alike', { timeout: 600_000 }, async () => {
  const seed = fuzzSeed;
  console.log(`FUZZ_SEED=${seed}`);
  const fuzz = new ZsetFuzz(seed);
  const pair = await Differential.start(`FUZZ_SEED=${seed}`);
  const met: Record<string, number> = {};
  try {
    for (let done = 0; done < COMMANDS; done += BATCH) {
      await pair.play(Array.from({ length: BATCH }, () => fuzz.next()));
      for (const key of ZSET_KEYS) {
        const type = await pair.ask('TYPE', key);
        if (type !== '+zset\r\n') continue;
        const encoding = (await pair.ask('OBJECT', 'ENCODING', key)).split('\r\n')[1];
        met[encoding] = (met[encoding] ?? 0) + 1;
        await pair.ask('ZRANGE', key, '0', '-1', 'WITHSCORES');
        await pair.ask('DUMP', key);
        // The size of a table depends on the levels drawn.
        if (encoding === 'listpack') await pair.ask('MEMORY', 'USAGE', key);
      }
    }
    await pair.compareCounts();
  } finally {
    await pair.stop();
  }
  // The run was worth something: it had both encodings.
  expect(met.listpack).toBeGreaterThan(0);
  expect(met.skiplist).toBeGreaterThan(0);
});
