/** Lets the lines of a scenario happen on a server. */
import { packetOf, readLine, readLines } from '../../protocol/action-lines.ts';
import { clientsHere, type SessionStore } from '../session/store.ts';

/** Runs a command that a scene proposes, as the client it names or else the first one. */
export async function tryLine(session: SessionStore, proposed: string): Promise<void> {
  const line = readLine(proposed);
  if (line?.type !== 'command') return;
  const clients = clientsHere(session.getState());
  const named = line.client === null ? clients[0] : clients.find(({ id }) => id === Number(line.client));
  const client = named?.id ?? (await session.actions.openClient());
  if (client !== null) await session.actions.run(client, line.command);
}

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
  actions.opened();
}
