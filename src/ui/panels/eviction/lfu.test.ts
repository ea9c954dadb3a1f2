import { expect, it } from 'vitest';
import { oddsText, riseProbability, usesFor } from './lfu.ts';

it('a new key counts up at once, a busy one seldom, and the highest never', () => {
  expect(riseProbability(5, 10)).toBe(1);
  expect(riseProbability(0, 10)).toBe(1);
  expect(riseProbability(15, 10)).toBeCloseTo(1 / 101);
  expect(riseProbability(255, 10)).toBe(0);
  expect(oddsText(15, 10)).toBe('1/101');
  expect(oddsText(200, 0)).toBe('1');
});

it('a counter stands for the uses it took to get there', () => {
  expect(usesFor(5, 10)).toBe(0);
  expect(usesFor(6, 10)).toBe(1);
  expect(usesFor(7, 10)).toBe(12);
  expect(usesFor(255, 0)).toBe(250);
  let sum = 0;
  for (let counter = 5; counter < 40; counter++) sum += 1 / riseProbability(counter, 7);
  expect(usesFor(40, 7)).toBeCloseTo(sum);
});
