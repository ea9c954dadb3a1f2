/**
 * The eviction pool: the best candidates of many small samples (evictionPoolPopulate of evict.c).
 *
 *     place   0     1     2    …    15
 *     idle    2 s   7 s   9 s  …    41 s      sorted; the rightmost goes first
 *
 * A sample of five keys alone finds a poor victim. The pool keeps the sixteen most idle ones seen so far, so that each
 * sample competes with earlier samples. A full pool rejects a candidate whose score is below all of its own. A
 * candidate that fits in between pushes those right of it one place up while there is room, and otherwise those left of
 * it one place down, so that the least idle one drops out.
 *
 * The pool holds names, not keys: a key may have been used or deleted since it was added. The name of a deleted key is
 * called a ghost and skipped; a key that was used in between is evicted anyway.
 *
 * Worked example: an empty pool is offered 7, 3 and 5. It holds [7], then [3 7], then [3 5 7].
 */
import { compareScores, type Score } from './eviction-score.ts';

export const POOL_SIZE = 16;

export interface Candidate {
  readonly key: Uint8Array;
  readonly db: number;
  /** Greater goes first: idle milliseconds, 255 minus the LFU counter, or how early the key will expire. */
  readonly score: Score;
}

export class EvictionPool {
  /** By score, the smallest first: what the server keeps in places 0 to length - 1. */
  readonly candidates: Candidate[] = [];

  /** Takes the candidate if it is good enough; gives its place, or -1. */
  offer(candidate: Candidate): number {
    const { candidates } = this;
    let place = 0;
    while (place < candidates.length && compareScores(candidates[place].score, candidate.score) < 0) place++;
    if (candidates.length < POOL_SIZE) {
      candidates.splice(place, 0, candidate);
      return place;
    }
    if (place === 0) return -1;
    candidates.splice(place, 0, candidate);
    candidates.shift();
    return place - 1;
  }

  /** The best candidate leaves the pool. */
  takeBest(): Candidate | null {
    return this.candidates.pop() ?? null;
  }
}
