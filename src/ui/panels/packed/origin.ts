/**
 * Matches each byte with one of the picture before, so that the eye can follow it. Bytes match by their part: the same
 * part of the same entry, whose number has shifted by the entries that came or went.
 */
import type { ByteSpan } from '../../../protocol/packed-bytes.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { PackedBlockView } from '../../../protocol/views-packed.ts';
import { isOwnStep } from './touch.ts';

/** From the present offset of a byte to its old one; bytes that are missing here are new. */
export type Origins = ReadonlyMap<number, number>;

/** A shift of entry numbers: from `from` on by `by`; `fresh` is an entry that was not there. */
interface Shift {
  readonly from: number;
  readonly by: number;
  readonly fresh: number | null;
}

const unshifted: Shift = { from: 0, by: 0, fresh: null };

/** Null if the pictures are unrelated. */
export function originsOf(now: PackedBlockView, then: PackedBlockView, step: Step | null): Origins | null {
  // Steps in other bytes shift nothing here.
  const shift = shiftOf(now, step !== null && isOwnStep(now, step) ? step : null);
  const isSame = now.address === then.address || isMoved(step, then, now);
  if (!isSame || now.format !== then.format) return null;
  const earlier = new Map<string, ByteSpan>();
  for (const span of then.spans) earlier.set(`${span.entry} ${span.role}`, span);
  const origins = new Map<number, number>();
  for (const span of now.spans) {
    if (span.entry >= 0 && span.entry === shift.fresh) continue;
    const entry = span.entry >= shift.from && span.entry >= 0 ? span.entry + shift.by : span.entry;
    const past = earlier.get(`${entry} ${span.role}`);
    if (past === undefined) continue;
    const shared = Math.min(span.sizeBytes, past.sizeBytes);
    for (let nth = 0; nth < shared; nth++) origins.set(span.offset + nth, past.offset + nth);
  }
  // Compressed and plain nodes have no parts to match.
  if (now.spans.length === 0) {
    for (let nth = 0; nth < Math.min(now.bytes.length, then.bytes.length); nth++) {
      origins.set(now.from + nth, then.from + nth);
    }
  }
  return origins;
}

/** The inverse, for going back in time. */
export function reversed(origins: Origins): Origins {
  const back = new Map<number, number>();
  for (const [now, then] of origins) back.set(then, now);
  return back;
}

function isMoved(step: Step | null, then: PackedBlockView, now: PackedBlockView): boolean {
  if (step?.type === 'packed.realloc') return step.oldBlock === then.address && step.block === now.address;
  return false;
}

function shiftOf(now: PackedBlockView, step: Step | null): Shift {
  switch (step?.type) {
    case 'packed.insert': {
      const entry = entryAt(now, step.offset);
      return { from: entry + 1, by: -1, fresh: entry };
    }
    case 'packed.delete':
      return { from: entryAt(now, step.offset), by: step.entries, fresh: null };
    case 'intset.insert':
    case 'intset.upgrade':
      return { from: step.index + 1, by: -1, fresh: step.index };
    case 'intset.remove':
      return { from: step.index, by: 1, fresh: null };
    default:
      return unshifted;
  }
}

/** The number of the entry that begins here; after the last one, the next number. */
function entryAt(block: PackedBlockView, offset: number): number {
  for (const entry of block.entries) if (entry.offset >= offset) return entry.index;
  const last = block.entries[block.entries.length - 1];
  return last === undefined ? 0 : last.index + 1;
}
