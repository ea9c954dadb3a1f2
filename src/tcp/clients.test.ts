/** Other people's clients talk to the engine over a real socket. */
import { spawnSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type TcpServer, wallClockMs } from './server.ts';

let server: TcpServer;

beforeAll(async () => {
  const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config: {} } as const;
  server = await listen({ port: 0, host: '127.0.0.1', start });
});

afterAll(() => server.stop());

describe('ioredis', () => {
  it('connects, sets, gets, counts and pipelines', async () => {
    const redis = new Redis(server.port, '127.0.0.1');
    try {
      expect(await redis.set('ioredis:a', 'one')).toBe('OK');
      expect(await redis.get('ioredis:a')).toBe('one');
      expect(await redis.incrby('ioredis:n', 41)).toBe(41);
      const pipeline = redis.pipeline();
      for (let i = 0; i < 10_000; i++) pipeline.incr('ioredis:n');
      const results = await pipeline.exec();
      expect(results?.at(-1)).toEqual([null, 10_041]);
      const binary = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      await redis.set(binary, binary);
      expect(await redis.getBuffer(binary)).toEqual(binary);
      await expect(redis.call('NOSUCH')).rejects.toThrow("unknown command 'NOSUCH'");
      expect(await redis.pttl('ioredis:a')).toBe(-1);
      await redis.set('ioredis:short', 'x', 'PX', 30);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(await redis.exists('ioredis:short')).toBe(0);
    } finally {
      redis.disconnect();
    }
  });
});

describe('node-redis', () => {
  for (const RESP of [2, 3] as const) {
    it(`connects with RESP${RESP}, sets, gets and scans`, async () => {
      const client = createClient({ socket: { port: server.port, host: '127.0.0.1' }, RESP });
      await client.connect();
      try {
        expect(await client.set(`node:${RESP}`, 'eins', { EX: 100 })).toBe('OK');
        expect(await client.get(`node:${RESP}`)).toBe('eins');
        expect(await client.ttl(`node:${RESP}`)).toBeGreaterThan(90);
        expect(await client.mGet([`node:${RESP}`, 'node:none'])).toEqual(['eins', null]);
        const keys: string[] = [];
        for await (const batch of client.scanIterator({ MATCH: `node:${RESP}` })) keys.push(...batch);
        expect(keys).toEqual([`node:${RESP}`]);
        expect(await client.configGet('hz')).toMatchObject({ hz: '10' });
      } finally {
        client.destroy();
      }
    });
  }
});

describe('redis-cli', () => {
  const installed = spawnSync('redis-cli', ['--version']).error === undefined;
  const cli = (...args: string[]): Promise<string> =>
    import('node:child_process').then(
      ({ execFile }) =>
        new Promise((resolve) => {
          execFile('redis-cli', ['-p', `${server.port}`, ...args], (_, stdout) => resolve(stdout));
        }),
    );

  it.runIf(installed)('runs commands', async () => {
    expect(await cli('SET', 'cli', 'yes')).toBe('OK\n');
    expect(await cli('--no-raw', 'GET', 'cli')).toBe('"yes"\n');
    expect(await cli('--no-raw', '-3', 'CONFIG', 'GET', 'hz')).toBe('1# "hz" => "10"\n');
    expect(await cli('--no-raw', 'GET')).toBe("(error) ERR wrong number of arguments for 'get' command\n");
  });
});
