/** Strings of many lengths and kinds, looked at from below: encodings, serialized lengths, allocations. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzSeed } from '../../../testing/fuzz-seed.ts';
import { type RunningRedis, startRedis, WireClient } from '../../../testing/oracle.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { Random, type RandomStream } from '../../base/random.ts';

let redis: RunningRedis;
let server: WireClient;
const ours = new EngineClients({ 'enable-debug-command': 'yes' });

beforeAll(async () => {
  redis = await startRedis(['--enable-debug-command', 'yes']);
  server = await WireClient.connect(redis.port);
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

function someString(random: RandomStream): Uint8Array {
  const length = random.below(random.below(8) === 0 ? 40_000 : 120);
  switch (random.below(5)) {
    case 0:
      return bytesOf(String(random.below(2 ** (1 + random.below(31))) * (random.below(2) === 0 ? 1 : -1)));
    case 1:
      return random.bytes(length);
    case 2:
      return bytesOf('ab'.repeat(length).slice(0, length));
    case 3:
      return Uint8Array.from({ length }, () => 97 + random.below(3));
    default:
      return bytesOf(`${random.uint32()}`.repeat(1 + random.below(4)).slice(0, length));
  }
}

/** Without what no two servers share: the address and the clock. */
function facts(reply: Uint8Array): string {
  return latin1(reply)
    .replace(/at:0x[0-9a-f]+/, 'at')
    .replace(/ lru:\d+ lru_seconds_idle:\d+/, '');
}

test('values and keys take as much here as there', async () => {
  const random = new Random(fuzzSeed).stream('strings');
  const differences: string[] = [];
  for (let number = 0; number < 1500; number++) {
    const key = bytesOf(`k${'x'.repeat(random.below(70))}${number % 50}`);
    const value = someString(random);
    const change = ['SET', 'SET', 'SET', 'APPEND', 'SETRANGE'][random.below(5)];
    const args =
      change === 'SETRANGE' ? [change, key, String(random.below(300)), value] : [change, key, value];
    for (const question of [
      args,
      ['DEBUG', 'OBJECT', key],
      ['DEBUG', 'SDSLEN', key],
      ['MEMORY', 'USAGE', key],
    ]) {
      const found = facts(ours.send(question));
      const expected = facts(await server.send(question));
      if (found === expected) continue;
      const asked = `${question[0]} ${question.length > 2 ? String(question[1]) : ''}`;
      differences.push(
        `${number} after ${change} of ${value.length}, ${asked}: ${found} instead of ${expected}`,
      );
    }
  }
  expect(differences).toEqual([]);
});

test('rdbcompression decides about the serialized length', async () => {
  for (const client of [server, ours]) await client.send(['SET', 'long', 'a'.repeat(1000)]);
  for (const value of ['no', 'yes']) {
    for (const client of [server, ours]) await client.send(['CONFIG', 'SET', 'rdbcompression', value]);
    const question = ['DEBUG', 'OBJECT', 'long'];
    expect(facts(ours.send(question))).toBe(facts(await server.send(question)));
  }
});

test('the age of a value counts in seconds, and looking does not make it young', () => {
  const clients = new EngineClients({ 'enable-debug-command': 'yes' });
  const idle = () =>
    /lru:(\d+) lru_seconds_idle:(\d+)/.exec(latin1(clients.send(['DEBUG', 'OBJECT', 'k'])))?.slice(1);
  clients.send(['SET', 'k', 'v']);
  const clock = (Math.floor(clients.nowMs / 1000) & 0xffffff).toString();
  expect(idle()).toEqual([clock, '0']);
  clients.nowMs += 7000;
  expect(idle()).toEqual([clock, '7']);
  expect(idle()).toEqual([clock, '7']);
  clients.send(['GET', 'k']);
  expect(idle()?.[1]).toBe('0');
});
