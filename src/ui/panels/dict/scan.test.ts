import { expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { DictTableView, DictView } from '../../../protocol/views.ts';
import {
  bucketOf,
  countVisited,
  isVisited,
  mirror,
  nextCursor,
  progressAt,
  progressFrom,
  progressOf,
  visitedBefore,
} from './scan.ts';
import { describeWalk, notReturned } from './scan-describe.ts';
import { layoutScan } from './scan-layout.ts';
import { walkOf } from './scan-walk.ts';

const table = (size: number): DictTableView => ({
  address: size,
  size,
  used: 0,
  from: 0,
  buckets: Array.from({ length: size }, () => []),
  chainLengths: [],
  sampledBuckets: size,
});
const viewOf = (first: number, second: number): DictView => ({
  kind: 'dict',
  db: 0,
  which: 'keys',
  address: 9,
  rehashIndex: second > 0 ? 0 : -1,
  canResize: true,
  tables: [table(first), table(second)],
});
const scan = (number: 0 | 1, bucket: number, cursor: number): Step => ({
  type: 'dict.scan',
  dict: 9,
  table: number,
  bucket,
  cursor,
});

it('the cursor counts from its highest bit', () => {
  const order: number[] = [];
  let cursor = 0;
  do {
    order.push(cursor);
    cursor = nextCursor(cursor, 8);
  } while (cursor !== 0);
  expect(order).toEqual([0, 4, 2, 6, 1, 5, 3, 7]);
  expect(mirror(0b110, 3)).toBe(0b011);
  expect(nextCursor(0, 1)).toBe(0);
});

it('the visited buckets follow from the cursor alone, in a table of any size', () => {
  expect(visitedBefore(6, 8)).toBe(3);
  const progress = progressFrom(6, false, viewOf(8, 0));
  const visited = (size: number) =>
    Array.from({ length: size }, (_, bucket) => bucket).filter((bucket) =>
      isVisited(progress, { table: 0, bucket }, size),
    );
  expect(visited(8)).toEqual([0, 2, 4]);
  // Twice as many buckets: the keys of 0, 2 and 4 hang in them and in their counterparts.
  expect(visited(16)).toEqual([0, 2, 4, 8, 10, 12]);
  expect(visited(4)).toEqual([0]);
});

it('a step is at its bucket, and the next one follows', () => {
  const view = viewOf(8, 0);
  expect(progressAt([scan(0, 0, 0), scan(0, 4, 4)], view)).toMatchObject({
    cursor: 4,
    current: { table: 0, bucket: 4 },
    previous: { table: 0, bucket: 0 },
    next: { table: 0, bucket: 2 },
  });
  expect(progressAt([scan(0, 7, 7)], view)).toMatchObject({ next: null });
  expect(progressAt([{ ...scan(0, 7, 7), dict: 1 } as Step], view)).toBeNull();
});

it('during a rehash a small bucket is followed by its counterparts in the larger table', () => {
  const view = viewOf(4, 8);
  expect(progressAt([scan(0, 2, 2)], view)!.next).toEqual({ table: 1, bucket: 2 });
  expect(progressAt([scan(0, 2, 2), scan(1, 2, 2)], view)!.next).toEqual({ table: 1, bucket: 6 });
  const last = progressAt([scan(0, 2, 2), scan(1, 2, 2), scan(1, 6, 6)], view)!;
  expect(last.next).toEqual({ table: 0, bucket: 1 });
  expect(isVisited(last, { table: 0, bucket: 2 }, 4)).toBe(true);
  expect(isVisited(last, { table: 1, bucket: 6 }, 8)).toBe(false);
  expect(isVisited(last, { table: 1, bucket: 2 }, 8)).toBe(true);
  // Shrinking, the smaller table is the new one.
  expect(bucketOf(6, viewOf(8, 4))).toEqual({ table: 1, bucket: 2 });
});

it('counts the visited buckets in both tables', () => {
  expect(countVisited(progressFrom(6, false, viewOf(8, 0)), viewOf(8, 0))).toEqual({ visited: 3, of: 8 });
  expect(countVisited(progressFrom(2, false, viewOf(4, 8)), viewOf(4, 8))).toEqual({ visited: 3, of: 12 });
  expect(countVisited(progressFrom(0, true, viewOf(4, 0)), viewOf(4, 0))).toEqual({ visited: 4, of: 4 });
});

it('uses the cursor between calls, the steps inside one, and counts everything after the end', () => {
  const view = viewOf(8, 0);
  const call = {
    frame: 5,
    command: 'scan' as const,
    key: null,
    cursor: 2,
    next: 1,
    keys: [],
    unseen: 0,
    isFiltered: false,
  };
  const walk = walkOf([{ ...call, frame: 3, cursor: 0, next: 2 }, call]);
  const at = (frame: number, phase: 'before' | 'inside' | 'after', steps: Step[] = []) =>
    progressOf(walk, frame, { view, steps, phase });
  expect(at(5, 'before')).toMatchObject({ cursor: 2, next: { bucket: 2 } });
  expect(at(5, 'inside', [scan(0, 2, 2)])).toMatchObject({ current: { bucket: 2 }, next: { bucket: 6 } });
  expect(at(5, 'after')).toMatchObject({ cursor: 1, next: { bucket: 1 }, isOver: false });
  expect(at(7, 'inside')).toMatchObject({ cursor: 1, current: null });
  expect(progressOf(null, 7, { view, steps: [], phase: 'after' })).toBeNull();
  expect(progressOf(null, 7, { view, steps: [scan(0, 4, 4)], phase: 'inside' })).toMatchObject({ cursor: 4 });
  const over = progressOf(walkOf([{ ...call, next: 0 }]), 5, { view, steps: [], phase: 'after' })!;
  expect(isVisited(over, { table: 0, bucket: 7 }, 8)).toBe(true);
});

it('signs stand on read buckets and on the next, and a line leads from the last one', () => {
  const view = viewOf(8, 0);
  const buckets = Array.from({ length: 8 }, (_, index) => ({
    id: `t:${index}`,
    table: 0 as const,
    index,
    x: 20,
    y: index * 30,
    width: 46,
    height: 26,
    entries: 0,
    moved: false,
    hot: false,
  }));
  const progress = progressAt([scan(0, 0, 0), scan(0, 4, 4)], view);
  const marks = layoutScan(progress, view, buckets);
  expect(marks.signs.map(({ state, bucket }) => [state, bucket])).toEqual([
    ['visited', 0],
    ['next', 2],
  ]);
  expect(marks.jump).toMatch(/^M20 13C6 13 6 133 19 133/);
  expect(layoutScan(null, view, buckets)).toEqual({ signs: [], jump: null });
});

it('says which keys were returned, which twice, and that none was missed', () => {
  const key = (name: string) => ({ address: 1, key: name, hash: '0' });
  const view = {
    ...viewOf(1, 0),
    tables: [{ ...table(1), buckets: [[key('a'), key('b')]] }, table(0)],
  } as DictView;
  const call = {
    frame: 1,
    command: 'scan' as const,
    key: null,
    cursor: 0,
    next: 0,
    keys: ['a', 'b', 'a'],
    unseen: 0,
    isFiltered: false,
  };
  const over = progressFrom(0, true, view);
  expect(describeWalk(walkOf([call]), over, view, 'en')).toBe(
    '1 call of SCAN: 2 keys returned, 1 more than once (a). The scan is complete and missed none of the keys.',
  );
  expect(describeWalk(walkOf([{ ...call, keys: ['a'] }]), over, view, 'zh')).toBe(
    '1 次 SCAN，返回 1 个键，没有重复。遍历结束；1 个键是走过之后才来的，没有返回（b）。',
  );
  expect(notReturned(walkOf([{ ...call, isFiltered: true }]), view)).toBeNull();
  const under = progressFrom(6, false, viewOf(8, 0));
  expect(describeWalk(walkOf([{ ...call, next: 6, keys: ['a'] }]), under, viewOf(8, 0), 'en')).toBe(
    '1 call of SCAN: 1 key returned, none twice. Cursor 6: 3 of 8 buckets are done.',
  );
});
