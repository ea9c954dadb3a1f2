/** Bits one after the other in bytes, the most significant of each byte first: 1 01 is 101. ….. in the first byte. */

/** Writes the low `width` bits of a number at a bit, at most 32. The bits there must be zero. */
export function writeBits(bytes: Uint8Array, at: number, value: number, width: number): void {
  let left = width;
  let position = at;
  while (left > 0) {
    const inByte = 8 - (position & 7);
    const taken = Math.min(inByte, left);
    const part = (value >>> (left - taken)) & ((1 << taken) - 1);
    bytes[position >>> 3] |= part << (inByte - taken);
    left -= taken;
    position += taken;
  }
}

/** Reads up to 32 bits as a number without a sign. What lies behind the end reads as zero. */
export function readBits(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  let left = width;
  let position = at;
  while (left > 0) {
    const inByte = 8 - (position & 7);
    const taken = Math.min(inByte, left);
    const part = ((bytes[position >>> 3] ?? 0) >>> (inByte - taken)) & ((1 << taken) - 1);
    value = value * 2 ** taken + part;
    left -= taken;
    position += taken;
  }
  return value;
}
