/**
 * From a snapshot of a database to rows. A row is marked only if it differs from the snapshot one moment before, never
 * because a step claims a change.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { KeyRow, KeyspaceView } from '../../../protocol/views.ts';

export type RowChange = 'added' | 'changed' | 'removed' | 'named' | null;

export interface RowMark {
  /** The key's bytes as text: unlike the printed key it is never cut. */
  readonly id: string;
  /** The place of the row in the whole list. */
  readonly index: number;
  readonly row: KeyRow;
  readonly change: RowChange;
}

export interface KeyspaceMarks {
  readonly rows: readonly RowMark[];
  /** Height of the whole list, and where the drawn rows begin in it. */
  readonly height: number;
  readonly top: number;
}

export const rowHeight = 40;
export const cardHeight = 64;
/** Browsers stop at some 33 million pixels; well below, the list is scrolled in proportion instead. */
const tallest = 8_000_000;

export function rowId(row: KeyRow): string {
  let id = '';
  for (const byte of row.keyBytes) id += String.fromCharCode(byte);
  return id;
}

function differs(row: KeyRow, earlier: KeyRow): boolean {
  return (
    row.type !== earlier.type ||
    row.encoding !== earlier.encoding ||
    row.expireAtMs !== earlier.expireAtMs ||
    row.memoryBytes !== earlier.memoryBytes ||
    row.address !== earlier.address ||
    row.preview !== earlier.preview
  );
}

function isWhole(view: KeyspaceView): boolean {
  return view.from === 0 && view.rows.length === view.keys;
}

/** The key of a step, if the step is about keys and not about dictionaries. */
function namedKey(step: Step | null, db: number): string | null {
  if (step?.type === 'object.encoding') return step.key;
  if (step?.type === 'key.expired' && step.db === db) return step.key;
  return null;
}

/** Rows with their change since `before`; with `ghosts`, a removed row keeps its place. */
export function changedRows(
  view: KeyspaceView,
  step: Step | null,
  before: KeyspaceView | null,
  ghosts = true,
): RowMark[] {
  const named = namedKey(step, view.db);
  const comparable = before !== null && before.db === view.db && before.order === view.order;
  const earlier = new Map<string, KeyRow>();
  if (comparable) for (const row of before.rows) earlier.set(rowId(row), row);

  const marks: RowMark[] = view.rows.map((row, nth) => {
    const id = rowId(row);
    const past = earlier.get(id);
    let change: RowChange = null;
    // Nothing is known beyond the window, so only a whole list can show that a row is new.
    if (comparable && past === undefined && isWhole(before)) change = 'added';
    else if (past !== undefined && differs(row, past)) change = 'changed';
    else if (row.key === named) change = 'named';
    return { id, index: view.from + nth, row, change };
  });
  if (ghosts && comparable && isWhole(before) && isWhole(view) && view.order === 'name') {
    const present = new Set(marks.map((mark) => mark.id));
    before.rows.forEach((row, nth) => {
      const id = rowId(row);
      if (!present.has(id))
        marks.splice(Math.min(nth, marks.length), 0, { id, index: nth, row, change: 'removed' });
    });
  }
  return marks;
}

export function layoutKeyspace(
  view: KeyspaceView,
  rows: readonly RowMark[],
  rowPixels: number,
  scrollTop: number,
): KeyspaceMarks {
  const total = Math.max(view.keys, rows.length);
  const full = total * rowPixels;
  if (full <= tallest) return { rows, height: full, top: view.from * rowPixels };
  // In proportion: the drawn rows stand around where the scroll bar is.
  const first = firstRowAt(view.keys, rowPixels, scrollTop);
  return { rows, height: tallest, top: Math.max(0, scrollTop - (first - view.from) * rowPixels) };
}

/** The row at the top of the visible part. */
export function firstRowAt(keys: number, rowPixels: number, scrollTop: number): number {
  if (keys * rowPixels <= tallest) return Math.floor(scrollTop / rowPixels);
  return Math.floor((scrollTop / tallest) * keys);
}

export interface Lives {
  /** How much of its life a key has left, between 0 and 1; the whole is the time left when it was first seen. */
  share(id: string, expireAtMs: number, leftMs: number): number;
}

/** Remembers, for each expiry time seen, the time left at first. */
export function createLives(): Lives {
  const wholes = new Map<string, number>();
  return {
    share(id, expireAtMs, leftMs) {
      const name = `${expireAtMs} ${id}`;
      const whole = Math.max(wholes.get(name) ?? 0, leftMs);
      if (wholes.size > 5000) wholes.clear();
      wholes.set(name, whole);
      return whole <= 0 ? 0 : Math.max(0, Math.min(1, leftMs / whole));
    },
  };
}
