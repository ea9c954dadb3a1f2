import { expect, test } from 'vitest';
import type { LoadResult } from '../../protocol/load-scenarios.ts';
import { layoutChart, lowestOf, peakOf } from './chart-layout.ts';

function result(values: readonly (number | null)[]): LoadResult {
  return {
    run: { scenario: 'test', seed: 1, settings: {}, remedies: [] },
    durationMs: values.length * 100,
    windowMs: 100,
    curves: { load: values, other: values },
    figures: {},
    marks: [{ id: 'died', atMs: 100 }],
    tables: [],
    events: 0,
    hash: '',
  };
}

const size = { width: 456, height: 132 };

test('before and after share their scales, and a gap parts a curve', () => {
  const chart = { id: 'load', unit: 'per-second', curves: ['load'] } as const;
  const place = layoutChart(chart, result([0, 100, null, 50]), result([0, 10, 10, 0]), size);
  expect(place.curves.map(({ kind }) => kind)).toEqual(['before', 'after']);
  expect(place.curves[0].path).toBe('M95 110L193 10M389 60');
  expect(place.curves[1].path.match(/M/g)).toHaveLength(1);
  expect(place.curves[1].path).toContain('193 100');
  expect(place.marks).toEqual([{ id: 'died', x: 46 + (place.right - 46) / 4, row: 0 }]);
});

test('percent goes to 100, a logarithm begins at 1 and holds smaller values', () => {
  const share = layoutChart({ id: 'x', unit: 'percent', curves: ['load'] }, null, result([3]), size);
  expect(share.yTicks.at(-1)!.value).toBe(100);
  const slow = layoutChart(
    { id: 'x', unit: 'ms', curves: ['load'], scale: 'log' },
    null,
    result([0.2, 900]),
    size,
  );
  expect(slow.yTicks.map(({ value }) => value)).toEqual([1, 10, 100, 1000]);
  expect(slow.curves[0].path).toMatch(/^M[\d.]+ 110L/);
});

test('several curves are drawn for one run only, and nothing at all is an empty sheet', () => {
  const chart = { id: 'x', unit: 'count', curves: ['load', 'other'] } as const;
  const place = layoutChart(chart, result([1]), result([2]), size);
  expect(place.curves.map(({ kind, id }) => [kind, id])).toEqual([
    [0, 'load'],
    [1, 'other'],
  ]);
  expect(layoutChart(chart, null, null, size).curves).toEqual([]);
});

test('peaks and lows come with their time', () => {
  expect(peakOf(result([1, 5, null, 2]), 'load')).toEqual({ value: 5, seconds: 0.15 });
  expect(lowestOf(result([4, null, 0, 2]), 'load')).toEqual({ value: 0, seconds: 0.25 });
  expect(peakOf(result([null]), 'load')).toBeNull();
});
