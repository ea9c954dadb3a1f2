/** The parts of a dictionary's view that are drawn, for "when did this last change?" */
import { partWhere } from '../../../protocol/parts.ts';

/** An entry and its place: moving to the other table is a change. */
export function entryPart(address: number): string {
  return `tables.*.buckets.*${partWhere('address', address)}`;
}

/** The chain of a bucket. */
export function bucketPart(table: 0 | 1, bucket: number): string {
  return `tables.${table}.buckets.${bucket}`;
}
