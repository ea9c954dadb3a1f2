/**
 * What a console shows. It is read from the frames themselves, so that it is right after a link was opened, in the
 * past and on another branch; what the page answers on its own (HELP, a line that cannot be sent) stands between.
 */
import type { FrameSummary } from '../../protocol/messages.ts';
import { formatRawReply, formatReply, printsRaw, splitArguments } from '../../protocol/redis-cli.ts';
import { decodeReplies, RespError } from '../../protocol/resp.ts';
import { selectedDatabase } from '../session/frames.ts';

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
      /** False for replies that came without a command of this client. */
      readonly own: boolean;
    }
  | { readonly kind: 'local'; readonly key: string; readonly db: number; readonly local: LocalEntry }
  /** The server hung up. */
  | { readonly kind: 'closed'; readonly key: string; readonly frame: FrameSummary };

/** A client's entries since it connected, oldest first; those before `clearedAt` frames are gone from the screen. */
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
      entries.push({ kind: 'local', key: local.key, db, local });
    }
  };
  for (const frame of frames) {
    const touches = frame.client === client || frame.replies.some((reply) => reply.client === client);
    if (!touches && !frame.closed.includes(client)) continue;
    takeLocals(frame.index);
    if (frame.client === client && frame.kind === 'connect') {
      // Numbers are used again: what an earlier client of this number did is not ours.
      entries = [];
      db = 0;
      continue;
    }
    const own = frame.client === client && frame.kind === 'command';
    if (frame.index > clearedAt && (own || frame.replies.some((reply) => reply.client === client))) {
      entries.push({ kind: 'frame', key: `f${frame.index}`, frame, db, own });
    }
    if (own) db = selectedDatabase(frame) ?? db;
    if (frame.closed.includes(client) || (frame.client === client && frame.kind === 'disconnect')) {
      entries.push({ kind: 'closed', key: `c${frame.index}`, frame });
    }
  }
  takeLocals(Number.POSITIVE_INFINITY);
  return entries;
}

/** In how many frames from `since` on something was written to a client that had not asked for it. */
export function unaskedSince(frames: readonly FrameSummary[], client: number, since: number): number {
  let count = 0;
  for (let index = since; index < frames.length; index++) {
    const frame = frames[index];
    if (frame.client !== client && frame.replies.some((reply) => reply.client === client)) count++;
  }
  return count;
}

/** The frame an entry belongs to: it is in the future when that frame is. */
export function entryFrame(entry: Entry): number {
  return entry.kind === 'local' ? entry.local.afterFrame : entry.frame.index;
}

const printed = new WeakMap<FrameSummary, Map<number, string>>();

/** What redis-cli prints for a frame's replies to a client. */
export function printedReplies(frame: FrameSummary, client: number): string {
  let byClient = printed.get(frame);
  if (byClient === undefined) {
    byClient = new Map();
    printed.set(frame, byClient);
  }
  let text = byClient.get(client);
  if (text === undefined) {
    text = printReplies(frame, client);
    byClient.set(client, text);
  }
  return text;
}

/** Replies of a pipeline beyond these are counted, not printed. */
const printedPipelineReplies = 20;

function printReplies(frame: FrameSummary, client: number): string {
  const raw = frame.commands === 1 && frame.client === client && printsRaw(splitArguments(frame.text) ?? []);
  const lines: string[] = [];
  for (const reply of frame.replies) {
    if (reply.client !== client) continue;
    try {
      const replies = decodeReplies(reply.bytes);
      const shown =
        replies.length > 2 * printedPipelineReplies ? replies.slice(-printedPipelineReplies) : replies;
      if (shown.length < replies.length) lines.push(`… (+${replies.length - shown.length})`);
      lines.push(...shown.map(raw ? formatRawReply : formatReply));
    } catch (error) {
      if (!(error instanceof RespError)) throw error;
      lines.push(`(error) ${error.message}`);
    }
  }
  return lines.join('\n').replaceAll('\r\n', '\n');
}

/** The beginning of a long text, and how many of its lines are left out. */
export function cutText(
  text: string,
  maxLines: number,
): { readonly shown: string; readonly hiddenLines: number } {
  let end = -1;
  for (let line = 0; line < maxLines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return { shown: text, hiddenLines: 0 };
  }
  let hiddenLines = 1;
  for (let at = text.indexOf('\n', end + 1); at !== -1; at = text.indexOf('\n', at + 1)) hiddenLines++;
  return { shown: text.slice(0, end), hiddenLines };
}
