/** The counter of LFU beside the real server's: after as many uses it is as high, and as widely spread. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latin1 } from '../../engine/base/bytes.ts';
import { type RunningRedis, startRedis, WireClient } from '../oracle.ts';
import { EngineClients } from '../transcript-players.ts';

const KEYS = 200;
let redis: RunningRedis;
let server: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--maxmemory-policy', 'allkeys-lfu', '--lfu-decay-time', '0']);
  server = await WireClient.connect(redis.port);
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

function spread(counters: readonly number[]): { mean: number; deviation: number } {
  const mean = counters.reduce((sum, counter) => sum + counter, 0) / counters.length;
  const square = counters.reduce((sum, counter) => sum + (counter - mean) ** 2, 0) / counters.length;
  return { mean, deviation: Math.sqrt(square) };
}

const integer = (reply: Uint8Array) => Number(latin1(reply).slice(1));

test.each([
  [0, 50],
  [1, 300],
  [10, 300],
  [100, 300],
])('log factor %d, %d uses', { timeout: 60_000 }, async (factor, uses) => {
  const config = {
    'maxmemory-policy': 'allkeys-lfu',
    'lfu-decay-time': '0',
    'lfu-log-factor': String(factor),
  };
  const engine = new EngineClients(config);
  await server.send(['FLUSHALL']);
  await server.send(['CONFIG', 'SET', 'lfu-log-factor', String(factor)]);
  const theirs: number[] = [];
  const ours: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    const name = `key:${key}`;
    const commands = [['SET', name, 'v'], ...Array.from({ length: uses }, () => ['GET', name])];
    await Promise.all(commands.map((command) => server.send(command)));
    for (const command of commands) engine.send(command);
    theirs.push(integer(await server.send(['OBJECT', 'FREQ', name])));
    ours.push(integer(engine.send(['OBJECT', 'FREQ', name])));
  }
  const [one, other] = [spread(theirs), spread(ours)];
  const error = Math.hypot(one.deviation, other.deviation) / Math.sqrt(KEYS);
  const figures = `server ${one.mean} ± ${one.deviation}, engine ${other.mean} ± ${other.deviation}`;
  expect(Math.abs(one.mean - other.mean), figures).toBeLessThanOrEqual(4 * error);
  expect(Math.abs(one.deviation - other.deviation), figures).toBeLessThanOrEqual(4 * error);
});
