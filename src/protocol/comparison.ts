/** The same lines run on two servers that differ in a setting, and what is then observed of both. */
import type { Action } from './actions.ts';
import type { ObservationName } from './checks.ts';
import type { Bounds } from './dial.ts';
import type { Block, InBothLanguages, Inline } from './prose.ts';
import type { SessionStart } from './session.ts';
import type { Trial } from './trial.ts';

export interface Comparison {
  readonly type: 'compare';
  readonly id: string;
  readonly runs: readonly [ComparedRun, ComparedRun];
  readonly script: readonly Action[];
  readonly observe: readonly { readonly path: string; readonly name: ObservationName }[];
  /** Held by the tests, and printed on paper. */
  readonly expect: readonly ComparisonExpectation[];
  /** What to look for. */
  readonly question: InBothLanguages<readonly Block[]>;
  /** Shown once both have run; may be empty. */
  readonly explanation: InBothLanguages<readonly Block[]>;
}

export interface ComparedRun {
  readonly id: string;
  readonly name: InBothLanguages<readonly Inline[]>;
  /** Settings of its server, beside the lesson's. */
  readonly config: Readonly<Record<string, string>>;
}

export interface ComparisonExpectation extends Bounds {
  readonly run: string;
  readonly observe: string;
}

/** `start`: the server of the step. */
export function comparedTrial(
  start: SessionStart,
  { script, observe }: Pick<Comparison, 'script' | 'observe'>,
  { config }: Pick<ComparedRun, 'config'>,
): Trial {
  return {
    start: { ...start, config: { ...start.config, ...config } },
    actions: script,
    observe: observe.map(({ path }) => path),
  };
}
