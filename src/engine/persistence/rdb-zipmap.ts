/**
 * Zipmap: what small hashes were before they were ziplists. Nothing writes one any more; a DUMP or RDB file
 * from before 2.6 may hold one.
 *
 * Mirrors zipmap.c:
 *
 *     [number of pairs 1][length][field][length][free 1][value][free bytes] … [ff]
 *
 *     length   one byte below 254; or fe and four bytes, little endian
 *     number   254 when there are too many to say
 *
 * Worked example: "foo" => "bar", "hello" => "world" is
 *
 *     02 | 03 66 6f 6f | 03 00 62 61 72 | 05 68 65 6c 6c 6f | 05 00 77 6f 72 6c 64 | ff
 */
import { readUint32 } from '../structures/little-endian.ts';

export type Pair = readonly [field: Uint8Array, value: Uint8Array];

const LONG = 254;
const END = 255;

/** The pairs, as views of the bytes; null if they are not a zipmap. */
export function pairsOfZipmap(bytes: Uint8Array): Pair[] | null {
  const last = bytes.length - 1;
  if (bytes.length < 2 || bytes[last] !== END) return null;
  const pairs: Pair[] = [];
  let at = 1;
  /** The string here and `gap` bytes of header behind its length; null when it reaches outside. */
  const string = (gap: 0 | 1): Uint8Array | null => {
    const isLong = bytes[at] === LONG;
    const header = isLong ? 5 : 1;
    if (bytes[at] === END || at + header + gap > last) return null;
    const length = isLong ? readUint32(bytes, at + 1) : bytes[at];
    const from = at + header + gap;
    const end = from + length;
    at = end + (gap === 1 ? bytes[from - 1] : 0);
    return at > last ? null : bytes.subarray(from, end);
  };
  while (bytes[at] !== END) {
    const field = string(0);
    const value = field === null ? null : string(1);
    if (field === null || value === null) return null;
    pairs.push([field, value]);
  }
  if (at !== last || (bytes[0] < LONG && bytes[0] !== pairs.length)) return null;
  return pairs;
}
