import { expect, test } from 'vitest';
import { bytesOf } from './bytes.ts';
import { parseSortWeight } from './sort-weight.ts';

test.each([
  ['', 0],
  ['0', 0],
  ['-0', -0],
  ['12', 12],
  [' 1', 1],
  ['\t\n\v\f\r-1.5e3', -1500],
  ['+7', 7],
  ['007', 7],
  ['.5', 0.5],
  ['5.', 5],
  ['0x10', 16],
  ['inf', Number.POSITIVE_INFINITY],
  ['-INFINITY', Number.NEGATIVE_INFINITY],
  ['12\0abc', 12],
  ['\0abc', 0],
  ['9223372036854775807', 2 ** 63],
  ['2.2250738585072014e-308', 2 ** -1022],
  ['0x1p-1074', 2 ** -1074],
  ['0x18p-1076', 2 ** -1074 * 6],
])('%j is a number', (text, value) => {
  expect(parseSortWeight(bytesOf(text))).toBe(value);
});

test.each([
  ' ',
  '1 ',
  'abc',
  '1a',
  'nan',
  '0x',
  '1e',
  '-',
  '1e400',
  '-1e400',
  '1e-5000',
  '5e-324',
  '1e-310',
  '2.2250738585072011e-308',
  '0x1.00000000000001p-1060',
])('%j is none', (text) => {
  expect(parseSortWeight(bytesOf(text))).toBeNull();
});
