/** Where bits stand: eight to a byte with a gap between bytes, as many bytes in a line as there is room for. */
import type { Box } from '../stage/sheet.ts';

const byteGap = 10;
const narrowCell = 16;
const wideCell = 20;
const narrowPanel = 420;

export interface Lines {
  readonly cell: number;
  readonly bytesInLine: number;
  /** The box of a bit within its line; `byte` counts from the first of the line. */
  bitBox(byte: number, bit: number, left: number, y: number): Box;
  byteX(byte: number, left: number): number;
  readonly byteWidth: number;
}

export const cellHeight = 24;

export function linesFor(width: number): Lines {
  const cell = width < narrowPanel ? narrowCell : wideCell;
  const byteWidth = 8 * cell;
  const fitting = Math.floor((width + byteGap) / (byteWidth + byteGap));
  // Lines of two, four or eight bytes are easier to count by than lines of five.
  const bytesInLine = [8, 4, 2, 1].find((count) => count <= fitting) ?? 1;
  const byteX = (byte: number, left: number) => left + byte * (byteWidth + byteGap);
  return {
    cell,
    bytesInLine,
    byteWidth,
    byteX,
    bitBox: (byte, bit, left, y) => ({
      x: byteX(byte, left) + bit * cell,
      y,
      width: cell - 2,
      height: cellHeight,
    }),
  };
}

export function bitOf(byte: number, nth: number): 0 | 1 {
  return ((byte >> (7 - nth)) & 1) as 0 | 1;
}
