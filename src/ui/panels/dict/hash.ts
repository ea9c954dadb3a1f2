/**
 * From a hash to a bucket. A table has a power of two of buckets, so `hash & (size - 1)` keeps the low bits:
 *
 *   hash …a3fb = …1010 0011 1111 1011
 *   8 buckets,  & 0x7 ->  011 =  3
 *   16 buckets, & 0xf -> 1011 = 11      one bit more decides between bucket 3 and bucket 3 + 8
 */

export interface MaskedHash {
  readonly table: 0 | 1;
  readonly size: number;
  readonly maskHex: string;
  /** How many low bits the mask keeps. */
  readonly maskBits: number;
  readonly bucket: number;
}

export function maskBitsOf(size: number): number {
  return size <= 1 ? 0 : Math.round(Math.log2(size));
}

export function maskHash(hash: string, table: 0 | 1, size: number): MaskedHash {
  const mask = BigInt(size - 1);
  return {
    table,
    size,
    maskHex: `0x${mask.toString(16)}`,
    maskBits: maskBitsOf(size),
    bucket: Number(BigInt(`0x${hash}`) & mask),
  };
}

/** The last hexadecimal digits, as many as the mask needs and at least four, after an ellipsis. */
export function lowDigits(hash: string, maskBits: number): string {
  const digits = Math.max(4, Math.ceil(maskBits / 4));
  return digits >= hash.length ? hash : `…${hash.slice(-digits)}`;
}

/** The lowest `count` bits, most significant first. */
export function lowBits(hash: string, count: number): string {
  if (count === 0) return '';
  const bits = (BigInt(`0x${hash}`) & ((1n << BigInt(count)) - 1n)).toString(2);
  return bits.padStart(count, '0');
}
