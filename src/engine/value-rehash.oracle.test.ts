import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../scripts/oracle.ts';
import { VALUE_REHASH_RUNS, valueRehashCases, valueRehashFilling } from '../scripts/value-rehash-cases.ts';

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

/** Buckets of table 0 that are not empty yet; the value has to be rehashing. */
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
    await runAll(numbers.map(command));
    // Ten empty buckets in a row end a step without a bucket carried over. That is rare, one step in twenty
    // thousand, and depends on the server's seed; it must not count.
    expect(Math.round((start - (await bucketsLeft(key))) / VALUE_REHASH_RUNS)).toBe(buckets);
  },
);
