/**
 * Where a table stands on the sheet: columns of rows, each row a bucket's cell and the chain that hangs from it.
 *
 *      ▸ [ 3 ]──[ user:7 ]──[ user:9 ]        pointer room · cell · links and entries
 *
 * The two tables keep their halves of the sheet whether ht[1] exists or not, so that nothing that did not
 * change moves when it appears; only on a narrow sheet does ht[0] borrow the other half.
 */
import type { Box, Point, Size } from '../stage/sheet.ts';

export interface TableContents {
  /** Buckets drawn. */
  readonly count: number;
  /** The longest chain among them, ghosts included. */
  readonly longestChain: number;
  /** Columns of the widest key, as a monospaced font counts them. */
  readonly widestKey: number;
  /** The largest index shown. */
  readonly lastIndex: number;
}

export interface TablePlace {
  readonly table: 0 | 1;
  /** The table's part of the sheet, title included. */
  readonly box: Box;
  readonly rowsTop: number;
  readonly rows: number;
  readonly columns: number;
  readonly rowHeight: number;
  readonly columnWidth: number;
  readonly pointerWidth: number;
  readonly cellWidth: number;
  readonly gap: number;
  readonly entryWidth: number;
  /** Entries a row has room for. */
  readonly slots: number;
  /** Entries a longer chain shows, followed by a chip that counts the rest. */
  readonly slotsBesideMore: number;
  readonly moreWidth: number;
  readonly fontSize: number;
}

export interface Sheet {
  readonly compact: boolean;
  /** So low that the titles have one line and rows stand closer. */
  readonly low: boolean;
  readonly titleHeight: number;
  readonly areas: readonly [Box, Box | null];
}

export const compactBelow = 560;
const lowBelow = 220;
/** The round sign at the end of a touched entry stands half outside of it. */
const roomForSign = 11;
const minRowHeight = 18;
const maxRowHeight = 40;
/** Entries widen in few and large steps: a slightly longer key must not shift everything else. */
const entryWidths = [88, 120, 152];
/** The advance of the monospaced font, in ems. */
const columnEm = 0.6;

export function placeSheet(size: Size, hasSecond: boolean): Sheet {
  const compact = size.width < compactBelow;
  const low = size.height < lowBelow;
  const titleHeight = low ? 30 : compact ? 44 : 48;
  const gutter = compact ? 8 : 32;
  const half = Math.floor((size.width - gutter) / 2);
  const first: Box = {
    x: 0,
    y: 0,
    width: compact && !hasSecond ? size.width : half,
    height: size.height,
  };
  const second: Box | null =
    compact && !hasSecond ? null : { x: half + gutter, y: 0, width: half, height: size.height };
  return { compact, low, titleHeight, areas: [first, second] };
}

/** Room left of the buckets: in ht[0] for the rehash index. */
export function leftMargin(table: 0 | 1, compact: boolean): number {
  if (table === 1) return compact ? 2 : 8;
  return compact ? 12 : 20;
}

/** `spare` is the free width to the right of the area. Long chains may run into it; the buckets stay where they are. */
export function placeTable(
  table: 0 | 1,
  area: Box,
  contents: TableContents,
  sheet: Sheet,
  spare = 0,
): TablePlace {
  const { compact, titleHeight } = sheet;
  const lowestRow = sheet.low ? minRowHeight - 2 : minRowHeight;
  const roomForRows = Math.max(lowestRow, area.height - titleHeight - 2);
  const rowsThatFit = Math.max(4, Math.floor(roomForRows / lowestRow));
  const narrowestColumn = compact ? 132 : 168;
  const mostColumns = Math.max(1, Math.floor(area.width / narrowestColumn));
  const columns = Math.min(mostColumns, Math.max(1, Math.ceil(contents.count / rowsThatFit)));
  const rows = Math.ceil(contents.count / columns);
  const rowHeight = Math.min(maxRowHeight, Math.max(lowestRow, Math.floor(roomForRows / Math.max(1, rows))));
  const columnWidth = Math.floor(area.width / columns);

  const tight = compact || columns > 1;
  const fontSize = compact || rowHeight < 20 ? 11.5 : 12.5;
  const pointerWidth = leftMargin(table, compact);
  const digits = String(contents.lastIndex).length;
  const cellWidth = Math.max(tight ? 32 : 46, Math.min(digits, 7) * 6.6 + 10);
  const firstGap = tight ? 8 : 16;
  const margin = columns > 1 ? 12 : roomForSign;
  let roomForChain = columnWidth - pointerWidth - cellWidth - firstGap - margin;
  const longest = Math.max(1, contents.longestChain);
  const wanted = contents.widestKey * fontSize * columnEm + 10;
  const ideal = entryWidths.find((width) => width >= wanted) ?? entryWidths[entryWidths.length - 1];
  // Short keys stay legible as long as possible; beyond that, room for many entries matters more.
  const narrowest = Math.ceil(Math.min(Math.max(44, wanted), compact ? 58 : 72));

  let gap = firstGap;
  const fits = (width: number) => longest * (width + gap) - gap <= roomForChain;
  if (!fits(narrowest) && columns === 1) roomForChain += spare;
  if (!fits(narrowest)) gap = 8;
  const share = Math.floor((roomForChain + gap) / longest) - gap;
  let entryWidth = Math.min(roomForChain, Math.max(narrowest, Math.min(ideal, share)));
  const slots = Math.max(1, Math.floor((roomForChain + gap) / (entryWidth + gap)));
  const moreWidth = (compact ? 22 : 28) + (contents.longestChain > 99 ? 8 : 0);
  // At least one entry stands beside the chip that counts the others.
  if (longest > slots) entryWidth = Math.min(entryWidth, roomForChain - gap - moreWidth);
  const slotsBesideMore = Math.floor((roomForChain - moreWidth) / (entryWidth + gap));

  return {
    table,
    box: { x: area.x, y: area.y, width: area.width, height: titleHeight + rows * rowHeight + 2 },
    rowsTop: area.y + titleHeight,
    rows,
    columns,
    rowHeight,
    columnWidth,
    pointerWidth,
    cellWidth,
    gap,
    entryWidth,
    slots,
    slotsBesideMore,
    moreWidth,
    fontSize,
  };
}

/** How many columns of text fit into an entry. */
export function labelColumns(place: TablePlace): number {
  return Math.max(1, Math.floor((place.entryWidth - 8) / (place.fontSize * columnEm)));
}

/** The cell of the nth drawn bucket; buckets run down a column, then down the next. */
export function cellBox(place: TablePlace, nth: number): Box {
  const column = Math.floor(nth / place.rows);
  const row = nth - column * place.rows;
  return {
    x: place.box.x + column * place.columnWidth + place.pointerWidth,
    y: place.rowsTop + row * place.rowHeight,
    width: place.cellWidth,
    height: place.rowHeight - (place.rowHeight < 24 ? 3 : 4),
  };
}

export function slotBox(place: TablePlace, nth: number, slot: number): Box {
  const cell = cellBox(place, nth);
  return {
    x: cell.x + cell.width + place.gap + slot * (place.entryWidth + place.gap),
    y: cell.y + 0.5,
    width: place.entryWidth,
    height: cell.height - 1,
  };
}

/** A curve that leaves and arrives level, as an entry travels. */
export function curvePoint(from: Point, to: Point, t: number): Point {
  const middle = (from.x + to.x) / 2;
  const u = 1 - t;
  const a = u * u * u;
  const b = 3 * u * u * t;
  const c = 3 * u * t * t;
  const d = t * t * t;
  return { x: a * from.x + (b + c) * middle + d * to.x, y: (a + b) * from.y + (c + d) * to.y };
}

export function curvePath(from: Point, to: Point): string {
  const middle = (from.x + to.x) / 2;
  return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

/** The same, first below the entries that follow in the row, so that it does not cross them. */
export function curvePathUnder(under: Point, past: number, to: Point): string {
  const y = under.y + 2;
  const middle = (past + to.x) / 2;
  return `M${under.x} ${under.y}Q${under.x} ${y} ${under.x + 5} ${y}H${past}C${middle} ${y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

/** How many buckets of a large table to show at first: as many as fit without scrolling. */
export function fittingLevel(size: Size, hasSecond: boolean): 8 | 16 | 32 {
  if (size.width === 0) return 32;
  const sheet = placeSheet(size, hasSecond);
  for (const count of [32, 16] as const) {
    const place = placeTable(
      0,
      sheet.areas[0],
      { count, longestChain: 2, widestKey: 10, lastIndex: 0 },
      sheet,
    );
    if (place.box.height <= size.height) return count;
  }
  return 8;
}
