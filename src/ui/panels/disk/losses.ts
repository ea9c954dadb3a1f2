/** What a crash would lose now. */
import type { DiskView } from '../../../protocol/views-disk.ts';

export interface Losses {
  /** In the memory of the process: commands that are in no file yet. */
  readonly bufferBytes: number;
  /** Changes since the last snapshot, where no append only file has them. */
  readonly changes: number;
  /** Written and not fsynced, in all files. */
  readonly unsyncedBytes: number;
  /** Whole or cut commands in that; null if not all of it is in sight. */
  readonly unsyncedCommands: number | null;
  readonly safeBytes: number;
}

export function lossesOf(view: DiskView): Losses {
  let unsyncedBytes = 0;
  let safeBytes = 0;
  for (const { bytes, syncedBytes } of view.files) {
    unsyncedBytes += bytes - syncedBytes;
    safeBytes += syncedBytes;
  }
  return {
    bufferBytes: view.aof.bufferBytes,
    changes: view.aof.state === 'on' ? 0 : view.rdb.changes,
    unsyncedBytes,
    unsyncedCommands: commandsIn(view, unsyncedBytes),
    safeBytes,
  };
}

function commandsIn({ shown, files }: DiskView, unsyncedBytes: number): number | null {
  const file = files.find(({ path }) => path === shown?.path);
  if (shown === null || file === undefined || file.role !== 'aof-increment') return null;
  const isAll = file.bytes - file.syncedBytes === unsyncedBytes && shown.from <= file.syncedBytes;
  if (!isAll || shown.from + shown.bytes.length < file.bytes) return null;
  return shown.spans.filter(({ role, to }) => role === 'command' && to > file.syncedBytes).length;
}

/** How much of the shown file is safe from a power failure. */
export function syncedOf({ shown, files }: DiskView): number {
  return files.find(({ path }) => path === shown?.path)?.syncedBytes ?? 0;
}
