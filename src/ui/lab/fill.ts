/** Fills a database with many keys, as a pipelining client would. */
import type { SessionStore } from '../session/store.ts';
import { chanceFrom } from './chance.ts';
import type { DataSet } from './data-sets.ts';
import { doorOf } from './door.ts';

/** Commands in one message: enough to be fast, few enough to stop quickly. */
const commandsPerMessage = 1000;
/** Send the next message while one is being worked on. */
const messagesUnderWay = 2;

export interface FillProgress {
  readonly done: number;
  readonly of: number;
  readonly perSecond: number;
}

export interface FillOrder {
  readonly db: number;
  readonly set: DataSet;
  readonly seed: number;
  readonly count: number;
  readonly signal: AbortSignal;
  onProgress(progress: FillProgress): void;
}

/** Returns how many commands were done. A client of its own does the work and disconnects afterwards. */
export async function fill(session: SessionStore, order: FillOrder): Promise<number> {
  const { actions } = session;
  actions.last();
  const { server, start } = session.getState();
  const door = await doorOf(session, order.db);
  if (door === null) return 0;
  const isThere = () => {
    const now = session.getState();
    // Of several servers the others answer.
    return now.server === server && (start?.world !== undefined || now.frames.at(-1)?.down !== true);
  };
  const startedMs = performance.now();
  let sent = 0;
  let done = 0;
  let refused = false;
  try {
    const [keys] = await actions.observe([`db${order.db}.keys`]);
    // Number on from the existing keys, so that filling twice gives twice as many.
    const first = typeof keys === 'number' ? keys : 0;
    const command = order.set.commands(order.count, chanceFrom(order.seed + first));
    const work = async () => {
      while (sent < order.count && !order.signal.aborted && !refused && isThere()) {
        const count = Math.min(commandsPerMessage, order.count - sent);
        const from = first + sent;
        const commands = Array.from({ length: count }, (_, nth) => command(from + nth));
        sent += count;
        if ((await door.send(commands)) === null) {
          refused = true;
          return;
        }
        done += count;
        const seconds = Math.max(0.001, (performance.now() - startedMs) / 1000);
        order.onProgress({ done, of: order.count, perSecond: done / seconds });
      }
    };
    await Promise.all(Array.from({ length: messagesUnderWay }, work));
  } finally {
    if (isThere()) await door.close();
  }
  return done;
}
