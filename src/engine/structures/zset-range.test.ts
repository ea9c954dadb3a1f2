import { describe, expect, it } from 'vitest';
import { bytesOf } from '../base/bytes.ts';
import {
  isAboveLexMin,
  isAboveMin,
  isBelowLexMax,
  isBelowMax,
  isEmptyLexRange,
  isEmptyScoreRange,
  parseLexRange,
  parseScoreRange,
} from './zset-range.ts';

const scores = (min: string, max: string) => parseScoreRange(bytesOf(min), bytesOf(max));
const members = (min: string, max: string) => parseLexRange(bytesOf(min), bytesOf(max));

describe('worked example', () => {
  it('(1 5 is every score above 1 up to 5', () => {
    const range = scores('(1', '5')!;
    expect([1, 1.5, 5, 5.5].map((score) => isAboveMin(range, score) && isBelowMax(range, score))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('[b + is every member from "b" on', () => {
    const range = members('[b', '+')!;
    const inside = (member: string) =>
      isAboveLexMin(range, bytesOf(member)) && isBelowLexMax(range, bytesOf(member));
    expect(['', 'a', 'b', 'ba', 'c', '\xff'].map(inside)).toEqual([false, false, true, true, true, true]);
  });
});

it.each([
  ['', 0],
  ['(', 0],
  [' \t7', 7],
  ['+5', 5],
  ['0x10', 16],
  ['.5', 0.5],
  ['1e999', Number.POSITIVE_INFINITY],
  ['-1e999', Number.NEGATIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['1e-999', 0],
  ['0x1p-9999', 0],
  ['0x1p9999', Number.POSITIVE_INFINITY],
  ['3\0x', 3],
])('reads the score %j as strtod does', (text, value) => {
  expect(scores(text, '1')?.min).toBe(value);
});

it.each(['nan', '-nan', 'x', '1x', '1 ', ' ', '((1', '--1', '0x', '1e', 'infinit'])(
  'refuses the score %j',
  (text) => {
    expect(scores(text, '1')).toBeNull();
    expect(scores('1', text)).toBeNull();
  },
);

it.each(['', 'a', '+a', '-a', ' [a', '++'])('refuses the bound %j', (text) => {
  expect(members(text, '+')).toBeNull();
  expect(members('-', text)).toBeNull();
});

it('knows ranges that hold nothing', () => {
  const ends: [string, string][] = [
    ['2', '1'],
    ['(1', '1'],
    ['1', '(1'],
  ];
  for (const [min, max] of ends) expect(isEmptyScoreRange(scores(min, max)!)).toBe(true);
  expect(isEmptyScoreRange(scores('1', '1')!)).toBe(false);
  const bounds: [string, string, boolean][] = [
    ['+', '-', true],
    ['+', '+', true],
    ['-', '-', true],
    ['[b', '[a', true],
    ['[a', '(a', true],
    ['[a', '[a', false],
    ['-', '+', false],
    ['-\0x', '+', false],
  ];
  for (const [min, max, empty] of bounds) expect(isEmptyLexRange(members(min, max)!)).toBe(empty);
});
