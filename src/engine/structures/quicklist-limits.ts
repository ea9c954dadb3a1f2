/**
 * How full a node may be. The fill factor (list-max-listpack-size, list-max-ziplist-size) is
 *
 *     -1 … -5    a size: 4, 8, 16, 32, 64 KB a node; -2 is the default
 *      1 …       a number of elements, and no more than 8 KB unless it is one element
 *      0         one element a node
 *
 * The size of an element is estimated from above, the same in both generations except for the overhead.
 */
import type { QuicklistFormat, QuicklistNode } from './quicklist-node.ts';

const SIZE_LIMITS_BYTES = [4096, 8192, 16384, 32768, 65536];
const SAFETY_LIMIT_BYTES = 8192;
/** Header and end of a ziplist. A listpack has four bytes less, and 7.0 still subtracts these. */
const MERGE_SAVES_BYTES = 11;

const MAX_FILL = 32767;
const MIN_FILL = -5;
const MAX_COMPRESS_DEPTH = 65535;

/** The fill factor as a quicklist keeps it: in 16 bits, and no smaller than -5. */
export function clampFill(fill: number): number {
  return Math.max(MIN_FILL, Math.min(MAX_FILL, fill));
}

export function clampCompressDepth(depth: number): number {
  return Math.max(0, Math.min(MAX_COMPRESS_DEPTH, depth));
}

/** Whether an element of this size may go into the node. */
export function allowsInsert(
  node: QuicklistNode | null,
  fill: number,
  sizeBytes: number,
  format: QuicklistFormat,
): boolean {
  if (node === null || node.isPlain) return false;
  return fits(node.sizeBytes + sizeBytes + format.overheadBytes(sizeBytes), node.count + 1, fill);
}

/** Whether two neighbours may become one. */
export function allowsMerge(left: QuicklistNode | null, right: QuicklistNode | null, fill: number): boolean {
  if (left === null || right === null || left.isPlain || right.isPlain) return false;
  return fits(left.sizeBytes + right.sizeBytes - MERGE_SAVES_BYTES, left.count + right.count, fill);
}

/** The meaning of a fill factor: the bytes of a node, and the number of elements if it limits them. */
export function nodeLimits(fill: number): { readonly sizeBytes: number; readonly elements: number | null } {
  if (fill < 0) return { sizeBytes: SIZE_LIMITS_BYTES[-fill - 1], elements: null };
  return { sizeBytes: SAFETY_LIMIT_BYTES, elements: Math.max(1, fill) };
}

function fits(sizeBytes: number, count: number, fill: number): boolean {
  if (fill < 0) return sizeBytes <= SIZE_LIMITS_BYTES[-fill - 1];
  return sizeBytes <= SAFETY_LIMIT_BYTES && count <= fill;
}
