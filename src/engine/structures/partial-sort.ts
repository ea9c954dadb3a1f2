/**
 * Sorts an array only as far as a range of it needs: the range afterwards holds what a full sort would have put there.
 * SORT with BY and LIMIT uses this.
 *
 * A quicksort after Bentley and McIlroy (1993), as in pqsort.c. Elements that compare equal have no particular order,
 * but it is the same as the server's, because every comparison and exchange is.
 *
 *     partition    = | < | ? | > | =        equal ones are collected at both ends and then moved
 *                  < | = | >                to the middle; a side that the range does not touch stays as it is
 *
 * Worked example: of 5 3 9 1 7 the range 0 to 1 is sorted to 1 3, and so is the rest: fewer than seven are
 * sorted by insertion.
 */

type Compare<Item> = (a: Item, b: Item) => number;

/** Below this, insertion sort. */
const FEW = 7;
/** Above this, the pivot is the median of three medians. */
const MANY = 40;

/** Sorts what belongs into the places `first` to `last`, both included. */
export function sortRange<Item>(items: Item[], compare: Compare<Item>, first: number, last: number): void {
  sortPart(items, compare, 0, items.length, first, last);
}

function sortPart<Item>(
  items: Item[],
  compare: Compare<Item>,
  start: number,
  count: number,
  first: number,
  last: number,
): void {
  let from = start;
  let length = count;
  for (;;) {
    if (length < FEW) {
      insertionSort(items, compare, from, length);
      return;
    }
    swap(items, from, choosePivot(items, compare, from, length));
    const { smaller, greater } = partition(items, compare, from, length);
    if (smaller > 1 && touches(from, smaller, first, last)) {
      sortPart(items, compare, from, smaller, first, last);
    }
    from += length - greater;
    length = greater;
    if (greater <= 1 || !touches(from, greater, first, last)) return;
  }
}

function touches(from: number, length: number, first: number, last: number): boolean {
  const isBefore = first < from && last < from;
  const isBehind = first >= from + length && last >= from + length;
  return !isBefore && !isBehind;
}

/** Exchanges until those smaller than the pivot at `from` are first and those greater are last. */
function partition<Item>(
  items: Item[],
  compare: Compare<Item>,
  from: number,
  length: number,
): { smaller: number; greater: number } {
  const end = from + length;
  let equalLeft = from + 1;
  let low = from + 1;
  let high = end - 1;
  let equalRight = end - 1;
  for (;;) {
    for (; low <= high; low++) {
      const order = compare(items[low], items[from]);
      if (order > 0) break;
      if (order === 0) swap(items, equalLeft++, low);
    }
    for (; low <= high; high--) {
      const order = compare(items[high], items[from]);
      if (order < 0) break;
      if (order === 0) swap(items, high, equalRight--);
    }
    if (low > high) break;
    swap(items, low++, high--);
  }
  const smaller = low - equalLeft;
  const greater = equalRight - high;
  swapRuns(items, from, low, Math.min(equalLeft - from, smaller));
  swapRuns(items, low, end, Math.min(greater, end - 1 - equalRight));
  return { smaller, greater };
}

/** Exchanges the run that begins at `from` with the one of the same length that ends before `end`. */
function swapRuns<Item>(items: Item[], from: number, end: number, length: number): void {
  for (let index = 0; index < length; index++) swap(items, from + index, end - length + index);
}

function choosePivot<Item>(items: Item[], compare: Compare<Item>, from: number, length: number): number {
  let middle = from + (length >> 1);
  if (length === FEW) return middle;
  let low = from;
  let high = from + length - 1;
  if (length > MANY) {
    const step = length >> 3;
    low = medianOf(items, compare, low, low + step, low + 2 * step);
    middle = medianOf(items, compare, middle - step, middle, middle + step);
    high = medianOf(items, compare, high - 2 * step, high - step, high);
  }
  return medianOf(items, compare, low, middle, high);
}

function medianOf<Item>(items: Item[], compare: Compare<Item>, a: number, b: number, c: number): number {
  const before = (x: number, y: number) => compare(items[x], items[y]) < 0;
  if (before(a, b)) {
    if (before(b, c)) return b;
    return before(a, c) ? c : a;
  }
  if (compare(items[b], items[c]) > 0) return b;
  return before(a, c) ? a : c;
}

function insertionSort<Item>(items: Item[], compare: Compare<Item>, from: number, length: number): void {
  for (let index = from + 1; index < from + length; index++) {
    for (let at = index; at > from && compare(items[at - 1], items[at]) > 0; at--) swap(items, at, at - 1);
  }
}

function swap<Item>(items: Item[], a: number, b: number): void {
  const held = items[a];
  items[a] = items[b];
  items[b] = held;
}
