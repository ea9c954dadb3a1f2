/**
 * One entry of a listpack: [encoding][data][backlen].
 *
 *     0xxxxxxx                               uint7     0 to 127, in the encoding byte itself
 *     10LLLLLL <string>                      str6      up to 63 bytes
 *     110xxxxx xxxxxxxx                      int13     -4096 to 4095, high bits first
 *     1110LLLL LLLLLLLL <string>             str12     up to 4095 bytes, high bits first
 *     11110000 <length, 4 bytes> <string>    str32     little endian, like the integers below
 *     11110001 <2 bytes>                     int16
 *     11110010 <3 bytes>                     int24
 *     11110011 <4 bytes>                     int32
 *     11110100 <8 bytes>                     int64
 *     11111111                               not an entry: the end of the listpack
 *
 * The backlen is the size of encoding and data, seven bits to a byte, for reading from the right: the last byte holds
 * the lowest bits, and a set top bit means that another byte follows to the left.
 *
 * Worked example: "hello" is 85 68 65 6c 6c 6f | 06. "1024" is the 13-bit integer c4 00 | 02. A string of
 * 200 bytes is e0 c8 … | 01 ca: 202 = 1 * 128 + 74, the top bit set on the last byte alone.
 *
 * Mirrors the encoding part of listpack.c.
 */
import type { ListpackEncoding } from '../../protocol/packed-bytes.ts';
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

export const LISTPACK_END = 0xff;

const INT16 = 0xf1;
const INT24 = 0xf2;
const INT32 = 0xf3;
const INT64 = 0xf4;
const STR32 = 0xf0;

/** How the entry that begins with this byte is encoded; null for a byte no entry begins with. */
export function listpackEncoding(byte: number): ListpackEncoding | null {
  if (byte < 0x80) return 'uint7';
  if (byte < 0xc0) return 'str6';
  if (byte < 0xe0) return 'int13';
  if (byte < 0xf0) return 'str12';
  switch (byte) {
    case STR32:
      return 'str32';
    case INT16:
      return 'int16';
    case INT24:
      return 'int24';
    case INT32:
      return 'int32';
    case INT64:
      return 'int64';
    default:
      return null;
  }
}

/**
 * The bytes before the data: encoding and length. Integers count one, also where the encoding byte is all
 * there is. 0 for a byte no entry begins with. The end counts as an entry of one byte.
 */
export function encodingBytes(byte: number): number {
  if (byte < 0xe0) return 1;
  if (byte < 0xf0) return 2;
  if (byte === STR32) return 5;
  return byte <= INT64 || byte === LISTPACK_END ? 1 : 0;
}

/** The size of encoding and data; 0 for a byte no entry begins with. */
export function encodedBytes(memory: Uint8Array, at: number): number {
  const byte = memory[at];
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 1 + (byte & 0x3f);
  if (byte < 0xe0) return 2;
  if (byte < 0xf0) return 2 + (((byte & 0x0f) << 8) | memory[at + 1]);
  switch (byte) {
    case STR32:
      return 5 + readUint32(memory, at + 1);
    case INT16:
      return 3;
    case INT24:
      return 4;
    case INT32:
      return 5;
    case INT64:
      return 9;
    case LISTPACK_END:
      return 1;
    default:
      return 0;
  }
}

/**
 * How many bytes the backlen of an entry of this size takes. Each step comes one earlier than the bits
 * would allow: the server compares with < where <= would do, and its files are full of it.
 */
export function backlenBytes(encoded: number): number {
  if (encoded <= 127) return 1;
  if (encoded < 16383) return 2;
  if (encoded < 2097151) return 3;
  return encoded < 268435455 ? 4 : 5;
}

/** The whole entry: encoding, data and backlen. */
export function entryBytes(memory: Uint8Array, at: number): number {
  const encoded = encodedBytes(memory, at);
  return encoded + backlenBytes(encoded);
}

/** Writes the backlen and gives the offset after it. */
export function writeBacklen(memory: Uint8Array, at: number, encoded: number): number {
  const bytes = backlenBytes(encoded);
  let rest = encoded;
  for (let index = bytes - 1; index >= 0; index--) {
    memory[at + index] = index === 0 ? rest : (rest & 0x7f) | 0x80;
    rest = Math.floor(rest / 128);
  }
  return at + bytes;
}

/** Reads the backlen that ends at `lastByte`; -1 if it is longer than five bytes. */
export function readBacklen(memory: Uint8Array, lastByte: number): number {
  let value = 0;
  let weight = 1;
  for (let index = 0; index < 5; index++) {
    const byte = memory[lastByte - index];
    value += (byte & 0x7f) * weight;
    if (byte < 0x80) return value;
    weight *= 128;
  }
  return -1;
}

export function integerEncoding(value: Int64): ListpackEncoding {
  if (value >= 0 && value <= 127) return 'uint7';
  if (value >= -4096 && value <= 4095) return 'int13';
  if (value >= -32768 && value <= 32767) return 'int16';
  if (value >= -8388608 && value <= 8388607) return 'int24';
  return value >= -2147483648 && value <= 2147483647 ? 'int32' : 'int64';
}

export function stringEncoding(length: number): ListpackEncoding {
  if (length < 64) return 'str6';
  return length < 4096 ? 'str12' : 'str32';
}

/** The size of encoding and data of an element of `length` bytes, kept with this encoding. */
export function encodedBytesOf(encoding: ListpackEncoding, length: number): number {
  switch (encoding) {
    case 'uint7':
      return 1;
    case 'int13':
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
    case 'str12':
      return 2 + length;
    case 'str32':
      return 5 + length;
  }
}

export function writeInteger(memory: Uint8Array, at: number, encoding: ListpackEncoding, value: Int64): void {
  if (encoding === 'int64') {
    memory[at] = INT64;
    writeInt64(memory, at + 1, value);
    return;
  }
  const small = Number(value);
  switch (encoding) {
    case 'uint7':
      memory[at] = small;
      break;
    case 'int13':
      memory[at] = 0xc0 | ((small >> 8) & 0x1f);
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

export function writeString(
  memory: Uint8Array,
  at: number,
  encoding: ListpackEncoding,
  bytes: Uint8Array,
): void {
  const length = bytes.length;
  let data = at + 1;
  if (encoding === 'str6') {
    memory[at] = 0x80 | length;
  } else if (encoding === 'str12') {
    memory[at] = 0xe0 | (length >> 8);
    memory[at + 1] = length;
    data = at + 2;
  } else {
    memory[at] = STR32;
    writeInt(memory, at + 1, 4, length);
    data = at + 5;
  }
  memory.set(bytes, data);
}

export function isString(byte: number): boolean {
  return (byte >= 0x80 && byte < 0xc0) || (byte >= 0xe0 && byte <= STR32);
}

/** The integer here, which must be one. */
export function readInteger(memory: Uint8Array, at: number): Int64 {
  const byte = memory[at];
  if (byte < 0x80) return byte;
  if (byte < 0xe0) return (((byte & 0x1f) << 27) | (memory[at + 1] << 19)) >> 19;
  switch (byte) {
    case INT16:
      return readInt16(memory, at + 1);
    case INT24:
      return readInt24(memory, at + 1);
    case INT32:
      return readInt32(memory, at + 1);
    default:
      return readInt64(memory, at + 1);
  }
}
