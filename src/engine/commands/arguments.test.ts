import { describe, expect, test } from 'vitest';
import { bytesOf } from '../base/bytes.ts';
import {
  expiryMs,
  int32Of,
  integerBetween,
  integerOf,
  isWord,
  naturalOf,
  positiveExpiry,
} from './arguments.ts';

const refuses = (text: string) => expect.objectContaining({ text });

describe('words', () => {
  test.each(['nx', 'NX', 'nX', 'NX\0', 'nx\0anything'])('%j is NX', (word) => {
    expect(isWord(bytesOf(word), 'nx')).toBe(true);
  });
  test.each(['', 'n', 'nxx', 'xn', '\0nx', 'n\0x', 'NX '])('%j is not', (word) => {
    expect(isWord(bytesOf(word), 'nx')).toBe(false);
  });
});

describe('integers', () => {
  test('are read to the full 64 bits', () => {
    expect(integerOf(bytesOf('-12'))).toBe(-12);
    expect(integerOf(bytesOf('9223372036854775807'))).toBe(9223372036854775807n);
    expect(() => integerOf(bytesOf('9223372036854775808'))).toThrow(
      refuses('ERR value is not an integer or out of range'),
    );
  });

  test('within bounds', () => {
    expect(int32Of(bytesOf('-2147483648'))).toBe(-2147483648);
    expect(() => int32Of(bytesOf('2147483648'))).toThrow(
      refuses('ERR value is out of range, value must between -2147483648 and 2147483647'),
    );
    expect(() => int32Of(bytesOf('x'))).toThrow(refuses('ERR value is not an integer or out of range'));
    expect(() => integerBetween(bytesOf('x'), 1, 2, 'ERR own words')).toThrow(refuses('ERR own words'));
    expect(() => integerBetween(bytesOf('3'), 1, 2, 'ERR own words')).toThrow(refuses('ERR own words'));
    expect(naturalOf(bytesOf('0'))).toBe(0);
    expect(() => naturalOf(bytesOf('-1'))).toThrow(refuses('ERR value is out of range, must be positive'));
  });
});

describe('expiries', () => {
  const nowMs = 1_750_000_000_000;
  const invalid = refuses("ERR invalid expire time in 'set' command");

  test('in each unit', () => {
    expect(positiveExpiry('set', bytesOf('10'), true, true, nowMs)).toBe(nowMs + 10_000);
    expect(positiveExpiry('set', bytesOf('10'), false, true, nowMs)).toBe(nowMs + 10);
    expect(positiveExpiry('set', bytesOf('10'), true, false, nowMs)).toBe(10_000);
    expect(positiveExpiry('set', bytesOf('10'), false, false, nowMs)).toBe(10);
    expect(expiryMs('set', -5, true, nowMs)).toBe(nowMs - 5000);
  });

  test('keep their last digit beyond what a double holds', () => {
    expect(expiryMs('set', 9007199254740993n, false, 0)).toBe(9007199254740993n);
    expect(expiryMs('set', 9223372036854775n, true, 0)).toBe(9223372036854775000n);
    expect(expiryMs('set', 5_000_000_000_000, true, nowMs)).toBe(5_001_750_000_000_000);
  });

  test('are refused where they are not positive or overflow', () => {
    for (const text of ['0', '-1']) {
      expect(() => positiveExpiry('set', bytesOf(text), true, true, nowMs)).toThrow(invalid);
    }
    expect(() => expiryMs('set', 9223372036854776n, true, 0)).toThrow(invalid);
    expect(() => expiryMs('set', -9223372036854776n, true, nowMs)).toThrow(invalid);
    expect(() => expiryMs('set', 9223372036854775n, true, nowMs)).toThrow(invalid);
    expect(() => expiryMs('set', 9223372036854775807n, false, 1)).toThrow(invalid);
  });
});
