import { expect, test } from 'vitest';
import { groupDigits, percent, shortTime } from './numbers.ts';

test.each([
  ['6', '6'],
  ['999', '999'],
  ['1000', '1,000'],
  ['17153136', '17,153,136'],
  ['123456789012345678901', '123,456,789,012,345,678,901'],
])('%s is written %s', (digits, text) => {
  expect(groupDigits(digits)).toBe(text);
});

test.each([
  [0, '0%'],
  [1, '100%'],
  [0.25, '25%'],
  [2 / 3, '66.7%'],
  [0.0412, '4.12%'],
  [0.00012, '0.012%'],
  [0.99999, '>99.9%'],
  [0.000001, '<0.001%'],
])('a share of %d is %s', (share, text) => {
  expect(percent(share)).toBe(text);
});

test('times are short', () => {
  expect([50, 1000, 10_001, 9949].map(shortTime)).toEqual(['50 ms', '1 s', '10 s', '9.9 s']);
});
