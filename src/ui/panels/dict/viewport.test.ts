import { describe, expect, it } from 'vitest';
import { hugeDict, sampleDict, users } from './test-views.ts';
import { clampWindow, isWindowed } from './viewport.ts';

const windows = [
  { from: 0, count: 32 },
  { from: 0, count: 32 },
] as const;

describe('the window on a table', () => {
  it('is not needed for a small table', () => {
    expect(isWindowed(sampleDict({ keys: users(5), size: 8 }).tables[0])).toBe(false);
  });

  it('stays inside a large table', () => {
    expect(clampWindow(-5, 16, 1024)).toEqual({ from: 0, count: 16 });
    expect(clampWindow(5000, 16, 1024)).toEqual({ from: 1008, count: 16 });
    expect(isWindowed(hugeDict(windows, -1).tables[0])).toBe(true);
  });
});
