/** BullMQ, which lives on scripts, streams and commands that wait, finishes a day's work against the engine. */
import { type Job, Queue, QueueEvents, Worker } from 'bullmq';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type TcpServer, wallClockMs } from './server.ts';

const JOBS = 1000;

let server: TcpServer;

beforeAll(async () => {
  const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config: {} } as const;
  server = await listen({ port: 0, host: '127.0.0.1', start });
});

afterAll(() => server.stop());

it('a thousand jobs are done, with retries, delays and priorities', async () => {
  const connection = { port: server.port, host: '127.0.0.1', maxRetriesPerRequest: null };
  const queue = new Queue('work', { connection });
  const events = new QueueEvents('work', { connection });
  const tries = new Map<string, number>();
  const finished: string[] = [];
  /** The order in which jobs of the urgent kind began. */
  const begun: number[] = [];
  const startedAtMs = new Map<string, number>();
  try {
    await events.waitUntilReady();
    // While nobody works, the order of what waits is decided by priority alone.
    const urgent = await queue.addBulk(
      Array.from({ length: 20 }, (_, nth) => ({
        name: 'urgent',
        data: { nth },
        opts: { priority: 20 - nth },
      })),
    );
    expect(await queue.getJobCountByTypes('prioritized')).toBe(urgent.length);
    const worker = new Worker(
      'work',
      async (job: Job<{ nth: number }>) => {
        startedAtMs.set(job.id!, Date.now());
        tries.set(job.id!, (tries.get(job.id!) ?? 0) + 1);
        if (job.name === 'urgent') begun.push(job.data.nth);
        // Every tenth job of the plain ones fails once and is tried again.
        if (job.name === 'plain' && job.data.nth % 10 === 0 && tries.get(job.id!) === 1)
          throw new Error('again');
        return job.data.nth * 2;
      },
      { connection, concurrency: 1 },
    );
    worker.on('completed', (job) => finished.push(job.id!));
    await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(urgent.length);
    expect(begun).toEqual([...begun].sort((a, b) => b - a));

    worker.concurrency = 50;
    const addedAtMs = Date.now();
    const delayed = await queue.addBulk(
      Array.from({ length: 80 }, (_, nth) => ({
        name: 'delayed',
        data: { nth },
        opts: { delay: 300 + (nth % 4) * 100 },
      })),
    );
    const plain = await queue.addBulk(
      Array.from({ length: JOBS - urgent.length - delayed.length }, (_, nth) => ({
        name: 'plain',
        data: { nth },
        opts: { attempts: 2, backoff: { type: 'fixed', delay: 20 } },
      })),
    );
    await expect.poll(() => finished.length, { timeout: 90_000 }).toBe(JOBS);
    expect(new Set(finished).size).toBe(JOBS);
    expect(await queue.getJobCounts('completed', 'failed', 'waiting', 'active', 'delayed')).toEqual({
      completed: JOBS,
      failed: 0,
      waiting: 0,
      active: 0,
      delayed: 0,
    });
    for (const job of delayed) {
      expect(startedAtMs.get(job.id!)! - addedAtMs).toBeGreaterThanOrEqual(job.opts.delay! - 5);
    }
    for (const [nth, job] of plain.entries()) expect(tries.get(job.id!)).toBe(nth % 10 === 0 ? 2 : 1);
    const last = await queue.getJob(plain.at(-1)!.id!);
    expect(last?.returnvalue).toBe(last?.data.nth * 2);

    const asked = await queue.add('plain', { nth: 1 });
    expect(await asked.waitUntilFinished(events, 20_000)).toBe(2);
    await worker.close();
  } finally {
    await events.close();
    await queue.close();
  }
});
