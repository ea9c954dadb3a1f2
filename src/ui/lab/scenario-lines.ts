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

/**
 * The server has just been started, with its clock standing still. Commands are sent without waiting for the replies to
 * those before: the worker takes them in order, and the page does not draw the state after each of them.
 */
export async function runLines(session: SessionStore, lines: readonly string[]): Promise<void> {
  const { actions } = session;
  let sent: Promise<unknown> = Promise.resolve();
  for (const line of readLines(lines)) {
    if (line.type === 'advance') {
      await sent;
      await actions.advance(line.ms);
    }
    if (line.type !== 'command') continue;
    const client = Number(line.client ?? 1);
    while (session.getState().clients.every(({ id }) => id < client)) {
      await sent;
      if ((await actions.openClient()) === null) return;
    }
    sent = Promise.all([sent, actions.sendBytes(client, packetOf(line.command), 'quiet')]);
  }
  await sent;
  actions.opened();
}
