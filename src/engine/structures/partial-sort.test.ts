import { expect, test } from 'vitest';
import { Random } from '../base/random.ts';
import { sortRange } from './partial-sort.ts';

const ascending = (a: number, b: number) => a - b;

test('the worked example', () => {
  const items = [5, 3, 9, 1, 7];
  sortRange(items, ascending, 0, 1);
  expect(items).toEqual([1, 3, 5, 7, 9]);
});

const seed = Number(process.env.PROPERTY_SEED ?? 20_240_202);

test(`a range is what a full sort puts there, and nothing is lost, seed ${seed}`, () => {
  const stream = new Random(seed).stream('partial-sort');
  for (let round = 0; round < 600; round++) {
    const length = 1 + stream.below(round % 20 === 0 ? 500 : 60);
    // Few different ones make many equal.
    const different = 1 + stream.below(round % 3 === 0 ? 3 : 1000);
    const items = Array.from({ length }, () => stream.below(different));
    const sorted = [...items].sort(ascending);
    const first = stream.below(length);
    const last = first + stream.below(length - first);
    sortRange(items, ascending, first, last);
    expect(items.slice(first, last + 1)).toEqual(sorted.slice(first, last + 1));
    expect([...items].sort(ascending)).toEqual(sorted);
  }
});

test('what the range does not need is not compared', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 10_007);
  let compared = 0;
  sortRange(
    items,
    (a, b) => {
      compared++;
      return a - b;
    },
    0,
    9,
  );
  expect(items.slice(0, 10)).toEqual([...items].sort(ascending).slice(0, 10));
  expect(compared).toBeLessThan(60_000);
});
