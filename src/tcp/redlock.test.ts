/** The redlock package holds its locks on five servers of ours at once. */
import { Redis } from 'ioredis';
import Redlock from 'redlock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type TcpServer, wallClockMs } from './server.ts';

let servers: TcpServer[];
let clients: Redis[];

beforeAll(async () => {
  const start = (seed: number) => ({ generation: '7.0', seed, startMs: wallClockMs(), config: {} }) as const;
  servers = await Promise.all(
    [1, 2, 3, 4, 5].map((seed) => listen({ port: 0, host: '127.0.0.1', start: start(seed) })),
  );
  clients = servers.map(({ port }) => new Redis(port, '127.0.0.1', { retryStrategy: () => null }));
});

afterAll(async () => {
  for (const client of clients) client.disconnect();
  await Promise.all(servers.map((server) => server.stop()));
});

it('one holder at a time, extended, released, and taken over after its time', async () => {
  const impatient = new Redlock(clients, { retryCount: 0 });
  const lock = await impatient.lock('locks:stock', 2000);
  expect(await clients[0].get('locks:stock')).toBe(lock.value);
  await expect(impatient.lock('locks:stock', 2000)).rejects.toThrow();
  const extended = await lock.extend(5000);
  expect(await clients[4].pttl('locks:stock')).toBeGreaterThan(3000);
  await extended.unlock();
  expect(await Promise.all(clients.map((client) => client.exists('locks:stock')))).toEqual([0, 0, 0, 0, 0]);
  // A lock that nobody gives back ends by itself, and its first holder can no longer release it.
  const short = await impatient.lock('locks:stock', 60);
  const patient = new Redlock(clients, { retryCount: 50, retryDelay: 10, retryJitter: 5 });
  const next = await patient.lock('locks:stock', 2000);
  await expect(short.unlock()).rejects.toThrow();
  expect(await clients[2].get('locks:stock')).toBe(next.value);
  await next.unlock();
});

it('holds with two of five servers gone, and not with three', async () => {
  const redlock = new Redlock(clients, { retryCount: 0 });
  await Promise.all(servers.slice(0, 2).map((server) => server.stop()));
  const lock = await redlock.lock('locks:quorum', 2000);
  await lock.unlock();
  await servers[2].stop();
  await expect(redlock.lock('locks:quorum', 2000)).rejects.toThrow();
});

it('ten workers count without losing a single step', async () => {
  const own = await listen({
    port: 0,
    host: '127.0.0.1',
    start: { generation: '7.0', seed: 9, startMs: wallClockMs(), config: {} },
  });
  const client = new Redis(own.port, '127.0.0.1');
  try {
    const redlock = new Redlock([client], { retryCount: 1000, retryDelay: 5, retryJitter: 5 });
    await client.set('counter', '0');
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let nth = 0; nth < 10; nth++) {
          const lock = await redlock.lock('locks:counter', 5000);
          const value = Number(await client.get('counter'));
          await client.set('counter', String(value + 1));
          await lock.unlock();
        }
      }),
    );
    expect(await client.get('counter')).toBe('100');
  } finally {
    client.disconnect();
    await own.stop();
  }
});
