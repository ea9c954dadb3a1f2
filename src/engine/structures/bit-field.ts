/**
 * Integers of any width in a row of bytes, the highest bit first, and the handling of overflow.
 *
 * Worked example: in the bytes 0f f0 the field of 8 bits at bit 4 is ff: 255 unsigned, -1 signed. Adding 1 to the
 * unsigned field gives 0 with wrap, 255 with saturation, and no result with fail.
 */
export interface BitField {
  readonly signed: boolean;
  /** Up to 64 with a sign, up to 63 without. */
  readonly bits: number;
  /** The place of its highest bit. */
  readonly offset: number;
}

/** As BITFIELD calls it: u8, i16. */
export function fieldName({ signed, bits }: BitField): string {
  return `${signed ? 'i' : 'u'}${bits}`;
}

export type Overflow = 'wrap' | 'sat' | 'fail';

/** Bytes from `length` on count as zeros. */
export function readBitField(bytes: Uint8Array, length: number, { signed, bits, offset }: BitField): bigint {
  const first = Math.floor(offset / 8);
  const last = Math.floor((offset + bits - 1) / 8);
  let value = 0n;
  for (let at = first; at <= last; at++) value = (value << 8n) | BigInt(at < length ? bytes[at] : 0);
  value >>= BigInt(spareBits(offset, bits));
  return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

/** The bytes reach as far as the field does. */
export function writeBitField(bytes: Uint8Array, { bits, offset }: BitField, value: bigint): void {
  const first = Math.floor(offset / 8);
  const last = Math.floor((offset + bits - 1) / 8);
  const shift = BigInt(spareBits(offset, bits));
  let mask = ((1n << BigInt(bits)) - 1n) << shift;
  let rest = BigInt.asUintN(bits, value) << shift;
  for (let at = last; at >= first; at--) {
    bytes[at] = (bytes[at] & ~Number(mask & 0xffn)) | Number(rest & 0xffn);
    mask >>= 8n;
    rest >>= 8n;
  }
}

/** The bits between the end of the field and the end of its last byte. */
function spareBits(offset: number, bits: number): number {
  return 7 - ((offset + bits - 1) % 8);
}

/** value + increment as the field can hold it; null if it overflows and must fail. */
export function fitted(value: bigint, increment: bigint, field: BitField, overflow: Overflow): bigint | null {
  return field.signed
    ? fittedSigned(value, increment, field.bits, overflow)
    : fittedUnsigned(value, increment, field.bits, overflow);
}

/** checkUnsignedBitfieldOverflow. A negative value to be set is a very large one, and saturates upwards. */
function fittedUnsigned(value: bigint, increment: bigint, bits: number, overflow: Overflow): bigint | null {
  const max = (1n << BigInt(bits)) - 1n;
  const start = BigInt.asUintN(64, value);
  const sum = start + increment;
  const isAbove = start > max || sum > max;
  if (!isAbove && sum >= 0n) return sum;
  if (overflow === 'wrap') return BigInt.asUintN(bits, sum);
  if (overflow === 'fail') return null;
  return isAbove ? max : 0n;
}

/** checkSignedBitfieldOverflow, with the distances to both ends as C computes them, in 64 bits. */
function fittedSigned(value: bigint, increment: bigint, bits: number, overflow: Overflow): bigint | null {
  const max = (1n << BigInt(bits - 1)) - 1n;
  const min = -max - 1n;
  const maxIncrement = BigInt.asIntN(64, max - value);
  const minIncrement = BigInt.asIntN(64, min - value);
  const isNarrow = bits < 64;
  const isAbove =
    value > max ||
    (isNarrow && increment > maxIncrement) ||
    (value >= 0n && increment > 0n && increment > maxIncrement);
  const isBelow =
    value < min ||
    (isNarrow && increment < minIncrement) ||
    (value < 0n && increment < 0n && increment < minIncrement);
  if (!isAbove && !isBelow) return value + increment;
  if (overflow === 'wrap') return BigInt.asIntN(bits, value + increment);
  if (overflow === 'fail') return null;
  // A value far below an end may be counted as above: the distance does not fit 64 bits then.
  return isAbove ? max : min;
}
