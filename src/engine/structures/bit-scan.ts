/** Counting bits and finding them in a row of bytes. Bit 0 is the highest of the first byte. */

/** How many bits of each byte are 1. */
export const SET_BITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
});

/** The bits of a byte from one place to another that may lie outside it; bit 0 is the highest. */
function maskOf(from: number, to: number): number {
  const left = from > 0 ? 0xff >> from : 0xff;
  const right = to < 7 ? (0xff << (7 - to)) & 0xff : 0xff;
  return left & right;
}

/** How many bits from the first to the last are 1; both are counted. */
export function countBits(bytes: Uint8Array, firstBit: number, lastBit: number): number {
  if (firstBit > lastBit) return 0;
  const first = Math.floor(firstBit / 8);
  const last = Math.floor(lastBit / 8);
  const from = firstBit % 8;
  const to = lastBit % 8;
  if (first === last) return SET_BITS[bytes[first] & maskOf(from, to)];
  let count = SET_BITS[bytes[first] & maskOf(from, 7)] + SET_BITS[bytes[last] & maskOf(0, to)];
  for (let at = first + 1; at < last; at++) count += SET_BITS[bytes[at]];
  return count;
}

/** The first such bit of the range, or -1. */
export function findBit(bytes: Uint8Array, bit: number, firstBit: number, lastBit: number): number {
  const first = Math.floor(firstBit / 8);
  const last = Math.floor(lastBit / 8);
  // Searches for a 1 in the byte itself or in its complement.
  const flip = bit === 1 ? 0 : 0xff;
  for (let at = first; at <= last; at++) {
    let hits = bytes[at] ^ flip;
    if (hits === 0) continue;
    if (at === first) hits &= maskOf(firstBit % 8, 7);
    if (at === last) hits &= maskOf(0, lastBit % 8);
    if (hits !== 0) return at * 8 + Math.clz32(hits) - 24;
  }
  return -1;
}
