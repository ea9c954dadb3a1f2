import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import {
  addInt64,
  formatDouble,
  formatInteger,
  integerBytes,
  normalizeInt64,
  parseDouble,
  parseInteger,
  printfF,
  printfG,
} from './numbers.ts';

describe('parseInteger', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['-1', -1],
    ['999999999999999', 999999999999999],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
  ])('reads %s', (text, value) => {
    expect(parseInteger(bytesOf(text))).toBe(value);
    expect(formatInteger(value)).toBe(text);
    expect(integerBytes(value)).toEqual(bytesOf(text));
  });

  it.each([
    '',
    '-',
    '+1',
    ' 1',
    '1 ',
    '01',
    '00',
    '-0',
    '-01',
    '1.0',
    '1e3',
    '0x1',
    '9223372036854775808',
    '-9223372036854775809',
    '10000000000000000000',
    '100000000000000000000',
    '1\0',
    'a',
    '/',
    ':',
  ])('refuses %j', (text) => {
    expect(parseInteger(bytesOf(text))).toBeNull();
  });
});

describe('64-bit sums', () => {
  it('stay numbers while safe, become bigints beyond, and come back', () => {
    expect(addInt64(1, 2)).toBe(3);
    expect(addInt64(Number.MAX_SAFE_INTEGER, 1)).toBe(9007199254740992n);
    expect(addInt64(9007199254740992n, -1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(addInt64(-Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER)).toBe(-18014398509481982n);
  });

  it('know the edge', () => {
    expect(addInt64(9223372036854775806n, 1)).toBe(9223372036854775807n);
    expect(addInt64(9223372036854775807n, 1)).toBeNull();
    expect(addInt64(-9223372036854775808n, -1)).toBeNull();
    expect(addInt64(-9223372036854775808n, 9223372036854775807n)).toBe(-1);
  });

  it('have one form for each value', () => {
    expect(normalizeInt64(5n)).toBe(5);
    expect(Object.is(normalizeInt64(-0), 0)).toBe(true);
    expect(normalizeInt64(2 ** 60)).toBe(1152921504606846976n);
    expect(normalizeInt64(9007199254740992n)).toBe(9007199254740992n);
  });
});

describe('scores', () => {
  // ZADD z <text> m, ZSCORE z m on redis-server 7.0.15 with the skiplist encoding.
  it.each([
    ['0.1', '0.10000000000000001'],
    ['1', '1'],
    ['-1', '-1'],
    ['1e22', '1e+22'],
    ['1e21', '1e+21'],
    ['123456789012345678', '1.2345678901234568e+17'],
    ['9007199254740993', '9007199254740992'],
    ['1234567890123456.25', '1234567890123456.2'],
    ['1234567890123456.75', '1234567890123456.8'],
    ['5e-324', '4.9406564584124654e-324'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['0.0001', '0.0001'],
    ['0.00001', '1.0000000000000001e-05'],
    ['-0', '-0'],
    ['inf', 'inf'],
    ['-inf', '-inf'],
    ['+inf', 'inf'],
    ['INFINITY', 'inf'],
    ['0x1.8p1', '3'],
    ['0x10', '16'],
    ['3.0', '3'],
    ['1e5', '100000'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['2.2250738585072011e-308', '2.2250738585072009e-308'],
    ['1e17', '1e+17'],
    ['12345678901234567890', '1.2345678901234567e+19'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['100', '100'],
    ['1e-7', '9.9999999999999995e-08'],
    ['0x1.fffffffffffff8p0', '2'],
    ['0x1p-1074', '4.9406564584124654e-324'],
    ['0e999999999999', '0'],
  ])('%s is %s', (text, printed) => {
    expect(formatDouble(parseDouble(bytesOf(text))!)).toBe(printed);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '\t1',
    'nan',
    'NaN(1)',
    'infinit',
    'infinityx',
    '.',
    '-',
    'e5',
    '1e',
    '1e+',
    '1.5.2',
    '0x',
    '0x.',
    '0x1p',
    '--1',
    '1_0',
    '1\0',
    '1e400',
    '-1e400',
    '1e-400',
    '0x1p-1075',
    '0x1p1024',
  ])('refuses %j', (text) => {
    expect(parseDouble(bytesOf(text))).toBeNull();
  });
});

describe('printf', () => {
  it('rounds ties to even, unlike toFixed and toPrecision', () => {
    expect(printfF(3.125, 2)).toBe('3.12');
    expect(printfF(28.125, 2)).toBe('28.12');
    expect(printfF(9.375, 2)).toBe('9.38');
    expect(printfF(-0.5, 0)).toBe('-0');
    expect(printfF(-0, 6)).toBe('-0.000000');
    expect(printfF(1.5, 0)).toBe('2');
    expect(printfF(2.5, 0)).toBe('2');
    expect(printfF(1.005, 2)).toBe('1.00');
    expect(printfG(2.5, 1)).toBe('2');
    expect(printfG(0.125, 2)).toBe('0.12');
    expect(printfG(0.375, 2)).toBe('0.38');
  });

  it('pads and cuts', () => {
    expect(printfF(100, 2)).toBe('100.00');
    expect(printfF(1e20, 1)).toBe('100000000000000000000.0');
    expect(printfF(Number.NaN, 2)).toBe('nan');
    expect(printfG(1e-4, 6)).toBe('0.0001');
    expect(printfG(123456, 6)).toBe('123456');
    expect(printfG(1234567, 6)).toBe('1.23457e+06');
    expect(printfG(999999.5, 6)).toBe('1e+06');
    expect(printfG(1e100, 17)).toBe('1e+100');
    expect(printfG(Number.NEGATIVE_INFINITY, 17)).toBe('-inf');
  });
});
