/**
 * A string as RDB files and DUMP payloads hold it. Mirrors rdbSaveRawString of rdb.c. The first two bits say
 * how the rest is to be read:
 *
 *     00LLLLLL                        length below 64, then the bytes
 *     01LLLLLL LLLLLLLL               length below 16384
 *     10000000 + 4 bytes              length of 32 bits, big endian
 *     10000001 + 8 bytes              length of 64 bits, big endian
 *     11000000, …01, …10              an integer of 8, 16 or 32 bits follows, little endian
 *     11000011                        LZF: compressed length, original length, compressed bytes
 *
 * Worked example: "12345" is c1 39 30; "hello" is 05 68 65 6c 6c 6f.
 */
import { concatBytes } from '../base/bytes.ts';
import { lzfCompress } from '../base/lzf.ts';
import { parseInteger } from '../base/numbers.ts';

const ENCODED = 0xc0;
const LZF = 3;
/** Longer than any 32-bit integer is printed. */
const MAX_INTEGER_DIGITS = 11;
/** Shorter strings are not worth compressing. */
const MIN_COMPRESSED_BYTES = 21;

/** `compress` is the parameter rdbcompression. */
export function encodeRdbString(bytes: Uint8Array, compress: boolean): Uint8Array {
  if (bytes.length <= MAX_INTEGER_DIGITS) {
    const integer = encodeInteger(bytes);
    if (integer !== null) return integer;
  }
  if (compress && bytes.length >= MIN_COMPRESSED_BYTES) {
    const compressed = lzfCompress(bytes);
    if (compressed !== null) {
      return concatBytes([
        Uint8Array.of(ENCODED | LZF),
        encodeRdbLength(compressed.length),
        encodeRdbLength(bytes.length),
        compressed,
      ]);
    }
  }
  return concatBytes([encodeRdbLength(bytes.length), bytes]);
}

export function encodeRdbLength(length: number): Uint8Array {
  if (length < 0x40) return Uint8Array.of(length);
  if (length < 0x4000) return Uint8Array.of(0x40 | (length >> 8), length & 0xff);
  const wide = length > 0xffff_ffff;
  const bytes = new Uint8Array(wide ? 9 : 5);
  bytes[0] = wide ? 0x81 : 0x80;
  let rest = length;
  for (let at = bytes.length - 1; at > 0; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

function encodeInteger(bytes: Uint8Array): Uint8Array | null {
  const value = parseInteger(bytes);
  if (typeof value !== 'number') return null;
  for (let kind = 0; kind < 3; kind++) {
    const width = 1 << kind;
    const limit = 2 ** (width * 8 - 1);
    if (value < -limit || value >= limit) continue;
    const encoded = new Uint8Array(1 + width);
    encoded[0] = ENCODED | kind;
    for (let at = 0; at < width; at++) encoded[1 + at] = value >> (at * 8);
    return encoded;
  }
  return null;
}
