/** Where the arrow keys lead: from byte to byte, from row to row, and from entry to entry. A cursor is an offset. */
import type { PackedBlockView } from '../../../protocol/views-packed.ts';
import type { Box } from '../stage/sheet.ts';
import type { PackedMarks } from './layout.ts';

export type RoamKey =
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'Home'
  | 'End'
  | 'PageUp'
  | 'PageDown';

interface Stop extends Box {
  readonly offset: number;
}

/** All places for the cursor, in order: bytes, folds, spare bytes. */
function stopsOf({ cells, folds, spares }: PackedMarks): Stop[] {
  return [...cells, ...folds, ...spares].sort((a, b) => a.offset - b.offset);
}

/** The cursor kept inside the present drawing; null if nothing is drawn. */
export function settle(marks: PackedMarks, cursor: number | null): number | null {
  const stops = stopsOf(marks);
  if (stops.length === 0) return null;
  if (cursor === null) return stops[0].offset;
  const at = stops.findLast(({ offset }) => offset <= cursor);
  return (at ?? stops[0]).offset;
}

export function roam(
  marks: PackedMarks,
  block: PackedBlockView,
  from: number | null,
  key: RoamKey,
): number | null {
  const cursor = settle(marks, from);
  if (cursor === null || from === null) return cursor;
  const stops = stopsOf(marks);
  const at = stops.findIndex(({ offset }) => offset === cursor);
  const here = stops[at];
  switch (key) {
    case 'ArrowLeft':
      return stops[Math.max(0, at - 1)].offset;
    case 'ArrowRight':
      return stops[Math.min(stops.length - 1, at + 1)].offset;
    case 'Home':
      return stops[0].offset;
    case 'End':
      return stops[stops.length - 1].offset;
    case 'ArrowUp':
      return nearestIn(stops, (stop) => stop.y < here.y, here, 'last') ?? cursor;
    case 'ArrowDown':
      return nearestIn(stops, (stop) => stop.y > here.y, here, 'first') ?? cursor;
    case 'PageDown': {
      const next = block.entries.find(({ offset }) => offset > cursor);
      return next === undefined ? stops[stops.length - 1].offset : settle(marks, next.offset);
    }
    case 'PageUp': {
      const previous = block.entries.findLast(({ offset }) => offset < cursor);
      return previous === undefined ? stops[0].offset : settle(marks, previous.offset);
    }
  }
}

/** The closest stop in the nearest row above or below. */
function nearestIn(
  stops: readonly Stop[],
  isBeyond: (stop: Stop) => boolean,
  here: Stop,
  which: 'first' | 'last',
): number | null {
  const beyond = stops.filter(isBeyond);
  if (beyond.length === 0) return null;
  const { y } = which === 'first' ? beyond[0] : beyond[beyond.length - 1];
  const row = beyond.filter((stop) => stop.y === y);
  const away = (stop: Stop) => Math.abs(stop.x - here.x);
  return row.reduce((best, stop) => (away(stop) < away(best) ? stop : best)).offset;
}
