/**
 * Whether untrusted bytes are a ziplist (ziplistValidateIntegrity), and their conversion for 7.0: it has no ziplists,
 * so the value of an old DUMP or RDB file becomes a listpack while it is checked.
 */
import type { Environment } from '../base/probe.ts';
import { Listpack } from './listpack.ts';
import { readUint16, readUint32 } from './little-endian.ts';
import type { PackedValue } from './packed-list.ts';
import { distinctPairs } from './packed-validate.ts';
import { ZIPLIST_HEADER_BYTES } from './ziplist.ts';
import {
  dataBytes,
  encodingBytes,
  isString,
  prevlenBytes,
  readInteger,
  readPrevlen,
  ZIPLIST_END,
} from './ziplist-entry.ts';

/**
 * The shallow check looks at header and end, the deep one at every entry. `onEntry` is given every element
 * in order and may refuse it by answering false; it is asked only by the deep check.
 */
export function isValidZiplist(
  bytes: Uint8Array,
  deep: boolean,
  onEntry?: (value: PackedValue, index: number) => boolean,
): boolean {
  const size = bytes.length;
  if (size < ZIPLIST_HEADER_BYTES + 1) return false;
  if (readUint32(bytes, 0) !== size) return false;
  const last = size - 1;
  if (bytes[last] !== ZIPLIST_END) return false;
  const tail = readUint32(bytes, 4);
  if (tail > last) return false;
  if (!deep) return true;

  let count = 0;
  let at = ZIPLIST_HEADER_BYTES;
  let previous = -1;
  while (bytes[at] !== ZIPLIST_END) {
    const encoding = at + prevlenBytes(bytes, at);
    if (encoding > last) return false;
    const header = encodingBytes(bytes[encoding]);
    if (header === 0 || encoding + header > last) return false;
    const next = encoding + header + dataBytes(bytes, encoding);
    if (next > last) return false;
    const previousSize = previous === -1 ? 0 : at - previous;
    if (readPrevlen(bytes, at) !== previousSize) return false;
    if (onEntry !== undefined && !onEntry(valueAt(bytes, encoding, next), count)) return false;
    count++;
    previous = at;
    at = next;
  }
  if (at !== last) return false;
  if (previous !== -1 && previous !== tail) return false;
  const headerLength = readUint16(bytes, 8);
  return headerLength === 0xffff || headerLength === count;
}

/** A ziplist of pairs, as hashes and sorted sets are: an even number of elements, no field twice. */
export function isValidZiplistOfPairs(bytes: Uint8Array, deep: boolean): boolean {
  if (!deep) return isValidZiplist(bytes, false);
  const pairs = distinctPairs();
  return isValidZiplist(bytes, true, pairs.accept) && pairs.isEven();
}

/** The listpack with the elements of a ziplist; null when the bytes are not a valid one. */
export function listpackFromZiplist(env: Environment, bytes: Uint8Array): Listpack | null {
  return convert(env, bytes, () => true);
}

/** Likewise for a ziplist of pairs, which must be whole and their fields distinct. */
export function listpackFromZiplistOfPairs(env: Environment, bytes: Uint8Array): Listpack | null {
  const pairs = distinctPairs();
  const list = convert(env, bytes, pairs.accept);
  if (list === null || pairs.isEven()) return list;
  list.release();
  return null;
}

function convert(
  env: Environment,
  bytes: Uint8Array,
  accept: (value: PackedValue, index: number) => boolean,
): Listpack | null {
  const probe = env.probe;
  // No watch can reach a value that does not exist yet.
  env.probe = null;
  const list = Listpack.create(env, bytes.length);
  const isValid = isValidZiplist(bytes, true, (value, index) => {
    if (!accept(value, index)) return false;
    list.append(value);
    return true;
  });
  if (isValid) list.shrinkToFit();
  else list.release();
  env.probe = probe;
  return isValid ? list : null;
}

function valueAt(bytes: Uint8Array, encoding: number, end: number): PackedValue {
  const byte = bytes[encoding];
  return isString(byte) ? bytes.subarray(encoding + encodingBytes(byte), end) : readInteger(bytes, encoding);
}
