/** Pairs as they are found: one of each side is chosen, then they are a pair or not. Knows nothing of React. */

export type Side = 'left' | 'right';

export interface Chosen {
  readonly side: Side;
  readonly pair: number;
}

export interface MatchState {
  readonly count: number;
  /** In the order in which they were found. */
  readonly found: readonly number[];
  readonly chosen: Chosen | null;
  /** The last try, if it was no pair. */
  readonly wrong: { readonly left: number; readonly right: number } | null;
}

export function freshMatch(count: number): MatchState {
  return { count, found: [], chosen: null, wrong: null };
}

export function solvedMatch(count: number): MatchState {
  return { ...freshMatch(count), found: Array.from({ length: count }, (_, nth) => nth) };
}

export function isMatched({ count, found }: MatchState): boolean {
  return found.length === count;
}

/** Of one side nothing or one is chosen; one of the other side is then tried with it. */
export function choose(state: MatchState, side: Side, pair: number): MatchState {
  const { chosen, found } = state;
  if (found.includes(pair)) return state;
  if (chosen === null || chosen.side === side) {
    const isSame = chosen?.pair === pair;
    return { ...state, chosen: isSame ? null : { side, pair }, wrong: null };
  }
  if (chosen.pair === pair) return { ...state, found: [...found, pair], chosen: null, wrong: null };
  const wrong = side === 'left' ? { left: pair, right: chosen.pair } : { left: chosen.pair, right: pair };
  return { ...state, chosen: null, wrong };
}
