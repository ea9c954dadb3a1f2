/** The files below the server, and the bytes of one of them. */
import type { DiskBytesView, DiskFileRow, DiskTarget, DiskView } from '../../protocol/views-disk.ts';
import { aofDueAtMs } from '../persistence/aof.ts';
import { spansOfFile } from '../persistence/file-spans.ts';
import { savePoints } from '../state/disk/save-points.ts';
import type { Server } from '../state/server.ts';
import { readJobs } from './jobs.ts';
import type { ViewKind } from './kind.ts';

type BytesTarget = Extract<DiskTarget, { kind: 'disk' }>;

const MAX_WINDOW_BYTES = 2048;
const END_WINDOW_BYTES = 512;
/** Decoding begins at the first byte, so that larger files would take too long at every picture. */
const MAX_DECODED_BYTES = 1 << 20;
const MAX_LOG_LINES = 50;

export const diskView: ViewKind<'disk'> = {
  read: (server, _db, target) => readDisk(server, target),
  changedBy: ({ type }) => type.startsWith('disk.'),
};

function readDisk(server: Server, { path, window }: BytesTarget): DiskView {
  const { disk, persistence, nowMs, config } = server;
  const { aof, rdb } = persistence;
  const files = disk.paths().map((each) => rowOf(server, each));
  return {
    kind: 'disk',
    nowMs,
    downBecause: persistence.downBecause,
    isFull: disk.isFull,
    fsyncMs: disk.fsyncMs,
    files,
    shown: readBytes(server, path ?? latestOf(files), window),
    aof: {
      state: aof.state,
      policy: config.text('appendfsync'),
      bufferBytes: aof.bufferBytes,
      nextFsyncAtMs: nextFsyncAtMs(server),
      currentBytes: aof.currentBytes,
      rewriteBaseBytes: aof.rewriteBaseBytes,
      lastWriteOk: aof.lastWriteOk,
    },
    rdb: {
      changes: server.keyspace.dirty,
      lastSaveSeconds: rdb.lastSaveSeconds,
      lastStatusOk: rdb.lastStatusOk,
      savePoints: savePoints(server),
    },
    jobs: readJobs(server),
    log: persistence.log.slice(-MAX_LOG_LINES),
  };
}

/** What is due may also be a write: one that waited for an fsync, or one that failed. */
function nextFsyncAtMs(server: Server): number | null {
  const { lastWriteOk, postponedSinceMs } = server.persistence.aof;
  const due = aofDueAtMs(server);
  return !lastWriteOk || postponedSinceMs !== 0 || due === Number.POSITIVE_INFINITY ? null : due;
}

function rowOf(server: Server, path: string): DiskFileRow {
  const { disk, persistence, config } = server;
  const file = disk.find(path);
  return {
    path,
    bytes: file?.length ?? 0,
    syncedBytes: file?.syncedBytes ?? 0,
    modifiedAtMs: file?.modifiedAtMs ?? 0,
    role: roleOf(path, config.text('dbfilename')),
    isOpen: persistence.aof.path === path,
  };
}

function roleOf(path: string, dumpName: string): DiskFileRow['role'] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith('temp-')) return 'temporary';
  if (name === dumpName) return 'rdb';
  if (name.endsWith('.manifest')) return 'aof-manifest';
  if (/\.incr\.aof$/.test(name)) return 'aof-increment';
  if (/\.base\.(rdb|aof)$/.test(name) || name.endsWith('.aof')) return 'aof-base';
  return 'other';
}

function latestOf(files: readonly DiskFileRow[]): string | null {
  let latest: DiskFileRow | null = null;
  for (const row of files)
    if (latest === null || row.modifiedAtMs > latest.modifiedAtMs || row.isOpen) latest = row;
  return latest?.path ?? null;
}

function readBytes(server: Server, path: string | null, window: BytesTarget['window']): DiskBytesView | null {
  const file = path === null ? null : server.disk.find(path);
  if (path === null || file === null) return null;
  const totalBytes = file.length;
  const count = Math.min(MAX_WINDOW_BYTES, window?.count ?? END_WINDOW_BYTES);
  const from = Math.max(0, Math.min(window?.from ?? totalBytes - count, totalBytes));
  const bytes = file.view(from, from + count).slice();
  const isDecoded = totalBytes <= MAX_DECODED_BYTES;
  const spans = isDecoded
    ? spansOfFile(path, file.view(), true).filter((span) => span.to > from && span.from < from + bytes.length)
    : [];
  return { path, totalBytes, from, bytes, spans };
}
