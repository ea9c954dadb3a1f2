/** Lines that are run on a fresh server apart from the session, and what is then read of it. */
import type { Action } from './actions.ts';
import type { Check, CheckResult } from './checks.ts';
import type { SessionStart } from './session.ts';

export interface Trial {
  readonly start: SessionStart;
  readonly actions: readonly Action[];
  /** Paths of observations, read after the last action. */
  readonly observe: readonly string[];
  /** Checks that are looked at from the action of this number on. */
  readonly goal?: { readonly checks: readonly Check[]; readonly from: number };
}

export interface TrialOutcome {
  /** In the order of `observe`. */
  readonly values: readonly (string | number | null)[];
  /** Of the goal's checks, after the last action. */
  readonly results?: readonly CheckResult[];
  /** With a goal: what redis-cli prints for the last command; null without a reply. */
  readonly printed?: string | null;
  /** A script was still running after its slices: the actions after it were not run. */
  readonly isEndless?: boolean;
}
