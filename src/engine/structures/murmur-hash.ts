/**
 * MurmurHash64A, the hash of the elements of a HyperLogLog and of a Bloom filter.
 *
 * Mirrors hyperloglog.c, which reads the input in words of 8 bytes, least significant byte first, so that the
 * hash is the same on every machine. 64-bit words are kept as two halves of 32 bits: JavaScript multiplies
 * those exactly, and faster than bigints.
 *
 * Worked example: with the seed of hyperloglog.c, 0xadc83b19, the empty string gives d8dfea6585bc9732.
 */

export interface Hash64 {
  /** Unsigned. */
  readonly high: number;
  readonly low: number;
}

/** The multiplier 0xc6a4a7935bd1e995. */
const M_HIGH = 0xc6a4a793;
const M_LOW = 0x5bd1e995;
/** 64-bit words are shifted right by 47, so only the high half matters and by 15. */
const SHIFT = 15;

/** The high half of the last product; `multiply` returns the low half. */
let productHigh = 0;

/** (high, low) × M modulo 2^64. */
function multiply(high: number, low: number): number {
  const low0 = low & 0xffff;
  const low1 = low >>> 16;
  const m0 = M_LOW & 0xffff;
  const m1 = M_LOW >>> 16;
  const first = low0 * m0;
  const middle = low1 * m0 + (first >>> 16);
  const cross = low0 * m1 + (middle & 0xffff);
  const carried = low1 * m1 + (middle >>> 16) + (cross >>> 16);
  productHigh = (carried + Math.imul(high, M_LOW) + Math.imul(low, M_HIGH)) | 0;
  return (cross << 16) | (first & 0xffff);
}

/** `seedHigh` is the upper half of a seed of 64 bits. */
export function murmurHash64A(bytes: Uint8Array, seed: number, seedHigh = 0): Hash64 {
  const length = bytes.length;
  let low = multiply(0, length) ^ seed;
  let high = productHigh ^ seedHigh;

  const tail = length & ~7;
  for (let at = 0; at < tail; at += 8) {
    let wordLow = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    let wordHigh = bytes[at + 4] | (bytes[at + 5] << 8) | (bytes[at + 6] << 16) | (bytes[at + 7] << 24);
    wordLow = multiply(wordHigh, wordLow);
    wordHigh = productHigh;
    wordLow ^= wordHigh >>> SHIFT;
    wordLow = multiply(wordHigh, wordLow);
    low = multiply(high ^ productHigh, low ^ wordLow);
    high = productHigh;
  }
  if (tail < length) {
    for (let at = tail; at < length; at++) {
      const index = at - tail;
      if (index < 4) low ^= bytes[at] << (index * 8);
      else high ^= bytes[at] << ((index - 4) * 8);
    }
    low = multiply(high, low);
    high = productHigh;
  }
  low ^= high >>> SHIFT;
  low = multiply(high, low);
  high = productHigh;
  low ^= high >>> SHIFT;
  return { high: high >>> 0, low: low >>> 0 };
}
