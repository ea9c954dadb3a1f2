/** Random numbers from a seed: the same seed always gives the same data and the same traffic. */
export interface Chance {
  /** From 0 up to 1, without 1. */
  next(): number;
  /** A whole number from 0 up to `limit`, without it. */
  below(limit: number): number;
}

/** A counter that is mixed: one addition and three multiplications a number, and no state but 32 bits. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  }
  return { next, below: (limit) => Math.floor(next() * limit) };
}

/**
 * Zipf's law: rank n is wanted n^-skew times as often as the first. With skew 0 all are equal; near 1, as in most
 * traffic, a few are wanted nearly always. Ranks from 0.
 */
export function zipf(count: number, skew: number): (chance: Chance) => number {
  const upTo = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += (rank + 1) ** -skew;
    upTo[rank] = sum;
  }
  return (chance) => {
    const wanted = chance.next() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
