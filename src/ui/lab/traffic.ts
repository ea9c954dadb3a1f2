/**
 * A stream of commands as many users make it: some keys are wanted far more often than others. A missing key is fetched
 * from a store behind (which costs nothing here) and written, as with a cache.
 */
import type { SessionStore } from '../session/store.ts';
import { chanceFrom, zipf } from './chance.ts';
import { doorOf } from './door.ts';

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
  /** Commands without a reply, or with an error. */
  readonly failed: number;
  /** Over the last second. */
  readonly perSecond: number;
}

/** Milliseconds between messages; each carries the commands that are due. */
const everyMs = 20;
/** Several servers tell each other of every message: fewer of them leave the timeline readable. */
const everyMsInWorld = 100;
/** Send at most this many commands at once; drop the rest of a backlog. */
const mostAtOnce = 1000;
const messagesUnderWay = 2;

/** Ends on the signal, or when the server stops answering. */
export async function sendTraffic(session: SessionStore, order: TrafficOrder): Promise<void> {
  session.actions.last();
  const { server, start } = session.getState();
  const isWorld = start?.world !== undefined;
  const door = await doorOf(session, order.db);
  if (door === null) return;
  const isThere = () => {
    const now = session.getState();
    // Of several servers the others answer.
    return now.server === server && (isWorld || now.frames.at(-1)?.down !== true);
  };
  const chance = chanceFrom(order.seed);
  const draw = zipf(order.keys, order.skew);
  const missed: string[] = [];
  const recent: { atMs: number; sent: number }[] = [];
  let [sent, reads, hits, failed, underWay, owed] = [0, 0, 0, 0, 0, 0];

  function due(count: number): (readonly string[])[] {
    // Write the missed keys first, as a client that missed them would.
    const commands = missed.splice(0, count).map((key) => ['SET', key, `value-of-${key}`]);
    while (commands.length < count) {
      const key = `key:${draw(chance)}`;
      const isRead = chance.next() * 100 < order.readPercent;
      commands.push(isRead ? ['GET', key] : ['SET', key, `value-of-${key}`]);
    }
    return commands;
  }

  async function send(count: number): Promise<boolean> {
    const commands = due(count);
    underWay++;
    const answers = await door?.send(commands);
    underWay--;
    if (answers == null) return false;
    sent += count;
    for (const [nth, answer] of answers.entries()) {
      if (answer === null || answer.type === 'error') failed++;
      if (commands[nth]?.[0] !== 'GET' || (answer?.type !== 'string' && answer?.type !== 'nil')) continue;
      reads++;
      if (answer.type === 'string') hits++;
      else missed.push(commands[nth][1]);
    }
    const nowMs = performance.now();
    recent.push({ atMs: nowMs, sent: count });
    while (recent.length > 0 && recent[0].atMs < nowMs - 1000) recent.shift();
    const perSecond = recent.reduce((sum, message) => sum + message.sent, 0);
    order.onProgress({ sent, reads, hits, failed, perSecond });
    return true;
  }

  try {
    let lastMs = performance.now();
    let goesOn = true;
    while (goesOn && !order.signal.aborted && isThere()) {
      await new Promise((resolve) => setTimeout(resolve, isWorld ? everyMsInWorld : everyMs));
      const nowMs = performance.now();
      owed = Math.min(mostAtOnce, owed + ((nowMs - lastMs) * order.perSecond) / 1000);
      lastMs = nowMs;
      const count = Math.floor(owed);
      if (count === 0 || underWay >= (isWorld ? 1 : messagesUnderWay)) continue;
      owed -= count;
      void send(count).then((answered) => {
        goesOn &&= answered;
      });
    }
  } finally {
    if (isThere()) await door.close();
  }
}
