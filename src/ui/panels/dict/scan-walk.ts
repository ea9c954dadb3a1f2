/**
 * The keys that the calls of a SCAN have returned so far, read from the timeline: commands and their replies. A walk
 * begins with cursor 0, continues with the cursor of the previous reply, and ends when the reply says 0.
 */
import type { FrameCommand } from '../../../protocol/frame-commands.ts';
import type { FrameSummary } from '../../../protocol/messages.ts';
import { readReplies } from '../../../protocol/resp.ts';
import { decodeUtf8 } from '../../../protocol/utf8.ts';
import type { DictView } from '../../../protocol/views.ts';
import { databaseOf } from '../../session/frames.ts';

/** How far back to look for the calls of a walk. */
const mostFramesBack = 2000;

export type ScanCommand = 'scan' | 'hscan' | 'sscan' | 'zscan';

export interface ScanCall {
  readonly frame: number;
  readonly command: ScanCommand;
  /** The key whose table is walked; null for the keys of the database. */
  readonly key: string | null;
  readonly cursor: number;
  /** The cursor of the reply. */
  readonly next: number;
  readonly keys: readonly string[];
  /** Keys returned in the part of a long reply that is not here. */
  readonly unseen: number;
  /** MATCH or TYPE: not every key found is returned. */
  readonly isFiltered: boolean;
}

export interface ScanWalk {
  readonly command: ScanCommand;
  /** From the first call to the latest one. */
  readonly calls: readonly ScanCall[];
  /** Each key with how often it was returned. */
  readonly returned: ReadonlyMap<string, number>;
  /** Further keys returned, in parts of long replies that are not here. */
  readonly unseen: number;
  /** Its first call began with cursor 0: nothing was left out before. */
  readonly isWhole: boolean;
  readonly isOver: boolean;
  readonly isFiltered: boolean;
}

function isScan(name: string): name is ScanCommand {
  return /^[hsz]?scan$/.test(name);
}

/** The call of a frame, if it was one. */
export function callOf(frame: FrameSummary): ScanCall | null {
  if (frame.command === null || frame.commands !== 1 || !isScan(frame.command.name)) return null;
  const { name: command, args } = frame.command as FrameCommand & { readonly name: ScanCommand };
  const own = frame.replies.find((reply) => reply.client === frame.client);
  if (own === undefined) return null;
  const key = command === 'scan' ? null : (args[0] ?? null);
  const [cursorText, ...options] = args.slice(command === 'scan' ? 0 : 1);
  const cursor = Number(cursorText);
  const [reply] = readReplies(own.bytes);
  if (!Number.isInteger(cursor) || reply?.type !== 'array' || reply.items.length !== 2) return null;
  const [next, found] = reply.items;
  if (next.type !== 'string' || found.type !== 'array') return null;
  const lastItem = found.items.at(-1);
  const isLastCut = lastItem?.type === 'string' && lastItem.missing !== undefined;
  const items = isLastCut ? found.items.slice(0, -1) : found.items;
  const texts = items.map((item) => (item.type === 'string' ? decodeUtf8(item.bytes) : ''));
  // In a hash and a sorted set every second one is a value or a score.
  const hasPairs = command === 'hscan' || command === 'zscan';
  return {
    frame: frame.index,
    command,
    key,
    cursor,
    next: Number(decodeUtf8(next.bytes)),
    keys: hasPairs ? texts.filter((_, nth) => nth % 2 === 0) : texts,
    unseen: Math.ceil(((found.missing ?? 0) + (isLastCut ? 1 : 0)) / (hasPairs ? 2 : 1)),
    isFiltered: options.some((word) => /^(match|type)$/i.test(word)),
  };
}

/** The table walked: the keys of a database, or one key's value. */
export interface Walked {
  readonly db: number;
  readonly key: string | null;
}

/** The table that SCAN or one of its relatives would walk in the shown view; null if none would. */
export function walkedIn({ db, which, owner }: DictView): Walked | null {
  if (which === 'keys') return { db, key: null };
  return which === 'value' && owner?.key != null ? { db, key: owner.key } : null;
}

/** The walk that runs at a frame, or ends with it; null if there is none. */
export function walkAt(
  frames: readonly FrameSummary[],
  atFrame: number,
  { db, key }: Walked,
): ScanWalk | null {
  const calls: ScanCall[] = [];
  /** Cursors that continued walks which have ended since. */
  const continued = new Set<number>();
  let wanted: number | null = null;
  const oldest = Math.max(0, atFrame - mostFramesBack);
  for (let index = Math.min(atFrame, frames.length - 1); index >= oldest; index--) {
    const frame = frames[index];
    if (frame.kind === 'restart' || /^flush(all|db)$/.test(frame.command?.name ?? '')) break;
    const call = callOf(frame);
    if (call === null || call.key !== key || databaseOf(frames, frame.client, index) !== db) continue;
    if (wanted === null) {
      // A walk that has ended is shown with its last call; after that its calls are skipped.
      if ((call.next === 0 && index !== atFrame) || continued.has(call.next)) {
        continued.add(call.cursor);
        continue;
      }
    } else if (call.next !== wanted) continue;
    calls.push(call);
    wanted = call.cursor;
    if (wanted === 0) break;
  }
  return calls.length === 0 ? null : walkOf(calls.reverse());
}

export function walkOf(calls: readonly ScanCall[]): ScanWalk {
  const returned = new Map<string, number>();
  for (const { keys } of calls) for (const key of keys) returned.set(key, (returned.get(key) ?? 0) + 1);
  return {
    command: calls[0].command,
    calls,
    returned,
    unseen: calls.reduce((sum, call) => sum + call.unseen, 0),
    isWhole: calls[0].cursor === 0,
    isOver: calls[calls.length - 1].next === 0,
    isFiltered: calls.some(({ isFiltered }) => isFiltered),
  };
}
