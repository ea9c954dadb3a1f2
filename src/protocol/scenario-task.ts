/**
 * An item of a lesson that stands on a scenario: break a condition by choosing who goes next, or change a program until
 * a search finds no order that breaks it and all that must be possible still is.
 */
import type { Block, InBothLanguages } from './prose.ts';

export interface ScenarioTask {
  readonly type: 'scenario';
  readonly id: string;
  /** The scenario and its variant, by their ids. */
  readonly scenario: string;
  readonly variant: string;
  readonly goal: ScenarioGoal;
  readonly question: InBothLanguages<readonly Block[]>;
  /** What is said once it is solved; may be empty. */
  readonly explanation: InBothLanguages<readonly Block[]>;
}

export type ScenarioGoal =
  | {
      readonly type: 'break';
      /** The condition that must not hold at the end. */
      readonly invariant: string;
      /** A schedule that does it, for the tests and for paper. */
      readonly choices: readonly string[];
    }
  | {
      readonly type: 'prove';
      /** A solution, for the tests and for paper: files of the scenario in place of others. */
      readonly files: Readonly<Record<string, string>>;
    };
