/**
 * Accesses as caches see them: few keys are requested often, many seldom. The key of rank r is drawn with a probability
 * in proportion to 1 / r^skew; the ranks of names are shuffled, so that names mean nothing.
 */
import { RandomStream } from '../engine/base/random.ts';

export function zipfTrace(keys: number, accesses: number, skew: number, seed: number): number[] {
  const random = new RandomStream(seed, 7, 11);
  const cumulative = new Float64Array(keys);
  let sum = 0;
  for (let rank = 0; rank < keys; rank++) {
    sum += 1 / (rank + 1) ** skew;
    cumulative[rank] = sum;
  }
  const names = Array.from({ length: keys }, (_, index) => index);
  for (let at = keys - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [names[at], names[other]] = [names[other], names[at]];
  }
  return Array.from({ length: accesses }, () => {
    const drawn = random.float() * sum;
    let low = 0;
    let high = keys - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle] < drawn) low = middle + 1;
      else high = middle;
    }
    return names[low];
  });
}
