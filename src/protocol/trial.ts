/** Lines that are run on a fresh server apart from the session, and what is then read of it. */
import type { Action } from './actions.ts';
import type { SessionStart } from './session.ts';

export interface Trial {
  readonly start: SessionStart;
  readonly actions: readonly Action[];
  /** Paths of observations, read after the last action. */
  readonly observe: readonly string[];
}

export interface TrialOutcome {
  /** In the order of `observe`. */
  readonly values: readonly (string | number | null)[];
}
