import { describe, expect, it } from 'vitest';
import { type Stop, type Stride, stopAt, strideFrom } from './walk.ts';

/*
 *  1 local function twice(n)
 *  2   return n * 2
 *  3 end
 *  4 for i = 1, 2 do
 *  5   redis.call('set', i, twice(i))
 *  6 end
 *  7 return 1
 */
const stops: Stop[] = [
  { moment: 2, line: 1, depth: 1 },
  { moment: 3, line: 4, depth: 1 },
  { moment: 4, line: 5, depth: 1 },
  { moment: 5, line: 2, depth: 2 },
  { moment: 7, line: 4, depth: 1 },
  { moment: 8, line: 5, depth: 1 },
  { moment: 9, line: 2, depth: 2 },
  { moment: 11, line: 7, depth: 1 },
];
const last = 13;
const step = (moment: number, stride: Stride, lines: number[] = []) =>
  strideFrom(stops, moment, last, stride, new Set(lines));

describe('steps', () => {
  it('go into a called function, over it, and out of it', () => {
    expect(step(4, 'into')).toBe(5);
    expect(step(4, 'over')).toBe(7);
    expect(step(5, 'out')).toBe(7);
    expect(step(5, 'over')).toBe(7);
    expect(step(4, 'out')).toBe(last);
  });

  it('go back as they came', () => {
    expect(step(7, 'back')).toBe(4);
    expect(step(5, 'back')).toBe(4);
    expect(step(last, 'back')).toBe(11);
    expect(step(2, 'back')).toBe(0);
    expect(step(0, 'back')).toBeNull();
  });

  it('begin at any moment: a call that returned belongs to its line', () => {
    expect(stopAt(stops, 6)).toBe(3);
    expect(step(6, 'into')).toBe(7);
    expect(step(10, 'back')).toBe(9);
    expect(step(0, 'into')).toBe(2);
  });

  it('end at the end', () => {
    expect(step(11, 'into')).toBe(last);
    expect(step(last, 'into')).toBeNull();
    expect(strideFrom([], 0, 1, 'into', new Set())).toBe(1);
  });
});

describe('breakpoints', () => {
  it('are met at every turn of a loop, both ways', () => {
    expect(step(0, 'run', [5])).toBe(4);
    expect(step(4, 'run', [5])).toBe(8);
    expect(step(8, 'run', [5])).toBe(last);
    expect(step(last, 'run-back', [5])).toBe(8);
    expect(step(8, 'run-back', [5])).toBe(4);
    expect(step(4, 'run-back', [5])).toBe(2);
  });

  it('without any, lead to the end and to the first line', () => {
    expect(step(4, 'run')).toBe(last);
    expect(step(8, 'run-back')).toBe(2);
  });

  it('beyond thousands of lines are found', () => {
    const many = Array.from({ length: 5000 }, (_, nth): Stop => ({ moment: nth + 1, line: nth, depth: 1 }));
    expect(strideFrom(many, 0, 5001, 'run', new Set([4321]))).toBe(4322);
  });
});
