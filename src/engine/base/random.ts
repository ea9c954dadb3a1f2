/**
 * All randomness of the engine: one seed, many named streams.
 *
 * Each use (hash seed, skiplist levels, eviction sampling, SPOP…) draws from its own stream, so that a new use does not
 * change the numbers of the others, and a session replays to the byte. A stream is the sfc32 generator of the PractRand
 * suite: four 32-bit words, additions, shifts and nothing slower.
 */

export class RandomStream {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(a: number, b: number, c: number) {
    this.a = a | 0;
    this.b = b | 0;
    this.c = c | 0;
    // The words of similar seeds grow apart during the first rounds.
    for (let round = 0; round < 15; round++) this.uint32();
  }

  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 to n - 1, each equally likely; n is at least 1 and at most 2^53. */
  below(n: number): number {
    if (n > 0x1_0000_0000) return Math.floor(this.float() * n);
    // What lies beyond the last whole multiple of n would favour the small numbers: draw again.
    const limit = 0x1_0000_0000 - (0x1_0000_0000 % n);
    let value = this.uint32();
    while (value >= limit) value = this.uint32();
    return value % n;
  }

  /** `count` random bits, 1 to 32, as an unsigned number. */
  bits(count: number): number {
    return this.uint32() >>> (32 - count);
  }

  /** From 0 up to but not including 1, with 53 random bits. */
  float(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 0x400_0000 + low) / 0x20_0000_0000_0000;
  }

  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let index = 0; index < count; index++) bytes[index] = this.bits(8);
    return bytes;
  }
}

export class Random {
  readonly seed: number;
  private readonly streams = new Map<string, RandomStream>();

  constructor(seed: number) {
    this.seed = seed;
  }

  /** The stream of this name: always the same object, which continues where it was. */
  stream(name: string): RandomStream {
    let stream = this.streams.get(name);
    if (stream === undefined) {
      stream = new RandomStream(this.seed, this.seed / 0x1_0000_0000, fnv1a(name));
      this.streams.set(name, stream);
    }
    return stream;
  }
}

/** FNV-1a, 32 bits, over the low bytes of the name. */
function fnv1a(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ (name.charCodeAt(index) & 0xff), 0x01000193);
  }
  return hash;
}
