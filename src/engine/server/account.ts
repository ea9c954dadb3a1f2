/** What is noted of a command that has run: how long it took by the model, and whether that was slow. */
import { redacted } from '../commands/redaction.ts';
import type { Client } from '../state/client.ts';
import type { CommandEntry } from '../state/command-table.ts';
import { modelledMicroseconds } from '../state/cost-model.ts';
import { Distribution } from '../state/latency.ts';
import type { Server } from '../state/server.ts';

export function account(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  replyBytes: number,
  heapBytes: number,
  keysBefore: number,
): void {
  const microseconds = modelledMicroseconds(server, entry, args, replyBytes, heapBytes, keysBefore);
  const { witness } = server.env;
  if (witness !== null) witness.ran({ microseconds, replyBytes, heapBytes, keysBefore });
  const { running } = server.scripting;
  if (entry.isScript && running !== null) {
    // It was put aside: what it took is known at its end, when nothing is held up any more.
    const kept = args.map((argument) => argument.slice());
    running.account = () => {
      const own = modelledMicroseconds(server, entry, kept, replyBytes, heapBytes, keysBefore);
      const { startedAtMs } = running;
      note(server, client, entry, kept, own + Math.round((server.nowMs - startedAtMs) * 1000), startedAtMs);
    };
  } else note(server, client, entry, args, microseconds, server.nowMs);
}

/** Counts what a command took, and writes it down where it was slow. */
function note(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  microseconds: number,
  startedAtMs: number,
): void {
  const { settings } = server;
  entry.microseconds += microseconds;
  server.statistics.microseconds += microseconds;
  if (settings.latencyTracking) {
    entry.distribution ??= new Distribution();
    entry.distribution.add(microseconds);
  }
  // Neither is noted of a command that has only begun to wait.
  if (client.blocked !== null) return;
  if (settings.latencyThresholdMs > 0) noteSpike(server, entry, microseconds, startedAtMs);
  if (settings.slowMicroseconds < 0 || microseconds < settings.slowMicroseconds) return;
  if (entry.skipsSlowLog) return;
  const told = server.commandingClient ?? client;
  server.slowLog.add(told, redacted(entry, args), microseconds, startedAtMs, settings.slowLogLength);
  const { probe } = server.env;
  if (probe !== null) probe.emit({ type: 'slowlog.added', command: entry.fullName, microseconds });
}

function noteSpike(server: Server, entry: CommandEntry, microseconds: number, startedAtMs: number): void {
  const ms = Math.floor(microseconds / 1000);
  if (ms < server.settings.latencyThresholdMs) return;
  server.latency.add(entry.isFast ? 'fast-command' : 'command', ms, startedAtMs + microseconds / 1000);
}
