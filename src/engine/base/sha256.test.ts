import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesOf } from './bytes.ts';
import { Random } from './random.ts';
import { sha256Hex } from './sha256.ts';

test('the worked example', () => {
  expect(sha256Hex(bytesOf('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Hex(bytesOf(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('lengths around the ends of blocks, and random bytes, agree with another implementation', () => {
  const random = new Random(7).stream('sha256');
  for (let length = 0; length < 300; length++) {
    const message = random.bytes(length);
    expect(sha256Hex(message)).toBe(createHash('sha256').update(message).digest('hex'));
  }
});
