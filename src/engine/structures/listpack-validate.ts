/**
 * Whether foreign bytes are a listpack: lpValidateIntegrity. RESTORE and RDB loading ask before they let
 * bytes in. The shallow check looks at header and end only; the deep one at every entry.
 */

import { LISTPACK_HEADER_BYTES } from './listpack.ts';
import {
  backlenBytes,
  encodedBytes,
  encodingBytes,
  isString,
  LISTPACK_END,
  readBacklen,
  readInteger,
} from './listpack-entry.ts';
import { readUint16, readUint32 } from './little-endian.ts';
import type { PackedValue } from './packed-list.ts';
import { distinctPairs } from './packed-validate.ts';

/**
 * `onEntry` is given every element in order and may refuse it by answering false; it is asked only by the
 * deep check.
 */
export function isValidListpack(
  bytes: Uint8Array,
  deep: boolean,
  onEntry?: (value: PackedValue, index: number) => boolean,
): boolean {
  const size = bytes.length;
  if (size < LISTPACK_HEADER_BYTES + 1) return false;
  if (readUint32(bytes, 0) !== size) return false;
  if (bytes[size - 1] !== LISTPACK_END) return false;
  if (!deep) return true;

  const headerLength = readUint16(bytes, 4);
  let count = 0;
  let at = LISTPACK_HEADER_BYTES;
  while (bytes[at] !== LISTPACK_END) {
    const next = validNext(bytes, at);
    if (next === -1) return false;
    if (onEntry !== undefined && !onEntry(valueAt(bytes, at), count)) return false;
    count++;
    at = next;
  }
  if (at !== size - 1) return false;
  return headerLength === 0xffff || headerLength === count;
}

/** A listpack of pairs, as hashes and sorted sets are: an even number of elements, no field twice. */
export function isValidListpackOfPairs(bytes: Uint8Array, deep: boolean): boolean {
  if (!deep) return isValidListpack(bytes, false);
  const pairs = distinctPairs();
  return isValidListpack(bytes, true, pairs.accept) && pairs.isEven();
}

/** Where the entry after this one begins; -1 when this one is broken or reaches outside. */
export function validNext(bytes: Uint8Array, at: number): number {
  const last = bytes.length - 1;
  if (at < LISTPACK_HEADER_BYTES || at > last) return -1;
  const header = encodingBytes(bytes[at]);
  if (header === 0 || at + header > last) return -1;
  const encoded = encodedBytes(bytes, at);
  const backlen = backlenBytes(encoded);
  const next = at + encoded + backlen;
  if (next > last) return -1;
  return readBacklen(bytes, next - 1) === encoded ? next : -1;
}

function valueAt(bytes: Uint8Array, at: number): PackedValue {
  const byte = bytes[at];
  if (!isString(byte)) return readInteger(bytes, at);
  return bytes.subarray(at + encodingBytes(byte), at + encodedBytes(bytes, at));
}
