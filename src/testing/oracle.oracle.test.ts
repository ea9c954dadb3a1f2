import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from './oracle.ts';

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--hash-max-listpack-entries', '7']);
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

test('a command is answered with its raw reply, binary-safe', async () => {
  expect(text(await client.send(['SET', 'k', new Uint8Array([0, 13, 10, 255])]))).toBe('+OK\r\n');
  expect(await client.send(['GET', 'k'])).toEqual(
    new Uint8Array([...Buffer.from('$4\r\n'), 0, 13, 10, 255, 13, 10]),
  );
});

test('the options given reach the server', async () => {
  const reply = await client.send(['CONFIG', 'GET', 'hash-max-listpack-entries']);
  expect(text(reply)).toContain('$1\r\n7\r\n');
});

test('replies keep the order of their commands', async () => {
  const replies = await Promise.all(['a', 'b', 'c'].map((word) => client.send(['ECHO', word])));
  expect(replies.map(text)).toEqual(['$1\r\na\r\n', '$1\r\nb\r\n', '$1\r\nc\r\n']);
});

test('raw bytes are sent as they are', async () => {
  client.sendRaw(Buffer.from('PING\r\nECHO x\r\n'));
  expect(text(await client.next())).toBe('+PONG\r\n');
  expect(text(await client.next())).toBe('$1\r\nx\r\n');
});

test('RESP3 replies are found whole', async () => {
  const other = await WireClient.connect(redis.port);
  expect(text(await other.send(['HELLO', '3']))).toMatch(/^%7\r\n.*\*0\r\n$/s);
  await other.send(['HSET', 'h', 'f', 'v']);
  expect(text(await other.send(['HGETALL', 'h']))).toBe('%1\r\n$1\r\nf\r\n$1\r\nv\r\n');
  other.close();
});

test('a connection that the server ends rejects its open requests', async () => {
  const other = await WireClient.connect(redis.port);
  expect(text(await other.send(['QUIT']))).toBe('+OK\r\n');
  await expect(other.next()).rejects.toThrow('closed the connection');
});

test('a stopped server is gone', async () => {
  const short = await startRedis();
  await short.stop();
  await expect(WireClient.connect(short.port)).rejects.toThrow();
});
