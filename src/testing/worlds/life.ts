/** What a world of a seed lived through, and the hash of everything that was said in it. */
import type { DisturbedWorld } from './disturbed-world.ts';

export interface Life {
  readonly hash: string;
  /** Amounts, to be added up over many worlds. */
  readonly amounts: Readonly<Record<string, number>>;
}

export function lifeOf(disturbed: DisturbedWorld, amounts: Readonly<Record<string, number>>): Life {
  return {
    hash: disturbed.hash,
    amounts: {
      events: disturbed.events,
      writes: disturbed.writes,
      ...Object.fromEntries(disturbed.faults),
      ...amounts,
    },
  };
}
