/** The smallest meaningful pieces of bytes: of nested spans the innermost. */
import type { DiskBytesView, DiskSpan } from '../../../protocol/views-disk.ts';

export interface Segment {
  /** In the file. */
  readonly from: number;
  readonly to: number;
  /** Null if nothing is known of the bytes. */
  readonly span: DiskSpan | null;
  /** The span around it, when there is one. */
  readonly around: DiskSpan | null;
}

export function segmentsOf({
  from,
  bytes,
  spans,
}: Pick<DiskBytesView, 'from' | 'bytes' | 'spans'>): Segment[] {
  const end = from + bytes.length;
  const innermost: (DiskSpan | null)[] = new Array(bytes.length).fill(null);
  const outermost: (DiskSpan | null)[] = new Array(bytes.length).fill(null);
  for (const span of spans) {
    const first = Math.max(from, span.from);
    const last = Math.min(end, span.to);
    for (let at = first; at < last; at++) {
      const nth = at - from;
      if (span.depth >= (innermost[nth]?.depth ?? -1)) innermost[nth] = span;
      if (outermost[nth] === null) outermost[nth] = span;
    }
  }
  const segments: Segment[] = [];
  for (let nth = 0; nth < bytes.length; ) {
    const span = innermost[nth];
    let next = nth + 1;
    while (next < bytes.length && innermost[next] === span) next++;
    const around = outermost[nth] === span ? null : outermost[nth];
    segments.push({ from: from + nth, to: from + next, span, around });
    nth = next;
  }
  return segments;
}

/** The part of a segment within one row, and before or after a place where it is cut in two. */
export interface Piece {
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

/** Breaks segments at the ends of rows, and where the safe bytes end. */
export function piecesOf(
  segments: readonly Segment[],
  start: number,
  perRow: number,
  syncedBytes: number,
): Piece[] {
  const pieces: Piece[] = [];
  for (const segment of segments) {
    let from = segment.from;
    while (from < segment.to) {
      const rowEnd = start + (Math.floor((from - start) / perRow) + 1) * perRow;
      let to = Math.min(segment.to, rowEnd);
      if (from < syncedBytes && to > syncedBytes) to = syncedBytes;
      pieces.push({ segment, from, to });
      from = to;
    }
  }
  return pieces;
}
