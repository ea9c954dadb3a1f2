/** How often each command ran, was rejected or failed: the rows of INFO commandstats. */
import type { CommandStatsRow, CommandStatsView, Window } from '../../protocol/views.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';
import { clampWindow } from './window.ts';

const MAX_ROWS = 100;

export const commandStatsView: ViewKind<'commandstats'> = {
  read: (server, _db, { window }) => readCommandStats(server, window),
};

function readCommandStats({ commands }: Server, window: Window): CommandStatsView {
  const rows: CommandStatsRow[] = [];
  for (const entry of commands.all) {
    const { calls, microseconds, rejectedCalls, failedCalls } = commands.counted(entry);
    if (calls === 0 && rejectedCalls === 0 && failedCalls === 0) continue;
    rows.push({ name: entry.fullName, calls, microseconds, rejectedCalls, failedCalls });
  }
  const { from, count } = clampWindow(window, rows.length, MAX_ROWS);
  return { kind: 'commandstats', length: rows.length, from, rows: rows.slice(from, from + count) };
}
