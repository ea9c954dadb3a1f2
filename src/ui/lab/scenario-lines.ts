/** The lines of a scenario, and how they are run. */
import { splitArguments } from '../../protocol/redis-cli.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { SessionStore } from '../session/store.ts';

export type ScenarioLine =
  | { readonly client: number; readonly command: string }
  /** Time passes. */
  | { readonly passMs: number };

export function parseLine(line: string): ScenarioLine {
  const passed = /^@ (\d+)$/.exec(line);
  if (passed !== null) return { passMs: Number(passed[1]) };
  const [, client, command] = /^(?:(\d+)> )?(.*)$/s.exec(line) as RegExpExecArray;
  return { client: Number(client ?? 1), command };
}

/** Runs all lines on a newly started server with a stopped clock. */
export async function runLines(session: SessionStore, lines: readonly string[]): Promise<void> {
  const { actions } = session;
  for (const line of lines.map(parseLine)) {
    if ('passMs' in line) {
      await actions.advance(line.passMs);
      continue;
    }
    while (session.getState().clients.every(({ id }) => id < line.client)) {
      if ((await actions.openClient()) === null) return;
    }
    const args = splitArguments(line.command);
    if (args !== null) await actions.sendBytes(line.client, encodeCommand(args), 'quiet');
  }
}
