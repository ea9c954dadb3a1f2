import { expect, it } from 'vitest';
import type { NumberScale } from '../../protocol/exercise.ts';
import { atPlace, placeOf } from './number-scale.ts';

const linear: NumberScale = { from: 0, to: 200, tolerance: 0, spacing: 'linear', unit: null };
const log: NumberScale = { from: 1, to: 1_000_000, tolerance: 0, spacing: 'log', unit: 'bytes' };

it('a linear scale has its middle in the middle', () => {
  expect(placeOf(linear, 100)).toBe(0.5);
  expect(atPlace(linear, 0.5)).toBe(100);
});

it('a logarithmic scale gives each power of ten the same room', () => {
  expect(placeOf(log, 1000)).toBeCloseTo(0.5);
  expect(atPlace(log, 1 / 3)).toBe(100);
});

it('numbers beyond an end stand at the end', () => {
  expect(placeOf(linear, -5)).toBe(0);
  expect(placeOf(linear, 999)).toBe(1);
});

it.each([linear, log])('the slider reaches both ends, and whole numbers only', (scale) => {
  expect(atPlace(scale, 0)).toBe(scale.from);
  expect(atPlace(scale, 1)).toBe(scale.to);
  for (let place = 0; place <= 1; place += 0.013) {
    expect(Number.isInteger(atPlace(scale, place))).toBe(true);
  }
});

it('a scale of fractions has fractions', () => {
  expect(atPlace({ ...linear, from: 0.5, to: 1.5 }, 0.25)).toBe(0.75);
});
