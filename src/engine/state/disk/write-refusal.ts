/** Why the server refuses writes from every client now: the disk failed, or replicas are missing. */

import type { Server } from '../server.ts';
import { savePoints } from './save-points.ts';

export const NOT_ENOUGH_REPLICAS = 'NOREPLICAS Not enough good replicas to write.';

const RDB_REFUSAL =
  "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk. Commands that may modify the data set are disabled, because this instance is configured to report errors during writes if RDB snapshotting fails (stop-writes-on-bgsave-error option). Please check the Redis logs for details about the RDB error.";

/** Which file could not be written; null while nothing is wrong: writeCommandsDeniedByDiskError. */
export function failedFile(server: Server): 'rdb' | 'aof' | null {
  const { rdb, aof } = server.persistence;
  if (rdb.lastStatusOk && aof.lastWriteOk) return null;
  const stops = !rdb.lastStatusOk && server.config.flag('stop-writes-on-bgsave-error');
  if (stops && savePoints(server).length > 0) return 'rdb';
  return aof.state !== 'off' && !aof.lastWriteOk ? 'aof' : null;
}

/** The error that a write command gets then. */
export function diskRefusal(server: Server): string | null {
  const failed = failedFile(server);
  if (failed === null) return null;
  if (failed === 'rdb') return RDB_REFUSAL;
  return `MISCONF Errors writing to the AOF file: ${server.persistence.aof.lastWriteError}`;
}

/** Whether fewer replicas are up to date than min-replicas-to-write wants. A replica writes what it is told. */
export function lacksReplicas({ settings, replication }: Server): boolean {
  if (settings.minReplicas === 0) return false;
  return replication.master === null && replication.goodReplicas < settings.minReplicas;
}
