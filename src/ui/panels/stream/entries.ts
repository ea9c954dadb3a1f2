/** The inside of a listpack: the master entry, then the written elements of each entry. */
import { partWhere } from '../../../protocol/parts.ts';
import type { StreamEntryView, StreamOpenView, StreamView } from '../../../protocol/views.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark, Point, TextMark, Tone } from '../stage/sheet.ts';
import { compareIds } from './ids.ts';
import type { Touched } from './touched.ts';
import { drawMore } from './tree.ts';
import type { StreamWords } from './words.ts';

const cellHeight = 22;
const cellGap = 3;
const pointerHeight = 20;
/** From this width on ids stand before their elements; otherwise above them. */
const wideFrom = 560;

interface Cell {
  readonly id: string;
  /** Its meaning, in quiet letters, and its value. */
  readonly name: string;
  readonly text: string;
  readonly tone?: Tone;
  readonly detail: string;
  /** Its offset in the listpack, if it may be overwritten. */
  readonly offset?: number;
}

interface Opened {
  readonly focus: Box | null;
  /** Where each entry is drawn, by its id: deliveries start from there. */
  readonly places: ReadonlyMap<string, Point>;
}

export function drawOpen(pen: SheetPen, view: StreamView, hot: Touched, words: StreamWords): Opened {
  const places = new Map<string, Point>();
  const { open } = view;
  if (open === null) return { focus: null, places };
  const node = view.nodes.find(({ id }) => id === open.id);
  const note = node === undefined ? '' : words.openNote(node.usedBytes, node.allocatedBytes);
  pen.title('open', words.open(open.id), note);
  const total = (node?.entries ?? 0) + (node?.deleted ?? 0);
  const idWidth = pen.width >= wideFrom ? Math.min(200, widestId(open, words) + 12) : 0;
  const offset = node !== undefined && hot.block === node.address ? hot.offset : -1;
  drawRow(pen, 'master', words.master, words.masterSays, masterCells(open, view, words), idWidth, {
    hot: false,
    offset,
    part: `nodes${partWhere('id', open.id)}.entries`,
  });
  if (open.from > 0) drawMore(pen, 'entries:earlier', words.earlierEntries(open.from));
  let focus: Box | null = null;
  drawPointersBefore(pen, view, open.entries[0]?.id ?? null, open.from === 0, hot, words);
  for (const [nth, entry] of open.entries.entries()) {
    const isHot = hot.entry === entry.id && hot.node === open.id;
    const row = drawRow(
      pen,
      entry.id,
      entry.id,
      words.entrySays(entry.id, entry.offset, entry.sizeBytes),
      entryCells(entry, words),
      idWidth,
      { hot: isHot, offset, part: `open.entries${partWhere('id', entry.id)}` },
    );
    places.set(entry.id, { x: row.x, y: row.y });
    if (isHot) focus = row;
    drawPointersAfter(pen, view, entry.id, open.entries[nth + 1]?.id ?? null, hot, words);
  }
  const later = total - open.from - open.entries.length;
  if (later > 0) drawMore(pen, 'entries:later', words.laterEntries(later));
  return { focus, places };
}

function widestId(open: StreamOpenView, words: StreamWords): number {
  return Math.max(textWidth(words.master), ...open.entries.map(({ id }) => textWidth(id)));
}

function masterCells(open: StreamOpenView, view: StreamView, words: StreamWords): Cell[] {
  const { cells, cellSays } = words;
  const node = view.nodes.find(({ id }) => id === open.id);
  const more = open.fields - open.masterFields.length;
  return [
    {
      id: 'count',
      name: cells.count,
      text: String(node?.entries ?? '?'),
      tone: 'meta',
      detail: cellSays.count,
      offset: open.countOffset,
    },
    {
      id: 'deleted',
      name: cells.deleted,
      text: String(node?.deleted ?? '?'),
      tone: 'meta',
      detail: cellSays.deleted,
      offset: open.deletedOffset,
    },
    { id: 'fields', name: cells.fields, text: String(open.fields), tone: 'meta', detail: cellSays.fields },
    ...open.masterFields.map((field, nth) => ({
      id: `field:${nth}`,
      name: '',
      text: field,
      detail: cellSays.masterField,
    })),
    ...(more > 0
      ? [{ id: 'more', name: cells.more(more), text: '', tone: 'ghost' as const, detail: '' }]
      : []),
    { id: 'end', name: '', text: '0', tone: 'meta', detail: cellSays.end },
  ];
}

function entryCells(entry: StreamEntryView, words: StreamWords): Cell[] {
  const { cells, cellSays, flagNames } = words;
  const { hasSameFields: same, isDeleted } = entry;
  const flags = (isDeleted ? 1 : 0) + (same ? 2 : 0);
  const name = isDeleted ? (same ? flagNames.both : flagNames.deleted) : same ? flagNames.same : '';
  const tone = isDeleted ? 'ghost' : undefined;
  const meta = isDeleted ? 'ghost' : 'meta';
  const more = entry.fields - entry.pairs.length;
  return [
    {
      id: 'flags',
      name: cells.flags,
      text: name === '' ? String(flags) : `${flags} ${name}`,
      tone: isDeleted ? 'bad' : 'meta',
      detail: isDeleted ? cellSays.flagsDeleted : same ? cellSays.flagsSame : cellSays.flagsOwn,
      offset: entry.offset,
    },
    { id: 'ms', name: cells.ms, text: signed(entry.msDifference), tone: meta, detail: cellSays.ms },
    { id: 'seq', name: cells.seq, text: signed(entry.seqDifference), tone: meta, detail: cellSays.seq },
    ...(same
      ? []
      : [
          {
            id: 'fields',
            name: cells.fields,
            text: String(entry.fields),
            tone: meta,
            detail: cellSays.fields,
          } as const,
        ]),
    ...entry.pairs.flatMap(({ field, value }, nth): Cell[] => [
      ...(same
        ? []
        : [{ id: `field:${nth}`, name: '', text: field, tone, detail: cellSays.ownField } as const]),
      // The name of a field that is not written here is quiet.
      {
        id: `value:${nth}`,
        name: same ? field : '',
        text: value,
        tone: tone ?? 'old',
        detail: cellSays.value(field),
      },
    ]),
    ...(more > 0
      ? [{ id: 'more', name: cells.more(more), text: '', tone: 'ghost', detail: '' } as const]
      : []),
    {
      id: 'elements',
      name: cells.elements,
      text: String(entry.elements),
      tone: meta,
      detail: cellSays.elements,
    },
  ];
}

function signed(difference: string): string {
  return difference.startsWith('-') ? difference : `+${difference}`;
}

/** A name and its cells; returns the place of the row. */
function drawRow(
  pen: SheetPen,
  id: string,
  name: string,
  says: string,
  cells: readonly Cell[],
  idWidth: number,
  { hot, offset, part }: { readonly hot: boolean; readonly offset: number; readonly part: string },
): Box {
  const top = pen.y;
  const cellsX = pen.left + idWidth;
  pen.labels.push({
    id: `entry:${id}`,
    x: pen.left,
    y: top + cellHeight / 2,
    text: idWidth > 0 ? cutToWidth(name, idWidth - 8) : name,
    look: id === 'master' ? 'note' : 'name',
    hot,
  });
  if (idWidth === 0) pen.y += cellHeight - 1;
  let x = cellsX;
  for (const cell of cells) {
    const nameText = cutToWidth(cell.name, 150, 'note');
    const nameWidth = nameText === '' ? 0 : textWidth(nameText, 'note') + (cell.text === '' ? 0 : 8);
    const most = pen.right - cellsX;
    const text = cutToWidth(cell.text, Math.min(260, most - nameWidth - 16), 'byte');
    const width = Math.max(cellHeight, Math.min(most, nameWidth + textWidth(text, 'byte') + 14));
    if (x > cellsX && x + width > pen.right) {
      x = cellsX;
      pen.y += cellHeight + cellGap;
    }
    const texts: TextMark[] = [];
    if (nameText !== '') texts.push({ x: 7, y: cellHeight / 2, text: nameText, look: 'note' });
    if (text !== '') texts.push({ x: 7 + nameWidth, y: cellHeight / 2, text, look: 'byte' });
    const mark: BoxMark = {
      id: `cell:${id}:${cell.id}`,
      x,
      y: pen.y,
      width,
      height: cellHeight,
      tone: cell.tone ?? 'plain',
      hot: hot || (offset >= 0 && cell.offset === offset),
      texts,
      says: {
        head: [cell.name, cell.text].filter((each) => each !== '').join(' '),
        detail: `${cell.detail} ${says}`.trim(),
      },
      part,
    };
    pen.boxes.push(mark);
    x += width + cellGap;
  }
  pen.y += cellHeight + (idWidth === 0 ? 8 : 5);
  return { x: cellsX, y: top, width: pen.right - cellsX, height: pen.y - top };
}

/** Groups that have not reached the first entry of the stream, if that one is drawn. */
function drawPointersBefore(
  pen: SheetPen,
  view: StreamView,
  first: string | null,
  isBeginning: boolean,
  hot: Touched,
  words: StreamWords,
): void {
  const isFirstNode = view.from === 0 && view.nodes[0]?.id === view.open?.id;
  if (!isBeginning || !isFirstNode || first === null) return;
  drawPointers(pen, view, (lastId) => compareIds(lastId, first) < 0, hot, words);
}

function drawPointersAfter(
  pen: SheetPen,
  view: StreamView,
  id: string,
  next: string | null,
  hot: Touched,
  words: StreamWords,
): void {
  // After the last drawn entry, only groups that have read exactly up to it: another listpack may follow.
  const isHere = (lastId: string) =>
    compareIds(lastId, id) >= 0 &&
    (next === null ? lastId === id || id === view.lastId : compareIds(lastId, next) < 0);
  drawPointers(pen, view, isHere, hot, words);
}

/** A line across the entries: a group has been given everything up to here. */
function drawPointers(
  pen: SheetPen,
  view: StreamView,
  isHere: (lastId: string) => boolean,
  hot: Touched,
  words: StreamWords,
): void {
  for (const group of view.groups) {
    if (!isHere(group.lastId)) continue;
    const text = cutToWidth(`◂ ${words.pointer(group.name)}`, pen.width - 20, 'note');
    const width = textWidth(text, 'note') + 16;
    const y = pen.y;
    pen.links.push({
      id: `read:${group.address}`,
      from: { x: pen.left, y: y + pointerHeight / 2 - 2 },
      to: { x: pen.right, y: y + pointerHeight / 2 - 2 },
      tone: 'good',
      hot: hot.hasMoved && hot.group === group.address,
    });
    pen.boxes.push({
      id: `read:${group.address}`,
      x: pen.right - width,
      y: y - 1,
      width,
      height: pointerHeight - 2,
      shape: 'pill',
      tone: 'good',
      hot: hot.hasMoved && hot.group === group.address,
      texts: [{ x: width / 2, y: pointerHeight / 2 - 1, text, look: 'note', anchor: 'middle' }],
      says: words.pointerSays(group.name, group.lastId),
      part: `groups${partWhere('address', group.address)}.lastId`,
      picks: `group:${group.address}`,
    });
    pen.y += pointerHeight + 4;
  }
}
