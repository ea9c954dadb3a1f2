/** The bits of one string, and the command's work on them: a range is underlined, a field is framed. */
import type { BitFieldView, BitmapView } from '../../../protocol/views-bitmap.ts';
import { grouped } from '../../i18n/amounts.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark, Said, TextMark, Tone } from '../stage/sheet.ts';
import { bitOf, cellHeight, type Lines, linesFor } from './lines.ts';
import { type BitSpan, isWithin } from './touched.ts';
import type { BitmapWords } from './words.ts';

const labelHeight = 16;
const lineGap = 10;
const fieldLabelHeight = 15;
/** Frames of neighbours touch and do not overlap. */
const frameX = 1;
const frameY = 3;

/** Returns the place of the step. */
export function drawBits(
  pen: SheetPen,
  view: BitmapView,
  hot: BitSpan | null,
  words: BitmapWords,
): Box | null {
  const lines = linesFor(pen.width);
  const { bytes, from, work } = view;
  const fields = work?.kind === 'fields' ? work.fields : [];
  const range = work?.kind === 'range' ? work : null;
  // Frames reach above their bits; the words above them make room.
  const headHeight = labelHeight + (fields.length > 0 ? frameY + 1 : 0);
  const lineHeight = headHeight + cellHeight + lineGap + (fields.length > 0 ? fieldLabelHeight : 0);
  const top = pen.y;
  const placeOf = (bit: number): { byte: number; y: number } => {
    const at = Math.floor(bit / 8) - from;
    return {
      byte: at % lines.bytesInLine,
      y: top + Math.floor(at / lines.bytesInLine) * lineHeight + headHeight,
    };
  };
  let focus: Box | null = null;
  drawFields(pen, view, fields, lines, placeOf);
  for (let nth = 0; nth < bytes.length; nth++) {
    const byte = from + nth;
    const place = placeOf(byte * 8);
    pen.boxes.push(byteMark(pen, byte, bytes[nth], { ...place, y: place.y - headHeight }, lines, words));
    for (let bit = 0; bit < 8; bit++) {
      const offset = byte * 8 + bit;
      const value = bitOf(bytes[nth], bit);
      const isIn = range === null || (offset >= range.firstBit && offset <= range.lastBit);
      const box = lines.bitBox(place.byte, bit, pen.left, place.y);
      const isHot = isWithin(hot, offset);
      if (isHot) focus ??= box;
      const tone = value === 0 ? 'soft' : isIn ? 'old' : 'plain';
      const says = { head: String(value), detail: words.bitSays(offset, byte, 7 - bit) };
      pen.boxes.push(bitMark(box, `bit:${offset}`, value, tone, isHot, says, `bytes.${byte}`));
    }
  }
  const beyond = beyondEnd(view, hot);
  if (beyond !== null) {
    const place = placeOf(beyond);
    const box = lines.bitBox(place.byte, beyond % 8, pen.left, place.y);
    const says = { head: '0', detail: words.beyond };
    pen.boxes.push(bitMark(box, `bit:${beyond}`, 0, 'ghost', true, says));
    focus ??= box;
  }
  if (range !== null) drawRange(pen, view, lines, placeOf, words);
  const drawn = bytes.length + (beyond === null ? 0 : 1);
  pen.y = top + Math.ceil(drawn / lines.bytesInLine) * lineHeight;
  return focus;
}

/** A bit found or read right after the last byte, where there is none. */
function beyondEnd({ from, bytes, length }: BitmapView, hot: BitSpan | null): number | null {
  if (hot === null || hot.first !== hot.last || from + bytes.length !== length) return null;
  return Math.floor(hot.first / 8) === length ? hot.first : null;
}

/** A picture may have hundreds of them, so each is made in one go. */
export function bitMark(
  box: Box,
  id: string,
  value: number | string,
  tone: Tone,
  hot: boolean,
  says: Said,
  part?: string,
): BoxMark {
  const { x, y, width, height } = box;
  const isQuiet = tone === 'soft' || tone === 'ghost';
  const text: TextMark = {
    x: width / 2,
    y: height / 2,
    text: String(value),
    anchor: 'middle',
    tone: isQuiet ? 'soft' : undefined,
  };
  return { id, x, y, width, height, tone, hot, texts: [text], says, part };
}

function byteMark(
  pen: SheetPen,
  byte: number,
  value: number,
  place: { byte: number; y: number },
  lines: Lines,
  words: BitmapWords,
): BoxMark {
  const hex = `0x${value.toString(16).padStart(2, '0')}`;
  const character = value > 0x20 && value < 0x7f ? String.fromCharCode(value) : '';
  return {
    id: `byte:${byte}`,
    x: lines.byteX(place.byte, pen.left),
    y: place.y,
    width: lines.byteWidth - 2,
    height: labelHeight - 2,
    shape: 'bare',
    texts: [
      { x: 0, y: 7, text: grouped.en(byte * 8), look: 'byte', tone: 'meta' },
      { x: lines.byteWidth - 2, y: 7, text: hex, look: 'byte', anchor: 'end', tone: 'soft' },
    ],
    says: { head: hex, detail: words.byteSays(byte, character) },
  };
}

type PlaceOf = (bit: number) => { byte: number; y: number };

/** Runs of neighbouring bits in one line. */
function stretches(
  view: BitmapView,
  first: number,
  last: number,
  left: number,
  lines: Lines,
  placeOf: PlaceOf,
): Box[] {
  const found: Box[] = [];
  const begin = Math.max(first, view.from * 8);
  const end = Math.min(last, (view.from + view.bytes.length) * 8 - 1);
  for (let bit = begin; bit <= end; bit++) {
    const place = placeOf(bit);
    const box = lines.bitBox(place.byte, bit % 8, left, place.y);
    const latest = found.at(-1);
    if (latest !== undefined && latest.y === box.y) {
      found[found.length - 1] = { ...latest, width: box.x + box.width - latest.x };
    } else found.push(box);
  }
  return found;
}

function drawFields(
  pen: SheetPen,
  view: BitmapView,
  fields: readonly BitFieldView[],
  lines: Lines,
  placeOf: PlaceOf,
): void {
  /** Where a label ends in a line. */
  const taken = new Map<number, number>();
  for (const [nth, field] of fields.entries()) {
    const text = `${field.type} = ${field.value}`;
    const parts = stretches(view, field.offset, field.offset + field.bits - 1, pen.left, lines, placeOf);
    const isFree = (box: Box) => (taken.get(box.y) ?? 0) <= box.x;
    // Under the first piece that has room for the whole label.
    const named = Math.max(
      0,
      parts.findIndex((box) => isFree(box) && box.x + textWidth(text, 'byte') <= pen.right),
    );
    for (const [piece, box] of parts.entries()) {
      pen.boxes.push({
        x: box.x - frameX,
        y: box.y - frameY,
        width: box.width + 2 * frameX,
        height: box.height + 2 * frameY,
        id: `field:${nth}:${piece}`,
        tone: field.outcome === 'failed' ? 'bad' : 'meta',
      });
      if (piece !== named || !isFree(box)) continue;
      const room = pen.right - box.x;
      const shown = cutToWidth(text, room, 'byte');
      taken.set(box.y, box.x + shown.length * 7 + 8);
      pen.labels.push({
        id: `field:${nth}`,
        x: box.x,
        y: box.y + box.height + 11,
        text: shown,
        look: 'byte',
        tone: field.outcome === 'failed' ? 'bad' : 'meta',
      });
    }
  }
}

function drawRange(
  pen: SheetPen,
  view: BitmapView,
  lines: Lines,
  placeOf: PlaceOf,
  words: BitmapWords,
): void {
  if (view.work?.kind !== 'range') return;
  const { work } = view;
  for (const [nth, box] of stretches(view, work.firstBit, work.lastBit, pen.left, lines, placeOf).entries()) {
    pen.boxes.push({
      id: `range:${nth}`,
      x: box.x,
      y: box.y + box.height + 2,
      width: box.width,
      height: 4,
      tone: 'meta',
      says: { head: words.range(work), detail: words.rangeSays(work) },
    });
  }
}
