/**
 * Which pages of the heap a forked child still shares with its parent. The kernel gives the child the same pages and
 * copies one of them when the parent first writes to it (copy-on-write):
 *
 *     at the fork      [a][b][c][d]          four pages, parent and child see the same
 *     SET on page b    [a][b'][c][d]         the parent has a page of its own; the child keeps b
 *     a new slab       [a][b'][c][d][e]      memory that was not there at the fork: nothing to copy
 *
 * Only writes that the heap hears of are counted: a slot that is handed out, and what structures report with
 * `Heap.wrote`: buckets and entries of dicts, values of keys, strings and packed bytes. Nodes of skiplists and radix
 * trees that are changed in place, the stack and the allocator's own records are not, so a real server copies more.
 */

export const PAGE_BYTES = 4096;
export const HUGE_PAGE_BYTES = 2 * 1024 * 1024;
const UNIT_BYTES = 8;
const PAGE_UNITS = PAGE_BYTES / UNIT_BYTES;
const PAGES_PER_HUGE_PAGE = HUGE_PAGE_BYTES / PAGE_BYTES;

/** Pages of one arena, numbered from the beginning of the heap. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

export function pageOf(place: number): number {
  return Math.floor(place / PAGE_UNITS);
}

/** How many pages of 2 MB the pages of 4 KB lie in. */
export function hugePagesOf(pages: Iterable<number>): number {
  const huge = new Set<number>();
  for (const page of pages) huge.add(Math.floor(page / PAGES_PER_HUGE_PAGE));
  return huge.size;
}

export class PageCopies {
  /** The arenas as they were at the fork. */
  readonly atFork: readonly PageRange[];
  /** Pages that the parent has written to since, in the order of the first write. */
  readonly copied = new Set<number>();
  readonly #onCopy: (page: number) => void;

  constructor(atFork: readonly PageRange[], onCopy: (page: number) => void) {
    this.atFork = atFork;
    this.#onCopy = onCopy;
  }

  wrote(place: number, sizeBytes: number): void {
    const last = pageOf(place + Math.ceil(Math.max(1, sizeBytes) / UNIT_BYTES) - 1);
    for (let page = pageOf(place); page <= last; page++) {
      if (this.copied.has(page) || !this.atFork.some(({ from, to }) => page >= from && page < to)) continue;
      this.copied.add(page);
      this.#onCopy(page);
    }
  }
}
