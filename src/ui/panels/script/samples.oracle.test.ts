/** The samples on a live redis-server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatReply } from '../../../protocol/redis-cli.ts';
import { decodeReplies } from '../../../protocol/resp.ts';
import { splitArguments } from '../../../protocol/split-arguments.ts';
import { type RunningRedis, startRedis, WireClient } from '../../../testing/oracle.ts';
import { evalArguments } from './run.ts';
import { samples } from './samples.ts';

let redis: RunningRedis;
let client: WireClient;
beforeAll(async () => {
  redis = await startRedis();
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

test.each(samples)('$id gives the same reply there', async (sample) => {
  for (const line of sample.given) await client.send(splitArguments(line)!);
  const reply = await client.send(evalArguments(sample)!);
  expect(decodeReplies(reply).map(formatReply).join('\n')).toBe(sample.prints);
});
