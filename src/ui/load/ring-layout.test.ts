import { expect, test } from 'vitest';
import { ringView } from '../../sim/ring/figures.ts';
import { layoutRing, placeAt } from './ring-layout.ts';

const settings = { hash: 'md5', before: [0, 1, 2], after: [0, 1, 2, 3], keys: 500 } as const;

test('position 0 is at the top, a quarter is at the right', () => {
  expect(placeAt(0, 100, 120)).toEqual([120, 20]);
  const [x, y] = placeAt(2 ** 30, 100, 120);
  expect([Math.round(x), Math.round(y)]).toEqual([220, 120]);
});

test('every node has its arcs, and exactly the keys that moved are marked', () => {
  const view = ringView({ ...settings, points: 10 });
  const ring = layoutRing(view, 400, 'ring');
  expect(ring.arcs.map(({ node }) => node).sort()).toEqual([0, 1, 2, 3]);
  expect(ring.ticks).toHaveLength(40);
  for (const { before, after, isMoved } of ring.dots) expect(isMoved).toBe(before !== after);
  expect(ring.dots.filter(({ isMoved }) => isMoved).every(({ after }) => after === 3)).toBe(true);
  const mod = layoutRing(view, 400, 'mod');
  expect(mod.arcs).toEqual([]);
  const moved = (place: typeof mod) => place.dots.filter(({ isMoved }) => isMoved).length;
  expect(moved(mod)).toBeGreaterThan(2 * moved(ring));
});

test('all lies within the square, and letters do not stand on each other', () => {
  for (const points of [1, 10, 100]) {
    const place = layoutRing(ringView({ ...settings, points }), 320, 'ring');
    for (const { x, y, labelX, labelY } of place.ticks) {
      for (const value of [x, y, labelX, labelY]) {
        expect(value).toBeGreaterThanOrEqual(8);
        expect(value).toBeLessThanOrEqual(312);
      }
    }
    const labels = place.ticks.filter(({ isLabelled }) => isLabelled);
    for (const [index, one] of labels.entries()) {
      for (const other of labels.slice(index + 1, index + 2)) {
        expect(Math.hypot(one.labelX - other.labelX, one.labelY - other.labelY)).toBeGreaterThan(8);
      }
    }
    expect(labels.length > 0).toBe(points <= 10);
  }
});

test('a single point has the whole circle', () => {
  const view = ringView({ ...settings, before: [0], after: [0], points: 1 });
  expect(layoutRing(view, 320, 'ring').arcs[0].path.match(/A/g)).toHaveLength(2);
});
