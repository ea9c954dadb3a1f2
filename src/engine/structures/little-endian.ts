/**
 * Integers as the packed structures hold them: little endian, at any offset. Reading past the end gives zeros, as
 * missing bytes do in JavaScript; check the bounds before reading untrusted bytes.
 *
 * Signed 64-bit values follow `Int64`: a number where it is a safe integer, a bigint otherwise.
 */
import type { Int64 } from '../base/numbers.ts';

const TWO_32 = 0x1_0000_0000;
/** The upper half of every 64-bit integer that is a safe one lies within ± this. */
const SAFE_HIGH = 0x20_0000;

export function readUint16(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8);
}

export function readInt16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] | (bytes[at + 1] << 8)) << 16) >> 16;
}

export function readInt24(bytes: Uint8Array, at: number): number {
  return ((bytes[at] << 8) | (bytes[at + 1] << 16) | (bytes[at + 2] << 24)) >> 8;
}

export function readInt32(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

export function readUint32(bytes: Uint8Array, at: number): number {
  return readInt32(bytes, at) >>> 0;
}

export function readInt64(bytes: Uint8Array, at: number): Int64 {
  const low = readInt32(bytes, at) >>> 0;
  const high = readInt32(bytes, at + 4);
  if (high >= -SAFE_HIGH && high < SAFE_HIGH) {
    // -2^53 is the one value in this range that is not a safe integer.
    if (high !== -SAFE_HIGH || low !== 0) return high * TWO_32 + low;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Writes the low `widthBytes` bytes, at most four. */
export function writeInt(bytes: Uint8Array, at: number, widthBytes: number, value: number): void {
  let rest = value | 0;
  // Beyond 31 bits the bitwise or keeps exactly the low 32 bits, as intended.
  for (let index = 0; index < widthBytes; index++) {
    bytes[at + index] = rest;
    rest >>= 8;
  }
}

export function writeInt64(bytes: Uint8Array, at: number, value: Int64): void {
  let low: number;
  let high: number;
  if (typeof value === 'number') {
    high = Math.floor(value / TWO_32);
    low = value - high * TWO_32;
  } else {
    low = Number(BigInt.asIntN(32, value));
    high = Number(BigInt.asIntN(32, value >> 32n));
  }
  writeInt(bytes, at, 4, low);
  writeInt(bytes, at + 4, 4, high);
}
