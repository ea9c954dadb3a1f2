import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../oracle.ts';
import { VALUE_REHASH_RUNS, valueRehashCases, valueRehashFilling } from '../value-rehash-cases.ts';

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--enable-debug-command', 'yes']);
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

/** Non-empty buckets of table 0; the value must be rehashing. */
async function bucketsLeft(key: string): Promise<number> {
  const text = Buffer.from(await client.send(['DEBUG', 'HTSTATS-KEY', key])).toString();
  expect(text).toContain('rehashing target');
  return Number(/different slots: (\d+)/.exec(text)![1]);
}

function runAll(commands: readonly (readonly string[])[]): Promise<unknown> {
  return Promise.all(commands.map((args) => client.send(args)));
}

const filling = valueRehashFilling();

test.each(valueRehashCases)(
  '$name carries $buckets buckets over',
  async ({ buckets, key, during, command }) => {
    await client.send(['FLUSHALL']);
    await runAll(filling);
    const numbers = Array.from({ length: VALUE_REHASH_RUNS }, (_, number) => number);
    if (during !== undefined) await runAll(numbers.map(during));
    const start = await bucketsLeft(key);
    // One pipeline for all: waiting for each answer would take half a minute.
    const left = await Promise.all(
      numbers.map(async (number) => {
        const [, remaining] = await Promise.all([client.send(command(number)), bucketsLeft(key)]);
        return remaining;
      }),
    );
    const carried = left.map((now, nth) => (nth === 0 ? start : left[nth - 1]) - now);
    // Ten empty buckets in a row end a step without a moved bucket, and a field drawn a second time is drawn again,
    // which moves more. Both are rare and depend on the server's seed: they must not count.
    expect(carried.sort((a, b) => a - b)[VALUE_REHASH_RUNS >> 1], carried.join(' ')).toBe(buckets);
  },
);
