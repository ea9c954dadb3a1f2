/**
 * Times drawn from a seed. Only additions, multiplications and comparisons: logarithms may differ in their last bit from
 * one machine to another, and then two runs of one seed would part.
 */
import { Random, type RandomStream } from '../../engine/index.ts';

export class Chance {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** Numbers of their own for each use, so that a remedy does not change who comes when. */
  stream(name: string): RandomStream {
    return this.#random.stream(name);
  }

  /** Gaps between requests that come independently of each other, so many a second: exponentially distributed. */
  gapMs(stream: RandomStream, perSecond: number): number {
    return (exponential(stream) * 1000) / perSecond;
  }

  /** Around a mean, between half of it and one and a half; one in a hundred takes four times as long. */
  aroundMs(stream: RandomStream, meanMs: number): number {
    const drawn = meanMs * (0.5 + stream.float());
    return stream.below(100) === 0 ? drawn * 4 : drawn;
  }
}

/**
 * Von Neumann's way: the length of a falling run of uniform numbers is odd with just the right probability. Mean 1.
 */
export function exponential(stream: RandomStream): number {
  for (let whole = 0; ; whole++) {
    const first = stream.float();
    let previous = first;
    let length = 1;
    for (;;) {
      const next = stream.float();
      if (next >= previous) break;
      previous = next;
      length++;
    }
    if (length % 2 === 1) return whole + first;
  }
}

/** Places 0 to count - 1, the first the most popular: the n-th is asked for in proportion to 1 / (n + flatness). */
export class Popularity {
  readonly #sums: Float64Array;

  constructor(count: number, flatness: number) {
    this.#sums = new Float64Array(count);
    let sum = 0;
    for (let place = 0; place < count; place++) {
      sum += 1 / (place + 1 + flatness);
      this.#sums[place] = sum;
    }
  }

  draw(stream: RandomStream): number {
    const sums = this.#sums;
    const wanted = stream.float() * sums[sums.length - 1];
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle] <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
