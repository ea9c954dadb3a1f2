/**
 * SCAN over a dict: a cursor that survives growing and shrinking between two calls.
 *
 * Mirrors dictScan of dict.c (Pieter Noordhuis's algorithm). The cursor is a bucket number that is counted up from its
 * highest bit: with 8 buckets the order is 0 4 2 6 1 5 3 7. Why this works: when a table of 4 grows to 8, the entries
 * of bucket b go to b and b + 4, which share the low bits of b; counting from the top visits these two together. After
 * bucket 2 of 4 the scan continues with 1 whether the table now has 4 buckets or 8, and misses nothing; shrinking may
 * return an entry twice.
 *
 *     4 buckets   00 10 01 11                 = 0       2       1       3
 *     8 buckets   000 100 010 110 001 101 …   = 0   4   2   6   1   5   3   7
 *
 * While both tables exist, one call visits a bucket of the smaller table and all buckets that extend it in the larger.
 */
import type { Dict } from './dict.ts';
import type { DictEntry } from './dict-entry.ts';
import { emitScan } from './dict-steps.ts';

export function scanDict<V>(dict: Dict<V>, cursor: number, visit: (entry: DictEntry<V>) => void): number {
  if (dict.size === 0) return 0;
  dict.pauseRehash++;
  try {
    if (!dict.isRehashing) {
      const mask = dict.tables[0].size - 1;
      visitBucket(dict, 0, cursor & mask, cursor, visit);
      return nextCursor(cursor, mask);
    }
    const smaller = dict.tables[0].size <= dict.tables[1].size ? 0 : 1;
    const larger = smaller === 0 ? 1 : 0;
    const smallMask = dict.tables[smaller].size - 1;
    const largeMask = dict.tables[larger].size - 1;
    visitBucket(dict, smaller, cursor & smallMask, cursor, visit);
    let next = cursor;
    do {
      visitBucket(dict, larger, next & largeMask, next, visit);
      next = nextCursor(next, largeMask);
      // Until the bits that only the larger table has are all used up.
    } while ((next & (smallMask ^ largeMask)) !== 0);
    return next;
  } finally {
    dict.pauseRehash--;
  }
}

function visitBucket<V>(
  dict: Dict<V>,
  table: 0 | 1,
  bucket: number,
  cursor: number,
  visit: (entry: DictEntry<V>) => void,
): void {
  if (dict.env.probe !== null) emitScan(dict, table, bucket, cursor);
  let entry = dict.tables[table].buckets[bucket];
  while (entry !== null) {
    const next: DictEntry<V> | null = entry.next;
    visit(entry);
    entry = next;
  }
}

/** One more, counted from the highest bit of the mask down: the carry runs to the right. */
function nextCursor(cursor: number, mask: number): number {
  let next = cursor & mask;
  let bit = (mask + 1) >>> 1;
  while ((next & bit) !== 0) {
    next ^= bit;
    bit >>>= 1;
  }
  return next | bit;
}
