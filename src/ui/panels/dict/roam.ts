/** Where the arrow keys lead: from bucket to bucket, along a chain, and from one table to the other. */
import type { DictMarks } from './layout.ts';

export interface Cursor {
  readonly table: 0 | 1;
  readonly bucket: number;
  /** -1 on the bucket itself, otherwise the place in its chain. */
  readonly depth: number;
}

export type RoamKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

function chainDrawn(marks: DictMarks, table: 0 | 1, bucket: number): number {
  let drawn = 0;
  for (const entry of marks.entries) if (entry.table === table && entry.bucket === bucket) drawn++;
  return drawn;
}

function rowsOf(marks: DictMarks, table: 0 | 1): readonly { index: number; y: number }[] {
  return marks.buckets.filter((bucket) => bucket.table === table);
}

/** The drawn bucket of the other table that stands at about the same height. */
function across(marks: DictMarks, cursor: Cursor, table: 0 | 1): Cursor | null {
  const here = marks.buckets.find(
    (bucket) => bucket.table === cursor.table && bucket.index === cursor.bucket,
  );
  let nearest: Cursor | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const bucket of marks.buckets) {
    if (bucket.table !== table || here === undefined) continue;
    const away = Math.abs(bucket.y - here.y) + (bucket.x - here.x) * 1e-6;
    if (away < distance) {
      distance = away;
      nearest = { table, bucket: bucket.index, depth: -1 };
    }
  }
  return nearest;
}

export function firstCursor(marks: DictMarks): Cursor | null {
  const bucket = marks.buckets[0];
  return bucket === undefined ? null : { table: bucket.table, bucket: bucket.index, depth: -1 };
}

/** The cursor kept inside the present drawing; null if nothing is drawn. */
export function settle(marks: DictMarks, cursor: Cursor | null): Cursor | null {
  if (cursor === null) return firstCursor(marks);
  const rows = rowsOf(marks, cursor.table);
  if (rows.length === 0) return firstCursor(marks);
  const bucket = Math.min(Math.max(cursor.bucket, rows[0].index), rows[rows.length - 1].index);
  const depth = Math.min(cursor.depth, chainDrawn(marks, cursor.table, bucket) - 1);
  return { table: cursor.table, bucket, depth };
}

export function roam(marks: DictMarks, from: Cursor | null, key: RoamKey): Cursor | null {
  const cursor = settle(marks, from);
  if (cursor === null || from === null) return cursor;
  const rows = rowsOf(marks, cursor.table);
  const first = rows[0].index;
  const last = rows[rows.length - 1].index;
  switch (key) {
    case 'ArrowUp':
      return settle(marks, { ...cursor, bucket: Math.max(first, cursor.bucket - 1) });
    case 'ArrowDown':
      return settle(marks, { ...cursor, bucket: Math.min(last, cursor.bucket + 1) });
    case 'Home':
      return { ...cursor, bucket: first, depth: -1 };
    case 'End':
      return { ...cursor, bucket: last, depth: -1 };
    case 'ArrowRight': {
      if (cursor.depth + 1 < chainDrawn(marks, cursor.table, cursor.bucket)) {
        return { ...cursor, depth: cursor.depth + 1 };
      }
      return cursor.table === 0 ? (across(marks, cursor, 1) ?? cursor) : cursor;
    }
    case 'ArrowLeft': {
      if (cursor.depth >= 0) return { ...cursor, depth: cursor.depth - 1 };
      return cursor.table === 1 ? (across(marks, cursor, 0) ?? cursor) : cursor;
    }
  }
}
