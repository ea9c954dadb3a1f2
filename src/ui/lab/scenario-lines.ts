/** Lets the lines of a scenario happen on a server. */
import { packetOf, readLines } from '../../protocol/action-lines.ts';
import type { SessionStore } from '../session/store.ts';

/** The server has just been started, with its clock standing still. */
export async function runLines(session: SessionStore, lines: readonly string[]): Promise<void> {
  const { actions } = session;
  for (const line of readLines(lines)) {
    if (line.type === 'advance') await actions.advance(line.ms);
    if (line.type !== 'command') continue;
    const client = Number(line.client ?? 1);
    while (session.getState().clients.every(({ id }) => id < client)) {
      if ((await actions.openClient()) === null) return;
    }
    await actions.sendBytes(client, packetOf(line.command), 'quiet');
  }
}
