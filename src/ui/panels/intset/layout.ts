/** A set of integers as a sheet: its header, its numbers in place, and how far it is from becoming a table. */
import type { Step } from '../../../protocol/steps.ts';
import type { IntsetValueView, IntsetView } from '../../../protocol/views-intset.ts';
import { type Pill, SheetPen, textWidth } from '../stage/pen.ts';
import type { Layout, Scene } from '../stage/sheet.ts';
import { drawNumbers, hexOf } from './numbers.ts';
import { type IntsetWords, intsetWords } from './words.ts';

const fieldHeight = 44;
const barHeight = 18;

export const layoutIntset: Layout<IntsetView> = (scene, size, language) => {
  const words = intsetWords[language];
  const { view } = scene;
  const pen = new SheetPen(size.width);
  if (view.encoding === null) return pen.sheet(size.width);
  if (view.intset === null) {
    drawTable(pen, scene, words);
    pen.y += 14;
    drawLimit(pen, view, words);
    return pen.sheet(size.width);
  }
  const { intset } = view;
  const step = ownStep(scene.step, intset);
  drawHeader(pen, intset, step, words);
  pen.y += 16;
  pen.title('numbers', words.numbers, words.numbersNote(intset.widthBytes));
  const focus = drawNumbers({ pen, intset, step, words });
  const after = intset.length - intset.from - intset.numbers.length;
  if (intset.from > 0 || after > 0) pen.note('more', words.more(intset.from, Math.max(0, after)));
  pen.y += 8;
  drawLimit(pen, view, words);
  return pen.sheet(size.width, focus);
};

function ownStep(step: Step | null, intset: IntsetValueView): Step | null {
  return step !== null && 'block' in step && step.block === intset.address ? step : null;
}

function drawHeader(pen: SheetPen, intset: IntsetValueView, step: Step | null, words: IntsetWords): void {
  pen.title('header', words.header, words.headerNote(intset.totalBytes, intset.allocationBytes));
  const fields = [
    {
      id: 'encoding',
      name: `${words.encoding} · ${words.encodingText(intset.widthBytes)}`,
      number: intset.widthBytes,
      says: words.encodingSays(intset.widthBytes),
      isHot: step?.type === 'intset.upgrade' || step?.type === 'intset.widen',
      part: 'intset.widthBytes',
    },
    {
      id: 'length',
      name: `${words.length} · ${intset.length}`,
      number: intset.length,
      says: words.lengthSays(intset.length),
      isHot:
        step?.type === 'intset.insert' || step?.type === 'intset.remove' || step?.type === 'intset.upgrade',
      part: 'intset.length',
    },
  ];
  const width = Math.min(160, (pen.width - 4) / 2);
  for (const [nth, field] of fields.entries()) {
    pen.boxes.push({
      id: `header:${field.id}`,
      x: pen.left + nth * (width + 4),
      y: pen.y,
      width,
      height: fieldHeight,
      tone: 'meta',
      hot: field.isHot,
      texts: [
        { x: width / 2, y: 15, text: field.name, look: 'figure', anchor: 'middle' },
        {
          x: width / 2,
          y: 32,
          text: hexOf(littleEndian(field.number)),
          look: 'byte',
          anchor: 'middle',
          tone: 'soft',
        },
      ],
      says: { head: field.name, detail: field.says },
      part: field.part,
    });
  }
  pen.y += fieldHeight;
}

/** Four bytes, the lowest first, as the header has them. */
function littleEndian(value: number): Uint8Array {
  return Uint8Array.from({ length: 4 }, (_, nth) => (value >>> (8 * nth)) & 0xff);
}

/** How many members there may be. */
function drawLimit(pen: SheetPen, view: IntsetView, words: IntsetWords): void {
  const { elements, limit } = view;
  const text = words.limitText(elements, limit);
  const nameWidth = textWidth(words.limit, 'byte') + 12;
  const room = pen.width - nameWidth - textWidth(text, 'note') - 12;
  const isNarrow = room < 60;
  const x = isNarrow ? pen.left : pen.left + nameWidth;
  const width = isNarrow ? pen.width - textWidth(text, 'note') - 12 : Math.min(room, 320);
  pen.labels.push({
    id: 'limit:name',
    x: pen.left,
    y: pen.y + barHeight / 2,
    text: words.limit,
    look: 'byte',
  });
  if (isNarrow) pen.y += 20;
  pen.boxes.push({
    id: 'limit',
    x,
    y: pen.y + 3,
    width,
    height: barHeight - 6,
    tone: elements > limit ? 'bad' : 'old',
    share: Math.min(1, elements / Math.max(1, limit)),
    says: { head: `${words.limit}: ${text}`, detail: words.limitSays(elements, limit) },
    part: 'elements',
  });
  pen.labels.push({ id: 'limit:text', x: x + width + 8, y: pen.y + barHeight / 2, text, look: 'note' });
  pen.y += barHeight + 6;
}

/** What it has become: members in the order of the table, and the set one moment ago. */
function drawTable(pen: SheetPen, { view, before, step }: Scene<IntsetView>, words: IntsetWords): void {
  const isNow = step?.type === 'object.encoding' && step.key === view.key;
  const hasText = view.members.some(({ isInteger }) => !isInteger);
  pen.title('table', words.table);
  const isAhead = isNow && view.elements <= view.limit;
  pen.note('why', isAhead ? words.tableNext : words.tableWhy(view.elements, view.limit, hasText));
  pen.note('never', words.tableNever);
  pen.y += 8;
  const was = before?.intset ?? null;
  if (was !== null) {
    pen.note('was', words.was(was.length, was.totalBytes));
    pen.y += 4;
    pen.pills(
      was.numbers
        .slice(0, 24)
        .map(({ value }): Pill => ({ id: `number:${value}`, text: value, tone: 'ghost', textTone: 'soft' })),
      pen.left,
      pen.right,
    );
    pen.y += 12;
  }
  const members = view.members.map(
    ({ member, isInteger }): Pill => ({
      id: `member:${member}`,
      text: member === '' ? '""' : member,
      tone: isInteger ? 'new' : 'meta',
      hot: isNow,
      says: { head: member, detail: words.memberSays(isInteger) },
    }),
  );
  pen.note('order', words.tableOrder);
  pen.y += 4;
  const hidden = view.elements - members.length;
  if (hidden > 0)
    members.push({ id: 'member-more', text: words.moreMembers(hidden), tone: 'soft', look: 'note' });
  pen.pills(members, pen.left, pen.right);
}
