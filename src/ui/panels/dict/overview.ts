/**
 * A table too large to draw, in one glance: a strip as long as the table, with the window and the rehash
 * index on it, and a histogram of chain lengths. Places in pixels only; the canvas paints them.
 */
import type { DictTableView } from '../../../protocol/views.ts';
import type { Box } from '../stage/sheet.ts';

export interface BarMark extends Box {
  readonly length: number;
  /** The last bar counts this length and everything longer. */
  readonly andLonger: boolean;
  readonly buckets: number;
  readonly share: number;
}

export interface OverviewMarks {
  readonly width: number;
  readonly height: number;
  readonly strip: Box;
  readonly window: Box;
  /** The part of ht[0] that has moved already. */
  readonly moved: Box | null;
  readonly pointerX: number | null;
  readonly bars: readonly BarMark[];
  readonly baseline: number;
}

export const overviewHeight = 84;
const stripHeight = 10;
const stripTop = 6;
const barsTop = 30;
const labelHeight = 16;
const narrowestWindow = 6;

/** With less height than the histogram needs, the strip alone is drawn. */
export function layoutOverview(
  table: DictTableView,
  rehashIndex: number,
  width: number,
  height = overviewHeight,
): OverviewMarks {
  const size = Math.max(1, table.size);
  const strip: Box = { x: 0, y: stripTop, width, height: stripHeight };
  const toX = (bucket: number) => (bucket / size) * width;
  const windowWidth = Math.max(narrowestWindow, toX(table.buckets.length));
  const window: Box = {
    x: Math.min(toX(table.from), width - windowWidth),
    y: stripTop - 3,
    width: windowWidth,
    height: stripHeight + 6,
  };

  const baseline = overviewHeight - labelHeight;
  const most = Math.max(1, ...table.chainLengths);
  // Trailing lengths that no chain has are left out; the last cell of the data means "or longer".
  const lastUsed = table.chainLengths.reduce((last, count, length) => (count > 0 ? length : last), 0);
  const hasBars = height >= overviewHeight;
  const shown = hasBars ? Math.max(lastUsed + 1, Math.min(table.chainLengths.length, 4)) : 0;
  // A wide sheet keeps its right part for the caption; on a narrow one it stands below.
  const pitch = Math.min(44, (width < 300 ? width : width * 0.58) / Math.max(1, shown));
  const bars: BarMark[] = [];
  for (let length = 0; length < shown; length++) {
    const buckets = table.chainLengths[length] ?? 0;
    const full = baseline - barsTop;
    const height = buckets === 0 ? 0 : Math.max(1, (buckets / most) * full);
    bars.push({
      x: length * pitch,
      y: baseline - height,
      width: Math.max(2, pitch - 6),
      height,
      length,
      andLonger: length === table.chainLengths.length - 1,
      buckets,
      share: table.sampledBuckets === 0 ? 0 : buckets / table.sampledBuckets,
    });
  }
  const rehashing = rehashIndex >= 0;
  return {
    width,
    height: hasBars ? overviewHeight : height,
    strip,
    window,
    moved: rehashing ? { ...strip, width: toX(rehashIndex) } : null,
    pointerX: rehashing ? toX(rehashIndex) : null,
    bars,
    baseline,
  };
}

export type OverviewHit =
  | { readonly kind: 'strip'; readonly bucket: number }
  | { readonly kind: 'bar'; readonly bar: BarMark };

export function hitOverview(marks: OverviewMarks, size: number, x: number, y: number): OverviewHit | null {
  if (x < 0 || x > marks.width) return null;
  if (y < barsTop - 6) {
    return { kind: 'strip', bucket: Math.min(size - 1, Math.floor((x / marks.width) * size)) };
  }
  const bar = marks.bars.find((candidate) => x >= candidate.x && x < candidate.x + candidate.width + 6);
  return bar === undefined ? null : { kind: 'bar', bar };
}
