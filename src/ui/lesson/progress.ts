/**
 * What the learner has done so far, kept in the browser and nowhere else. It is kept as facts that only ever add up:
 *
 *     ['progress', lesson]                       the step the learner was last at, and when
 *     ['progress', lesson, step, 'done']         everything in the step has been done
 *     ['progress', lesson, step, 'solved', task] and 'shown' likewise
 *     ['progress', lesson, step, 'seen', item]   a demonstration was run, or a prediction made and confirmed or refuted
 *
 * so that two tabs, or two browsers, know together what each of them knows. Even starting a lesson over adds: what
 * follows is kept under ['progress', lesson, '~1', …], and the highest such number is the one that counts.
 */
import { createStore } from 'zustand/vanilla';
import type { LessonEntry } from '../../protocol/lesson.ts';
import { type Fact, followFacts, keepFacts } from '../storage/database.ts';

/** `shown`: the solution was looked at, which does not count as solving it. */
export type TaskProgress = 'solved' | 'shown';

export interface StepProgress {
  /** Everything in the step has been done. */
  readonly done: boolean;
  readonly tasks: Readonly<Record<string, TaskProgress>>;
  /** Demonstrations that were run and predictions that were made; absent when there is none. */
  readonly seen?: readonly string[];
}

export interface LessonProgress {
  readonly steps: Readonly<Record<string, StepProgress>>;
  /** The step the learner was last at. */
  readonly lastStep: string | null;
  /** When that was; absent in what was kept before this was noted. */
  readonly visitedAtMs?: number;
  /** How often the learner has started the lesson over; absent at first. */
  readonly startedOver?: number;
}

export type Progress = Readonly<Record<string, LessonProgress>>;

const nothing: LessonProgress = { steps: {}, lastStep: null };
const untouched: StepProgress = { done: false, tasks: {} };
/** No id of a step begins with it. */
const overMark = '~';

/** Reads what was kept; whatever does not fit is left out, so that a damaged memory costs only itself. */
export function readProgress(kept: unknown): Progress {
  const progress: Record<string, LessonProgress> = {};
  for (const [lesson, value] of entriesOf(kept)) {
    const { lastStep, visitedAtMs, startedOver, steps: keptSteps } = value as Record<string, unknown>;
    const steps: Record<string, StepProgress> = {};
    for (const [step, keptStep] of entriesOf(keptSteps)) {
      const { done, tasks: keptTasks, seen } = keptStep as Record<string, unknown>;
      const tasks: Record<string, TaskProgress> = {};
      for (const [task, state] of entriesOf(keptTasks)) {
        if (state === 'solved' || state === 'shown') tasks[task] = state;
      }
      steps[step] = { done: done === true, tasks, ...seenIn(Array.isArray(seen) ? seen : []) };
    }
    progress[lesson] = {
      steps,
      lastStep: typeof lastStep === 'string' ? lastStep : null,
      ...(typeof visitedAtMs === 'number' && { visitedAtMs }),
      ...(typeof startedOver === 'number' && startedOver > 0 && { startedOver }),
    };
  }
  return progress;
}

/** Each item once and in order, so that two tabs that know the same hold the same. */
function seenIn(items: readonly unknown[]): Pick<StepProgress, 'seen'> {
  const seen = [...new Set(items)].filter((item) => typeof item === 'string').sort();
  return seen.length === 0 ? {} : { seen };
}

function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
}

export const progressStore = createStore<Progress>(() => ({}));

/** Resolves when what earlier visits have left is there; a slow database hands it over later. */
export const progressRecalled: Promise<void> = followFacts('progress', (facts, whole) =>
  takeIn(joined(readProgress(whole), progressOfFacts(facts))),
);

/**
 * What two of them know together: whatever was done in one is done, and a solved task stays solved. Where one has
 * started a lesson over, what the other knows of it is forgotten.
 */
export function joined(one: Progress, other: Progress): Progress {
  const progress: Record<string, LessonProgress> = { ...one };
  for (const [lesson, theirs] of Object.entries(other)) {
    const mine = progressOf(one, lesson);
    const ahead = timesOver(theirs) - timesOver(mine);
    if (ahead !== 0) {
      if (ahead > 0) progress[lesson] = theirs;
      continue;
    }
    const steps: Record<string, StepProgress> = { ...mine.steps };
    for (const [step, { done, tasks, seen = [] }] of Object.entries(theirs.steps)) {
      const known = steps[step] ?? untouched;
      const all: Record<string, TaskProgress> = { ...known.tasks };
      for (const [task, state] of Object.entries(tasks)) if (all[task] !== 'solved') all[task] = state;
      steps[step] = { done: known.done || done, tasks: all, ...seenIn([...(known.seen ?? []), ...seen]) };
    }
    const isLater = (theirs.visitedAtMs ?? 0) > (mine.visitedAtMs ?? 0);
    const { lastStep, visitedAtMs } =
      mine.lastStep === null || (isLater && theirs.lastStep !== null) ? theirs : mine;
    progress[lesson] = {
      steps,
      lastStep,
      ...(visitedAtMs !== undefined && { visitedAtMs }),
      ...(mine.startedOver !== undefined && { startedOver: mine.startedOver }),
    };
  }
  return progress;
}

export function factsOf(progress: Progress): Fact[] {
  return Object.entries(progress).flatMap(([lesson, known]): Fact[] => {
    const { steps, lastStep, visitedAtMs } = known;
    const over = timesOver(known);
    const key = ['progress', lesson, ...(over === 0 ? [] : [`${overMark}${over}`])];
    return [
      // What is known of a step says by itself how often the lesson was started over.
      ...(lastStep === null && (over === 0 || Object.keys(steps).length > 0)
        ? []
        : [[key, { lastStep, visitedAtMs }] as const]),
      ...Object.entries(steps).flatMap(([step, { done, tasks, seen = [] }]): Fact[] => [
        ...(done ? [[[...key, step, 'done'], true] as const] : []),
        ...Object.entries(tasks).map(([task, state]): Fact => [[...key, step, state, task], true]),
        ...seen.map((item): Fact => [[...key, step, 'seen', item], true]),
      ]),
    ];
  });
}

/** What does not fit is left out. */
export function progressOfFacts(facts: readonly Fact[]): Progress {
  let progress: Progress = {};
  for (const [[, lesson, ...rest], value] of facts) {
    const startedOver = String(rest[0]).startsWith(overMark) ? Number(String(rest.shift()).slice(1)) : 0;
    const [step, what, item] = rest;
    const tasks = item === undefined ? {} : { [item]: what };
    const seen = what === 'seen' ? [item] : [];
    const steps = step === undefined ? {} : { [step]: { done: what === 'done', tasks, seen } };
    const last = step === undefined && typeof value === 'object' ? value : {};
    progress = joined(progress, readProgress({ [String(lesson)]: { ...last, startedOver, steps } }));
  }
  return progress;
}

function takeIn(other: Progress): void {
  progressStore.setState(joined(progressStore.getState(), other), true);
}

/** Adds to what is known, and keeps the addition; false when it could not be kept. */
export function joinProgress(addition: Progress): Promise<boolean> {
  takeIn(addition);
  return keepFacts(factsOf(addition));
}

export function progressOf(progress: Progress, lesson: string): LessonProgress {
  return progress[lesson] ?? nothing;
}

function timesOver({ startedOver = 0 }: LessonProgress): number {
  return startedOver;
}

/** Forgets what was done in the lesson. Its drills keep their days. */
export function startLessonOver(lesson: string): void {
  const over = timesOver(progressOf(progressStore.getState(), lesson));
  void joinProgress({ [lesson]: { steps: {}, lastStep: null, startedOver: over + 1 } });
}

function add(lesson: string, addition: LessonProgress): void {
  const { startedOver } = progressOf(progressStore.getState(), lesson);
  void joinProgress({ [lesson]: { ...addition, ...(startedOver !== undefined && { startedOver }) } });
}

export function noteStep(lesson: string, step: string): void {
  add(lesson, { steps: {}, lastStep: step, visitedAtMs: Date.now() });
}

export function noteStepDone(lesson: string, step: string): void {
  noteInStep(lesson, step, { done: true, tasks: {} });
}

/** A task once solved stays solved, even when its solution is looked at later. */
export function noteTask(lesson: string, step: string, task: string, state: TaskProgress): void {
  noteInStep(lesson, step, { done: false, tasks: { [task]: state } });
}

/** A demonstration was run, or a prediction made. */
export function noteSeen(lesson: string, step: string, item: string): void {
  noteInStep(lesson, step, { done: false, tasks: {}, seen: [item] });
}

function noteInStep(lesson: string, step: string, addition: StepProgress): void {
  add(lesson, { steps: { [step]: addition }, lastStep: null });
}

/** The lesson the learner was in last, unless all of it is done; then, and at first, null. */
export function unfinishedLesson(progress: Progress, lessons: readonly LessonEntry[]): LessonEntry | null {
  let latest: LessonEntry | null = null;
  let latestMs = Number.NEGATIVE_INFINITY;
  for (const lesson of lessons) {
    const { lastStep, visitedAtMs = 0 } = progressOf(progress, lesson.id);
    if (lastStep === null || visitedAtMs <= latestMs) continue;
    if (stepsDone(progress, lesson) === lesson.steps.length) continue;
    latest = lesson;
    latestMs = visitedAtMs;
  }
  return latest;
}

/** How many steps of a lesson are done. */
export function stepsDone(progress: Progress, lesson: LessonEntry): number {
  const { steps } = progressOf(progress, lesson.id);
  return lesson.steps.filter((step) => steps[step]?.done === true).length;
}
