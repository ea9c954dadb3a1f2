/** Damaged streams of commands: the engine and a live server make the same of each. */
import { expect, test } from 'vitest';
import { someStream } from '../../testing/byte-streams.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { startRedis } from '../../testing/oracle.ts';
import { EngineClients, sendAlone } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';
import { Random } from '../base/random.ts';

const CASES = 400;
const seed = fuzzSeed;

/** Connections are numbered differently, and HELLO tells the number. */
function withoutNumber(outcome: Uint8Array): string {
  return latin1(outcome).replaceAll(/(\$2\r\nid\r\n):\d+/g, '$1:n');
}

test(`${CASES} streams, seed ${seed}`, async () => {
  const redis = await startRedis();
  const ours = new EngineClients();
  const random = new Random(seed).stream('protocol');
  try {
    for (let number = 0; number < CASES; number++) {
      const bytes = someStream(random);
      const expected = withoutNumber(await sendAlone(redis.port, bytes));
      const found = withoutNumber(ours.sendAlone(bytes));
      expect(found, `case ${number} of seed ${seed}: ${JSON.stringify(latin1(bytes))}`).toBe(expected);
    }
  } finally {
    await redis.stop();
  }
});
