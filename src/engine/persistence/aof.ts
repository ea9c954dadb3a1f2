/**
 * The append only file: every change is appended to it before the client gets its reply. Mirrors aof.c of 7.0.
 *
 * Propagated commands (state/propagation.ts) go into a buffer; the buffer is written to the file at the end of the
 * step, before replies are sent; appendfsync says when the file is fsynced:
 *
 *     always     with every write, so that a power failure never loses a change that got its OK
 *     everysec   once a second in the background: the last second can be lost
 *     no         never; the kernel writes back after thirty seconds
 *
 * With everysec a write waits while a slow fsync runs, because a write to the same file would block; after two seconds
 * it is written anyway. So with a slow disk two seconds can be lost.
 */
import { concatBytes } from '../base/bytes.ts';
import { DiskFailure, type DiskFile } from '../state/disk/disk.ts';
import type { Server } from '../state/server.ts';
import { addBase, addIncremental, aofPath, isMultiPart, isStored, storeManifest } from './aof-manifest.ts';
import { commandText, selectText, timestampText } from './aof-text.ts';

const MAX_POSTPONED_MS = 2000;
const FILE_RETRY_MS = 1000;

/** Begins or ends listening to what commands become, as the state demands. */
export function followAofState(server: Server): void {
  const { aof } = server.persistence;
  // Until the first rewrite has begun there is nothing to append to.
  const listens = aof.state === 'on' || (aof.state === 'waiting-for-rewrite' && aof.child !== null);
  if (listens && aof.sink === null) {
    aof.sink = (db, args) => feed(server, db, args);
    server.propagation.addSink(aof.sink);
  } else if (!listens && aof.sink !== null) {
    server.propagation.removeSink(aof.sink);
    aof.sink = null;
  }
}

/** feedAppendOnlyFile. */
function feed(server: Server, db: number, args: readonly Uint8Array[]): void {
  const { aof } = server.persistence;
  if (server.config.flag('aof-timestamp-enabled')) {
    const seconds = Math.floor(server.nowMs / 1000);
    if (aof.lastTimestampSeconds < seconds) {
      aof.lastTimestampSeconds = seconds;
      put(server, timestampText(seconds));
    }
  }
  if (db !== aof.selectedDb) {
    put(server, selectText(db));
    aof.selectedDb = db;
  }
  put(server, commandText(args));
}

function put(server: Server, bytes: Uint8Array): void {
  const { aof } = server.persistence;
  aof.buffer.push(bytes);
  aof.bufferBytes += bytes.length;
  // 6.2 has one file: commands during a rewrite also go to the new one.
  aof.child?.rewriteBuffer?.push(bytes);
}

/** Writes what has gathered, and syncs as appendfsync says: flushAppendOnlyFile. */
export function flushAof(server: Server, isForced = false): void {
  const { aof } = server.persistence;
  const { file } = aof;
  if (file === null) return;
  const policy = server.config.text('appendfsync');
  const isSyncing = policy === 'everysec' && server.jobs.find('aof-fsync') !== null;
  if (aof.bufferBytes === 0) {
    if (aof.fsyncedBytes !== file.length && !isSyncing) trySync(server, policy);
    return;
  }
  if (isSyncing && !isForced) {
    if (aof.postponedSinceMs === 0) {
      aof.postponedSinceMs = server.nowMs;
      return;
    }
    if (server.nowMs - aof.postponedSinceMs < MAX_POSTPONED_MS) return;
    aof.delayedFsyncs++;
    server.persistence.note(
      'Asynchronous AOF fsync is taking too long (disk is busy?). Writing the AOF buffer without waiting for fsync to complete, this may slow down Redis.',
    );
  }
  aof.postponedSinceMs = 0;
  if (!write(server, policy)) return;
  if (!isSyncing) trySync(server, policy);
}

function write(server: Server, policy: string): boolean {
  const { disk, persistence, nowMs } = server;
  const { aof } = persistence;
  const file = aof.file;
  if (file === null) return false;
  const from = file.length;
  try {
    // One write: a real disk takes all of it or nothing.
    disk.append(file, aof.buffer.length === 1 ? aof.buffer[0] : concatBytes(aof.buffer), nowMs);
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    if (aof.lastWriteOk || policy === 'always') {
      persistence.note(`Error writing to the AOF file: ${problem.text}`);
    }
    if (policy === 'always') {
      // The client was promised that the write is on the disk, and it is not: nothing is left but to stop.
      giveUp(server, "Can't recover from AOF write error when the AOF fsync policy is 'always'. Exiting...");
      return false;
    }
    aof.lastWriteOk = false;
    aof.lastWriteError = problem.text;
    aof.retryAtMs = nowMs + FILE_RETRY_MS;
    return false;
  }
  if (!aof.lastWriteOk) {
    aof.lastWriteOk = true;
    aof.retryAtMs = 0;
    persistence.note('AOF write error looks solved, Redis can write again.');
  }
  aof.currentBytes += file.length - from;
  aof.buffer = [];
  aof.bufferBytes = 0;
  server.env.probe?.emit({ type: 'disk.append', path: aof.path, from, to: file.length });
  return true;
}

function giveUp(server: Server, text: string): void {
  server.persistence.note(text);
  server.ending = { reason: 'disk', restarts: false, text };
}

function trySync(server: Server, policy: string): void {
  const { aof, rdb } = server.persistence;
  const { file } = aof;
  if (file === null) return;
  if (server.config.flag('no-appendfsync-on-rewrite') && (aof.child !== null || rdb.child !== null)) return;
  const seconds = Math.floor(server.nowMs / 1000);
  if (policy === 'always') {
    try {
      noteSync(server, file, () => file.sync());
    } catch (problem) {
      if (!(problem instanceof DiskFailure)) throw problem;
      giveUp(
        server,
        `Can't persist AOF for fsync error when the AOF fsync policy is 'always': ${problem.text}. Exiting...`,
      );
      return;
    }
    aof.lastFsyncSeconds = seconds;
  } else if (policy === 'everysec' && seconds > aof.lastFsyncSeconds) {
    aof.lastFsyncSeconds = seconds;
    aof.fsyncedBytes = file.length;
    syncInBackground(server);
  }
}

function syncInBackground(server: Server): void {
  const { aof } = server.persistence;
  const { file, path } = aof;
  if (file === null) return;
  const end = file.length;
  if (server.disk.fsyncMs === 0) {
    noteSync(server, file, () => file.syncInBackground());
    return;
  }
  server.jobs.begin(server.nowMs, {
    kind: 'aof-fsync',
    subject: path,
    amount: end - file.syncedBytes,
    durationMs: server.disk.fsyncMs,
    finish: () => {
      // The file may be closed by now; its written bytes are synced anyway.
      const from = file.syncedBytes;
      file.sync(end);
      server.env.probe?.emit({ type: 'disk.fsync', path, from, to: end });
    },
  });
}

function noteSync(server: Server, file: DiskFile, sync: () => void): void {
  const { aof } = server.persistence;
  const from = file.syncedBytes;
  sync();
  aof.fsyncedBytes = file.length;
  if (file.length > from) {
    server.env.probe?.emit({ type: 'disk.fsync', path: aof.path, from, to: file.length });
  }
}

/** Immediate fsync of a file before leaving it: only the log can report a failure. */
export function syncAof(server: Server): void {
  const { file } = server.persistence.aof;
  if (file === null) return;
  try {
    noteSync(server, file, () => file.sync());
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    server.persistence.note(`Fail to fsync the AOF file: ${problem.text}.`);
  }
}

/** The same by another thread, which may take its time. */
export function syncAofInBackground(server: Server): void {
  const { file } = server.persistence.aof;
  if (file !== null) noteSync(server, file, () => file.syncInBackground());
}

/** When the next fsync of everysec, or the next try after an error, is due; Infinity when nothing is. */
export function aofDueAtMs(server: Server): number {
  const { aof } = server.persistence;
  const { file } = aof;
  if (file === null) return Number.POSITIVE_INFINITY;
  if (!aof.lastWriteOk) return aof.retryAtMs;
  if (aof.postponedSinceMs !== 0) return aof.postponedSinceMs + MAX_POSTPONED_MS;
  if (server.config.text('appendfsync') !== 'everysec' || aof.fsyncedBytes === file.length) {
    return Number.POSITIVE_INFINITY;
  }
  if (server.jobs.find('aof-fsync') !== null) return Number.POSITIVE_INFINITY;
  return (aof.lastFsyncSeconds + 1) * 1000;
}

/** Creates and opens the file that a server with appendonly yes appends to: aofOpenIfNeededOnServerStart. */
export function openAofAtStart(server: Server, writeBase: (path: string) => void): void {
  const { disk, persistence, nowMs } = server;
  const { aof } = persistence;
  aof.state = 'on';
  aof.lastFsyncSeconds = Math.floor(nowMs / 1000);
  if (!isMultiPart(server)) {
    aof.path = server.config.text('appendfilename');
    aof.file = disk.open(aof.path, nowMs);
  } else {
    const { manifest } = aof;
    const isNew = manifest.incremental.length === 0;
    if (manifest.base === null && isNew) {
      const base = addBase(server, manifest);
      persistence.note(`Creating AOF base file ${base.name} on server start`);
      writeBase(aofPath(server, base.name));
      aof.currentBytes += disk.find(aofPath(server, base.name))?.length ?? 0;
      aof.rewriteBaseBytes = aof.currentBytes;
    }
    const last = manifest.incremental[manifest.incremental.length - 1] ?? addIncremental(server, manifest);
    persistence.note(`${isNew ? 'Creating' : 'Opening'} AOF incr file ${last.name} on server start`);
    aof.path = aofPath(server, last.name);
    aof.file = disk.open(aof.path, nowMs);
    if (!isStored(server, manifest)) storeManifest(server, manifest);
  }
  aof.fsyncedBytes = aof.file.length;
  aof.selectedDb = -1;
  followAofState(server);
}

/** CONFIG SET appendonly no: stopAppendOnly, once the child is gone. */
export function closeAof(server: Server): void {
  const { aof } = server.persistence;
  flushAof(server, true);
  syncAof(server);
  aof.file = null;
  aof.path = '';
  aof.selectedDb = -1;
  aof.state = 'off';
  aof.isRewriteScheduled = false;
  aof.buffer = [];
  aof.bufferBytes = 0;
  aof.postponedSinceMs = 0;
  followAofState(server);
}
