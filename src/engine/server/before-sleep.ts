/** What the server does for its memory when it has answered and is about to sleep: the end of every step. */
import type { Server } from '../state/server.ts';
import { continueEviction } from './memory-gate.ts';

/** A cycle that took long by its own count is a spike like that of a slow command. */
export function noteExpireCycle({ activeExpiry, keyspace, latency, settings, nowMs }: Server): void {
  const thresholdMs = settings.latencyThresholdMs;
  const cycle = activeExpiry.cycles.at(-1);
  if (thresholdMs === 0 || cycle === undefined || cycle.atMs !== keyspace.nowMs) return;
  const ms = Math.floor(cycle.costUs / 1000);
  if (ms >= thresholdMs) latency.add('expire-cycle', ms, nowMs);
}

export function tendMemory(server: Server): void {
  if (server.evictionIsDue) continueEviction(server);
  const { holdsStill, followsMaster } = server.keyspace;
  if (server.activeExpiry.isCutOff && server.activeExpireEnabled && !holdsStill && !followsMaster) {
    const effort = server.config.number('active-expire-effort');
    server.propagation.unit(false, () => server.activeExpiry.fast(effort));
    noteExpireCycle(server);
  }
}
