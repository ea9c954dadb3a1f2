/** Stages that the reader puts in order. Nothing is done to the step's server. */

import type { Proof } from './proof.ts';
import type { Block, InBothLanguages, Inline } from './prose.ts';

export interface Ordering {
  readonly type: 'order';
  readonly id: string;
  /** In the right order. */
  readonly stages: readonly OrderedStage[];
  readonly question: InBothLanguages<readonly Block[]>;
  /** Shown once the order is right; may be empty. */
  readonly explanation: InBothLanguages<readonly Block[]>;
}

export interface OrderedStage {
  readonly id: string;
  readonly text: InBothLanguages<readonly Inline[]>;
  /** What the engine shows at this stage, after the lines of the stages before it; null when nothing is claimed. */
  readonly proof: Proof | null;
}

/**
 * The numbers below `count` in an order that the name decides: the same for every reader, and never 0, 1, 2 … itself.
 */
export function shuffled(name: string, count: number): number[] {
  const random = randomFrom(name);
  const order = Array.from({ length: count }, (_, nth) => nth);
  for (let at = count - 1; at > 0; at--) {
    const other = random() % (at + 1);
    [order[at], order[other]] = [order[other], order[at]];
  }
  // Turned by one, nothing is in its place.
  return order.every((nth, at) => nth === at) ? [...order.slice(1), ...order.slice(0, 1)] : order;
}

/** The list with the entry at `from` moved to `to`. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.filter((_, nth) => nth !== from);
  rest.splice(to, 0, entries[from]);
  return rest;
}

/** Whole numbers from 0 up (FNV-1a for the seed, then a xorshift). */
function randomFrom(name: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) state = Math.imul(state ^ name.charCodeAt(at), 0x01000193);
  state = state >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}
