/**
 * Redirections in the log of a console that follows them, as redis-cli -c prints them: one line in the place of the
 * error, the connection that ended for it, and the command that was sent again. They are read from the frames, so that
 * a link shows them too.
 */
import type { FrameSummary } from '../../../protocol/messages.ts';
import { decodeReplies } from '../../../protocol/resp.ts';
import { type Entry, replyTo } from '../entries.ts';

export interface Redirection {
  readonly kind: 'MOVED' | 'ASK';
  readonly slot: number;
  /** host:port */
  readonly address: string;
}

/** Where the server sends a client for the keys of its command; null if it answers itself. */
export function redirectionIn(frame: FrameSummary, client: number): Redirection | null {
  const reply = replyTo(frame, client);
  if (reply === undefined || reply.cut !== undefined || reply.bytes[0] !== 0x2d) return null;
  const [error] = decodeReplies(reply.bytes);
  const found = error?.type === 'error' ? /^(MOVED|ASK) (\d+) (\S+)$/.exec(error.text) : null;
  if (found === null) return null;
  return { kind: found[1] as Redirection['kind'], slot: Number(found[2]), address: found[3] };
}

export function redirectionLine({ slot, address }: Redirection): string {
  return `-> Redirected to slot [${slot}] located at ${address}`;
}

/** The same entries, with every redirection that was followed as one line. */
export function withRedirections(entries: readonly Entry[]): Entry[] {
  const result: Entry[] = [];
  /** By client: what its console still has to do to follow. */
  const waiting = new Map<number, { readonly at: number; readonly to: Redirection; hasLeft: boolean }>();
  for (const entry of entries) {
    const { client } = entry;
    const awaited = waiting.get(client);
    if (awaited !== undefined && entry.kind === 'closed' && isOwnEnd(entry.frame, client)) {
      awaited.hasLeft = true;
      result.push(entry);
      continue;
    }
    if (awaited?.hasLeft === true && entry.kind === 'frame' && entry.own) {
      if (entry.frame.text === 'ASKING' && awaited.to.kind === 'ASK') continue;
      waiting.delete(client);
      const first = result[awaited.at];
      if (first.kind === 'frame' && first.frame.text === entry.frame.text) {
        result[awaited.at] = { ...first, redirected: redirectionLine(awaited.to) };
        const left = result.findLastIndex((each) => each.client === client && each.kind === 'closed');
        if (left > awaited.at) result.splice(left, 1);
        for (const [who, other] of waiting)
          if (other.at > left) waiting.set(who, { ...other, at: other.at - 1 });
        result.push({ ...entry, isAgain: true });
        note(entry, result.length - 1);
        continue;
      }
    } else if (awaited !== undefined && entry.kind !== 'local') waiting.delete(client);
    result.push(entry);
    note(entry, result.length - 1);
  }
  return result;

  function note(entry: Entry, at: number): void {
    if (entry.kind !== 'frame' || !entry.own) return;
    const to = redirectionIn(entry.frame, entry.client);
    if (to !== null) waiting.set(entry.client, { at, to, hasLeft: false });
  }
}

function isOwnEnd({ kind, client: whose }: FrameSummary, client: number): boolean {
  return kind === 'disconnect' && whose === client;
}

/** Of one client's entries those since it connected; going over to another node is no new beginning. */
export function sinceConnected(
  entries: readonly Entry[],
  frames: readonly FrameSummary[],
  client: number,
): Entry[] {
  const own = entries.filter((entry) => entry.client === client);
  const connected = frames.findLast((frame) => frame.kind === 'connect' && frame.client === client);
  const left = own.findLastIndex(
    (entry) => entry.kind === 'closed' && entry.frame.index < (connected?.index ?? 0),
  );
  return own.slice(left + 1);
}
