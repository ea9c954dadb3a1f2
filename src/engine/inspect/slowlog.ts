/** Slow commands, spikes, and which commands take the time. */
import type { SlowLogView, Window } from '../../protocol/views.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';
import { typed } from './typed-command.ts';
import { clampWindow } from './window.ts';

const MAX_ROWS = 100;
const MAX_COMMANDS = 20;

export const slowLogView: ViewKind<'slowlog'> = {
  read: (server, _db, { window }) => readSlowLog(server, window),
};

function readSlowLog(server: Server, window: Window): SlowLogView {
  const { slowLog, latency, settings, pause, nowMs } = server;
  const { from, count } = clampWindow(window, slowLog.entries.length, MAX_ROWS);
  return {
    kind: 'slowlog',
    nowMs,
    thresholdMicroseconds: settings.slowMicroseconds,
    length: slowLog.entries.length,
    maxLength: settings.slowLogLength,
    from,
    rows: slowLog.entries.slice(from, from + count).map((entry) => ({
      id: entry.id,
      atSeconds: entry.atSeconds,
      microseconds: entry.microseconds,
      command: typed(entry.args),
      address: entry.address,
      clientName: entry.clientName,
    })),
    latencyThresholdMs: settings.latencyThresholdMs,
    events: Array.from(latency.events, ([name, { maxMs, samples }]) => ({
      name,
      maxMs,
      samples: samples.map((sample) => ({ ...sample })),
    })),
    commands: server.commands.all
      .map((entry) => ({ fullName: entry.fullName, ...server.commands.counted(entry) }))
      .filter(({ calls }) => calls > 0)
      .sort((a, b) => b.microseconds - a.microseconds)
      .slice(0, MAX_COMMANDS)
      .map(({ fullName, calls, microseconds, distribution }) => ({
        name: fullName,
        calls,
        microseconds,
        p50: distribution?.percentile(50) ?? 0,
        p99: distribution?.percentile(99) ?? 0,
      })),
    pause: pause.kind === null ? null : { kind: pause.kind, untilMs: pause.untilMs },
  };
}
