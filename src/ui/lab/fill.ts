/** Fills a database with many keys, as a client that pipelines would. */
import { encodeCommand } from '../../protocol/resp.ts';
import type { SessionStore } from '../session/store.ts';

/** Commands in one message: enough to be fast, few enough to stop at once. */
const commandsPerMessage = 1000;
/** While one message is being worked on, the next one is already there. */
const messagesUnderWay = 2;

export interface FillProgress {
  readonly done: number;
  readonly of: number;
  readonly perSecond: number;
}

export interface FillOrder {
  readonly db: number;
  readonly count: number;
  readonly signal: AbortSignal;
  onProgress(progress: FillProgress): void;
}

const encoder = new TextEncoder();

/** `count` commands SET key:<n> <n>, numbered from `from`. */
export function fillMessage(from: number, count: number): Uint8Array {
  const text: string[] = [];
  for (let number = from; number < from + count; number++) {
    const key = `key:${number}`;
    const value = String(number);
    text.push(`*3\r\n$3\r\nSET\r\n$${key.length}\r\n${key}\r\n$${value.length}\r\n${value}\r\n`);
  }
  return encoder.encode(text.join(''));
}

/** Answers with how many keys were sent. The work is done by a client of its own, which leaves afterwards. */
export async function fill(session: SessionStore, order: FillOrder): Promise<number> {
  const { actions } = session;
  actions.last();
  const client = await actions.openClient();
  if (client === null) return 0;
  const startedMs = performance.now();
  let sent = 0;
  let done = 0;
  let refused = false;
  try {
    const select = encodeCommand(['SELECT', String(order.db)].map((word) => encoder.encode(word)));
    await actions.sendBytes(client, select, { quiet: true });
    const [keys] = await actions.observe([`db${order.db}.keys`]);
    const first = typeof keys === 'number' ? keys : 0;
    const work = async () => {
      while (sent < order.count && !order.signal.aborted && !refused) {
        const count = Math.min(commandsPerMessage, order.count - sent);
        const message = fillMessage(first + sent, count);
        sent += count;
        const result = await actions.sendBytes(client, message, { quiet: true });
        if (result.outcome !== 'done') {
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
    await actions.closeClient(client);
  }
  return done;
}
