/** Writes are refused while the disk cannot keep what was promised: writeCommandsDeniedByDiskError. */
import { ReplyError } from '../base/errors.ts';
import { savePoints } from '../persistence/save-points.ts';
import type { Client } from '../state/client.ts';
import type { CommandEntry } from '../state/command-table.ts';
import type { Server } from '../state/server.ts';

const RDB_REFUSAL =
  "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk. Commands that may modify the data set are disabled, because this instance is configured to report errors during writes if RDB snapshotting fails (stop-writes-on-bgsave-error option). Please check the Redis logs for details about the RDB error.";

export function diskGate(server: Server, _client: Client, entry: CommandEntry): ReplyError | null {
  const { rdb, aof } = server.persistence;
  if (rdb.lastStatusOk && aof.lastWriteOk) return null;
  if (!entry.isWrite && entry.fullName !== 'ping') return null;
  if (
    !rdb.lastStatusOk &&
    server.config.flag('stop-writes-on-bgsave-error') &&
    savePoints(server).length > 0
  ) {
    return new ReplyError(RDB_REFUSAL);
  }
  if (aof.state !== 'off' && !aof.lastWriteOk) {
    return new ReplyError(`MISCONF Errors writing to the AOF file: ${aof.lastWriteError}`);
  }
  return null;
}
