/** Records how long a command took: the distribution, and a slow log entry if it was slow. */
import type { Client } from '../client/client.ts';
import type { CommandCounts, CommandEntry } from '../command/table.ts';
import type { Server } from '../server.ts';
import { Distribution } from './latency.ts';

export function noteDistribution(counts: CommandCounts, microseconds: number): void {
  counts.distribution ??= new Distribution();
  counts.distribution.add(microseconds);
}

export function isSlow({ settings }: Server, entry: CommandEntry, microseconds: number): boolean {
  const { slowMicroseconds } = settings;
  return slowMicroseconds >= 0 && microseconds >= slowMicroseconds && !entry.skipsSlowLog;
}

/** A key expired and its value was freed: LATENCY records it if the model says that took long. */
export function noteExpiry({ settings, latency, nowMs }: Server, freeUs: number): void {
  const ms = Math.floor(freeUs / 1000);
  if (settings.latencyThresholdMs > 0 && ms >= settings.latencyThresholdMs)
    latency.add('expire-del', ms, nowMs);
}

/** The arguments without secrets. */
export function noteSlow(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  microseconds: number,
  startedAtMs: number,
): void {
  server.slowLog.add(client, args, microseconds, startedAtMs, server.settings.slowLogLength);
  const { probe } = server.env;
  if (probe !== null) probe.emit({ type: 'slowlog.added', command: entry.fullName, microseconds });
}
