/**
 * The thread that frees: lazy free jobs wait in a queue, and one runs at a time. As a background job it is visible; its
 * memory is freed when virtual time reaches the end of the job.
 */
import type { BackgroundJob } from './disk/background-jobs.ts';
import type { Server } from './server.ts';

export function connectLazyFree(server: Server): void {
  const { keyspace, eviction, jobs } = server;
  keyspace.lazyFree.enqueue = ({ subject, effort, durationMs, finish }) => {
    const waitMs = Math.max(0, endOfQueueMs(server) - server.nowMs);
    jobs.begin(server.nowMs, {
      kind: 'lazy-free',
      subject,
      amount: effort,
      durationMs: waitMs + durationMs,
      finish,
    });
  };
  // The server sleeps up to its time limit while the thread works. Time stands still within a step, so jobs that would
  // have ended by then end now.
  eviction.awaitLazyFree = (limitUs, isEnough) => {
    const untilMs = server.nowMs + Math.max(1, Math.ceil(limitUs / 1000));
    for (const job of lazyFreeJobs(server)) {
      if (job.endsAtMs > untilMs || isEnough()) return;
      jobs.finish(job);
    }
  };
}

/** In the order in which they are done. */
export function lazyFreeJobs(server: Server): BackgroundJob[] {
  return server.jobs.running.filter(({ kind }) => kind === 'lazy-free');
}

function endOfQueueMs(server: Server): number {
  return lazyFreeJobs(server).at(-1)?.endsAtMs ?? 0;
}
