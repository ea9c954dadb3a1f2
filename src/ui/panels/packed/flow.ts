/**
 * The bytes in the order in which they are drawn. Long data is folded in its middle, so that the bytes of the structure
 * are not lost among the data.
 *
 *     85 68 65 6c 6c 6f 06        seven bytes
 *     c0 c8 78 78 78 78 ⋯ 78 78   a string of 200: its first bytes, a fold, its last two
 */
import type { ByteSpan } from '../../../protocol/packed-bytes.ts';
import type { PackedBlockView } from '../../../protocol/views-packed.ts';

export type FlowItem =
  | { readonly kind: 'byte'; readonly offset: number; readonly span: ByteSpan | null }
  /** This many bytes of a span, not drawn. */
  | { readonly kind: 'fold'; readonly offset: number; readonly count: number; readonly span: ByteSpan | null }
  /** An unused byte of the slot. */
  | { readonly kind: 'spare'; readonly offset: number }
  /** More of the same kind, not drawn. */
  | { readonly kind: 'spares'; readonly offset: number; readonly count: number };

export interface FlowOptions {
  /** Whether long data is folded; spans that begin at one of `open` are not. */
  readonly folded: boolean;
  readonly open: ReadonlySet<number>;
  /** The first wanted byte: drawing begins with its entry. */
  readonly start: number;
}

export interface Flow {
  readonly items: readonly FlowItem[];
  /** The first byte drawn, and the one after the last. */
  readonly from: number;
  readonly until: number;
}

const longData = 20;
const headBytes = 6;
const tailBytes = 2;
const drawnSpares = 8;
/** What is drawn at once; the rest is a page further. */
export const mostItems = 1024;

export function flowOf(block: PackedBlockView, options: FlowOptions): Flow {
  const items: FlowItem[] = [];
  const sent = block.from + block.bytes.length;
  const from = firstDrawn(block, options.start);
  let until = from;

  const take = (span: ByteSpan | null, offset: number, sizeBytes: number): boolean => {
    if (items.length >= mostItems) return false;
    const end = Math.min(offset + sizeBytes, sent);
    const isLong = sizeBytes > longData && (span === null || span.role === 'data');
    if (options.folded && isLong && !options.open.has(offset)) {
      const headEnd = Math.min(end, offset + headBytes);
      const tailStart = Math.max(headEnd, offset + sizeBytes - tailBytes);
      for (let at = offset; at < headEnd; at++) items.push({ kind: 'byte', offset: at, span });
      items.push({ kind: 'fold', offset: headEnd, count: tailStart - headEnd, span });
      for (let at = tailStart; at < end; at++) items.push({ kind: 'byte', offset: at, span });
      until = offset + sizeBytes;
      return true;
    }
    for (let at = offset; at < end; at++) {
      if (items.length >= mostItems) return false;
      items.push({ kind: 'byte', offset: at, span });
      until = at + 1;
    }
    return true;
  };

  if (block.spans.length === 0) {
    take(null, from, sent - from);
  } else {
    for (const span of block.spans) {
      if (span.offset + span.sizeBytes <= from) continue;
      if (!take(span, span.offset, span.sizeBytes)) break;
    }
  }
  if (until >= block.totalBytes) {
    const spare = block.allocationBytes - block.totalBytes;
    for (let nth = 0; nth < Math.min(spare, drawnSpares); nth++) {
      items.push({ kind: 'spare', offset: block.totalBytes + nth });
    }
    if (spare > drawnSpares) {
      items.push({ kind: 'spares', offset: block.totalBytes + drawnSpares, count: spare - drawnSpares });
    }
  }
  return { items, from, until };
}

/** The beginning of a byte's entry (or header), within the bytes sent. */
function firstDrawn(block: PackedBlockView, start: number): number {
  if (start <= block.from || block.spans.length === 0) return block.from;
  let first = block.from;
  for (const { offset } of block.entries) {
    if (offset > start) break;
    first = offset;
  }
  return first;
}

/** Where to begin so that a byte is drawn: at the present beginning if it is there; otherwise a little before it. */
export function startShowing(block: PackedBlockView, options: FlowOptions, offset: number): number {
  const { from, until } = flowOf(block, options);
  if (offset >= from && (offset < until || until >= block.totalBytes)) return options.start;
  return Math.max(block.from, offset - Math.floor(mostItems / 4));
}
