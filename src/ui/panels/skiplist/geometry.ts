/**
 * Where things stand on the sheet. Lanes lie above each other, level 0 the lowest; nodes stand side by side, each
 * with a tower as high as it has levels, above its member, its score and its rank.
 *
 *     level 1   ▯────────── 2 ──────────▶▯──── 1 ────▶ NULL
 *     level 0   ▯──── 1 ───▶▯──── 1 ────▶▯──── 1 ───▶▯ ···
 *             header      [ ann ]     [ bob ]     [ cat ]
 *                            10          20          30
 *
 * The rows below and the lanes are built up from the bottom, and columns have few widths: a new node or a new
 * level leaves everything else where it was, as long as there is room.
 */
import type { Box, Size } from '../stage/sheet.ts';

export interface Contents {
  readonly nodes: number;
  /** Nodes, and places reserved for nodes. */
  readonly columns: number;
  /** Levels in use, including new ones. */
  readonly levels: number;
  /** Columns of the widest member or score, as a monospaced font counts them. */
  readonly widestText: number;
  /** Nodes left out before and after the window. */
  readonly before: number;
  readonly after: number;
}

export interface Sheet {
  readonly compact: boolean;
  /** Columns too narrow for words: towers and long pointers only. */
  readonly dense: boolean;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly gutter: number;
  readonly headerWidth: number;
  /** Where the first column begins. */
  readonly columnsX: number;
  readonly columnWidth: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly laneHeight: number;
  /** The lower edge of level 0. */
  readonly lanesBottom: number;
  readonly boxHeight: number;
  readonly scoreY: number;
  readonly rankY: number;
  /** Where the last column ends and NULL, or the omitted part, begins. */
  readonly endX: number;
  readonly endWidth: number;
  /** The middle of the mark for nodes omitted before the window; null if there are none. */
  readonly leftOutX: number | null;
}

export const compactBelow = 560;
const columnWidths = [96, 84, 72, 64, 56, 48, 42, 36, 30, 24, 18, 14, 11, 9];
/** Narrower columns have no words in them. */
const narrowestWithWords = 30;
/** The narrowest column chosen by default. */
const comfortable = 36;
/** The width of a column in a drawing too wide for its place: longer names are cut. */
const spelledOut = 64;
/** With more columns than this the overview matters more than the names. */
const mostSpelledOut = 24;
/** Wide enough for the usual names of long lists. */
const legible = 72;
/** As wide as columns get for short members, when there is room. */
const airy = 72;
/** On a narrow sheet a list of up to so many is drawn whole and scrolled: a window would hide what is asked about. */
const scrolledWhole = 16;
const fewestLanes = 4;
const capacities = [7, 10, 14, 18, 22, 32, 48, 64];
/** The advance of the monospaced font, in ems. */
export const columnEm = 0.6;

function margins(compact: boolean, before: number, after: number) {
  return {
    gutter: compact ? 14 : 66,
    headerWidth: compact ? 34 : 50,
    leftOut: before > 0 ? (compact ? 28 : 64) : 0,
    endWidth: after > 0 ? (compact ? 34 : 64) : compact ? 32 : 44,
  };
}

export function placeSheet(size: Size, contents: Contents): Sheet {
  const compact = size.width < compactBelow;
  const low = size.height < 190;
  const fontSize = compact ? 11.5 : 12.5;
  const { gutter, headerWidth, leftOut, endWidth } = margins(compact, contents.before, contents.after);
  const columnsX = gutter + headerWidth + leftOut;
  const room = size.width - columnsX - endWidth;
  const spelled = contents.widestText * fontSize * columnEm + 20;
  const ideal = Math.max(airy, spelled);
  const columns = Math.max(1, contents.columns);
  const capacity = capacityFor(columns, contents, room);
  const least = leastWidth(compact, columns, spelled);
  const fitting = (count: number) =>
    columnWidths.find((width) => width <= ideal && width >= least && width * count <= room);
  const columnWidth = fitting(capacity) ?? fitting(columns) ?? least;
  const dense = columnWidth < narrowestWithWords;

  const boxHeight = compact ? 22 : 24;
  const rowsHeight = boxHeight + (compact ? 32 : 38) + 4;
  const lanes = Math.max(fewestLanes, contents.levels);
  const roomForLanes = size.height - rowsHeight - 10;
  const lowest = low ? 16 : 20;
  const laneHeight = Math.max(lowest, Math.min(compact ? 44 : 50, Math.floor(roomForLanes / lanes)));
  const lanesHeight = Math.max(contents.levels, Math.min(lanes, fewestLanes)) * laneHeight;
  const needed = lanesHeight + rowsHeight + 10;
  const height = Math.max(size.height, needed);
  // In the middle of a sheet that is higher than needed, a little above it.
  const lanesBottom = 6 + lanesHeight + Math.floor((height - needed) * 0.45);
  const boxBottom = lanesBottom + 4 + boxHeight;
  return {
    compact,
    dense,
    width: Math.max(size.width, columnsX + columnWidth * columns + endWidth),
    height,
    fontSize,
    gutter,
    headerWidth,
    columnsX,
    columnWidth,
    cellWidth: Math.max(6, Math.min(compact ? 20 : 26, columnWidth - (dense ? 5 : 14))),
    cellHeight: Math.min(22, laneHeight - (low ? 3 : 5)),
    laneHeight,
    lanesBottom,
    boxHeight,
    scoreY: boxBottom + (compact ? 9 : 11),
    rankY: boxBottom + (compact ? 23 : 27),
    endX: columnsX + columnWidth * columns,
    endWidth,
    leftOutX: contents.before > 0 ? gutter + headerWidth + leftOut / 2 : null,
  };
}

/**
 * On a narrow sheet even a few columns would be too narrow for names: then the drawing is wider than its place,
 * scrolls, and follows the step.
 */
function leastWidth(compact: boolean, columns: number, spelled: number): number {
  const narrowest = columnWidths[columnWidths.length - 1];
  if (!compact || columns > mostSpelledOut) return narrowest;
  const most = Math.max(comfortable, Math.min(spelledOut, spelled));
  return columnWidths.find((width) => width <= most) ?? narrowest;
}

/**
 * The number of columns to make room for: several more than there are nodes, so that not every new one moves all the
 * others; in a window, one more.
 */
function capacityFor(columns: number, { nodes, before, after }: Contents, room: number): number {
  if (before + after === 0) return capacities.find((most) => columns <= most) ?? columns;
  return room / (nodes + 1) >= narrowestWithWords ? nodes + 1 : columns;
}

/**
 * How many nodes of a list are shown when nobody has said how many: all of them if they fit, however narrowly, or can be
 * reached by a swipe.
 */
export function fittingCount(size: Size, length: number): number {
  if (size.width === 0) return 16;
  const compact = size.width < compactBelow;
  const whole = margins(compact, 0, 0);
  const room = size.width - whole.gutter - whole.headerWidth - whole.endWidth;
  const most = Math.max(5, Math.min(64, Math.floor(room / comfortable)));
  if (length <= most) return most;
  if (compact && length <= scrolledWhole) return scrolledWhole;
  const part = margins(compact, 1, 1);
  const lessRoom = size.width - part.gutter - part.headerWidth - part.leftOut - part.endWidth;
  return Math.max(5, Math.floor(lessRoom / (compact ? comfortable : legible)));
}

/** The middle of a lane. */
export function laneY(sheet: Sheet, level: number): number {
  return sheet.lanesBottom - (level + 0.5) * sheet.laneHeight;
}

/** The middle of a column. */
export function columnX(sheet: Sheet, column: number): number {
  return sheet.columnsX + (column + 0.5) * sheet.columnWidth;
}

export function headerX(sheet: Sheet): number {
  return sheet.gutter + sheet.headerWidth / 2;
}

export function cellBox(sheet: Sheet, x: number, level: number): Box {
  return {
    x: x - sheet.cellWidth / 2,
    y: laneY(sheet, level) - sheet.cellHeight / 2,
    width: sheet.cellWidth,
    height: sheet.cellHeight,
  };
}

export function memberBox(sheet: Sheet, x: number): Box {
  const width = sheet.columnWidth - boxGap(sheet);
  return { x: x - width / 2, y: sheet.lanesBottom + 4, width, height: sheet.boxHeight };
}

/** Between two boxes there is room for the pointer that leads back. */
export function boxGap(sheet: Sheet): number {
  return sheet.dense ? 3 : sheet.columnWidth < 56 ? 6 : 9;
}

/** How many columns of text fit into the box of a member. */
export function textColumns(sheet: Sheet): number {
  const room = sheet.columnWidth - boxGap(sheet) - 2;
  return Math.max(1, Math.floor(room / (sheet.fontSize * columnEm)));
}
