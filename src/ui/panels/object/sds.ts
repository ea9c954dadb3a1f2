/** The string behind an object: header, characters, spare room and the final zero, in the order of memory. */
import type { ObjectValueView, SdsView } from '../../../protocol/views.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { Box } from '../stage/sheet.ts';
import { addressText, characterOf } from './describe.ts';
import type { ObjectWords } from './words.ts';

export const margin = 4;
export const sectionGap = 30;
export const columnWidth = 7.6;
const byteWidth = 27;
const byteHeight = 36;
const byteGap = 3;
/** On a narrower sheet the pointer would cross the note beside the heading: the note stands below the bytes. */
const captionBeside = 560;
/** Spare places drawn one by one; beyond them one box stands for the rest. */
const spareCells = 12;

/** What the step touches. */
export interface Touched {
  readonly encoding: boolean;
  readonly room: boolean;
  /** Bytes written, from and up to. */
  readonly bytes: readonly [number, number] | null;
}

/** Returns what was touched. */
export function drawSds(
  pen: SheetPen,
  value: ObjectValueView,
  sds: SdsView,
  pointer: Box,
  hot: Touched,
  words: ObjectWords,
): Box | null {
  const top = pen.y;
  pen.y += sectionGap;
  const isEmbedded = value.encoding === 'embstr';
  // The heading is short: the pointer comes down behind it.
  const place = isEmbedded ? words.oneAllocation : addressText(sds.address);
  const caption = `${words.sdsHeader(sds.header.length)} · ${place}`;
  const isBeside = pen.width >= captionBeside;
  pen.title('sds', words.sds(sds.headerType), isBeside ? caption : '');
  const flow = new Flow(pen);
  drawHeader(pen, flow, sds, hot, words);
  const first = flow.next;
  const focus = drawBytes(pen, flow, sds, hot, words);
  pen.links.push({
    id: 'pointer',
    from: { x: pointer.x + pointer.width / 2, y: top },
    to: { x: first.x + byteWidth / 2, y: first.y - 2 },
    course: 'down',
    tone: 'old',
    hot: hot.room || hot.encoding,
    arrow: true,
  });
  if (!isBeside) {
    pen.y += 6;
    pen.note('caption', caption);
  }
  if (isEmbedded) encloseAll(pen);
  return focus;
}

/** Object and string in one allocation: a sheet behind both. */
function encloseAll(pen: SheetPen): void {
  pen.boxes.unshift({
    id: 'allocation',
    x: 1,
    y: 1,
    width: pen.width + 2 * margin - 2,
    height: pen.y + margin,
    tone: 'ghost',
  });
  pen.y += margin;
}

/** Places one after another in rows, as bytes follow each other in memory. */
class Flow {
  readonly #right: number;
  #x = margin;
  #y: number;

  constructor(pen: SheetPen) {
    this.#right = margin + pen.width;
    this.#y = pen.y;
  }

  /** Where the next byte will stand. */
  get next(): { readonly x: number; readonly y: number } {
    const isFull = this.#x + byteWidth > this.#right;
    return isFull ? { x: margin, y: this.#y + byteHeight + byteGap } : { x: this.#x, y: this.#y };
  }

  get bottom(): number {
    return this.#y + byteHeight;
  }

  take(width: number): Box {
    if (this.#x > margin && this.#x + width > this.#right) {
      this.#x = margin;
      this.#y += byteHeight + byteGap;
    }
    const box = { x: this.#x, y: this.#y, width, height: byteHeight };
    this.#x += width + byteGap;
    return box;
  }
}

function drawHeader(pen: SheetPen, flow: Flow, sds: SdsView, hot: Touched, words: ObjectWords): void {
  const width = (sds.header.length - 1) / 2;
  const hex = (from: number, to: number) =>
    [...sds.header.subarray(from, to)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const parts =
    sds.headerType === 5
      ? [{ id: 'flags', name: words.flags, text: hex(0, 1), says: words.says.flags, value: '' }]
      : [
          {
            id: 'length',
            name: words.length,
            text: hex(0, width),
            says: words.says.length,
            value: String(sds.length),
          },
          {
            id: 'alloc',
            name: words.alloc,
            text: hex(width, 2 * width),
            says: words.says.alloc,
            value: String(sds.alloc),
          },
          {
            id: 'flags',
            name: words.flags,
            text: hex(2 * width, 2 * width + 1),
            says: words.says.flags,
            value: '',
          },
        ];
  for (const part of parts) {
    const caption = part.value === '' ? part.name : `${part.name} ${part.value}`;
    const boxWidth = Math.max(part.text.length * columnWidth + 16, caption.length * 6.6 + 16);
    const isWritten = hot.bytes !== null && part.id === 'length';
    pen.boxes.push({
      ...flow.take(boxWidth),
      id: `header:${part.id}`,
      tone: 'meta',
      hot: hot.room || isWritten,
      texts: [
        { x: 8, y: 13, text: caption, look: 'note' },
        { x: 8, y: 27, text: part.text, look: 'byte' },
      ],
      says: { head: caption, detail: part.says },
      part:
        part.id === 'length'
          ? 'value.sds.length'
          : part.id === 'alloc'
            ? 'value.sds.alloc'
            : 'value.sds.headerType',
    });
  }
}

function drawBytes(pen: SheetPen, flow: Flow, sds: SdsView, hot: Touched, words: ObjectWords): Box | null {
  const shown = Math.min(sds.length, sds.bytes.length);
  const spare = sds.alloc - sds.length;
  const spareShown = shown < sds.length ? 0 : Math.min(spare, spareCells);
  let focus: Box | null = null;
  const next = () => flow.take(byteWidth);
  for (let index = 0; index < shown; index++) {
    const byte = sds.bytes[index];
    const hex = byte.toString(16).padStart(2, '0');
    const isHot = hot.bytes !== null && index >= hot.bytes[0] && index < hot.bytes[1];
    const box = next();
    if (isHot) focus ??= box;
    pen.boxes.push({
      ...box,
      id: `byte:${index}`,
      tone: 'old',
      hot: isHot,
      texts: [
        { x: byteWidth / 2, y: 13, text: characterOf(byte), anchor: 'middle' },
        { x: byteWidth / 2, y: 27, text: hex, look: 'byte', anchor: 'middle', tone: 'soft' },
      ],
      says: { head: characterOf(byte), detail: words.says.byte(index, hex) },
      part: `value.sds.bytes.${index}`,
    });
  }
  // The zero follows the characters; the spare room lies after it.
  if (shown === sds.length) {
    pen.boxes.push({
      ...next(),
      id: 'terminator',
      tone: 'soft',
      texts: [
        { x: byteWidth / 2, y: 13, text: '\\0', anchor: 'middle', tone: 'soft' },
        { x: byteWidth / 2, y: 27, text: '00', look: 'byte', anchor: 'middle', tone: 'soft' },
      ],
      says: { head: words.terminator, detail: words.says.terminator },
    });
  }
  const spareSays = { head: words.spare, detail: words.says.spare(spare) };
  for (let index = 0; index < spareShown; index++) {
    pen.boxes.push({
      ...next(),
      id: `byte:${sds.length + index}`,
      tone: 'ghost',
      hot: hot.room,
      says: spareSays,
    });
  }
  if (spareShown > 0 && spareShown < spare) {
    const text = `+${spare - spareShown}`;
    const width = text.length * columnWidth + 16;
    pen.boxes.push({
      ...flow.take(width),
      id: 'spare',
      tone: 'ghost',
      hot: hot.room,
      texts: [{ x: width / 2, y: byteHeight / 2, text, anchor: 'middle' }],
      says: spareSays,
    });
  }
  pen.y = flow.bottom;
  const hidden = sds.length - shown;
  const notes = [
    hidden > 0 ? words.more(hidden) : '',
    spare > spareShown ? `${words.spare}: ${formatAllBytes(spare)}` : '',
  ].filter((note) => note !== '');
  if (notes.length > 0) {
    pen.labels.push({ id: 'more', x: margin, y: pen.y + 10, text: notes.join(' · '), look: 'note' });
    pen.y += 22;
  }
  return focus;
}
