import { expect, it } from 'vitest';
import { choose, freshMatch, isMatched, solvedMatch } from './match-state.ts';

it('two of a pair are found, from either side', () => {
  const one = choose(choose(freshMatch(2), 'left', 0), 'right', 0);
  expect(one).toMatchObject({ found: [0], chosen: null, wrong: null });
  expect(isMatched(one)).toBe(false);
  const both = choose(choose(one, 'right', 1), 'left', 1);
  expect(both.found).toEqual([0, 1]);
  expect(isMatched(both)).toBe(true);
});

it('a wrong try is marked until the next choice, and costs nothing', () => {
  const tried = choose(choose(freshMatch(3), 'right', 2), 'left', 0);
  expect(tried).toMatchObject({ found: [], chosen: null, wrong: { left: 0, right: 2 } });
  expect(choose(tried, 'left', 1)).toMatchObject({ chosen: { side: 'left', pair: 1 }, wrong: null });
});

it('another of the same side takes the place of the first, and the same one lets it go', () => {
  const first = choose(freshMatch(3), 'left', 0);
  expect(choose(first, 'left', 1).chosen).toEqual({ side: 'left', pair: 1 });
  expect(choose(first, 'left', 0).chosen).toBeNull();
});

it('what is found is no longer chosen', () => {
  const state = solvedMatch(2);
  expect(choose(state, 'left', 1)).toBe(state);
});
