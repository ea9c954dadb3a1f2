import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { Random } from './random.ts';
import { SipHash } from './siphash.ts';

const MASK = (1n << 64n) - 1n;
const seed = Uint8Array.from({ length: 16 }, (_, index) => index);
const message = Uint8Array.from({ length: 64 }, (_, index) => index);

/** SipHash-c-d straight from its definition, on 64-bit integers. */
function reference(bytes: Uint8Array, key: Uint8Array, compress: number, finish: number): string {
  const word = (from: Uint8Array, offset: number) => {
    let value = 0n;
    for (let index = 7; index >= 0; index--) value = (value << 8n) | BigInt(from[offset + index] ?? 0);
    return value;
  };
  const rotate = (value: bigint, bits: bigint) => ((value << bits) | (value >> (64n - bits))) & MASK;
  const [k0, k1] = [word(key, 0), word(key, 8)];
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  const rounds = (count: number) => {
    for (let round = 0; round < count; round++) {
      v0 = (v0 + v1) & MASK;
      v1 = rotate(v1, 13n) ^ v0;
      v0 = rotate(v0, 32n);
      v2 = (v2 + v3) & MASK;
      v3 = rotate(v3, 16n) ^ v2;
      v0 = (v0 + v3) & MASK;
      v3 = rotate(v3, 21n) ^ v0;
      v2 = (v2 + v1) & MASK;
      v1 = rotate(v1, 17n) ^ v2;
      v2 = rotate(v2, 32n);
    }
  };
  const padded = new Uint8Array((Math.floor(bytes.length / 8) + 1) * 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length & 0xff;
  for (let offset = 0; offset < padded.length; offset += 8) {
    v3 ^= word(padded, offset);
    rounds(compress);
    v0 ^= word(padded, offset);
  }
  v2 ^= 0xffn;
  rounds(finish);
  return (v0 ^ v1 ^ v2 ^ v3).toString(16).padStart(16, '0');
}

describe('the reference in this test', () => {
  // From the SipHash paper and its reference implementation: key 00…0f, message 00 01 02….
  it.each([
    [0, '726fdb47dd0e0e31'],
    [1, '74f839c593dc67fd'],
    [8, '93f5f5799a932462'],
    [15, 'a129ca6149be45e5'],
    [63, '958a324ceb064572'],
  ])('gives the published SipHash-2-4 of %i bytes', (length, hash) => {
    expect(reference(message.slice(0, length), seed, 2, 4)).toBe(hash);
  });
});

describe('SipHash', () => {
  // What siphash.c of Redis 7.0.15 gives for key 00…0f, message 00 01 02….
  it.each([
    [0, 'cea28b51565c12e2'],
    [1, '94aaf38c34ce7ba6'],
    [3, '1c0d255229c3364c'],
    [7, 'f03c4cbcf492b05a'],
    [8, '606845b4d093af74'],
    [9, 'e304e78271c74a56'],
    [15, 'ec8f61bc1c8966a6'],
    [16, '1311f4dfe747a751'],
    [17, '899c7b292c85339c'],
    [31, '3d9450fef5eaa3b3'],
    [63, 'ff6d07afacbad6d9'],
  ])('gives the SipHash-1-2 of %i bytes', (length, hash) => {
    expect(new SipHash(seed).hex(message.slice(0, length))).toBe(hash);
  });

  it('equals the reference for random keys and messages of every length', () => {
    const random = new Random(11).stream('siphash');
    for (let length = 0; length < 300; length++) {
      const key = random.bytes(16);
      const bytes = random.bytes(length);
      expect(new SipHash(key).hex(bytes), `length ${length}`).toBe(reference(bytes, key, 1, 2));
    }
  });

  it('gives the low half and keeps the high one', () => {
    const hasher = new SipHash(seed);
    const hex = hasher.hex(bytesOf('key'));
    expect(hasher.hash(bytesOf('key'))).toBe(Number.parseInt(hex.slice(8), 16) | 0);
    expect(hasher.high).toBe(Number.parseInt(hex.slice(0, 8), 16) | 0);
    expect(hasher.hash(bytesOf('keys'), 3)).toBe(hasher.hash(bytesOf('key')));
  });

  it('recalls the last array only', () => {
    const hasher = new SipHash(seed);
    const [a, b] = [bytesOf('a'), bytesOf('b')];
    for (const bytes of [a, a, b, a, b, b]) expect(hasher.recall(bytes)).toBe(hasher.hash(bytes));
  });

  it('needs 16 bytes of seed', () => {
    expect(() => new SipHash(new Uint8Array(15))).toThrow('16 bytes');
  });
});
