/**
 * The path of SCAN over the buckets, read from its cursor. The cursor counts from its highest bit, so the cursor alone
 * gives the visited buckets: those whose mirrored number is smaller than the mirrored cursor.
 *
 *     8 buckets, cursor 6 = 110   mirrored 011 = 3: three visited (0 4 2), the fourth is 6
 *
 * In a table of another size the same cursor stands for the same part of the path.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { DictView } from '../../../protocol/views.ts';
import { maskBitsOf } from './hash.ts';
import type { ScanWalk } from './scan-walk.ts';

export interface BucketAt {
  readonly table: 0 | 1;
  readonly bucket: number;
}

export interface ScanProgress {
  /** The cursor of this call, or of the next one; 0 at the beginning and after the end. */
  readonly cursor: number;
  readonly isOver: boolean;
  /** The bucket being read, if any. */
  readonly current: BucketAt | null;
  /** The one read before it, in the same call. */
  readonly previous: BucketAt | null;
  /** The next one; null after the end. */
  readonly next: BucketAt | null;
  /** The buckets read in this call, whatever the cursor says of them. */
  readonly inThisCall: readonly BucketAt[];
}

type ScanStep = Extract<Step, { readonly type: 'dict.scan' }>;

export function mirror(value: number, bits: number): number {
  let mirrored = 0;
  for (let bit = 0; bit < bits; bit++) if ((value & (1 << bit)) !== 0) mirrored |= 1 << (bits - 1 - bit);
  return mirrored >>> 0;
}

/** How many buckets of a table of this size a cursor has passed. */
export function visitedBefore(cursor: number, size: number): number {
  return mirror(cursor & (size - 1), maskBitsOf(size));
}

/** One more, counted from the highest bit of the mask. */
export function nextCursor(cursor: number, size: number): number {
  const bits = maskBitsOf(size);
  const mirrored = mirror(cursor & (size - 1), bits) + 1;
  return mirrored >= size ? 0 : mirror(mirrored, bits);
}

export function isVisited(progress: ScanProgress, { table, bucket }: BucketAt, size: number): boolean {
  if (progress.isOver) return true;
  const { current } = progress;
  if (current !== null && current.table === table && current.bucket === bucket) return false;
  if (progress.inThisCall.some((seen) => seen.table === table && seen.bucket === bucket)) return true;
  return mirror(bucket, maskBitsOf(size)) < visitedBefore(progress.cursor, size);
}

/** Where a cursor continues: during a rehash in the smaller table. */
export function bucketOf(cursor: number, view: DictView): BucketAt {
  const [first, second] = view.tables;
  const table = second.size > 0 && second.size < first.size ? 1 : 0;
  return { table, bucket: cursor & (view.tables[table].size - 1) };
}

/** After this bucket: its counterparts in the larger table first, then the next of the smaller. Null at the end. */
function afterStep(step: ScanStep, view: DictView): BucketAt | null {
  const [first, second] = view.tables;
  if (second.size === 0) {
    const next = nextCursor(step.cursor, first.size);
    return next === 0 ? null : { table: 0, bucket: next };
  }
  const smaller = first.size <= second.size ? 0 : 1;
  const larger = smaller === 0 ? 1 : 0;
  const [small, large] = [view.tables[smaller].size, view.tables[larger].size];
  if (step.table === smaller) return { table: larger, bucket: step.cursor & (large - 1) };
  const next = nextCursor(step.cursor, large);
  if ((next & (large - small)) !== 0) return { table: larger, bucket: next };
  return next === 0 ? null : { table: smaller, bucket: next & (small - 1) };
}

/** The progress at a step of SCAN; `steps` are those of its frame up to it. */
export function progressAt(steps: readonly Step[], view: DictView): ScanProgress | null {
  const own = steps.filter(
    (step): step is ScanStep => step.type === 'dict.scan' && step.dict === view.address,
  );
  const step = own.at(-1);
  if (step === undefined) return null;
  const at = ({ table, bucket }: ScanStep): BucketAt => ({ table, bucket });
  return {
    cursor: step.cursor,
    isOver: false,
    current: at(step),
    previous: own.length < 2 ? null : at(own[own.length - 2]),
    next: afterStep(step, view),
    inThisCall: own.slice(0, -1).map(at),
  };
}

/** The progress between two calls, with the cursor of the next call. */
export function progressFrom(cursor: number, isOver: boolean, view: DictView): ScanProgress {
  return {
    cursor,
    isOver,
    current: null,
    previous: null,
    next: isOver ? null : bucketOf(cursor, view),
    inThisCall: [],
  };
}

/** How many buckets of both tables have been read. */
export function countVisited(progress: ScanProgress, view: DictView): { visited: number; of: number } {
  const of = view.tables[0].size + view.tables[1].size;
  if (progress.isOver) return { visited: of, of };
  let visited = 0;
  for (const table of [0, 1] as const) {
    const { size } = view.tables[table];
    if (size > 0) visited += visitedBefore(progress.cursor, size);
  }
  return { visited, of };
}

/** The progress of a walk at a moment: from the steps inside its call, otherwise from the cursor. */
export function progressOf(
  walk: ScanWalk | null,
  frame: number,
  scene: {
    readonly view: DictView;
    readonly steps: readonly Step[];
    readonly phase: 'before' | 'inside' | 'after';
  },
): ScanProgress | null {
  const { view, steps, phase } = scene;
  // A SCAN inside a script or a transaction is shown at work, too, though its reply is not read.
  const atWork = phase === 'inside' ? progressAt(steps, view) : null;
  const call = walk?.calls.at(-1);
  if (atWork !== null || walk === null || call === undefined) return atWork;
  const isBefore = call.frame === frame && phase !== 'after';
  return isBefore ? progressFrom(call.cursor, false, view) : progressFrom(call.next, walk.isOver, view);
}
