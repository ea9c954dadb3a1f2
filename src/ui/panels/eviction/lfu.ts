/**
 * The logarithmic counter of LFU: from 5 on a use raises it with the probability 1 / ((counter - 5) * factor + 1). So a
 * counter stands for the average number of uses that lead to it: the sum of all those reciprocals.
 *
 *     factor 10   counter 6: 1 use · 7: 12 · 10: 105 · 15: 460 · 255: about 312,000
 */
const initial = 5;
const highest = 255;

export function riseProbability(counter: number, factor: number): number {
  if (counter >= highest) return 0;
  return 1 / (Math.max(0, counter - initial) * factor + 1);
}

/** How many uses a counter stands for, on average and without decay. */
export function usesFor(counter: number, factor: number): number {
  const steps = Math.max(0, Math.min(counter, highest) - initial);
  return steps + (factor * steps * (steps - 1)) / 2;
}

/** `1 in 101`, or a percentage where it is likely. */
export function oddsText(counter: number, factor: number): string {
  const probability = riseProbability(counter, factor);
  return probability === 0 ? '0' : probability === 1 ? '1' : `1/${Math.round(1 / probability)}`;
}
