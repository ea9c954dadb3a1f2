/** BITOP: the sources one above the other, the result below, every column by itself. */
import type { BitCombineView, BitmapView } from '../../../protocol/views-bitmap.ts';
import { cutToWidth, type SheetPen } from '../stage/pen.ts';
import type { Box } from '../stage/sheet.ts';
import { bitMark } from './bits.ts';
import { bitOf, cellHeight, linesFor } from './lines.ts';
import { type BitSpan, isWithin } from './touched.ts';
import type { BitmapWords } from './words.ts';

const labelWidth = 120;
const narrowPanel = 620;
const rowGap = 4;
const blockGap = 20;
const offsetHeight = 16;
const captionHeight = 16;

/** Bits drawn at most, of all strings together. */
const mostBits = 1200;
const fewestBytes = 4;
const mostBytes = 32;

/** How many bytes of the window are drawn: fewer if many strings stand above each other. */
export function bytesDrawn({ sources, bytes }: BitCombineView): number {
  const fitting = Math.floor(mostBits / (8 * (sources.length + 1)));
  return Math.min(bytes.length, Math.max(fewestBytes, Math.min(mostBytes, fitting)));
}

/** The first drawn byte of the window: the place of the step. */
function firstDrawn(view: BitmapView, work: BitCombineView, hot: BitSpan | null): number {
  const count = bytesDrawn(work);
  const wanted = hot === null ? 0 : Math.floor(hot.first / 8) - view.from;
  return Math.max(0, Math.min(Math.floor(wanted / count) * count, work.bytes.length - count));
}

/** Returns the place of the step. */
export function drawCombine(
  pen: SheetPen,
  view: BitmapView,
  work: BitCombineView,
  hot: BitSpan | null,
  words: BitmapWords,
): Box | null {
  const isNarrow = pen.width < narrowPanel;
  const left = isNarrow ? pen.left : pen.left + labelWidth;
  const lines = linesFor(pen.right - left);
  const rowHeight = cellHeight + rowGap + (isNarrow ? captionHeight : 0);
  let focus: Box | null = null;
  const first = firstDrawn(view, work, hot);
  const end = first + bytesDrawn(work);
  for (let start = first; start < end; start += lines.bytesInLine) {
    const count = Math.min(lines.bytesInLine, end - start);
    for (let nth = 0; nth < count; nth++) {
      const offset = (view.from + start + nth) * 8;
      const x = lines.byteX(nth, left);
      pen.labels.push({
        id: `offset:${offset}`,
        x,
        y: pen.y + 7,
        text: String(offset),
        look: 'byte',
        tone: 'meta',
      });
    }
    pen.y += offsetHeight;
    for (let row = 0; row <= work.sources.length; row++) {
      const isResult = row === work.sources.length;
      if (isResult) pen.y += 6;
      drawCaption(pen, view.key ?? '', work, row, start, isNarrow, words);
      const y = pen.y + (isNarrow ? captionHeight : 0);
      for (let nth = 0; nth < count; nth++) {
        for (let bit = 0; bit < 8; bit++) {
          const box = lines.bitBox(nth, bit, left, y);
          const mark = columnBit(view, work, row, start + nth, bit, box, hot, words);
          if (mark.hot === true) focus ??= box;
          pen.boxes.push(mark);
        }
      }
      pen.y += rowHeight;
    }
    pen.y += blockGap;
  }
  pen.y -= blockGap;
  return focus;
}

function drawCaption(
  pen: SheetPen,
  key: string,
  work: BitCombineView,
  row: number,
  start: number,
  isNarrow: boolean,
  words: BitmapWords,
): void {
  const isResult = row === work.sources.length;
  const source = work.sources[row];
  const sign = row > 0 || work.operation === 'not' ? `${words.operations[work.operation]} ` : '';
  const text = isResult
    ? `= ${words.result(key, work.done, work.length)}`
    : `${sign}${words.source(source.key, source.length)}`;
  const room = isNarrow ? pen.width : labelWidth - 8;
  pen.labels.push({
    id: `row:${row}:${start}`,
    x: pen.left,
    y: pen.y + (isNarrow ? 7 : cellHeight / 2),
    text: cutToWidth(text, room, 'byte'),
    look: 'byte',
    tone: isResult ? 'new' : 'old',
  });
}

function columnBit(
  view: BitmapView,
  work: BitCombineView,
  row: number,
  nth: number,
  bit: number,
  box: Box,
  hot: BitSpan | null,
  words: BitmapWords,
) {
  const byte = view.from + nth;
  const offset = byte * 8 + bit;
  const isDone = byte < work.done;
  const outcome = isDone ? bitOf(work.bytes[nth], bit) : null;
  const column = work.sources.map(({ bytes }) => bitOf(bytes[nth] ?? 0, bit));
  const detail = words.bitSays(offset, byte, 7 - bit);
  // With more sources than are drawn, a column does not show how its result came about.
  const sum = work.moreSources > 0 ? '' : words.column(work.operation, column, outcome);
  const isHot = isWithin(hot, offset);
  if (row < work.sources.length) {
    const isPadding = nth >= work.sources[row].bytes.length;
    const value = column[row];
    const tone = isPadding ? 'ghost' : value === 1 ? 'old' : 'soft';
    return bitMark(box, `source:${row}:${offset}`, value, tone, isHot, {
      head: isPadding ? `0 (${words.padding})` : `${value}${sum === '' ? '' : ` · ${sum}`}`,
      detail,
    });
  }
  const tone = outcome === null ? 'ghost' : outcome === 1 ? 'new' : 'soft';
  return bitMark(box, `bit:${offset}`, outcome ?? '·', tone, isHot, {
    head: outcome === null ? words.pending : sum === '' ? String(outcome) : sum,
    detail,
  });
}
