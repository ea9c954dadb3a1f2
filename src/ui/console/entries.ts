/**
 * The entries of a console. They are read from the frames, so they are right after a link was opened, in the past and
 * on another branch; the page's own answers (HELP, a line that cannot be sent) stand between them.
 */
import type { FrameReply } from '../../protocol/frame-replies.ts';
import type { FrameSummary } from '../../protocol/messages.ts';
import { type Printed, type PrintLimit, printReplies, printsRaw } from '../../protocol/redis-cli.ts';
import { decodeReplies, type Reply, RespError, readReplies } from '../../protocol/resp.ts';
import { selectedDatabase } from '../session/frames.ts';

/** Replies of a pipeline beyond these are counted, not printed. */
const printedPipelineReplies = 20;

/** Something the page printed itself, after the frame that was then the newest. */
export interface LocalEntry {
  readonly key: string;
  readonly client: number;
  readonly branch: number;
  readonly afterFrame: number;
  readonly line: string;
  readonly output: string;
  readonly tone: 'plain' | 'bad';
}

export type Entry =
  | {
      readonly kind: 'frame';
      readonly key: string;
      readonly frame: FrameSummary;
      /** The database selected when it was typed. */
      readonly db: number;
      /** False for replies without a command of this client. */
      readonly own: boolean;
      readonly client: number;
      /** Its console followed the reply to another node: what redis-cli prints instead of it. */
      readonly redirected?: string;
      /** It was sent again to the node that the reply before named. */
      readonly isAgain?: true;
    }
  /** Pipelines that one client sent one after the other: counted, because nobody can read them all. */
  | {
      readonly kind: 'stream';
      readonly key: string;
      /** The first of them, and the latest. */
      readonly first: FrameSummary;
      readonly frame: FrameSummary;
      readonly commands: number;
      readonly db: number;
      readonly client: number;
    }
  | {
      readonly kind: 'local';
      readonly key: string;
      readonly db: number;
      readonly client: number;
      readonly local: LocalEntry;
    }
  /** The server disconnected. */
  | {
      readonly kind: 'closed';
      readonly key: string;
      readonly client: number;
      readonly frame: FrameSummary;
    };

/** A client's entries since it connected, oldest first, without those before `clearedAt` frames. */
export function consoleEntries(
  frames: readonly FrameSummary[],
  client: number,
  locals: readonly LocalEntry[],
  clearedAt = -1,
): Entry[] {
  let entries: Entry[] = [];
  let db = 0;
  let next = 0;
  const ours = locals.filter((local) => local.client === client);
  const takeLocals = (before: number) => {
    while (next < ours.length && ours[next].afterFrame < before) {
      const local = ours[next++];
      entries.push({ kind: 'local', key: local.key, db, client, local });
    }
  };
  for (const frame of frames) {
    const touches =
      frame.client === client ||
      frame.replies.some((reply) => reply.client === client) ||
      frame.selected.some((each) => each.client === client);
    if (!touches && !frame.closed.includes(client)) continue;
    takeLocals(frame.index);
    if (frame.client === client && frame.kind === 'connect') {
      // Numbers are reused: skip what an earlier client of this number did.
      entries = [];
      db = 0;
      continue;
    }
    const own = frame.client === client && frame.kind === 'command';
    if (frame.index > clearedAt && (own || frame.replies.some((reply) => reply.client === client))) {
      entries.push({ kind: 'frame', key: `f${frame.index}`, frame, db, own, client });
    }
    db = selectedDatabase(frame, client) ?? db;
    if (frame.closed.includes(client) || (frame.client === client && frame.kind === 'disconnect')) {
      entries.push({ kind: 'closed', key: `c${frame.index}`, client, frame });
    }
  }
  takeLocals(Number.POSITIVE_INFINITY);
  return entries;
}

/** By client: the newest frame when its screen was cleared. */
export type ClearedAt = Readonly<Record<number, number>>;

/**
 * The entries of all clients in the order in which they happened, also of clients that are gone. Many commands at once
 * are printed for the client at the prompt only.
 */
export function sharedEntries(
  frames: readonly FrameSummary[],
  atPrompt: number | null,
  locals: readonly LocalEntry[],
  clearedAt: ClearedAt = {},
): Entry[] {
  const entries: Entry[] = [];
  const databases = new Map<number, number>();
  const dbOf = (client: number) => databases.get(client) ?? 0;
  const isCleared = (frame: FrameSummary, client: number) => frame.index <= (clearedAt[client] ?? -1);
  let next = 0;
  const takeLocals = (before: number) => {
    while (next < locals.length && locals[next].afterFrame < before) {
      const local = locals[next++];
      const { key, client } = local;
      entries.push({ kind: 'local', key, db: dbOf(client), client, local });
    }
  };
  for (const frame of frames) {
    const { kind, index } = frame;
    takeLocals(index);
    const asking = kind === 'command' ? [frame.client] : [];
    const others = frame.replies.map(({ client }) => client).filter((client) => client !== frame.client);
    for (const client of [...asking, ...others]) {
      if (isCleared(frame, client)) continue;
      const own = kind === 'command' && client === frame.client;
      const stream = own && client !== atPrompt ? streamOf(entries.at(-1), frame, dbOf(client)) : null;
      if (stream !== null && entries.at(-1)?.key === stream.key) entries.pop();
      if (stream !== null) entries.push(stream);
      else entries.push({ kind: 'frame', key: `f${index}.${client}`, frame, db: dbOf(client), own, client });
    }
    for (const { client, db } of frame.selected) databases.set(client, db);
    if (kind === 'connect') databases.set(frame.client, 0);
    const gone = kind === 'disconnect' ? new Set([...frame.closed, frame.client]) : frame.closed;
    for (const client of gone) {
      if (!isCleared(frame, client))
        entries.push({ kind: 'closed', key: `c${index}.${client}`, client, frame });
    }
  }
  takeLocals(Number.POSITIVE_INFINITY);
  return entries;
}

/** A pipeline as a stream, joined to one of the same client right before it; null when it can be read. */
function streamOf(last: Entry | undefined, frame: FrameSummary, db: number): Entry | null {
  const { client, commands, index } = frame;
  if (commands < 2) return null;
  if (last?.kind === 'stream' && last.client === client)
    return { ...last, frame, commands: last.commands + commands };
  if (last?.kind === 'frame' && last.own && last.client === client && last.frame.commands > 1) {
    const { key, frame: first } = last;
    return { kind: 'stream', key, first, frame, commands: first.commands + commands, db: last.db, client };
  }
  if (commands <= 2 * printedPipelineReplies) return null;
  return { kind: 'stream', key: `f${index}.${client}`, first: frame, frame, commands, db, client };
}

/** Counts the frames from `since` on that wrote to a client without a request of its own. */
export function unaskedSince(frames: readonly FrameSummary[], client: number, since: number): number {
  let count = 0;
  for (let index = since; index < frames.length; index++) {
    const frame = frames[index];
    if (frame.client !== client && frame.replies.some((reply) => reply.client === client)) count++;
  }
  return count;
}

/** The frame of an entry: the entry is in the future if that frame is. */
export function entryFrame(entry: Entry): number {
  return entry.kind === 'local' ? entry.local.afterFrame : entry.frame.index;
}

/** How much of a reply is shown at first, and how much on request. */
export const firstLook: PrintLimit = { chars: 4000, lines: 40 };
export const longLook: PrintLimit = { chars: 100_000, lines: 5000 };
/** Bytes fetched for the long look: enough for its characters. */
export const longLookBytes = 400_000;

const printed = new WeakMap<FrameSummary, Map<number, Printed>>();

/** What redis-cli prints for a frame's replies to a client, cut to the first look. */
export function printedReplies(frame: FrameSummary, client: number): Printed {
  let byClient = printed.get(frame);
  if (byClient === undefined) {
    byClient = new Map();
    printed.set(frame, byClient);
  }
  let text = byClient.get(client);
  if (text === undefined) {
    text = printFirst(frame, client);
    byClient.set(client, text);
  }
  return text;
}

function printFirst(frame: FrameSummary, client: number): Printed {
  const reply = replyTo(frame, client);
  if (reply === undefined) return { text: '', isCut: false };
  return printing(() => {
    const replies = reply.cut === undefined ? decodeReplies(reply.bytes) : readReplies(reply.bytes);
    if (reply.cut !== undefined) return cutOff(printWhole(frame, client, replies, firstLook));
    if (replies.length <= 2 * printedPipelineReplies) return printWhole(frame, client, replies, firstLook);
    // Of many replies, show the last ones: they stand next to the input line.
    const last = replies.slice(-printedPipelineReplies);
    const { text } = printWhole(frame, client, last, firstLook);
    return { text: `… (+${replies.length - last.length})\n${text}`, isCut: true };
  });
}

/**
 * What redis-cli prints for the bytes that a frame wrote to a client; `totalBytes` says whether there are more of them.
 */
export function printedBytes(
  frame: FrameSummary,
  client: number,
  { bytes, totalBytes }: { readonly bytes: Uint8Array; readonly totalBytes: number },
  limit: PrintLimit,
): Printed {
  return printing(() => {
    const printed = printWhole(frame, client, readReplies(bytes), limit);
    return bytes.length < totalBytes ? cutOff(printed) : printed;
  });
}

/** Whole replies of a pipeline may be missing, and the present ones do not show it. */
function cutOff({ text, isCut }: Printed): Printed {
  return { text: isCut ? text : `${text}\n…`, isCut: true };
}

function printing(print: () => Printed): Printed {
  try {
    return print();
  } catch (error) {
    if (!(error instanceof RespError)) throw error;
    return { text: `(error) ${error.message}`, isCut: false };
  }
}

function printWhole(
  frame: FrameSummary,
  client: number,
  replies: readonly Reply[],
  limit: PrintLimit,
): Printed {
  const raw = frame.commands === 1 && frame.client === client && printsRaw(frame.command);
  const { text, isCut } = printReplies(replies, limit, raw ? 'raw' : 'formatted');
  return { text: text.replaceAll('\r\n', '\n'), isCut };
}

/** What a frame wrote to a client. */
export function replyTo(frame: FrameSummary, client: number): FrameReply | undefined {
  return frame.replies.find((reply) => reply.client === client);
}

/** The beginning of a text, cut to the first look. */
export function cutText(text: string, { chars, lines }: PrintLimit): Printed {
  let end = text.length;
  for (let line = 0, at = -1; line < lines; line++) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) break;
    if (line === lines - 1) end = at;
  }
  end = Math.min(end, chars);
  return { text: text.slice(0, end), isCut: end < text.length };
}

/** By how many lines the one is longer than the other. */
export function linesBeyond(text: string, shown: string): number {
  return text.split('\n').length - shown.split('\n').length;
}
