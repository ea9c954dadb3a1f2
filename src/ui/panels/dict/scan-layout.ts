/** The path of SCAN over the buckets: a sign on the read ones and on the next, and the jump to this one. */
import type { DictView } from '../../../protocol/views.ts';
import type { Point } from '../stage/sheet.ts';
import type { BucketMark } from './layout.ts';
import { type BucketAt, isVisited, type ScanProgress } from './scan.ts';

export interface ScanSignMark extends Point {
  readonly id: string;
  readonly state: 'visited' | 'next';
  readonly table: 0 | 1;
  readonly bucket: number;
}

export interface ScanMarks {
  readonly signs: readonly ScanSignMark[];
  /** The line from the bucket read before to the one read now, and its head. */
  readonly jump: string | null;
}

export const noScan: ScanMarks = { signs: [], jump: null };

const bulge = 14;
const head = 4;

export function layoutScan(
  progress: ScanProgress | null,
  view: DictView,
  buckets: readonly BucketMark[],
): ScanMarks {
  if (progress === null) return noScan;
  const signs: ScanSignMark[] = [];
  for (const { id, table, index, x, y, height } of buckets) {
    const at = { table, bucket: index };
    const isNext = same(progress.next, at);
    if (!isNext && !isVisited(progress, at, view.tables[table].size)) continue;
    signs.push({ id, state: isNext ? 'next' : 'visited', ...at, x, y: y + height / 2 });
  }
  return { signs, jump: jumpOf(progress, buckets) };
}

function same(one: BucketAt | null, other: BucketAt): boolean {
  return one !== null && one.table === other.table && one.bucket === other.bucket;
}

/** Along the left side of a column; from one column to another across. */
function jumpOf({ previous, current }: ScanProgress, buckets: readonly BucketMark[]): string | null {
  const find = (at: BucketAt | null) =>
    buckets.find(({ table, index }) => same(at, { table, bucket: index }));
  const [from, to] = [find(previous), find(current)];
  if (from === undefined || to === undefined) return null;
  const start = { x: from.x, y: from.y + from.height / 2 };
  const end = { x: to.x - 1, y: to.y + to.height / 2 };
  if (from.x === to.x) {
    const out = from.x - bulge;
    return `M${start.x} ${start.y}C${out} ${start.y} ${out} ${end.y} ${end.x} ${end.y}${arrow(end)}`;
  }
  const leave = from.x < to.x ? from.x + from.width : from.x;
  const middle = (leave + end.x) / 2;
  return `M${leave} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${end.x} ${end.y}${arrow(end)}`;
}

function arrow({ x, y }: Point): string {
  return `M${x - head} ${y - head}L${x} ${y}L${x - head} ${y + head}`;
}
