/** Where bits stand: eight to a byte with a gap between bytes, as many bytes in a line as there is room for. */
import type { Box } from '../stage/sheet.ts';

const byteGap = 10;
const narrowestCell = 16;
const widestCell = 28;

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
  const fitting = Math.floor((width + byteGap) / (8 * narrowestCell + byteGap));
  const comfortable = Math.floor((width + byteGap) / (8 * 20 + byteGap));
  // Lines of two, four or eight bytes are easier to count by than lines of five. Two small ones are better than one.
  const most = Math.max(Math.min(2, fitting), comfortable);
  const bytesInLine = [8, 4, 2, 1].find((count) => count <= most) ?? 1;
  const room = (width - (bytesInLine - 1) * byteGap) / (8 * bytesInLine);
  const cell = Math.max(narrowestCell, Math.min(widestCell, Math.floor(room)));
  const byteWidth = 8 * cell;
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
