/** The server's files in a real folder: they outlive it, and a real redis-server reads them. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, type TcpServer, wallClockMs } from './server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rediscope-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function serve(
  config: Record<string, string>,
  onEnd?: (because: string) => void,
): Promise<{ server: TcpServer; redis: Redis }> {
  const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config } as const;
  const server = await listen({ port: 0, host: '127.0.0.1', start, folder, onEnd });
  return { server, redis: new Redis(server.port, '127.0.0.1', { retryStrategy: () => null }) };
}

test('an append only file is in the folder when the client hears of it', async () => {
  const first = await serve({ appendonly: 'yes', save: '' });
  await first.redis.set('k', 'v');
  const text = await readFile(join(folder, 'appendonlydir', 'appendonly.aof.1.incr.aof'), 'latin1');
  expect(text).toContain('$1\r\nk\r\n$1\r\nv\r\n');
  first.redis.disconnect();
  await first.server.stop();
  const second = await serve({ appendonly: 'yes', save: '' });
  expect(await second.redis.get('k')).toBe('v');
  second.redis.disconnect();
  await second.server.stop();
});

test('SHUTDOWN saves and ends the server', async () => {
  let because = '';
  const { server, redis } = await serve({ save: '3600 1' }, (text) => {
    because = text;
  });
  await redis.set('k', 'v');
  await redis.call('SHUTDOWN').catch(() => undefined);
  expect(because).toMatch(/bye bye/);
  expect(existsSync(join(folder, 'dump.rdb'))).toBe(true);
  redis.disconnect();
  await server.stop().catch(() => undefined);
  const again = await serve({ save: '3600 1' });
  expect(await again.redis.get('k')).toBe('v');
  again.redis.disconnect();
  await again.server.stop();
});
