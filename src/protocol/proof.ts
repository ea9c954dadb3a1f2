/** A statement of a lesson that an engine confirms: lines on a server of their own, and what is then observed. */
import type { Action } from './actions.ts';
import type { ObservationName } from './checks.ts';
import type { SessionStart } from './session.ts';
import type { Trial } from './trial.ts';

export interface Proof {
  readonly run: readonly Action[];
  readonly observe: string;
  readonly name: ObservationName;
  readonly is: string | number;
}

/** `before`: what was run on the same server earlier. */
export function proofTrial(
  start: SessionStart,
  { run, observe }: Pick<Proof, 'run' | 'observe'>,
  before: readonly Action[] = [],
): Trial {
  return { start, actions: [...before, ...run], observe: [observe] };
}
