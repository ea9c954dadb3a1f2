import { expect, it } from 'vitest';
import { figureRow } from './figures.ts';

const figures = ['one', 'two', 'three', 'four', 'five'].map((name) => ({
  id: name,
  value: '1',
  name,
  says: { head: name },
}));

it('stands in one line where there is room', () => {
  const { boxes, height } = figureRow(figures, { x: 0, y: 10, width: 600 });
  expect(new Set(boxes.map(({ y }) => y))).toEqual(new Set([10]));
  expect(height).toBe(42);
  expect(boxes.at(-1)!.x + boxes.at(-1)!.width).toBeCloseTo(600);
});

it('is broken into lines of about equal length', () => {
  const { boxes, height } = figureRow(figures, { x: 0, y: 0, width: 420 });
  expect(boxes.filter(({ y }) => y === 0)).toHaveLength(3);
  expect(height).toBe(88);
  for (const box of boxes) expect(box.x + box.width).toBeLessThanOrEqual(420);
});

it('is never wider than its place', () => {
  const { boxes } = figureRow(figures, { x: 0, y: 0, width: 90 });
  for (const box of boxes) expect(box.width).toBe(90);
});
