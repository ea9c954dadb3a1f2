import { describe, expect, test } from 'vitest';
import { bytesOf } from '../base/bytes.ts';
import { RdbWriter } from './rdb-writer.ts';

function written(write: (writer: RdbWriter) => void, compress = true): string {
  const writer = new RdbWriter(compress);
  write(writer);
  expect(writer.view()).toHaveLength(writer.length);
  return Buffer.from(writer.view()).toString('hex');
}

describe('the worked example', () => {
  test.each([
    ['12345', 'c13930'],
    ['hello', '0568656c6c6f'],
  ])('%s', (text, encoded) => {
    expect(written((writer) => writer.string(bytesOf(text)))).toBe(encoded);
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
  expect(written((writer) => writer.string(bytesOf(text)))).toBe(encoded);
});

test.each([
  [0, 'c000'],
  [-32769, 'c2ff7fffff'],
  [2147483648, '0a32313437343833363438'],
  [9223372036854775807n, '1339323233333732303336383534373735383037'],
])('a string kept as the integer %s', (value, encoded) => {
  expect(written((writer) => writer.integerString(value))).toBe(encoded);
});

test.each([
  [0, '00'],
  [63, '3f'],
  [64, '4040'],
  [16383, '7fff'],
  [16384, '8000004000'],
  [4294967295, '80ffffffff'],
  [4294967296, '810000000100000000'],
  [18446744073709551614n, '81fffffffffffffffe'],
])('a count of %s', (count, encoded) => {
  expect(written((writer) => writer.count(count))).toBe(encoded);
});

test.each([
  [0, '0000000000000000'],
  [1.5, '000000000000f83f'],
  [Number.NEGATIVE_INFINITY, '000000000000f0ff'],
])('the double %s', (value, encoded) => {
  expect(written((writer) => writer.double(value))).toBe(encoded);
});

test.each([
  [-1, 'ffffffffffffffff'],
  [1_750_000_000_000, '00dc207497010000'],
  [9223372036854775807n, 'ffffffffffffff7f'],
])('a time of %s', (value, encoded) => {
  expect(written((writer) => writer.int64(value))).toBe(encoded);
});

describe('compression', () => {
  const string = (text: string, compress = true) => {
    const writer = new RdbWriter(compress);
    writer.string(bytesOf(text));
    return writer.view();
  };

  test('is for more than 20 bytes and only where it pays', () => {
    expect(string('a'.repeat(20))).toHaveLength(21);
    const compressed = string('a'.repeat(21));
    expect(compressed[0]).toBe(0xc3);
    expect(compressed[1]).toBe(compressed.length - 3);
    expect(compressed[2]).toBe(21);
    expect(string('abcdefghijklmnopqrstuvwxyz')).toHaveLength(27);
  });

  test('can be turned off', () => {
    expect(string('a'.repeat(100), false)).toHaveLength(102);
  });

  test('a stream that is there already is taken as it is', () => {
    const stream = Uint8Array.of(1, 97, 97);
    expect(written((writer) => writer.compressed(stream, 70), false)).toBe('c3034046016161');
  });
});
