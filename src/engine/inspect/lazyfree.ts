/** The view of lazy free: what waits to be freed by the thread. */
import type { LazyFreeView } from '../../protocol/views.ts';
import type { Database } from '../keyspace/database.ts';
import { lazyFreeJobs } from '../state/lazy-free-thread.ts';
import type { Server } from '../state/server.ts';
import { LAZY_FREE_THRESHOLD } from '../types/free-effort.ts';
import type { ViewKind } from './kind.ts';

const MAX_JOBS = 100;

export const lazyFreeView: ViewKind<'lazyfree'> = {
  read: readLazyFree,
  changedBy: ({ type }) => type.startsWith('lazyfree.'),
};

export function readLazyFree(server: Server, db: Database): LazyFreeView {
  const { config, keyspace } = server;
  const jobs = lazyFreeJobs(server);
  return {
    kind: 'lazyfree',
    db: db.id,
    nowMs: server.nowMs,
    jobs: jobs.slice(0, MAX_JOBS).map(({ id, subject, amount, startedAtMs, endsAtMs }) => ({
      id,
      subject,
      effort: amount,
      queuedAtMs: startedAtMs,
      endsAtMs,
    })),
    waitingJobs: jobs.length,
    pendingObjects: keyspace.lazyFree.pendingObjects,
    freedObjects: keyspace.lazyFree.freedObjects,
    threshold: LAZY_FREE_THRESHOLD,
    usedBytes: server.env.heap.usedBytes,
    options: {
      'lazyfree-lazy-eviction': config.flag('lazyfree-lazy-eviction'),
      'lazyfree-lazy-expire': config.flag('lazyfree-lazy-expire'),
      'lazyfree-lazy-server-del': config.flag('lazyfree-lazy-server-del'),
      'lazyfree-lazy-user-del': config.flag('lazyfree-lazy-user-del'),
      'lazyfree-lazy-user-flush': config.flag('lazyfree-lazy-user-flush'),
    },
  };
}
