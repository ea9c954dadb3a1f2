/**
 * An exercise: a server in a known state, and one question about it that the engine judges.
 *
 *     start      how the server begins and what is done to it before the learner has it
 *     question   a prediction (choose an answer) or a task (reach a goal), its words, and what decides it
 *
 * A lesson has its exercises at places of its steps (`lesson.ts`), where several share one server. A drill is an
 * exercise with an id under which its schedule is kept, given by a source (`ui/drills/drill.ts`). Where an exercise
 * comes from makes no difference to how it is asked and judged.
 */
import type { Action } from './actions.ts';
import type { Check, ObservationName } from './checks.ts';
import type { Players } from './players.ts';
import type { Block, InBothLanguages, Inline } from './prose.ts';
import type { SessionStart } from './session.ts';

export interface Exercise {
  readonly start: Situation;
  readonly question: Question;
}

/** A server in a known state, and what the learner has in front of it. */
export interface Situation {
  readonly server: SessionStart;
  /** Everything that is done to the fresh server before the learner begins. */
  readonly given: readonly Action[];
  /** Whether time passes by itself from then on; a stopped clock is moved by the learner. */
  readonly clockRuns: boolean;
  readonly panels: readonly StagePanel[];
  /** Scripted clients that the learner can step. */
  readonly players: readonly Players[];
}

/** A panel on the stage and what it watches. */
export interface StagePanel {
  /** The folder of the panel. */
  readonly panel: string;
  readonly db: number;
  /** For panels that show one key. */
  readonly key?: string;
}

/** What is asked. Its id is unique among the questions that share a server. */
export type Question = Prediction | Task;

/** The learner chooses an answer; then the action runs, and an observation decides. */
export interface Prediction {
  readonly type: 'predict';
  readonly id: string;
  /** What will be run once the learner has answered. */
  readonly action: Action;
  /** The observation that decides, read after the action. */
  readonly observe: string;
  readonly observeName: ObservationName;
  readonly options: readonly PredictionOption[];
  /** The option that the engine confirms if nothing else was done to the server; the tests hold it to that. */
  readonly answer: string;
  readonly question: InBothLanguages<readonly Block[]>;
  /** Shown after the run. */
  readonly explanation: InBothLanguages<readonly Block[]>;
}

export interface PredictionOption {
  readonly id: string;
  readonly value: string | number;
  readonly text: InBothLanguages<readonly Inline[]>;
}

/** The learner works on the server until all checks pass. */
export interface Task {
  readonly type: 'task';
  readonly id: string;
  readonly checks: readonly Check[];
  readonly solution: readonly Action[];
  /** Other ways that must pass as well, and ways that look right and must not: for the tests. */
  readonly otherWays: readonly (readonly Action[])[];
  readonly nearMisses: readonly (readonly Action[])[];
  readonly title: InBothLanguages<readonly Inline[]>;
  /** More about the task, below its title; may be empty. */
  readonly detail: InBothLanguages<readonly Block[]>;
  /** A ladder: each says a little more than the one before, none says the solution. */
  readonly hints: InBothLanguages<readonly (readonly Inline[])[]>;
}

/**
 * What the engine makes of an attempt. `missed`: it observes something else than was chosen. `gave-up`: the learner
 * asked for the answer before having found it.
 */
export type Verdict = 'right' | 'right-with-hints' | 'missed' | 'gave-up';

export function isQuestion<Item extends { readonly type: string }>(
  item: Item,
): item is Extract<Item, { readonly type: Question['type'] }> {
  return item.type === 'predict' || item.type === 'task';
}

/** The option whose value the engine has observed; none when it observed something else. */
export function confirmedOption(
  { options }: Prediction,
  observed: string | number | null,
): PredictionOption | undefined {
  return options.find(({ value }) => String(value) === String(observed));
}

/** An id that is no option's stands for a learner who does not know. */
export function judgeChoice(
  prediction: Prediction,
  chosen: string,
  observed: string | number | null,
): Verdict {
  if (!prediction.options.some(({ id }) => id === chosen)) return 'gave-up';
  return confirmedOption(prediction, observed)?.id === chosen ? 'right' : 'missed';
}

/** For a task whose checks have passed. */
export function judgeReached(help: {
  readonly hintsShown: number;
  readonly solutionShown: boolean;
}): Verdict {
  if (help.solutionShown) return 'gave-up';
  return help.hintsShown > 0 ? 'right-with-hints' : 'right';
}

/** The options in another order, so that nobody learns the place of an answer instead of the answer. */
export function withOptionsTurned(exercise: Exercise, by: number): Exercise {
  const { question } = exercise;
  if (question.type !== 'predict') return exercise;
  const { options } = question;
  const first = by % options.length;
  return {
    ...exercise,
    question: { ...question, options: [...options.slice(first), ...options.slice(0, first)] },
  };
}
