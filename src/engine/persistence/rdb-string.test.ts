import { describe, expect, test } from 'vitest';
import { bytesOf } from '../base/bytes.ts';
import { encodeRdbLength, encodeRdbString } from './rdb-string.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the worked example', () => {
  test.each([
    ['12345', 'c13930'],
    ['hello', '0568656c6c6f'],
  ])('%s', (text, encoded) => {
    expect(hex(encodeRdbString(bytesOf(text), true))).toBe(encoded);
  });
});

test.each([
  ['', '00'],
  ['0', 'c000'],
  ['-1', 'c0ff'],
  ['127', 'c07f'],
  ['128', 'c18000'],
  ['-128', 'c080'],
  ['-129', 'c17fff'],
  ['32767', 'c1ff7f'],
  ['32768', 'c200800000'],
  ['2147483647', 'c2ffffff7f'],
  ['-2147483648', 'c200000080'],
  ['2147483648', '0a32313437343833363438'],
  ['007', '03303037'],
  ['+1', '022b31'],
])('an integer that a string spells: %s', (text, encoded) => {
  expect(hex(encodeRdbString(bytesOf(text), true))).toBe(encoded);
});

test.each([
  [0, '00'],
  [63, '3f'],
  [64, '4040'],
  [16383, '7fff'],
  [16384, '8000004000'],
  [4294967295, '80ffffffff'],
  [4294967296, '810000000100000000'],
])('a length of %d', (length, encoded) => {
  expect(hex(encodeRdbLength(length))).toBe(encoded);
});

describe('compression', () => {
  test('is for more than 20 bytes and only where it pays', () => {
    expect(encodeRdbString(bytesOf('a'.repeat(20)), true)).toHaveLength(21);
    const compressed = encodeRdbString(bytesOf('a'.repeat(21)), true);
    expect(compressed[0]).toBe(0xc3);
    expect(compressed[1]).toBe(compressed.length - 3);
    expect(compressed[2]).toBe(21);
    expect(encodeRdbString(bytesOf('abcdefghijklmnopqrstuvwxyz'), true)).toHaveLength(27);
  });

  test('can be turned off', () => {
    expect(encodeRdbString(bytesOf('a'.repeat(100)), false)).toHaveLength(102);
  });
});
