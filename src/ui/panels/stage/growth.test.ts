import { describe, expect, it } from 'vitest';
import { grownBox, growth } from './growth.ts';

describe('a drawing', () => {
  it('is as it is in a place of the usual size, and in a smaller one', () => {
    expect(growth({ width: 960, height: 400 })).toBe(1);
    expect(growth({ width: 390, height: 300 })).toBe(1);
    expect(growth({ width: 3000, height: 300 })).toBe(1);
    expect(growth({ width: 500, height: 2000 })).toBe(1);
  });

  it('grows with a place that is larger in both directions', () => {
    expect(growth({ width: 1230, height: 560 })).toBeCloseTo(1.25);
    expect(growth({ width: 1230, height: 440 })).toBeCloseTo(1.1);
  });

  it('does not grow for ever', () => {
    expect(growth({ width: 9000, height: 9000 })).toBeCloseTo(1.6);
  });

  it('keeps its notes where its things are', () => {
    expect(grownBox({ x: 10, y: 20, width: 30, height: 40 }, 1.5)).toEqual({
      x: 15,
      y: 30,
      width: 45,
      height: 60,
    });
  });
});
