/**
 * One entry of a ziplist: [prevlen][encoding][data].
 *
 *     prevlen   the size of the entry before: one byte below 254, otherwise fe and four bytes, little endian
 *
 *     00LLLLLL <string>                              str6     up to 63 bytes
 *     01LLLLLL LLLLLLLL <string>                     str14    up to 16383 bytes, high bits first
 *     10000000 <length, 4 bytes> <string>            str32    length big endian, alone in the format
 *     11000000 <2 bytes>                             int16    integers are little endian
 *     11010000 <4 bytes>                             int32
 *     11100000 <8 bytes>                             int64
 *     11110000 <3 bytes>                             int24
 *     11111110 <1 byte>                              int8
 *     1111xxxx                                       imm4     0 to 12, as xxxx from 0001 to 1101
 *     11111111                                       not an entry: the end of the ziplist
 *
 * A prevlen of five bytes may hold a small number: it is left long when the entry before it shrinks.
 *
 * Worked example: after an entry of 7 bytes, "2" is 07 f3 and "1024" is 07 c0 00 04.
 *
 * Mirrors the encoding part of ziplist.c.
 */
import type { ZiplistEncoding } from '../../protocol/packed-bytes.ts';
import type { Int64 } from '../base/numbers.ts';
import {
  readInt16,
  readInt24,
  readInt32,
  readInt64,
  readUint32,
  writeInt,
  writeInt64,
} from './little-endian.ts';

export const ZIPLIST_END = 0xff;
/** The first byte of a long prevlen, and the first size that needs one. */
export const BIG_PREVLEN = 0xfe;
export const LONG_PREVLEN_BYTES = 5;

const STR14 = 0x40;
const STR32 = 0x80;
const INT16 = 0xc0;
const INT32 = 0xd0;
const INT64 = 0xe0;
const INT24 = 0xf0;
const INT8 = 0xfe;
/** The immediate integers 0 to 12 are these bytes and those in between. */
const IMMEDIATE_0 = 0xf1;
const IMMEDIATE_12 = 0xfd;

/** How many bytes a prevlen needs to say this size. */
export function prevlenBytesFor(size: number): number {
  return size < BIG_PREVLEN ? 1 : LONG_PREVLEN_BYTES;
}

/** How many bytes the prevlen of the entry here takes. */
export function prevlenBytes(memory: Uint8Array, at: number): number {
  return memory[at] < BIG_PREVLEN ? 1 : LONG_PREVLEN_BYTES;
}

export function readPrevlen(memory: Uint8Array, at: number): number {
  return memory[at] < BIG_PREVLEN ? memory[at] : readUint32(memory, at + 1);
}

/** Writes the prevlen, in one byte where that is enough, and gives the offset after it. */
export function writePrevlen(memory: Uint8Array, at: number, size: number): number {
  if (size >= BIG_PREVLEN) return writeLongPrevlen(memory, at, size);
  memory[at] = size;
  return at + 1;
}

/** Writes the prevlen in five bytes, whatever its value. */
export function writeLongPrevlen(memory: Uint8Array, at: number, size: number): number {
  memory[at] = BIG_PREVLEN;
  writeInt(memory, at + 1, 4, size);
  return at + LONG_PREVLEN_BYTES;
}

/** The encoding of this byte; null if there is none. */
export function ziplistEncoding(byte: number): ZiplistEncoding | null {
  if (byte < STR14) return 'str6';
  if (byte < STR32) return 'str14';
  // The lower six bits of a str32 are ignored, as the server ignores them.
  if (byte < INT16) return 'str32';
  switch (byte) {
    case INT16:
      return 'int16';
    case INT32:
      return 'int32';
    case INT64:
      return 'int64';
    case INT24:
      return 'int24';
    case INT8:
      return 'int8';
    default:
      return byte >= IMMEDIATE_0 && byte <= IMMEDIATE_12 ? 'imm4' : null;
  }
}

export function isString(byte: number): boolean {
  return byte < INT16;
}

/** The bytes of encoding and length, before the data; 0 for a byte that is not an encoding. */
export function encodingBytes(byte: number): number {
  if (byte < STR14) return 1;
  if (byte < STR32) return 2;
  if (byte < INT16) return 5;
  return ziplistEncoding(byte) === null ? 0 : 1;
}

/** The size of the data after the encoding that begins here. */
export function dataBytes(memory: Uint8Array, at: number): number {
  const byte = memory[at];
  if (byte < STR14) return byte;
  if (byte < STR32) return ((byte & 0x3f) << 8) | memory[at + 1];
  if (byte < INT16) {
    return ((memory[at + 1] << 24) | (memory[at + 2] << 16) | (memory[at + 3] << 8) | memory[at + 4]) >>> 0;
  }
  switch (byte) {
    case INT16:
      return 2;
    case INT32:
      return 4;
    case INT64:
      return 8;
    case INT24:
      return 3;
    case INT8:
      return 1;
    default:
      return 0;
  }
}

/** The whole entry: prevlen, encoding and data. */
export function entryBytes(memory: Uint8Array, at: number): number {
  const prevlen = prevlenBytes(memory, at);
  const encoding = at + prevlen;
  return prevlen + encodingBytes(memory[encoding]) + dataBytes(memory, encoding);
}

export function integerEncoding(value: Int64): ZiplistEncoding {
  if (value >= 0 && value <= 12) return 'imm4';
  if (value >= -128 && value <= 127) return 'int8';
  if (value >= -32768 && value <= 32767) return 'int16';
  if (value >= -8388608 && value <= 8388607) return 'int24';
  return value >= -2147483648 && value <= 2147483647 ? 'int32' : 'int64';
}

export function stringEncoding(length: number): ZiplistEncoding {
  if (length <= 0x3f) return 'str6';
  return length <= 0x3fff ? 'str14' : 'str32';
}

/** The size of encoding and data of an element of `length` bytes, kept with this encoding. */
export function encodedBytesOf(encoding: ZiplistEncoding, length: number): number {
  switch (encoding) {
    case 'imm4':
      return 1;
    case 'int8':
      return 2;
    case 'int16':
      return 3;
    case 'int24':
      return 4;
    case 'int32':
      return 5;
    case 'int64':
      return 9;
    case 'str6':
      return 1 + length;
    case 'str14':
      return 2 + length;
    case 'str32':
      return 5 + length;
  }
}

/** Writes encoding and data of an integer. */
export function writeInteger(memory: Uint8Array, at: number, encoding: ZiplistEncoding, value: Int64): void {
  if (encoding === 'int64') {
    memory[at] = INT64;
    writeInt64(memory, at + 1, value);
    return;
  }
  const small = Number(value);
  switch (encoding) {
    case 'imm4':
      memory[at] = IMMEDIATE_0 + small;
      break;
    case 'int8':
      memory[at] = INT8;
      memory[at + 1] = small;
      break;
    case 'int16':
      memory[at] = INT16;
      writeInt(memory, at + 1, 2, small);
      break;
    case 'int24':
      memory[at] = INT24;
      writeInt(memory, at + 1, 3, small);
      break;
    default:
      memory[at] = INT32;
      writeInt(memory, at + 1, 4, small);
  }
}

/** Writes encoding, length and data of a string. */
export function writeString(
  memory: Uint8Array,
  at: number,
  encoding: ZiplistEncoding,
  bytes: Uint8Array,
): void {
  const length = bytes.length;
  let data = at + 1;
  if (encoding === 'str6') {
    memory[at] = length;
  } else if (encoding === 'str14') {
    memory[at] = STR14 | (length >> 8);
    memory[at + 1] = length;
    data = at + 2;
  } else {
    memory[at] = STR32;
    memory[at + 1] = length >>> 24;
    memory[at + 2] = length >>> 16;
    memory[at + 3] = length >>> 8;
    memory[at + 4] = length;
    data = at + 5;
  }
  memory.set(bytes, data);
}

/** The integer whose encoding byte is here. */
export function readInteger(memory: Uint8Array, at: number): Int64 {
  const byte = memory[at];
  switch (byte) {
    case INT16:
      return readInt16(memory, at + 1);
    case INT32:
      return readInt32(memory, at + 1);
    case INT64:
      return readInt64(memory, at + 1);
    case INT24:
      return readInt24(memory, at + 1);
    case INT8:
      return (memory[at + 1] << 24) >> 24;
    default:
      return byte - IMMEDIATE_0;
  }
}
