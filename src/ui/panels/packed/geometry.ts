/** Where bytes stand: in rows of eight or a multiple of it, with the offset of the first one before each row. */
import type { Box } from '../stage/sheet.ts';

export interface Grid {
  readonly perRow: number;
  readonly gutter: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly rowHeight: number;
  readonly compact: boolean;
  readonly fontSize: number;
  readonly captionSize: number;
}

const perRowChoices = [32, 24, 16, 8];
const narrowest = 26;
const widest = 38;
const compactBelow = 420;
/** Signs stand half above what they belong to. */
const roomForSigns = 12;
/** The advance of the monospaced font, in ems. */
const columnEm = 0.6;

export function gridFor(width: number): Grid {
  const compact = width < compactBelow;
  const gutter = compact ? 30 : 38;
  const room = Math.max(0, width - gutter - 4);
  const perRow = perRowChoices.find((count) => room / count >= narrowest) ?? 8;
  const cellWidth = Math.max(18, Math.min(widest, Math.floor(room / perRow)));
  const fontSize = cellWidth < 26 ? 11.5 : 12.5;
  return {
    perRow,
    gutter,
    cellWidth,
    cellHeight: 38,
    rowHeight: 48,
    compact,
    fontSize,
    captionSize: cellWidth < 30 ? 10 : 10.5,
  };
}

export function slotBox(grid: Grid, row: number, column: number, slots: number): Box {
  return {
    x: grid.gutter + column * grid.cellWidth,
    y: row * grid.rowHeight + roomForSigns,
    width: slots * grid.cellWidth,
    height: grid.cellHeight,
  };
}

/** How many characters of a caption fit into so many pixels. */
export function captionColumns(grid: Grid, width: number): number {
  return Math.floor((width - 2) / (grid.captionSize * columnEm));
}
