/** A value in memory as a sheet: the object's fields, the header of the string, its bytes, and what they cost. */
import type { Step } from '../../../protocol/steps.ts';
import type { ObjectValueView, ObjectView, SdsView } from '../../../protocol/views.ts';
import { cutToColumns } from '../label.ts';
import type { Box, BoxMark, LabelMark, Layout, LinkMark, Scene, Sheet } from '../stage/sheet.ts';
import { addressText, characterOf } from './describe.ts';
import { type ObjectWords, objectWords } from './words.ts';

const margin = 4;
const fieldHeight = 46;
const titleHeight = 26;
const byteWidth = 27;
const byteHeight = 36;
const byteGap = 3;
const sectionGap = 30;
const pieceHeight = 24;
const columnWidth = 7.6;
/** Spare places drawn one by one; beyond them one box stands for the rest. */
const spareCells = 12;

interface Pen {
  readonly boxes: BoxMark[];
  readonly labels: LabelMark[];
  readonly links: LinkMark[];
  readonly width: number;
  y: number;
}

export const layoutObject: Layout<ObjectView> = (scene, size, language): Sheet => {
  const words = objectWords[language];
  const { value } = scene.view;
  const pen: Pen = { boxes: [], labels: [], links: [], width: size.width - 2 * margin, y: margin };
  if (value === null) return { width: size.width, height: 0, boxes: [] };
  const hot = touched(scene, value);
  const pointer = drawObject(pen, value, hot, words);
  const focus = value.sds === null ? null : drawSds(pen, value, value.sds, pointer, hot, words);
  if (value.sds === null && value.integer === null) drawOther(pen, value, pointer, words);
  drawPieces(pen, value, words);
  return {
    width: size.width,
    height: pen.y + margin,
    boxes: pen.boxes,
    labels: pen.labels,
    links: pen.links,
    focus,
  };
};

interface Touched {
  readonly encoding: boolean;
  readonly room: boolean;
  /** Bytes written, from and up to. */
  readonly bytes: readonly [number, number] | null;
}

function touched({ step, view }: Scene<ObjectView>, value: ObjectValueView): Touched {
  const isOwn = (candidate: Step | null): boolean =>
    candidate !== null && 'sds' in candidate && candidate.sds === value.sds?.address;
  return {
    encoding: step?.type === 'object.encoding' && step.key === view.key,
    room: step?.type === 'sds.room' && isOwn(step),
    bytes: step?.type === 'sds.write' && isOwn(step) ? [step.offset, step.offset + step.count] : null,
  };
}

/** The fields of the object, in one row or in two. Gives back the box of the pointer. */
function drawObject(pen: Pen, value: ObjectValueView, hot: Touched, words: ObjectWords): Box {
  title(pen, 'object', words.header, addressText(value.address));
  const fields = [
    {
      id: 'type',
      name: words.type,
      bits: 4,
      text: value.type,
      weight: 1.1,
      says: words.says.type(value.type, value.typeNumber),
    },
    {
      id: 'encoding',
      name: words.encoding,
      bits: 4,
      text: value.encoding,
      weight: 1.3,
      says: words.says.encoding(value.encoding, value.encodingNumber),
    },
    { id: 'lru', name: words.lru, bits: 24, text: String(value.lru), weight: 1.2, says: words.says.lru },
    {
      id: 'refcount',
      name: words.refcount,
      bits: 32,
      text: value.isShared ? words.shared : String(value.refcount),
      weight: 1.2,
      says: words.says.refcount,
    },
    {
      id: 'pointer',
      name: words.pointer,
      bits: 64,
      text: value.integer ?? addressText(value.pointer),
      weight: 2.2,
      says: value.integer === null ? words.says.pointer : words.says.pointerInteger,
    },
  ];
  const rows = pen.width >= 480 ? [fields] : [fields.slice(0, 3), fields.slice(3)];
  let pointer: Box = { x: 0, y: 0, width: 0, height: 0 };
  for (const row of rows) {
    const weights = row.reduce((sum, { weight }) => sum + weight, 0);
    let x = margin;
    for (const field of row) {
      const width = (pen.width * field.weight) / weights;
      const box = { x, y: pen.y, width: width - 2, height: fieldHeight };
      const room = Math.floor((box.width - 16) / columnWidth);
      pen.boxes.push({
        ...box,
        id: `field:${field.id}`,
        tone: field.id === 'pointer' ? 'old' : 'meta',
        hot: hot.encoding && (field.id === 'encoding' || field.id === 'pointer'),
        texts: [
          { x: 8, y: 14, text: `${field.name} · ${words.bits(field.bits)}`, look: 'note' },
          { x: 8, y: 33, text: cutToColumns(field.text, room) },
        ],
        says: { head: `${field.name} = ${field.text}`, detail: field.says },
        part: `value.${field.id === 'pointer' && value.integer !== null ? 'integer' : field.id}`,
      });
      if (field.id === 'pointer') pointer = box;
      x += width;
    }
    pen.y += fieldHeight + 2;
  }
  return pointer;
}

function title(pen: Pen, id: string, text: string, note: string): void {
  pen.labels.push({ id: `title:${id}`, x: margin, y: pen.y + 10, text, look: 'title' });
  pen.labels.push({
    id: `note:${id}`,
    x: margin + pen.width,
    y: pen.y + 10,
    text: note,
    look: 'byte',
    anchor: 'end',
    tone: 'soft',
  });
  pen.y += titleHeight;
}

/** The string: header, characters, spare room, and the zero at its end. Gives back what was touched. */
function drawSds(
  pen: Pen,
  value: ObjectValueView,
  sds: SdsView,
  pointer: Box,
  hot: Touched,
  words: ObjectWords,
): Box | null {
  const top = pen.y;
  pen.y += sectionGap;
  const isEmbedded = value.encoding === 'embstr';
  title(
    pen,
    'sds',
    words.sds(sds.headerType, sds.header.length),
    isEmbedded ? words.oneAllocation : addressText(sds.address),
  );
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
  if (isEmbedded) encloseAll(pen);
  return focus;
}

/** Object and string in one piece of memory: a sheet behind both. */
function encloseAll(pen: Pen): void {
  pen.boxes.unshift({
    id: 'allocation',
    x: 0,
    y: 0,
    width: pen.width + 2 * margin,
    height: pen.y + margin,
    tone: 'ghost',
  });
  pen.y += margin;
}

/** Places for one thing after another in rows, as bytes follow each other in memory. */
class Flow {
  readonly #right: number;
  #x = margin;
  #y: number;

  constructor(pen: Pen) {
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

function drawHeader(pen: Pen, flow: Flow, sds: SdsView, hot: Touched, words: ObjectWords): void {
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

function drawBytes(pen: Pen, flow: Flow, sds: SdsView, hot: Touched, words: ObjectWords): Box | null {
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
  for (let index = 0; index < spareShown; index++) {
    pen.boxes.push({
      ...next(),
      id: `byte:${sds.length + index}`,
      tone: 'ghost',
      hot: hot.room,
      says: { head: words.spare, detail: words.says.spare(spare) },
    });
  }
  if (shown === sds.length && spareShown === spare) {
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
  pen.y = flow.bottom;
  const hidden = sds.length - shown;
  const notes = [
    hidden > 0 ? words.more(hidden) : '',
    spare > spareShown ? `${words.spare}: ${spare} B` : '',
  ].filter((note) => note !== '');
  if (notes.length > 0) {
    pen.labels.push({ id: 'more', x: margin, y: pen.y + 10, text: notes.join(' · '), look: 'note' });
    pen.y += 22;
  }
  return focus;
}

/** A collection: its structure has a panel of its own. */
function drawOther(pen: Pen, value: ObjectValueView, pointer: Box, words: ObjectWords): void {
  const top = pen.y;
  pen.y += sectionGap;
  const box = { x: margin, y: pen.y, width: Math.min(pen.width, 340), height: 34 };
  const text = words.otherStructure(value.encoding);
  pen.boxes.push({
    ...box,
    id: 'other',
    tone: 'soft',
    texts: [{ x: 10, y: 17, text: cutToColumns(text, Math.floor((box.width - 20) / 7)), look: 'note' }],
    says: { head: text },
  });
  pen.links.push({
    id: 'pointer',
    from: { x: pointer.x + pointer.width / 2, y: top },
    to: { x: box.x + box.width / 2, y: box.y - 2 },
    course: 'straight',
    tone: 'old',
    arrow: true,
  });
  pen.y += box.height;
}

/** What was asked of the allocator and what it gave, a bar for each piece. */
function drawPieces(pen: Pen, value: ObjectValueView, words: ObjectWords): void {
  pen.y += sectionGap - 6;
  title(pen, 'pieces', words.allocations, words.memory(value.memoryBytes));
  const nameWidth = 130;
  const noteWidth = 96;
  const room = Math.max(60, pen.width - nameWidth - noteWidth);
  const largest = Math.max(...value.allocations.map(({ slotBytes }) => slotBytes));
  for (const { what, askedBytes, slotBytes } of value.allocations) {
    const width = Math.max(14, (room * slotBytes) / largest);
    pen.labels.push({
      id: `piece:${what}`,
      x: margin,
      y: pen.y + pieceHeight / 2,
      text: words.pieces[what],
      look: 'figure',
    });
    pen.boxes.push({
      id: `piece:${what}`,
      x: margin + nameWidth,
      y: pen.y + 4,
      width,
      height: pieceHeight - 8,
      tone: what === 'entry' || what === 'object' ? 'meta' : 'old',
      share: askedBytes / slotBytes,
      says: { head: words.pieces[what], detail: words.slotSays(askedBytes, slotBytes) },
      part: `value.allocations[what=${what}].slotBytes`,
    });
    pen.labels.push({
      id: `slot:${what}`,
      x: margin + nameWidth + width + 8,
      y: pen.y + pieceHeight / 2,
      text: words.slot(askedBytes, slotBytes),
      look: 'note',
    });
    pen.y += pieceHeight + 4;
  }
}
