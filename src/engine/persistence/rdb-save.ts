/**
 * SAVE, BGSAVE and save points. A background save is a child that got a copy of the memory at the fork: the bytes
 * of the file are made at that instant and written while virtual time goes by, first under a temporary name. The
 * name is taken over when everything is on the disk, so that a crash leaves the old file or the new one whole.
 *
 * How long it takes is a model, so that it can be watched and repeated:
 *
 *     10 ms to start a child + 1 ms for every 100 KB of the file + rdb-key-save-delay µs for every key
 *
 * 100 KB per millisecond are the 100 MB/s at which a server serialises on an ordinary computer.
 */
import { HEAP_BASE } from '../base/heap.ts';
import { PAGE_BYTES, PageCopies } from '../base/page-copies.ts';
import { DiskFailure, type DiskFile } from '../state/disk/disk.ts';
import type { SavingChild } from '../state/disk/persistence.ts';
import { hasChild, savePoints } from '../state/disk/save-points.ts';
import type { Server } from '../state/server.ts';
import { rdbFileBytes } from './rdb-file.ts';

export const CHILD_START_MS = 10;
export const BYTES_PER_MS = 100_000;
/** A save that failed is tried again after this time. */
export const RETRY_DELAY_SECONDS = 5;
const SIZE_HINT_PID = 1000;

/** While a child shares the memory, tables are hardly resized: every page touched would be copied. */
export function followChildren(server: Server): void {
  const { env, persistence } = server;
  env.dictCanResize = !hasChild(server);
  if (!hasChild(server)) {
    if (env.heap.copies !== null) persistence.lastCopies = env.heap.copies;
    env.heap.copies = null;
  } else if (env.heap.copies === null) {
    env.heap.copies = new PageCopies(env.heap.pages(), (page) =>
      env.probe?.emit({ type: 'pages.copy', page, address: HEAP_BASE + page * PAGE_BYTES }),
    );
  }
}

export function childPid(server: Server): number {
  return SIZE_HINT_PID + server.jobs.begun;
}

/** Writes the file there and then: rdbSave. False when the disk refused. */
export function saveNow(server: Server): boolean {
  const { disk, persistence, keyspace, nowMs } = server;
  const { rdb } = persistence;
  const path = `temp-${childPid(server)}.rdb`;
  const target = server.config.text('dbfilename');
  try {
    const bytes = rdbFileBytes(server, false);
    disk.write(path, bytes, nowMs);
    disk.rename(path, target);
    server.env.probe?.emit({ type: 'disk.snapshot', path: target, bytes: bytes.length });
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    disk.delete(path);
    persistence.note(`Write error saving DB on disk: ${problem.text}`);
    return false;
  }
  persistence.note('DB saved on disk');
  keyspace.dirty = 0;
  rdb.lastSaveSeconds = Math.floor(nowMs / 1000);
  rdb.lastStatusOk = true;
  return true;
}

/** How long the server cannot do anything else while it saves in the foreground: whole milliseconds. */
export function foregroundSaveMs(server: Server): number {
  const file = server.disk.find(server.config.text('dbfilename'));
  return file === null ? 0 : Math.floor(file.length / BYTES_PER_MS);
}

function keysOf(server: Server): number {
  let keys = 0;
  for (const db of server.keyspace.databases) keys += db.keys.size;
  return keys;
}

/** How long a child needs for a file. */
export function childDurationMs(server: Server, bytes: number): number {
  const delayUs = server.config.number('rdb-key-save-delay');
  const perKeyMs = (Math.max(0, delayUs) * keysOf(server)) / 1000;
  return CHILD_START_MS + Math.ceil(bytes / BYTES_PER_MS) + Math.ceil(perKeyMs);
}

/** Forks: rdbSaveBackground. False when a child is at work already. */
export function saveInBackground(server: Server): boolean {
  if (hasChild(server)) return false;
  const { persistence, keyspace, nowMs } = server;
  const { rdb } = persistence;
  rdb.lastAttemptSeconds = Math.floor(nowMs / 1000);
  rdb.saves++;
  const pid = childPid(server);
  const path = `temp-${pid}.rdb`;
  const bytes = rdbFileBytes(server, false);
  const file = openForChild(server, path);
  const job = server.jobs.begin(nowMs, {
    kind: 'rdb-save',
    subject: server.config.text('dbfilename'),
    amount: bytes.length,
    durationMs: childDurationMs(server, bytes.length),
    finish: () => finishSave(server),
  });
  const failed = file === null;
  rdb.child = { job, path, file, bytes, dirtyAtFork: keyspace.dirty, startedAtMs: nowMs, failed };
  followChildren(server);
  persistence.note(`Background saving started by pid ${pid}`);
  server.statistics.forks++;
  server.env.probe?.emit({ type: 'disk.fork', job: 'rdb-save', bytes: bytes.length });
  return true;
}

/** The file that a child writes. Null if the disk refuses: the child ends with an error, which is reported later. */
export function openForChild(server: Server, path: string): DiskFile | null {
  try {
    return server.disk.create(path, server.nowMs);
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    server.persistence.note(`Failed opening the temp file ${path} for saving: ${problem.text}`);
    return null;
  }
}

/** Writes as much of a child's file as its time allows; called before anything reads the disk. */
export function letChildWrite(server: Server, child: SavingChild): void {
  const { job, file, bytes } = child;
  const { disk, nowMs } = server;
  if (child.failed || file === null) return;
  const writingMs = job.endsAtMs - job.startedAtMs - CHILD_START_MS;
  const elapsedMs = nowMs - job.startedAtMs - CHILD_START_MS;
  const share = nowMs >= job.endsAtMs ? 1 : Math.max(0, Math.min(1, elapsedMs / writingMs));
  const due = Math.floor(bytes.length * share);
  if (due <= file.length) return;
  try {
    disk.append(file, bytes.subarray(file.length, due), nowMs);
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    child.failed = true;
    server.persistence.note(`Write error saving DB on disk: ${problem.text}`);
  }
}

/** The child has ended: backgroundSaveDoneHandler. */
function finishSave(server: Server): void {
  const { disk, persistence, keyspace, nowMs } = server;
  const { rdb } = persistence;
  const { child } = rdb;
  if (child === null) return;
  letChildWrite(server, child);
  rdb.child = null;
  const { onChildEnd } = rdb;
  rdb.lastDurationSeconds = Math.floor(nowMs / 1000) - Math.floor(child.startedAtMs / 1000);
  followChildren(server);
  const target = server.config.text('dbfilename');
  if (!child.failed) {
    try {
      child.file?.sync();
      disk.rename(child.path, target);
    } catch (problem) {
      if (!(problem instanceof DiskFailure)) throw problem;
      persistence.note(
        `Error moving temp DB file ${child.path} on the final destination ${target}: ${problem.text}`,
      );
      child.failed = true;
    }
  }
  if (child.failed) {
    disk.delete(child.path);
    rdb.lastStatusOk = false;
    persistence.note('Background saving error');
    onChildEnd?.(child, false);
    return;
  }
  keyspace.dirty -= child.dirtyAtFork;
  rdb.lastSaveSeconds = Math.floor(nowMs / 1000);
  rdb.lastStatusOk = true;
  persistence.note('Background saving terminated with success');
  server.env.probe?.emit({ type: 'disk.snapshot', path: target, bytes: child.bytes.length });
  onChildEnd?.(child, true);
}

/** Ends the child and drops its output: killRDBChild. */
export function killSavingChild(server: Server): void {
  const { rdb } = server.persistence;
  const { child } = rdb;
  if (child === null) return;
  server.jobs.abandon(child.job);
  if (child.file !== null) server.disk.delete(child.path);
  rdb.child = null;
  followChildren(server);
  rdb.onChildEnd?.(child, false);
}

/** FLUSHALL: the child's snapshot is now useless, and a file that would restore the data is overwritten. */
export function saveEmptiness(server: Server): void {
  killSavingChild(server);
  if (savePoints(server).length > 0) saveNow(server);
}
