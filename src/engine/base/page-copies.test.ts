import { expect, it } from 'vitest';
import { Heap } from './heap.ts';
import { hugePagesOf, PAGE_BYTES, PageCopies } from './page-copies.ts';

function forked(): { heap: Heap; copied: number[]; old: number } {
  const heap = new Heap();
  const old = heap.allocate(48);
  const copied: number[] = [];
  heap.copies = new PageCopies(heap.pages(), (page) => copied.push(page));
  return { heap, copied, old };
}

it('copies a page once, when a slot on it is handed out', () => {
  const { heap, copied } = forked();
  heap.allocate(48);
  heap.allocate(48);
  expect(copied).toHaveLength(1);
});

it('copies nothing for memory that was not there at the fork', () => {
  const { heap, copied } = forked();
  heap.allocate(20_000);
  expect(copied).toEqual([]);
});

it('copies nothing when a slot is freed, and every page of a write', () => {
  const heap = new Heap();
  const big = heap.allocate(5 * PAGE_BYTES);
  const small = heap.allocate(48);
  heap.copies = new PageCopies(heap.pages(), () => {});
  heap.free(small, 48);
  expect(heap.copies.copied.size).toBe(0);
  heap.wrote((big - 0x7f00_0000_0000) / 8, 2 * PAGE_BYTES);
  expect(heap.copies.copied.size).toBe(2);
});

it('knows how many pages of 2 MB the copied ones lie in', () => {
  expect(hugePagesOf([0, 1, 511])).toBe(1);
  expect(hugePagesOf([0, 512, 513, 5000])).toBe(3);
});
