import { describe, expect, it } from 'vitest';
import { hitOverview, layoutOverview } from './overview.ts';
import { hugeDict } from './test-views.ts';

const windows = [
  { from: 524_288, count: 32 },
  { from: 0, count: 32 },
] as const;
const table = hugeDict(windows, 262_144).tables[0];

describe('a large table in one glance', () => {
  const marks = layoutOverview(table, 262_144, 400);

  it('puts window and rehash index in proportion', () => {
    expect(marks.window.x).toBeCloseTo(200, 0);
    expect(marks.pointerX).toBe(100);
    expect(marks.moved).toMatchObject({ x: 0, width: 100 });
    expect(layoutOverview(table, -1, 400)).toMatchObject({ moved: null, pointerX: null });
  });

  it('keeps a window of 32 in a million visible and inside', () => {
    const end = { ...table, from: table.size - 32 };
    const { window } = layoutOverview(end, -1, 400);
    expect(window.width).toBeGreaterThanOrEqual(6);
    expect(window.x + window.width).toBeLessThanOrEqual(400);
  });

  it('draws bars in proportion to the buckets counted', () => {
    const [none, one] = marks.bars;
    expect(one.height / none.height).toBeCloseTo(1130 / 2219, 2);
    expect(marks.bars.reduce((sum, bar) => sum + bar.share, 0)).toBeCloseTo(1, 5);
    expect(marks.bars.every((bar) => bar.y + bar.height <= marks.baseline + 0.001)).toBe(true);
  });

  it('marks the last cell of the data as "or longer" only when it is shown', () => {
    expect(marks.bars.some((bar) => bar.andLonger)).toBe(false);
    const crowded = layoutOverview({ ...table, chainLengths: [0, 0, 0, 0, 1, 2, 3, 9] }, -1, 400);
    expect(crowded.bars[7]).toMatchObject({ andLonger: true, buckets: 9 });
  });

  it('is the strip alone where there is no height for more', () => {
    expect(layoutOverview(table, -1, 400, 22)).toMatchObject({ bars: [], height: 22, strip: marks.strip });
  });

  it('finds what is under a point', () => {
    expect(hitOverview(marks, table.size, 200, 10)).toEqual({ kind: 'strip', bucket: 524_288 });
    expect(hitOverview(marks, table.size, marks.bars[1].x + 1, 60)).toEqual({
      kind: 'bar',
      bar: marks.bars[1],
    });
    expect(hitOverview(marks, table.size, 399, 60)).toBeNull();
    expect(hitOverview(marks, table.size, -1, 10)).toBeNull();
  });
});
