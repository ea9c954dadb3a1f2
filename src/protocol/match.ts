/** Names and what belongs to them: the reader joins them in pairs. Nothing is done to the step's server. */

import type { Proof } from './proof.ts';
import type { Block, InBothLanguages, Inline } from './prose.ts';

export interface Matching {
  readonly type: 'match';
  readonly id: string;
  readonly pairs: readonly MatchedPair[];
  readonly question: InBothLanguages<readonly Block[]>;
  /** Shown once all pairs are found; may be empty. */
  readonly explanation: InBothLanguages<readonly Block[]>;
}

export interface MatchedPair {
  readonly id: string;
  readonly left: InBothLanguages<readonly Inline[]>;
  readonly right: InBothLanguages<readonly Inline[]>;
  /** What the engine shows of the pair, on a fresh server; null when nothing is claimed. */
  readonly proof: Proof | null;
}
