/** What is noted of a command that has run: how long it took by the model, and whether that was slow. */
import { redacted } from '../commands/redaction.ts';
import type { Blocked } from '../state/client/blocking.ts';
import type { Client } from '../state/client/client.ts';
import { modelledMicroseconds } from '../state/command/cost-model.ts';
import type { CommandCounts, CommandEntry } from '../state/command/table.ts';
import type { RunningScript } from '../state/scripting.ts';
import type { Server } from '../state/server.ts';
import { isSlow, noteDistribution, noteSlow } from '../state/statistics/durations.ts';

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
  const { commandObserver } = server;
  if (commandObserver !== null) {
    commandObserver.ends(client, entry, { microseconds, replyBytes, heapBytes, keysBefore });
  }
  const { running } = server.scripting;
  if (entry.isScript && running !== null) {
    accountAtEnd(server, client, entry, args, replyBytes, heapBytes, keysBefore, running);
  } else note(server, client, entry, args, microseconds, server.nowMs);
}

/** The script was suspended: its duration is known at its end. */
function accountAtEnd(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  replyBytes: number,
  heapBytes: number,
  keysBefore: number,
  running: RunningScript,
): void {
  const kept = args.map((argument) => argument.slice());
  running.account = () => {
    if (server.statistics.takeErrors()) server.commands.countsOf(entry).failedCalls++;
    const own = modelledMicroseconds(server, entry, kept, replyBytes, heapBytes, keysBefore);
    const { startedAtMs } = running;
    note(server, client, entry, kept, own + Math.round((server.nowMs - startedAtMs) * 1000), startedAtMs);
  };
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
  if (settings.latencyThresholdMs > 0) {
    noteSpike(server, entry.isFast ? 'fast-command' : 'command', microseconds, startedAtMs);
  }
  server.heapHistory.note(server.env.heap);
  const counts = server.commands.countsOf(entry);
  counts.microseconds += microseconds;
  server.statistics.microseconds += microseconds;
  if (client.blocked !== null) {
    // The rest is noted when it was served.
    client.blocked.sent = { args: args.map((argument) => argument.slice()), microseconds };
  } else noteDuration(server, client, entry, counts, args, microseconds, startedAtMs);
}

/** A client that waited was answered: what its command took before and now. Mirrors updateStatsOnUnblock. */
export function noteServed(
  server: Server,
  client: Client,
  { entry, sent }: Blocked,
  replyBytes: number,
  heapBytes: number,
): void {
  if (entry === null || sent === null) return;
  const { args } = sent;
  const replyMicroseconds = modelledMicroseconds(server, entry, args, replyBytes, heapBytes, 0);
  const microseconds = sent.microseconds + replyMicroseconds;
  // The time before it waited is counted a second time, as the server does.
  const counts = server.commands.countsOf(entry);
  counts.microseconds += microseconds;
  server.statistics.microseconds += replyMicroseconds;
  noteDuration(server, client, entry, counts, args, microseconds, server.nowMs);
  if (server.settings.latencyThresholdMs > 0) {
    noteSpike(server, 'command-unblocking', replyMicroseconds, server.nowMs);
  }
}

function noteDuration(
  server: Server,
  client: Client,
  entry: CommandEntry,
  counts: CommandCounts,
  args: readonly Uint8Array[],
  microseconds: number,
  startedAtMs: number,
): void {
  if (server.settings.latencyTracking) noteDistribution(counts, microseconds);
  if (!isSlow(server, entry, microseconds)) return;
  const sender = server.commandingClient ?? client;
  noteSlow(server, sender, entry, redacted(entry, args), microseconds, startedAtMs);
}

function noteSpike(server: Server, event: string, microseconds: number, startedAtMs: number): void {
  const ms = Math.floor(microseconds / 1000);
  if (ms < server.settings.latencyThresholdMs) return;
  server.latency.add(event, ms, startedAtMs + microseconds / 1000);
}
