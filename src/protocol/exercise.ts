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
import type { Check, CheckResult, ObservationName } from './checks.ts';
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
  /** For panels with several drawings: the one they begin with. */
  readonly show?: string;
}

/** What is asked. Its id is unique among the questions that share a server. */
export type Question = Prediction | Task;

/** The learner chooses an answer or says a number; then the action runs, and an observation decides. */
export interface Prediction {
  readonly type: 'predict';
  readonly id: string;
  /** What will be run once the learner has answered. */
  readonly action: Action;
  /** The observation that decides, read after the action. */
  readonly observe: string;
  readonly observeName: ObservationName;
  /** What can be chosen; empty when a number is asked for. */
  readonly options: readonly PredictionOption[];
  /** On which a number is said; null when one of the options is chosen. */
  readonly scale: NumberScale | null;
  /**
   * The option, or the number as text, that the engine confirms if nothing else was done to the server; the tests hold
   * it to that.
   */
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

/** Where a number may lie, and how far from the engine's it may be. */
export interface NumberScale {
  readonly from: number;
  readonly to: number;
  /** The greatest difference that still counts as right. */
  readonly tolerance: number;
  readonly spacing: 'linear' | 'log';
  readonly unit: NumberUnit | null;
}

export const numberUnits = ['bytes', 'ms', 'us', 'percent', 'keys', 'count'] as const;
export type NumberUnit = (typeof numberUnits)[number];

/** The learner works on the server until all checks pass. */
export interface Task {
  readonly type: 'task';
  readonly id: string;
  readonly checks: readonly Check[];
  /** It goes on from what stands before it, and cannot be solved without: the page offers to run that first. */
  readonly continues?: true;
  readonly solution: readonly Action[];
  /** Lines that lead to a state to show as the goal; the checks hold there. */
  readonly goal?: readonly Action[];
  /** Other ways that must pass as well, and ways that look right and must not: for the tests. */
  readonly otherWays: readonly (readonly Action[])[];
  readonly nearMisses: readonly NearMiss[];
  readonly title: InBothLanguages<readonly Inline[]>;
  /** More about the task, below its title; may be empty. */
  readonly detail: InBothLanguages<readonly Block[]>;
  /** A ladder: each says a little more than the one before, none says the solution. */
  readonly hints: InBothLanguages<readonly (readonly Inline[])[]>;
}

/** A way that looks right and is not. */
export interface NearMiss {
  readonly way: readonly Action[];
  /** The state by which the engine recognises it; empty when it has no sentence. */
  readonly when: readonly Check[];
  /** Said to a learner who is in that state. */
  readonly say: InBothLanguages<readonly Inline[]> | null;
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

/** The number in an observation: itself, or what redis-cli prints for one; null when it is something else. */
export function numberIn(observed: string | number | null): number | null {
  if (typeof observed === 'number') return observed;
  const text = /^(?:\(integer\) )?"?(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)"?$/.exec(observed ?? '')?.[1];
  return text === undefined ? null : Number(text);
}

/** The answer that the engine has confirmed: the id of an option, or a number as text. */
export function confirmedAnswer(prediction: Prediction, observed: string | number | null): string | null {
  if (prediction.scale === null) return confirmedOption(prediction, observed)?.id ?? null;
  const number = numberIn(observed);
  return number === null ? null : String(number);
}

/** Anything that is neither an option's id nor a number stands for a learner who does not know. */
export function judgeAnswer(
  prediction: Prediction,
  given: string,
  observed: string | number | null,
): Verdict {
  const { scale, options } = prediction;
  if (scale === null) {
    if (!options.some(({ id }) => id === given)) return 'gave-up';
    return confirmedOption(prediction, observed)?.id === given ? 'right' : 'missed';
  }
  const said = numberIn(given);
  if (said === null) return 'gave-up';
  const number = numberIn(observed);
  return number !== null && Math.abs(said - number) <= scale.tolerance ? 'right' : 'missed';
}

/** Everything the engine looks at for a task: its checks, then the states of its near misses. */
export function goalOf({ checks, nearMisses }: Task): readonly Check[] {
  return [...checks, ...nearMisses.flatMap(({ when }) => when)];
}

export interface GoalState {
  /** Of the task's checks; empty while the results are those of another goal. */
  readonly results: readonly CheckResult[];
  readonly passed: boolean;
  /** The near miss whose state this is; the first one if there are several. */
  readonly miss: NearMiss | null;
}

/** What the results of `goalOf` mean for the task. */
export function readGoal(task: Task, all: readonly CheckResult[]): GoalState {
  if (all.length !== goalOf(task).length) return { results: [], passed: false, miss: null };
  const results = all.slice(0, task.checks.length);
  const passed = results.every((result) => result.passed);
  let at = task.checks.length;
  let miss: NearMiss | null = null;
  for (const nearMiss of task.nearMisses) {
    const end = at + nearMiss.when.length;
    if (nearMiss.say !== null && all.slice(at, end).every((result) => result.passed)) miss ??= nearMiss;
    at = end;
  }
  return { results, passed, miss: passed ? null : miss };
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
  if (question.type !== 'predict' || question.options.length === 0) return exercise;
  const { options } = question;
  const first = by % options.length;
  return {
    ...exercise,
    question: { ...question, options: [...options.slice(first), ...options.slice(0, first)] },
  };
}
