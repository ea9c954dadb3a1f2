/**
 * The cascade: how one entry that grows makes the entries after it grow.
 *
 * Every entry of a ziplist stores the length of the previous one, in one byte up to 253 and in five from 254 on. When
 * an entry grows to 254 bytes or more, the prevlen after it grows by four bytes, and so does the entry that holds it.
 * If that one had 250 to 253 bytes, it is now too long for the next prevlen, and so on, in the worst case to the end.
 * Nothing shrinks back: a prevlen that is longer than necessary stays, or a list at the edge would flap.
 *
 *     [.. 253 bytes ..][fd| 253 ..][fd| 253 ..][fd| 10 ..]      the first entry becomes 300 bytes long
 *     [.. 300 bytes ..][fe 2c 01 00 00| 257 ..][fe 01 01 00 00| 257 ..][fe 01 01 00 00| 14 ..]
 *
 * Mirrors __ziplistCascadeUpdate as rewritten for 6.2: first a walk that finds how many entries must grow, then one
 * reallocation, then the entries are moved from the last to the first, each byte once. (Before, every entry cost a
 * reallocation and a move of everything after it.)
 */
import { assert } from '../base/errors.ts';
import type { Ziplist } from './ziplist.ts';
import {
  entryBytes,
  LONG_PREVLEN_BYTES,
  prevlenBytes,
  prevlenBytesFor,
  readPrevlen,
  writeLongPrevlen,
  writePrevlen,
  ZIPLIST_END,
} from './ziplist-entry.ts';

/** What an entry grows by when its prevlen does. */
const GROWTH_BYTES = LONG_PREVLEN_BYTES - 1;

/** An entry that must grow, at its position before that. */
export interface GrowingEntry {
  readonly offset: number;
  /** What its prevlen has to say. */
  readonly prevlen: number;
  /** Its future size. */
  readonly sizeBytes: number;
}

/** The entries that have to grow, one behind the other, and where the first that need not begins. */
export interface Cascade {
  /** Size of the entry before them. */
  readonly firstSize: number;
  readonly lastGrowing: number;
  readonly end: number;
  readonly count: number;
}

/**
 * The walk: how many entries behind the one at `start`, whose size has changed, have to grow? The first that
 * can say its new prevlen in the bytes it has is set right there and then. Null when none has to grow.
 */
export function planCascade(list: Ziplist, start: number): Cascade | null {
  const { memory } = list;
  if (memory[start] === ZIPLIST_END) return null;
  const firstSize = entryBytes(memory, start);
  let previousSize = firstSize;
  let neededBytes = prevlenBytesFor(previousSize);
  let at = start + previousSize;
  let lastGrowing = start;
  let count = 0;
  while (memory[at] !== ZIPLIST_END) {
    const stored = readPrevlen(memory, at);
    if (stored === previousSize) break;
    const storedBytes = prevlenBytes(memory, at);
    if (storedBytes >= neededBytes) {
      if (storedBytes === neededBytes) writePrevlen(memory, at, previousSize);
      else writeLongPrevlen(memory, at, previousSize);
      break;
    }
    // Zero: it was the first entry of a list until something was put before it.
    assert(stored === 0 || stored + GROWTH_BYTES === previousSize, 'a prevlen grows by four bytes only');
    const size = entryBytes(memory, at);
    previousSize = size + GROWTH_BYTES;
    neededBytes = prevlenBytesFor(previousSize);
    lastGrowing = at;
    at += size;
    count++;
  }
  return count === 0 ? null : { firstSize, lastGrowing, end: at, count };
}

/** The entries of a cascade from left to right, as long as it has not been carried out. */
export function growingEntries(list: Ziplist, cascade: Cascade): GrowingEntry[] {
  const { memory } = list;
  const found: { offset: number; sizeBytes: number }[] = [];
  for (let at = cascade.lastGrowing; found.length < cascade.count; at -= readPrevlen(memory, at)) {
    found.push({ offset: at, sizeBytes: entryBytes(memory, at) + GROWTH_BYTES });
  }
  found.reverse();
  return found.map((entry, index) => ({
    ...entry,
    prevlen: index === 0 ? cascade.firstSize : found[index - 1].sizeBytes,
  }));
}

/** The growth itself: one reallocation, then every byte moves once. Gives by how many bytes the list grew. */
export function growEntries(list: Ziplist, { firstSize, lastGrowing, end, count }: Cascade): number {
  const oldTotal = list.totalBytes;
  // The tail moves by as much as the entries before it grow.
  const extra = count * GROWTH_BYTES;
  const tail = list.tailOffset;
  list.setTailOffset(tail + (tail === lastGrowing ? extra - GROWTH_BYTES : extra));

  list.resizeTo(oldTotal + extra);
  const { memory } = list;
  memory.copyWithin(end + extra, end, oldTotal - 1);

  // From the last to the first, so that no byte is overwritten before it has moved.
  let to = end + extra;
  let from = lastGrowing;
  for (let left = count; left > 0; left--) {
    const size = entryBytes(memory, from);
    const storedBytes = prevlenBytes(memory, from);
    const stored = readPrevlen(memory, from);
    memory.copyWithin(to - (size - storedBytes), from + storedBytes, from + size);
    to -= size + GROWTH_BYTES;
    writePrevlen(memory, to, stored === 0 ? firstSize : stored + GROWTH_BYTES);
    from -= stored;
  }
  return extra;
}
