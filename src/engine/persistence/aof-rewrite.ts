/**
 * Rewriting the append only file: a child writes the current data set, and the commands that led to it are dropped. In
 * 7.0 the commands since the fork go to a new incremental file, and one rename of the manifest switches to the new
 * base; in 6.2 they are also collected in memory and appended to the new file at the end.
 */
import { concatBytes } from '../base/bytes.ts';
import { DiskFailure } from '../state/disk/disk.ts';
import type { RewritingChild } from '../state/disk/persistence.ts';
import { hasChild } from '../state/disk/save-points.ts';
import type { Server } from '../state/server.ts';
import { closeAof, flushAof, followAofState, syncAofInBackground } from './aof.ts';
import { aofCommandBytes } from './aof-commands.ts';
import {
  addBase,
  addIncremental,
  aofPath,
  copyManifest,
  isMultiPart,
  retireIncremental,
  storeManifest,
} from './aof-manifest.ts';
import { rdbFileBytes } from './rdb-file.ts';
import { childDurationMs, childPid, followChildren, letChildWrite } from './rdb-save.ts';

/** The first failures in a row are retried immediately; then the server waits, up to an hour. */
const FREE_RETRIES = 3;
const MAX_RETRY_MINUTES = 60;

/** What the child writes: a photograph, or commands. */
export function aofBaseBytes(server: Server): Uint8Array {
  return server.config.flag('aof-use-rdb-preamble') ? rdbFileBytes(server, true) : aofCommandBytes(server);
}

/** Forks: rewriteAppendOnlyFileBackground. False when a child is at work or the disk refuses. */
export function rewriteInBackground(server: Server): boolean {
  if (hasChild(server)) return false;
  const { disk, persistence, nowMs } = server;
  const { aof } = persistence;
  // Readers of the new files need a SELECT first.
  aof.selectedDb = -1;
  flushAof(server, true);
  if (aof.bufferBytes > 0) {
    // The child would know what these commands did, and the next file would say them once more.
    persistence.note(`Can't rewrite append only file in background: ${aof.lastWriteError}`);
    noteFailure(server);
    return false;
  }
  const pid = childPid(server);
  const path = `temp-rewriteaof-bg-${pid}.aof`;
  try {
    if (isMultiPart(server)) openNextIncremental(server);
    const bytes = aofBaseBytes(server);
    const file = disk.create(path, nowMs);
    const job = server.jobs.begin(nowMs, {
      kind: 'aof-rewrite',
      subject: server.config.text('appendfilename'),
      amount: bytes.length,
      durationMs: childDurationMs(server, bytes.length),
      finish: () => finishRewrite(server),
    });
    const rewriteBuffer = isMultiPart(server) ? null : [];
    aof.child = { job, path, file, bytes, dirtyAtFork: 0, startedAtMs: nowMs, failed: false, rewriteBuffer };
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    persistence.note(`Can't rewrite append only file in background: ${problem.text}`);
    noteFailure(server);
    return false;
  }
  aof.isRewriteScheduled = false;
  aof.rewrites++;
  followChildren(server);
  followAofState(server);
  persistence.note(`Background append only file rewriting started by pid ${pid}`);
  server.statistics.forks++;
  server.env.probe?.emit({ type: 'disk.fork', job: 'aof-rewrite', bytes: aof.child.bytes.length });
  return true;
}

/** openNewIncrAofForAppend: commands after the fork go to a separate file. */
function openNextIncremental(server: Server): void {
  const { disk, persistence, nowMs } = server;
  const { aof } = persistence;
  if (aof.state === 'off') return;
  if (aof.state === 'waiting-for-rewrite') {
    // Not part of the set before the rewrite has succeeded.
    aof.path = temporaryIncremental(server);
    aof.file = disk.create(aof.path, nowMs);
  } else {
    const manifest = copyManifest(aof.manifest);
    const entry = addIncremental(server, manifest);
    const path = aofPath(server, entry.name);
    const file = disk.create(path, nowMs);
    storeManifest(server, manifest);
    persistence.note(`Creating AOF incr file ${entry.name} on background rewrite`);
    syncAofInBackground(server);
    aof.manifest = manifest;
    aof.path = path;
    aof.file = file;
  }
  aof.fsyncedBytes = 0;
}

function temporaryIncremental(server: Server): string {
  return aofPath(server, `temp-${server.config.text('appendfilename')}.incr`);
}

/** backgroundRewriteDoneHandler. */
function finishRewrite(server: Server): void {
  const { persistence, nowMs } = server;
  const { aof } = persistence;
  const { child } = aof;
  if (child === null) return;
  letChildWrite(server, child);
  aof.lastRewriteSeconds = Math.floor(nowMs / 1000) - Math.floor(child.startedAtMs / 1000);
  let failed = child.failed;
  if (!failed) {
    try {
      flushAof(server, true);
      if (isMultiPart(server)) takeOverParts(server, child);
      else takeOverFile(server, child);
    } catch (problem) {
      if (!(problem instanceof DiskFailure)) throw problem;
      persistence.note(`Error trying to persist the rewritten AOF: ${problem.text}`);
      failed = true;
    }
  }
  aof.child = null;
  if (failed) {
    server.disk.delete(child.path);
    persistence.note('Background AOF rewrite terminated with error');
    noteFailure(server);
    if (aof.state === 'waiting-for-rewrite') aof.isRewriteScheduled = true;
  } else {
    aof.lastRewriteOk = true;
    aof.failuresInARow = 0;
    if (aof.state === 'waiting-for-rewrite') aof.state = 'on';
    persistence.note('Background AOF rewrite finished successfully');
    server.env.probe?.emit({ type: 'disk.snapshot', path: aof.basePath, bytes: child.bytes.length });
  }
  followChildren(server);
  followAofState(server);
}

function takeOverParts(server: Server, child: RewritingChild): void {
  const { disk, persistence } = server;
  const { aof } = persistence;
  const manifest = copyManifest(aof.manifest);
  const base = addBase(server, manifest);
  const basePath = aofPath(server, base.name);
  child.file.sync();
  disk.rename(child.path, basePath);
  if (aof.state === 'waiting-for-rewrite') {
    const entry = addIncremental(server, manifest);
    const path = aofPath(server, entry.name);
    disk.rename(aof.path, path);
    aof.path = path;
  }
  retireIncremental(manifest, aof.file === null ? 0 : 1);
  storeManifest(server, manifest);
  aof.manifest = manifest;
  aof.basePath = basePath;
  if (aof.file !== null) {
    aof.currentBytes = child.file.length + aof.file.length;
    aof.rewriteBaseBytes = aof.currentBytes;
  }
  deleteHistory(server);
}

/** Deletes the files that are no longer needed: aofDelHistoryFiles. */
export function deleteHistory(server: Server): void {
  const { aof } = server.persistence;
  if (aof.manifest.history.length === 0 || server.config.flag('aof-disable-auto-gc')) return;
  for (const { name } of aof.manifest.history) server.disk.delete(aofPath(server, name));
  aof.manifest.history = [];
  storeManifest(server, aof.manifest);
}

function takeOverFile(server: Server, child: RewritingChild): void {
  const { disk, persistence, nowMs } = server;
  const { aof } = persistence;
  disk.append(child.file, concatBytes(child.rewriteBuffer ?? []), nowMs);
  child.file.sync();
  const path = server.config.text('appendfilename');
  disk.rename(child.path, path);
  aof.basePath = path;
  if (aof.state === 'off') return;
  aof.path = path;
  aof.file = child.file;
  aof.buffer = [];
  aof.bufferBytes = 0;
  aof.selectedDb = -1;
  aof.fsyncedBytes = child.file.length;
  aof.currentBytes = child.file.length;
  aof.rewriteBaseBytes = child.file.length;
}

function noteFailure(server: Server): void {
  const { aof } = server.persistence;
  aof.lastRewriteOk = false;
  aof.failuresInARow++;
  const over = aof.failuresInARow - FREE_RETRIES;
  const minutes = over < 0 ? 0 : Math.min(MAX_RETRY_MINUTES, 2 ** over);
  aof.nextRewriteTrySeconds = Math.floor(server.nowMs / 1000) + minutes * 60;
}

/** Ends the child and drops its output: killAppendOnlyChild. */
export function killRewritingChild(server: Server): void {
  const { aof } = server.persistence;
  if (aof.child === null) return;
  server.jobs.abandon(aof.child.job);
  server.disk.delete(aof.child.path);
  aof.child = null;
  if (aof.state === 'waiting-for-rewrite' && isMultiPart(server)) {
    server.disk.delete(temporaryIncremental(server));
    aof.file = null;
    aof.buffer = [];
    aof.bufferBytes = 0;
  }
  followChildren(server);
  followAofState(server);
}

/** CONFIG SET appendonly yes: startAppendOnly. False if it cannot succeed. */
export function startAof(server: Server): boolean {
  const { persistence } = server;
  const { aof } = persistence;
  aof.state = 'waiting-for-rewrite';
  aof.lastWriteOk = true;
  aof.lastFsyncSeconds = Math.floor(server.nowMs / 1000);
  if (aof.child !== null) killRewritingChild(server);
  if (hasChild(server) || server.inExec) {
    aof.isRewriteScheduled = true;
    persistence.note(
      'AOF was enabled but there is already another background operation. An AOF background was scheduled to start when possible.',
    );
    return true;
  }
  if (rewriteInBackground(server)) return true;
  aof.state = 'off';
  aof.file = null;
  followAofState(server);
  return false;
}

/** CONFIG SET appendonly no. */
export function stopAof(server: Server): void {
  killRewritingChild(server);
  closeAof(server);
}
