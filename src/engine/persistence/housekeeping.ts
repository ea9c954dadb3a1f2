/**
 * The work of persistence without a command: flushes at the end of a step, the fsync of every second, save points,
 * rewrites that are due. The engine asks `persistenceDueAtMs` when to come back.
 */

import { hasChild, savePoints } from '../state/disk/save-points.ts';
import type { Server } from '../state/server.ts';
import { aofDueAtMs, flushAof } from './aof.ts';
import { letChildWrite, RETRY_DELAY_SECONDS, rewriteInBackground, saveInBackground } from './background.ts';

/** Before a step: runs what is due. */
export function persistenceCron(server: Server): void {
  const { rdb, aof } = server.persistence;
  if (rdb.child !== null) letChildWrite(server, rdb.child);
  if (aof.child !== null) letChildWrite(server, aof.child);
  if (server.nowMs < server.persistence.dueAtMs) return;
  startDueRewrite(server);
  startDueSave(server);
  flushAof(server);
  planAnew(server);
}

/** The process ends: its children end with it, and what they had written stays on the disk. */
export function leaveToDisk(server: Server): void {
  const { rdb, aof } = server.persistence;
  if (rdb.child !== null) letChildWrite(server, rdb.child);
  if (aof.child !== null) letChildWrite(server, aof.child);
}

/** At the end of a step, before replies go out. */
export function settlePersistence(server: Server): void {
  const { persistence } = server;
  const { dirty } = server.keyspace;
  if (persistence.aof.file !== null) flushAof(server);
  else if (!persistence.mayBeDue && dirty >= persistence.plannedDirty && dirty < persistence.replanAtDirty)
    return;
  plan(server);
}

function plan(server: Server): void {
  const { persistence } = server;
  const { dirty } = server.keyspace;
  persistence.plannedDirty = dirty;
  persistence.dueAtMs = nextDueAtMs(server);
  let replanAt = Number.POSITIVE_INFINITY;
  for (const { changes } of savePoints(server)) if (changes > dirty && changes < replanAt) replanAt = changes;
  persistence.replanAtDirty = replanAt;
  // While a child is at work nothing else is begun; when it ends, this is worked out again.
  persistence.mayBeDue = hasChild(server) || persistence.dueAtMs <= server.nowMs;
}

/** CONFIG SET may bring save points or rewrites nearer. */
export function planAnew(server: Server): void {
  server.persistence.mayBeDue = true;
}

function nextDueAtMs(server: Server): number {
  const aof = aofDueAtMs(server);
  if (hasChild(server)) return aof;
  return Math.min(aof, saveDueAtMs(server), rewriteDueAtMs(server));
}

/** When the next save point is reached, or a requested save can begin. */
function saveDueAtMs(server: Server): number {
  const { rdb } = server.persistence;
  const retryAt = rdb.lastStatusOk ? 0 : (rdb.lastAttemptSeconds + RETRY_DELAY_SECONDS + 1) * 1000;
  let due = Number.POSITIVE_INFINITY;
  if (rdb.isScheduled) due = server.nowMs;
  for (const { seconds, changes } of savePoints(server)) {
    if (server.keyspace.dirty < changes || server.keyspace.dirty === 0) continue;
    due = Math.min(due, (rdb.lastSaveSeconds + seconds + 1) * 1000);
  }
  return Math.max(due, retryAt);
}

function startDueSave(server: Server): void {
  if (hasChild(server) || saveDueAtMs(server) > server.nowMs) return;
  const { rdb } = server.persistence;
  const seconds = Math.floor(server.nowMs / 1000);
  const reached = savePoints(server).find(
    ({ seconds: after, changes }) =>
      server.keyspace.dirty >= changes && seconds - rdb.lastSaveSeconds > after,
  );
  if (reached !== undefined) {
    server.persistence.note(`${reached.changes} changes in ${reached.seconds} seconds. Saving...`);
  } else if (!rdb.isScheduled) {
    return;
  }
  if (saveInBackground(server)) rdb.isScheduled = false;
}

function rewriteDueAtMs(server: Server): number {
  const { aof } = server.persistence;
  if (!aof.isRewriteScheduled && !hasGrown(server)) return Number.POSITIVE_INFINITY;
  return Math.max(server.nowMs, aof.nextRewriteTrySeconds * 1000);
}

/** Whether the file has outgrown its size after the last rewrite. */
function hasGrown(server: Server): boolean {
  const { aof } = server.persistence;
  if (aof.state !== 'on') return false;
  const percentage = server.config.number('auto-aof-rewrite-percentage');
  if (percentage === 0 || aof.currentBytes <= server.config.number('auto-aof-rewrite-min-size')) return false;
  const base = aof.rewriteBaseBytes === 0 ? 1 : aof.rewriteBaseBytes;
  return Math.floor((aof.currentBytes * 100) / base) - 100 >= percentage;
}

function startDueRewrite(server: Server): void {
  if (hasChild(server) || rewriteDueAtMs(server) > server.nowMs) return;
  const { aof } = server.persistence;
  if (!aof.isRewriteScheduled) {
    const base = aof.rewriteBaseBytes === 0 ? 1 : aof.rewriteBaseBytes;
    const growth = Math.floor((aof.currentBytes * 100) / base) - 100;
    server.persistence.note(`Starting automatic rewriting of AOF on ${growth}% growth`);
  }
  rewriteInBackground(server);
}
