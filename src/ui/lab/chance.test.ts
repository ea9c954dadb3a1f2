import { describe, expect, it } from 'vitest';
import { chanceFrom, zipf } from './chance.ts';

describe('chance', () => {
  it('is the same for the same seed, and different for another', () => {
    const draw = (seed: number) => {
      const chance = chanceFrom(seed);
      return Array.from({ length: 5 }, () => chance.below(1000));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('is even', () => {
    const chance = chanceFrom(1);
    const counts = new Array(10).fill(0);
    for (let n = 0; n < 100_000; n++) counts[chance.below(10)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});

describe('Zipf', () => {
  it('wants each rank as often as the law says', () => {
    const chance = chanceFrom(3);
    const draw = zipf(100, 1);
    const counts = new Array(100).fill(0);
    const draws = 200_000;
    for (let n = 0; n < draws; n++) counts[draw(chance)]++;
    const harmonic = counts.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0);
    for (const rank of [0, 1, 4, 20]) {
      const expected = draws / (rank + 1) / harmonic;
      expect(Math.abs(counts[rank] - expected)).toBeLessThan(6 * Math.sqrt(expected));
    }
  });

  it('makes no difference at skew 0', () => {
    const draw = zipf(4, 0);
    expect([0.1, 0.3, 0.6, 0.9].map((at) => draw({ next: () => at, below: () => 0 }))).toEqual([0, 1, 2, 3]);
  });
});
