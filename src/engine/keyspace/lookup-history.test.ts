import { expect, test } from 'vitest';
import { LookupHistory, MAX_SPANS } from './lookup-history.ts';

test('spans are put together in pairs when there are too many, and no hit is lost', () => {
  const history = new LookupHistory();
  for (const hit of [1, 0, 0, 1] as const) history.add(hit);
  expect(history.spans().map(({ hits }) => hits)).toEqual([1, 0, 0, 1]);
  for (let nth = 4; nth < MAX_SPANS; nth++) history.add(1);
  expect(history.perSpan).toBe(2);
  expect(history.spans().slice(0, 3)).toEqual([
    { hits: 1, lookups: 2 },
    { hits: 1, lookups: 2 },
    { hits: 2, lookups: 2 },
  ]);
  history.add(0);
  expect(history.spans().at(-1)).toEqual({ hits: 0, lookups: 1 });
  for (let nth = 0; nth < 10_000; nth++) history.add(nth % 4 === 0 ? 1 : 0);
  const spans = history.spans();
  expect(spans.length).toBeLessThanOrEqual(MAX_SPANS);
  expect(spans.reduce((sum, { hits }) => sum + hits, 0)).toBe(62 + 2500);
  expect(spans.reduce((sum, { lookups }) => sum + lookups, 0)).toBe(10_065);
  history.reset();
  expect(history.spans()).toEqual([]);
});
