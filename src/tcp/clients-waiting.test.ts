/** Other people's clients wait for each other: queues with many workers, transactions that are tried again. */
import { Redis } from 'ioredis';
import { createClient, WatchError } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type TcpServer, wallClockMs } from './server.ts';

let server: TcpServer;

beforeAll(async () => {
  server = await listen({
    port: 0,
    host: '127.0.0.1',
    start: { generation: '7.0', seed: 1, startMs: wallClockMs(), config: { save: '' } },
  });
});

afterAll(() => server.stop());

const connect = () => new Redis(server.port, '127.0.0.1');

/** Resolves when so many clients wait. */
const waiting = (count: number) => expect.poll(() => server.engine.server.blocking.count).toBe(count);

describe('ioredis', () => {
  it('shares a queue out among workers, every job once and in the order of waiting', async () => {
    const boss = connect();
    const workers = Array.from({ length: 5 }, connect);
    try {
      const done: string[][] = workers.map(() => []);
      const work = workers.map(async (worker, index) => {
        for (;;) {
          const job = await worker.blpop('jobs', 0);
          if (job === null || job[1] === 'stop') return;
          done[index].push(job[1]);
        }
      });
      await waiting(5);
      const jobs = Array.from({ length: 1000 }, (_, number) => String(number));
      for (let from = 0; from < jobs.length; from += 50) {
        await boss.rpush('jobs', ...jobs.slice(from, from + 50));
      }
      await boss.rpush('jobs', ...workers.map(() => 'stop'));
      await Promise.all(work);
      expect(
        done
          .flat()
          .map(Number)
          .sort((a, b) => a - b),
      ).toEqual(jobs.map(Number));
      // Everybody gets its jobs in the order in which they came.
      for (const each of done) expect(each).toEqual([...each].sort((a, b) => Number(a) - Number(b)));
      expect(await boss.exists('jobs')).toBe(0);
    } finally {
      for (const client of [boss, ...workers]) client.disconnect();
    }
  });

  it('is answered null when the time is over, by the real clock', async () => {
    const client = connect();
    try {
      const startedMs = wallClockMs();
      expect(await client.blpop('nothing', 0.15)).toBe(null);
      expect(await client.bzpopmin('nothing', 0.05)).toBe(null);
      expect(wallClockMs() - startedMs).toBeGreaterThanOrEqual(200);
    } finally {
      client.disconnect();
    }
  });

  it('counts right with WATCH, however many try at once', async () => {
    const clients = Array.from({ length: 6 }, connect);
    try {
      let refused = 0;
      await Promise.all(
        clients.map(async (client) => {
          for (let left = 50; left > 0; ) {
            await client.watch('counter');
            const value = Number((await client.get('counter')) ?? 0);
            const replies = await client
              .multi()
              .set('counter', value + 1)
              .exec();
            if (replies === null) refused++;
            else left--;
          }
        }),
      );
      expect(await clients[0].get('counter')).toBe('300');
      expect(refused).toBeGreaterThan(0);
    } finally {
      for (const client of clients) client.disconnect();
    }
  });

  it('gets errors in a transaction, before and within it', async () => {
    const client = connect();
    try {
      await expect(client.multi().set('k', 'v').call('nosuch').exec()).rejects.toThrow('EXECABORT');
      const replies = await client.multi().set('k', 'v').incr('k').get('k').exec();
      expect(replies?.[1][0]?.message).toBe('ERR value is not an integer or out of range');
      expect(replies?.[2]).toEqual([null, 'v']);
    } finally {
      client.disconnect();
    }
  });

  it('reads a stream in a group as entries come', async () => {
    const writer = connect();
    const readers = [connect(), connect()];
    try {
      await writer.xgroup('CREATE', 'log', 'g', '$', 'MKSTREAM');
      const seen: string[] = [];
      const reading = readers.map(async (reader, index) => {
        for (;;) {
          const reply = (await reader.xreadgroup(
            'GROUP',
            'g',
            `c${index}`,
            'COUNT',
            1,
            'BLOCK',
            0,
            'STREAMS',
            'log',
            '>',
          )) as [string, [string, string[]][]][];
          const [[, [[id, [, value]]]]] = reply;
          await reader.xack('log', 'g', id);
          if (value === 'end') return;
          seen.push(value);
        }
      });
      await waiting(2);
      for (let number = 0; number < 100; number++) await writer.xadd('log', '*', 'n', String(number));
      await writer.xadd('log', '*', 'n', 'end');
      await writer.xadd('log', '*', 'n', 'end');
      await Promise.all(reading);
      expect(seen.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
      expect(((await writer.xpending('log', 'g')) as unknown[])[0]).toBe(0);
    } finally {
      for (const client of [writer, ...readers]) client.disconnect();
    }
  });
});

describe('node-redis', () => {
  it.each([2, 3] as const)('waits and runs transactions in RESP%d', async (RESP) => {
    const options = { url: `redis://127.0.0.1:${server.port}`, RESP };
    const client = await createClient(options).connect();
    const other = await createClient(options).connect();
    try {
      const popped = client.blPop(['a', 'b'], 0);
      await waiting(1);
      await other.rPush('b', 'x');
      expect(await popped).toEqual({ key: 'b', element: 'x' });

      const moved = client.blMove('from', 'to', 'LEFT', 'RIGHT', 0);
      await waiting(1);
      await other.rPush('from', 'y');
      expect(await moved).toBe('y');

      const lowest = client.bzPopMin('z', 0);
      await waiting(1);
      await other.zAdd('z', [
        { score: 1.5, value: 'm' },
        { score: 2, value: 'n' },
      ]);
      expect(await lowest).toEqual({ key: 'z', value: 'm', score: 1.5 });

      expect(await client.multi().set('k', '1').incr('k').exec()).toEqual(['OK', 2]);
      await client.watch('k');
      await other.set('k', 'changed');
      await expect(client.multi().get('k').exec()).rejects.toBeInstanceOf(WatchError);
      await other.del(['to', 'z', 'k']);
    } finally {
      client.destroy();
      other.destroy();
    }
  });
});
