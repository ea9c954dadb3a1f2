import { expect, it } from 'vitest';
import { coursePath } from './course.ts';

const from = { x: 0, y: 0 };

it('a straight line goes there', () => {
  expect(coursePath({}, from, { x: 10, y: 20 })).toBe('M0 0L10 20');
});

it('an arrow has its tip at the end and points along the line', () => {
  expect(coursePath({ arrow: true }, from, { x: 20, y: 0 })).toBe('M0 0L20 0M15 3.5L20 0L15 -3.5');
});

it('a bend leaves and arrives sideways', () => {
  expect(coursePath({ course: 'across' }, from, { x: 20, y: 30 })).toBe('M0 0C10 0 10 30 20 30');
});

it('a way down leaves and arrives upright', () => {
  expect(coursePath({ course: 'down' }, from, { x: 20, y: 30 })).toBe('M0 0C0 15 20 15 20 30');
});

it('an arc arrives from above', () => {
  expect(coursePath({ course: 'over', arrow: true }, from, { x: 40, y: 0 })).toBe(
    'M0 0C0 -22 40 -22 40 0M36.5 -5L40 0L43.5 -5',
  );
});
