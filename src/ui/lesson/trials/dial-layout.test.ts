import { expect, it } from 'vitest';
import { layoutDial } from './dial-layout.ts';

const size = { width: 500, height: 220 };
const dial = { stops: [10, 100, 1000], axis: 'log', values: 'linear' } as const;

it('draws points only where the engine has run, and lines only between neighbours', () => {
  const { points, lines } = layoutDial(
    dial,
    {
      values: [
        [5, 10, undefined],
        [1, undefined, 3],
      ],
      at: 0,
    },
    size,
    String,
  );
  expect(points.map(({ curve, stop }) => [curve, stop])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 2],
  ]);
  expect(lines.map(({ curve, from, to }) => [curve, from.stop, to.stop])).toEqual([[0, 0, 1]]);
});

it('has axes without values while nothing has run, and none where the engine observes nothing', () => {
  const { points, ticks, stops } = layoutDial(
    dial,
    { values: [[undefined, null, undefined]], at: 0 },
    size,
    String,
  );
  expect(points).toEqual([]);
  expect(ticks).toEqual([]);
  expect(stops).toHaveLength(3);
});

it('begins a linear scale at zero and spaces the stops as its axis says', () => {
  const { points, ticks, bottom, left, right } = layoutDial(
    dial,
    { values: [[0, 50, 100]], at: 0 },
    size,
    String,
  );
  expect(points[0].y).toBe(bottom);
  expect(ticks[0].value).toBe(0);
  expect(points.map(({ x }) => Math.round(x))).toEqual([left, (left + right) / 2, right].map(Math.round));
});

it('spaces values in powers of ten on a logarithmic scale, with nothing at its end', () => {
  const { points, ticks, bottom } = layoutDial(
    { ...dial, values: 'log' },
    { values: [[0, 10, 1000]], at: 0 },
    size,
    String,
  );
  expect(ticks.map(({ value }) => value)).toEqual([1, 10, 100, 1000]);
  expect(points[0].y).toBe(bottom);
  expect(points[1].y - points[2].y).toBeCloseTo(2 * (bottom - points[1].y));
});

it('leaves out labels that would touch, and never the one it stands at', () => {
  const stops = [1, 500, 512, 513, 1000];
  const labelsAt = (at: number) =>
    layoutDial({ stops, axis: 'linear', values: 'linear' }, { values: [], at }, size, String).stops.map(
      ({ hasLabel }) => hasLabel,
    );
  expect(labelsAt(0)).toEqual([true, true, false, false, true]);
  expect(labelsAt(3)).toEqual([true, false, false, true, true]);
});
