/**
 * SipHash-1-2: the keyed hash that decides in which bucket of a dict a key lies.
 *
 * Mirrors siphash.c. The seed is secret and differs from server to server, so that nobody can choose keys
 * that all fall into one bucket. One compression round per 8 bytes and two at the end (the published
 * SipHash has two and four): enough against flooding, and faster.
 *
 *     v0 v1 v2 v3   four 64-bit words, seeded
 *     for every 8 bytes m:  v3 ^= m, one round, v0 ^= m      the last m carries the length in its top byte
 *     v2 ^= 0xff, two rounds, hash = v0 ^ v1 ^ v2 ^ v3
 *
 * JavaScript has no fast 64-bit integer, so every word is two 32-bit halves in local variables. The carry of
 * a + b = s is the top bit of (a & b) | ((a | b) & ~s), which needs no comparison. The two final rounds run
 * in the same loop with m = 0, for which the exclusive-ors do nothing.
 */
export class SipHash {
  /** The upper 32 bits of the last hash, as a signed integer. */
  high = 0;

  private readonly seed0Low: number;
  private readonly seed0High: number;
  private readonly seed1Low: number;
  private readonly seed1High: number;

  /** The array `recall` was last asked about, and the answer. */
  private recalledBytes: Uint8Array | null = null;
  private recalledLow = 0;

  /** `seed` has 16 bytes. */
  constructor(seed: Uint8Array) {
    if (seed.length !== 16) throw new Error('a SipHash seed has 16 bytes');
    this.seed0Low = littleEndian32(seed, 0);
    this.seed0High = littleEndian32(seed, 4);
    this.seed1Low = littleEndian32(seed, 8);
    this.seed1High = littleEndian32(seed, 12);
  }

  /** The lower 32 bits of the hash of the first `length` bytes, as a signed integer; the rest is in `high`. */
  hash(bytes: Uint8Array, length = bytes.length): number {
    let v0l = this.seed0Low ^ 0x70736575;
    let v0h = this.seed0High ^ 0x736f6d65;
    let v1l = this.seed1Low ^ 0x6e646f6d;
    let v1h = this.seed1High ^ 0x646f7261;
    let v2l = this.seed0Low ^ 0x6e657261;
    let v2h = this.seed0High ^ 0x6c796765;
    let v3l = this.seed1Low ^ 0x79746573;
    let v3h = this.seed1High ^ 0x74656462;

    const wholeWords = length >> 3;
    const rounds = wholeWords + 3;
    let offset = 0;
    for (let round = 0; round < rounds; round++) {
      let ml = 0;
      let mh = 0;
      if (round < wholeWords) {
        ml = bytes[offset] | (bytes[offset + 1] << 8) | (bytes[offset + 2] << 16) | (bytes[offset + 3] << 24);
        mh =
          bytes[offset + 4] |
          (bytes[offset + 5] << 8) |
          (bytes[offset + 6] << 16) |
          (bytes[offset + 7] << 24);
        offset += 8;
      } else if (round === wholeWords) {
        mh = length << 24;
        for (let shift = 0; offset < length; offset++, shift += 8) {
          if (shift < 32) ml |= bytes[offset] << shift;
          else mh |= bytes[offset] << (shift - 32);
        }
      } else if (round === wholeWords + 1) {
        v2l ^= 0xff;
      }
      v3l ^= ml;
      v3h ^= mh;

      // v0 += v1; v1 = rotl(v1, 13) ^ v0; v0 = rotl(v0, 32)
      let low = (v0l + v1l) | 0;
      v0h = (v0h + v1h + (((v0l & v1l) | ((v0l | v1l) & ~low)) >>> 31)) | 0;
      v0l = low;
      let swap = v1l;
      v1l = ((v1l << 13) | (v1h >>> 19)) ^ v0l;
      v1h = ((v1h << 13) | (swap >>> 19)) ^ v0h;
      swap = v0l;
      v0l = v0h;
      v0h = swap;
      // v2 += v3; v3 = rotl(v3, 16) ^ v2
      low = (v2l + v3l) | 0;
      v2h = (v2h + v3h + (((v2l & v3l) | ((v2l | v3l) & ~low)) >>> 31)) | 0;
      v2l = low;
      swap = v3l;
      v3l = ((v3l << 16) | (v3h >>> 16)) ^ v2l;
      v3h = ((v3h << 16) | (swap >>> 16)) ^ v2h;
      // v0 += v3; v3 = rotl(v3, 21) ^ v0
      low = (v0l + v3l) | 0;
      v0h = (v0h + v3h + (((v0l & v3l) | ((v0l | v3l) & ~low)) >>> 31)) | 0;
      v0l = low;
      swap = v3l;
      v3l = ((v3l << 21) | (v3h >>> 11)) ^ v0l;
      v3h = ((v3h << 21) | (swap >>> 11)) ^ v0h;
      // v2 += v1; v1 = rotl(v1, 17) ^ v2; v2 = rotl(v2, 32)
      low = (v2l + v1l) | 0;
      v2h = (v2h + v1h + (((v2l & v1l) | ((v2l | v1l) & ~low)) >>> 31)) | 0;
      v2l = low;
      swap = v1l;
      v1l = ((v1l << 17) | (v1h >>> 15)) ^ v2l;
      v1h = ((v1h << 17) | (swap >>> 15)) ^ v2h;
      swap = v2l;
      v2l = v2h;
      v2h = swap;

      v0l ^= ml;
      v0h ^= mh;
    }
    this.high = v0h ^ v1h ^ v2h ^ v3h;
    return v0l ^ v1l ^ v2l ^ v3l;
  }

  /**
   * `hash(bytes)`, remembered: asked again about the same array, the answer is at hand. A command looks its
   * key up in several dicts (keys, expires) and then often inserts it. The bytes must not have changed in
   * between; arguments and the keys of entries never do.
   */
  recall(bytes: Uint8Array): number {
    if (bytes !== this.recalledBytes) {
      this.recalledLow = this.hash(bytes);
      this.recalledBytes = bytes;
    }
    return this.recalledLow;
  }

  /** The whole hash as 16 hexadecimal digits. */
  hex(bytes: Uint8Array): string {
    const low = this.hash(bytes);
    return hex32(this.high) + hex32(low);
  }
}

function littleEndian32(bytes: Uint8Array, offset: number): number {
  return bytes[offset] | (bytes[offset + 1] << 8) | (bytes[offset + 2] << 16) | (bytes[offset + 3] << 24);
}

function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
