/** A value in memory as a sheet: the object's fields, the string they point to, and the total cost. */
import type { Step } from '../../../protocol/steps.ts';
import type { ObjectValueView, ObjectView } from '../../../protocol/views.ts';
import { cutToColumns } from '../label.ts';
import { SheetPen } from '../stage/pen.ts';
import type { Box, Layout, Scene, Sheet } from '../stage/sheet.ts';
import { addressText } from './describe.ts';
import { columnWidth, drawSds, margin, sectionGap, type Touched } from './sds.ts';
import { type ObjectWords, objectWords } from './words.ts';

const fieldHeight = 46;
const pieceHeight = 24;

export const layoutObject: Layout<ObjectView> = (scene, size, language): Sheet => {
  const words = objectWords[language];
  const { value } = scene.view;
  const pen = new SheetPen(size.width, margin);
  if (value === null) return { width: size.width, height: 0, boxes: [] };
  const hot = touched(scene, value);
  const pointer = drawObject(pen, value, hot, words);
  const focus = value.sds === null ? null : drawSds(pen, value, value.sds, pointer, hot, words);
  if (value.sds === null && value.integer === null) drawOther(pen, value, pointer, words);
  drawPieces(pen, value, words);
  drawCounted(pen, scene.view, value, words);
  return {
    width: size.width,
    height: pen.y + margin,
    boxes: pen.boxes,
    labels: pen.labels,
    links: pen.links,
    focus,
  };
};

function touched({ step, view }: Scene<ObjectView>, value: ObjectValueView): Touched {
  const isOwn = (candidate: Step | null): boolean =>
    candidate !== null && 'sds' in candidate && candidate.sds === value.sds?.address;
  return {
    encoding: step?.type === 'object.encoding' && step.key === view.key,
    room: step?.type === 'sds.room' && isOwn(step),
    bytes: step?.type === 'sds.write' && isOwn(step) ? [step.offset, step.offset + step.count] : null,
  };
}

/** The fields of the object, in one row or in two. Returns the box of the pointer. */
function drawObject(pen: SheetPen, value: ObjectValueView, hot: Touched, words: ObjectWords): Box {
  pen.title('object', words.header, addressText(value.address));
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
  const rows = pen.width >= 560 ? [fields] : [fields.slice(0, 3), fields.slice(3)];
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

/** A collection: its structure has a panel of its own. */
function drawOther(pen: SheetPen, value: ObjectValueView, pointer: Box, words: ObjectWords): void {
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
    course: 'down',
    tone: 'old',
    arrow: true,
  });
  pen.y += box.height;
}

/** The bytes requested from the allocator and the bytes it gave, a bar for each piece. */
function drawPieces(pen: SheetPen, value: ObjectValueView, words: ObjectWords): void {
  pen.y += sectionGap - 6;
  pen.title('pieces', words.allocations);
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

/** The terms of MEMORY USAGE: it counts the requested bytes of the entry, and the slots of everything else. */
function drawCounted(pen: SheetPen, view: ObjectView, value: ObjectValueView, words: ObjectWords): void {
  pen.y += 4;
  if (view.generation === '6.2') {
    pen.note('counted', words.countedOtherwise(value.memoryBytes));
    return;
  }
  const counted = value.allocations.map(({ what, askedBytes, slotBytes }) =>
    what === 'entry' ? askedBytes : slotBytes,
  );
  const contents = value.memoryBytes - counted.reduce((sum, bytes) => sum + bytes, 0);
  pen.note('counted', words.counted(counted, contents, value.encoding, value.memoryBytes));
}
