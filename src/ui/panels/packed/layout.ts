/**
 * From a snapshot of packed bytes to marks on a sheet. Nothing is remembered: the view says which bytes there are and
 * their purpose, the step only adds highlights.
 */
import type { ByteRole, ByteSpan } from '../../../protocol/packed-bytes.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { PackedBlockView, PackedEntryView } from '../../../protocol/views-packed.ts';
import type { Box } from '../stage/sheet.ts';
import { hexOf } from './bits.ts';
import { captionOf } from './caption.ts';
import { type Flow, type FlowItem, type FlowOptions, flowOf } from './flow.ts';
import { type Grid, gridFor, slotBox } from './geometry.ts';
import type { Origins } from './origin.ts';
import { type Cue, type Touch, touchOf } from './touch.ts';

export type { Cue } from './touch.ts';

/** The purpose of a byte; unknown in a compressed node. */
export type CellRole = ByteRole | 'compressed';

export interface CellMark extends Box {
  readonly offset: number;
  readonly hex: string;
  /** Its character in a string, if it is printable. */
  readonly character: string;
  readonly role: CellRole;
  /** -1 for header, end and bytes without parts. */
  readonly entry: number;
  readonly hot: boolean;
  /** Its value differs from the picture before. */
  readonly changed: boolean;
  /** It begins or ends a group in its row. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** The bytes of one span that stand side by side in a row. */
export interface SegmentMark extends Box {
  readonly id: string;
  readonly role: CellRole;
  readonly entry: number;
  readonly offset: number;
  readonly sizeBytes: number;
  readonly caption: string;
  readonly hot: boolean;
  /** A prevlen that differs from the size of the entry before. */
  readonly stale: boolean;
  /** The row ends or begins inside the span. */
  readonly opensLeft: boolean;
  readonly opensRight: boolean;
}

export interface FoldMark extends Box {
  readonly offset: number;
  readonly count: number;
  readonly entry: number;
  /** Where the folded span begins: the key to open it. */
  readonly spanOffset: number;
  readonly hot: boolean;
}

export interface SpareMark extends Box {
  readonly offset: number;
  /** More than one if they are only counted. */
  readonly count: number;
  readonly hot: boolean;
}

export interface RowMark {
  readonly offset: number;
  readonly y: number;
}

/** A sign beside a touched byte. */
export interface CueMark {
  readonly x: number;
  readonly y: number;
  readonly sign: Cue;
}

/** The place where bytes were cut out. */
export interface CutMark {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly bytes: number;
}

export interface PackedMarks {
  readonly width: number;
  readonly height: number;
  readonly grid: Grid;
  readonly flow: Flow;
  readonly cells: readonly CellMark[];
  readonly segments: readonly SegmentMark[];
  readonly folds: readonly FoldMark[];
  readonly spares: readonly SpareMark[];
  readonly rows: readonly RowMark[];
  readonly cue: CueMark | null;
  readonly cut: CutMark | null;
  /** The entry the step touches; -1 for none. */
  readonly touched: number;
  /** The place to keep in sight. */
  readonly focus: Box | null;
  /** The drawing shows the past: the bytes are gone. */
  readonly ghost: boolean;
}

export interface Situation {
  readonly block: PackedBlockView;
  readonly step: Step | null;
  /** The picture before, and where its bytes have gone. */
  readonly before: PackedBlockView | null;
  readonly origins: Origins | null;
  readonly ghost: boolean;
}

interface Placed {
  readonly item: FlowItem;
  readonly row: number;
  readonly box: Box;
}

const foldSlots = 2;

export function layoutPacked(situation: Situation, width: number, options: FlowOptions): PackedMarks {
  const { block, ghost } = situation;
  const grid = gridFor(width);
  // Of bytes that are gone, the room behind them is gone too.
  const flow = flowOf(ghost ? { ...block, allocationBytes: block.totalBytes } : block, options);
  const touch = touchOf(block, ghost ? null : situation.step);
  const placed = place(flow, grid);
  const entries = new Map(block.entries.map((entry) => [entry.index, entry]));

  const segments = segmentsOf(placed, touch, entries, grid, block);
  const begins = new Set(segments.map(({ x, y }) => `${x},${y}`));
  const ends = new Set(segments.map(({ x, y, width: wide }) => `${x + wide},${y}`));
  const cells: CellMark[] = [];
  const folds: FoldMark[] = [];
  const spares: SpareMark[] = [];
  for (const { item, box } of placed) {
    if (item.kind === 'byte') {
      cells.push({
        ...cellOf(situation, item, box, touch, entries),
        begins: begins.has(`${box.x},${box.y}`),
        ends: ends.has(`${box.x + box.width},${box.y}`),
      });
    } else if (item.kind === 'fold') {
      const hot = isHot(touch, item.span);
      folds.push({
        ...box,
        offset: item.offset,
        count: item.count,
        entry: item.span?.entry ?? -1,
        spanOffset: item.span?.offset ?? block.from,
        hot,
      });
    } else {
      const count = item.kind === 'spares' ? item.count : 1;
      spares.push({ ...box, offset: item.offset, count, hot: touch.slot });
    }
  }
  const rows = rowsOf(placed);
  const firstHot = segments.find(({ hot }) => hot) ?? null;
  const cut = cutOf(touch, placed);
  return {
    width,
    height: rows.length * grid.rowHeight + 10,
    grid,
    flow,
    cells,
    segments,
    folds,
    spares,
    rows,
    cue: firstHot === null || touch.cue === '' ? null : { x: firstHot.x + 2, y: firstHot.y, sign: touch.cue },
    cut,
    touched: touch.entry,
    focus: firstHot ?? (cut === null ? (spares.find(({ hot }) => hot) ?? null) : { ...cut, width: 1 }),
    ghost,
  };
}

/** One after the other; an item of several slots is not broken over two rows. */
function place({ items }: Flow, grid: Grid): Placed[] {
  const placed: Placed[] = [];
  let row = 0;
  let column = 0;
  for (const item of items) {
    const slots = item.kind === 'fold' || item.kind === 'spares' ? foldSlots : 1;
    if (column + slots > grid.perRow) {
      row++;
      column = 0;
    }
    placed.push({ item, row, box: slotBox(grid, row, column, slots) });
    column += slots;
  }
  return placed;
}

function isHot(touch: Touch, span: ByteSpan | null): boolean {
  return span !== null && touch.isHot(span);
}

function cellOf(
  { block, before, origins }: Situation,
  item: FlowItem & { kind: 'byte' },
  box: Box,
  touch: Touch,
  entries: ReadonlyMap<number, PackedEntryView>,
): Omit<CellMark, 'begins' | 'ends'> {
  const { offset, span } = item;
  const byte = block.bytes[offset - block.from];
  const origin = origins?.get(offset);
  const was = before === null || origin === undefined ? undefined : before.bytes[origin - before.from];
  const isText = span?.role === 'data' && isString(entries.get(span.entry)?.encoding ?? '');
  return {
    ...box,
    offset,
    hex: hexOf(byte),
    character: isText ? characterOf(byte) : '',
    role: span?.role ?? 'compressed',
    entry: span?.entry ?? -1,
    hot: isHot(touch, span),
    changed: was !== undefined && was !== byte,
  };
}

export function isString(encoding: string): boolean {
  return encoding.startsWith('str') || encoding === 'raw';
}

/** A byte's look in a string; a dot if it has none. */
export function characterOf(byte: number): string {
  if (byte === 0x20) return '␣';
  return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
}

function segmentsOf(
  placed: readonly Placed[],
  touch: Touch,
  entries: ReadonlyMap<number, PackedEntryView>,
  grid: Grid,
  block: PackedBlockView,
): SegmentMark[] {
  const segments: SegmentMark[] = [];
  for (let at = 0; at < placed.length; ) {
    const { item, row, box } = placed[at];
    if (item.kind === 'spare' || item.kind === 'spares') {
      at++;
      continue;
    }
    const { span } = item;
    let end = at + 1;
    while (end < placed.length && placed[end].row === row && spanOf(placed[end].item) === span) end++;
    const last = placed[end - 1];
    const opensLeft = at > 0 && spanOf(placed[at - 1].item) === span;
    const opensRight = end < placed.length && spanOf(placed[end].item) === span;
    const width = last.box.x + last.box.width - box.x;
    const entry = span === null ? undefined : entries.get(span.entry);
    const stale =
      span?.role === 'prevlen' &&
      entry !== undefined &&
      entry.prevlen !== null &&
      entry.prevlen.says !== entry.prevlen.is;
    segments.push({
      x: box.x,
      y: box.y,
      width,
      height: box.height,
      id: `${span?.entry ?? ''}:${span?.role ?? ''}:${opensLeft ? row : 0}`,
      role: span?.role ?? 'compressed',
      entry: span?.entry ?? -1,
      offset: item.offset,
      sizeBytes: (span?.offset ?? block.from) + (span?.sizeBytes ?? 0) - item.offset,
      caption: span === null || opensLeft ? '' : captionOf(span, entry, block.format, grid, width),
      hot: isHot(touch, span),
      stale,
      opensLeft,
      opensRight,
    });
    at = end;
  }
  return segments;
}

function spanOf(item: FlowItem): ByteSpan | null | undefined {
  return item.kind === 'byte' || item.kind === 'fold' ? item.span : undefined;
}

function rowsOf(placed: readonly Placed[]): RowMark[] {
  const rows: RowMark[] = [];
  for (const { item, row, box } of placed) {
    if (rows.length === row) rows.push({ offset: item.offset, y: box.y });
  }
  return rows;
}

function cutOf(touch: Touch, placed: readonly Placed[]): CutMark | null {
  if (touch.cutAt === null) return null;
  const here = placed.find(({ item }) => item.offset >= touch.cutAt!.offset);
  if (here === undefined) return null;
  const { x, y, height } = here.box;
  return { x, y, height, bytes: touch.cutAt.bytes };
}
