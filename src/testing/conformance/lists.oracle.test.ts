/**
 * Random list commands on a live redis-server and on the engine: every reply and event, and after every few commands
 * contents, DUMP, encoding and memory of every key, must be the same. The seed is printed; FUZZ_SEED repeats a run,
 * FUZZ_COMMANDS makes it longer.
 */
import { test } from 'vitest';
import { Differential, type DifferentialCommand } from '../differential.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { LIST_KEYS, ListFuzz } from '../list-fuzz.ts';

const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 6000);
const BATCH = 40;

const questions: DifferentialCommand[] = LIST_KEYS.flatMap((key) =>
  [
    ['LRANGE', key, '0', '-1'],
    ['OBJECT', 'ENCODING', key],
    ['DUMP', key],
    ['MEMORY', 'USAGE', key],
    ['MEMORY', 'USAGE', key, 'SAMPLES', '0'],
  ].map((args) => ({ args, comparison: 'exact' })),
);

/**
 * Copies the list of a key to another name through its DUMP, perhaps under other limits than those it was made with.
 */
async function restored(pair: Differential, key: string): Promise<void> {
  const dump = Buffer.from(await pair.ask('DUMP', key), 'latin1');
  if (dump.toString() === '$-1\r\n') return;
  const payload = dump.subarray(dump.indexOf('\n') + 1, -2);
  await pair.ask('RESTORE', 'restored', '0', payload, 'REPLACE');
  await pair.ask('DUMP', 'restored');
  await pair.ask('MEMORY', 'USAGE', 'restored', 'SAMPLES', '0');
}

test(`${COMMANDS} random commands over lists leave the same bytes`, async () => {
  const seed = fuzzSeed;
  console.log(`FUZZ_SEED=${seed}`);
  const fuzz = new ListFuzz(seed);
  const pair = await Differential.start(`FUZZ_SEED=${seed}`);
  try {
    await pair.ask('SET', 'string', 'value');
    for (let done = 0; done < COMMANDS; done += BATCH) {
      await pair.play([...Array.from({ length: BATCH }, () => fuzz.next()), ...questions]);
      await restored(pair, LIST_KEYS[(done / BATCH) % LIST_KEYS.length]);
    }
    await pair.compareCounts();
  } finally {
    await pair.stop();
  }
});
