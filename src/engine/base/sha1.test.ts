import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { sha1Hex } from './sha1.ts';

it('gives the check values of the standard', () => {
  expect(sha1Hex(bytesOf('abc'))).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  expect(sha1Hex(new Uint8Array())).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
});

it('agrees with another implementation at every length around its blocks', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    expect(sha1Hex(bytes)).toBe(createHash('sha1').update(bytes).digest('hex'));
  }
});
