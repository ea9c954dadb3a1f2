/** The way of many commands into the server that the lab shows, or into several. */
import { encodeCommand, type Reply, readReplies } from '../../protocol/resp.ts';
import type { SessionStore } from '../session/store.ts';
import { wire } from './data-sets.ts';

const encoder = new TextEncoder();

/** How commands get to the server, or to one of several. */
export interface Door {
  /** The replies in the order of the commands; null where none came. Null if the server answers no more. */
  send(commands: readonly (readonly string[])[]): Promise<readonly (Reply | null)[] | null>;
  close(): Promise<void>;
}

/** A client of its own with this database selected. */
async function singleDoor(session: SessionStore, db: number): Promise<Door | null> {
  const { actions } = session;
  const client = await actions.openClient();
  if (client === null) return null;
  const select = encodeCommand(['SELECT', String(db)].map((word) => encoder.encode(word)));
  await actions.sendBytes(client, select, 'quiet');
  return {
    async send(commands) {
      const result = await actions.sendBytes(client, encoder.encode(wire(commands)), 'stream');
      if (result.outcome !== 'done') return null;
      const mine = result.frame.replies.filter((reply) => reply.client === client);
      return mine.flatMap(({ bytes }) => readReplies(bytes));
    },
    close: () => actions.closeClient(client, 'present'),
  };
}

/** A single server, or several: the client goes to those that take its commands. Null if none does. */
export async function doorOf(session: SessionStore, db: number): Promise<Door | null> {
  if (session.getState().start?.world === undefined) return singleDoor(session, db);
  const { worldDoor } = await import('./nodes/world-door.ts');
  return worldDoor(session);
}
