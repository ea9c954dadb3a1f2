import { describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { RdbReader, RdbRefusal } from './rdb-reader.ts';
import { RdbWriter } from './rdb-writer.ts';

const reader = (hex: string) => new RdbReader(Buffer.from(hex, 'hex'));

/** Everything at hand has to be read. */
function whole<Value>(source: RdbReader, read: (source: RdbReader) => Value): Value {
  const value = read(source);
  expect(source.position).toBe(source.bytes.length);
  return value;
}

describe('what was written is read', () => {
  const strings = [
    '',
    '0',
    '-1',
    '127',
    '-129',
    '40000',
    '2147483648',
    '-9223372036854775808',
    '007',
    'hello',
  ];
  const long = ['a'.repeat(21), 'ab'.repeat(5000), 'x'.repeat(70_000), 'abcdefghijklmnopqrstuvwxyz'];
  test.each([...strings, ...long])('%s', (text) => {
    for (const compress of [true, false]) {
      const writer = new RdbWriter(compress);
      writer.string(bytesOf(text));
      expect(latin1(whole(new RdbReader(writer.view()), (source) => source.string()))).toBe(text);
    }
  });

  test.each([0, 63, 64, 16383, 16384, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1])('a count of %d', (count) => {
    const writer = new RdbWriter(false);
    writer.count(count);
    expect(whole(new RdbReader(writer.view()), (source) => source.count())).toBe(count);
  });

  test('numbers of fixed width', () => {
    const writer = new RdbWriter(false);
    writer.double(-0.1);
    writer.int64(-5);
    writer.int64(2n ** 62n);
    writer.count(2n ** 64n - 2n);
    const source = new RdbReader(writer.view());
    expect(source.double()).toBe(-0.1);
    expect(source.int64()).toBe(-5);
    expect(source.int64()).toBe(2n ** 62n);
    expect(whole(source, (rest) => rest.unsigned())).toBe(2n ** 64n - 2n);
  });

  test('a double that does not begin at the beginning of its memory', () => {
    const memory = new Uint8Array(20);
    new DataView(memory.buffer).setFloat64(7, 3.25, true);
    expect(new RdbReader(memory.subarray(3), 4).double()).toBe(3.25);
  });
});

test('where a count is expected, the mark of an encoding is not looked at', () => {
  expect(reader('c5').count()).toBe(5);
});

test('a compressed string of no length is empty, whatever its stream', () => {
  expect(whole(reader('c3020000ff'), (source) => source.string())).toHaveLength(0);
});

describe('refused', () => {
  test.each([
    ['nothing', ''],
    ['a string that ends too early', '0568656c6c'],
    ['a length of two bytes with one', '40'],
    ['a length of 32 bits with three bytes', '80000000'],
    ['a length of 64 bits with seven bytes', '8100000000000000'],
    ['an unknown kind of length', '8201'],
    ['a length that means an error', '81ffffffffffffffff'],
    ['a length beyond all numbers', '81fffffffffffffffe'],
    ['an unknown encoding', 'c4'],
    ['an integer of 8 bits without it', 'c0'],
    ['an integer of 16 bits with one byte', 'c100'],
    ['an integer of 32 bits with three bytes', 'c2000000'],
    ['a stream that ends too early', 'c3050a0161'],
    ['a damaged stream', 'c30305e0ff00'],
    ['a stream shorter than it says', 'c302030061'],
    ['a stream that claims a terabyte', 'c301810000010000000000ff'],
  ])('%s', (_name, hex) => {
    expect(() => reader(hex).string()).toThrow(RdbRefusal);
  });

  test('a double of seven bytes', () => {
    expect(() => reader('00000000000000').double()).toThrow(RdbRefusal);
    expect(() => reader('00000000000000').int64()).toThrow(RdbRefusal);
  });
});
