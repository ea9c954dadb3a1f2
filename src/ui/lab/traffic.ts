/**
 * A stream of commands as many users make it: some keys are wanted far more often than others. A missing key is fetched
 * from a store behind (which costs nothing here) and written, as with a cache.
 */
import { encodeCommand, readReplies } from '../../protocol/resp.ts';
import type { SessionStore } from '../session/store.ts';
import { chanceFrom, zipf } from './chance.ts';
import { wire } from './data-sets.ts';

export interface TrafficOrder {
  readonly db: number;
  /** The keys key:0 … that are requested. */
  readonly keys: number;
  readonly skew: number;
  /** How many of a hundred commands read; the others write. */
  readonly readPercent: number;
  readonly perSecond: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  onProgress(progress: TrafficProgress): void;
}

export interface TrafficProgress {
  readonly sent: number;
  readonly reads: number;
  readonly hits: number;
  /** Over the last second. */
  readonly perSecond: number;
}

/** Milliseconds between messages; each carries the commands that are due. */
const everyMs = 20;
/** Send at most this many commands at once; drop the rest of a backlog. */
const mostAtOnce = 1000;
const messagesUnderWay = 2;

const encoder = new TextEncoder();

/** Ends on the signal, or when the server stops answering. */
export async function sendTraffic(session: SessionStore, order: TrafficOrder): Promise<void> {
  const { actions } = session;
  actions.last();
  const client = await actions.openClient();
  if (client === null) return;
  const { server } = session.getState();
  const isThere = () => {
    const now = session.getState();
    return now.server === server && now.frames.at(-1)?.down !== true;
  };
  const chance = chanceFrom(order.seed);
  const draw = zipf(order.keys, order.skew);
  const missed: string[] = [];
  const recent: { atMs: number; sent: number }[] = [];
  let [sent, reads, hits, underWay, owed] = [0, 0, 0, 0, 0];

  function due(count: number): { message: Uint8Array; asked: string[] } {
    const asked: string[] = [];
    const commands: string[][] = [];
    // Write the missed keys first, as a client that missed them would.
    for (const key of missed.splice(0, count)) commands.push(['SET', key, `value-of-${key}`]);
    while (commands.length < count) {
      const key = `key:${draw(chance)}`;
      const isRead = chance.next() * 100 < order.readPercent;
      if (isRead) asked.push(key);
      commands.push(isRead ? ['GET', key] : ['SET', key, `value-of-${key}`]);
    }
    return { message: encoder.encode(wire(commands)), asked };
  }

  async function send(count: number): Promise<boolean> {
    const { message, asked } = due(count);
    underWay++;
    const result = await actions.sendBytes(client as number, message, 'stream');
    underWay--;
    if (result.outcome !== 'done') return false;
    sent += count;
    const mine = result.frame.replies.filter((reply) => reply.client === client);
    // Every write answers OK: the strings and nils answer the reads, in order.
    const answers = mine.flatMap(({ bytes }) => readReplies(bytes));
    const values = answers.filter((answer) => answer.type === 'string' || answer.type === 'nil');
    values.forEach((value, nth) => {
      if (value.type === 'string') hits++;
      else if (asked[nth] !== undefined) missed.push(asked[nth]);
    });
    reads += values.length;
    const nowMs = performance.now();
    recent.push({ atMs: nowMs, sent: count });
    while (recent.length > 0 && recent[0].atMs < nowMs - 1000) recent.shift();
    const perSecond = recent.reduce((sum, message) => sum + message.sent, 0);
    order.onProgress({ sent, reads, hits, perSecond });
    return true;
  }

  try {
    const select = encodeCommand(['SELECT', String(order.db)].map((word) => encoder.encode(word)));
    await actions.sendBytes(client, select, 'quiet');
    let lastMs = performance.now();
    let goesOn = true;
    while (goesOn && !order.signal.aborted && isThere()) {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      const nowMs = performance.now();
      owed = Math.min(mostAtOnce, owed + ((nowMs - lastMs) * order.perSecond) / 1000);
      lastMs = nowMs;
      const count = Math.floor(owed);
      if (count === 0 || underWay >= messagesUnderWay) continue;
      owed -= count;
      void send(count).then((answered) => {
        goesOn &&= answered;
      });
    }
  } finally {
    if (isThere()) await actions.closeClient(client, 'present');
  }
}
