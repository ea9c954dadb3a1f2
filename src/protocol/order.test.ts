import { expect, it } from 'vitest';
import { moved, shuffled } from './order.ts';

it('shuffles by the name alone, and never to the right order', () => {
  expect(shuffled('lesson/stages', 5)).toEqual(shuffled('lesson/stages', 5));
  const orders = Array.from({ length: 500 }, (_, nth) => shuffled(`lesson/${nth}`, 3));
  for (const order of orders) {
    expect([...order].sort()).toEqual([0, 1, 2]);
    expect(order).not.toEqual([0, 1, 2]);
  }
  expect(new Set(orders.map(String)).size).toBe(5);
});

it('moves an entry up and down', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
