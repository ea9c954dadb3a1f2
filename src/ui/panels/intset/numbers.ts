/** The numbers in memory: every byte has its place, so that a widening number visibly moves. */
import { partWhere } from '../../../protocol/parts.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { IntsetNumberView, IntsetValueView } from '../../../protocol/views-intset.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { Box, BoxMark } from '../stage/sheet.ts';
import type { IntsetWords } from './words.ts';

const headerBytes = 8;
const narrowByte = 25;
/** One or two numbers in a line take its whole width. */
const wideByte = 38;
const cellHeight = 44;
/** Below the cells stand the bounds of a search. */
const lineHeight = 64;
const mostBytesInLine = 48;

type Search = Extract<Step, { readonly type: 'intset.search' }>;

export interface Drawing {
  readonly pen: SheetPen;
  readonly intset: IntsetValueView;
  /** The step that is looked at, if it is about this set. */
  readonly step: Step | null;
  readonly words: IntsetWords;
}

/** Returns what the step touches. */
export function drawNumbers(drawing: Drawing): Box | null {
  const { pen, intset, step, words } = drawing;
  const inLine = Math.max(8, Math.min(mostBytesInLine, Math.floor(pen.width / narrowByte / 8) * 8));
  const byteWidth = inLine > 16 ? narrowByte : Math.max(narrowByte, Math.min(wideByte, pen.width / inLine));
  const first = placeOfFirst(intset);
  const top = pen.y;
  /** A number never lies in two lines: eight bytes fit evenly. */
  const boxAt = (offset: number, sizeBytes: number): Box => {
    const at = offset - first;
    return {
      x: pen.left + (at % inLine) * byteWidth,
      y: top + Math.floor(at / inLine) * lineHeight,
      width: sizeBytes * byteWidth - 3,
      height: cellHeight,
    };
  };
  const search = step?.type === 'intset.search' ? step : null;
  let focus: Box | null = null;
  let lowest = top;
  for (const number of intset.numbers) {
    const box = boxAt(number.offset, number.widthBytes);
    const mark = numberMark(number, box, drawing, search);
    pen.boxes.push(mark);
    if (mark.hot === true) focus ??= box;
    lowest = Math.max(lowest, box.y);
  }
  for (const offset of freePlaces(intset)) {
    const box = boxAt(offset, intset.widthBytes);
    lowest = Math.max(lowest, box.y);
    // The numbers that are still narrow lie over it.
    pen.boxes.unshift({
      ...box,
      id: `free:${offset}`,
      tone: 'ghost',
      says: { head: words.free, detail: words.freeSays },
    });
  }
  if (search !== null) drawBounds(drawing, search, boxAt);
  pen.y = lowest + lineHeight;
  return focus;
}

/** The window begins with some number; during an upgrade everything is shown in place. */
function placeOfFirst({ from, widthBytes, widening }: IntsetValueView): number {
  return headerBytes + (widening === null ? from * widthBytes : 0);
}

/** The places of wide numbers that are not written yet. */
function freePlaces({ widening, length, widthBytes, from, numbers }: IntsetValueView): number[] {
  if (widening === null || from > 0 || numbers.length < length) return [];
  const taken = new Set(
    numbers.filter((number) => number.widthBytes === widthBytes).map(({ offset }) => offset),
  );
  const places: number[] = [];
  for (let nth = 0; nth <= length; nth++) {
    const offset = headerBytes + nth * widthBytes;
    if (!taken.has(offset)) places.push(offset);
  }
  return places;
}

function numberMark(
  number: IntsetNumberView,
  box: Box,
  { intset, step, words }: Drawing,
  search: Search | null,
): BoxMark {
  const isNarrow = number.widthBytes < intset.widthBytes;
  const isOut = search !== null && (number.index < search.low || number.index > search.high);
  const hex = hexOf(number.bytes);
  const isWide = intset.widening !== null && !isNarrow;
  return {
    ...box,
    id: `number:${number.value}`,
    tone: isOut ? 'soft' : isWide ? 'new' : 'old',
    hot: isTouched(number, step),
    texts: [
      {
        x: box.width / 2,
        y: 15,
        text: number.value,
        anchor: 'middle',
        look: box.width < 60 ? 'byte' : 'name',
        ...(isOut ? { tone: 'soft' as const } : {}),
      },
      { x: box.width / 2, y: 32, text: hex, look: 'byte', anchor: 'middle', tone: 'soft' },
    ],
    says: {
      head: isNarrow ? `${number.value} (${words.narrow})` : number.value,
      detail: words.numberSays(number.index, number.offset, number.widthBytes, hex),
    },
    part: `intset.numbers${partWhere('value', number.value)}{offset,widthBytes}`,
  };
}

function isTouched(number: IntsetNumberView, step: Step | null): boolean {
  switch (step?.type) {
    case 'intset.search':
    case 'intset.insert':
    case 'intset.upgrade':
      return step.index === number.index;
    case 'intset.widen':
      return number.index >= step.first && number.index <= step.last;
    default:
      return false;
  }
}

/** The bounds between which the search goes on. */
function drawBounds(
  { pen, intset, words }: Drawing,
  search: Search,
  boxAt: (offset: number, sizeBytes: number) => Box,
): void {
  for (const bound of ['low', 'high'] as const) {
    const index = search[bound];
    if (index < intset.from || index >= intset.from + intset.numbers.length) continue;
    const { x, y, width } = boxAt(headerBytes + index * intset.widthBytes, intset.widthBytes);
    const isSame = search.low === search.high;
    const shift = isSame ? (bound === 'low' ? -16 : 16) : 0;
    pen.labels.push({
      id: `bound:${bound}`,
      x: x + width / 2 + shift,
      y: y + cellHeight + 10,
      text: words[bound],
      look: 'note',
      anchor: 'middle',
      tone: 'meta',
    });
  }
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
