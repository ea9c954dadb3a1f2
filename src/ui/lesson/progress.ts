/** What the learner has done so far, kept in the browser and nowhere else. */
import { createStore } from 'zustand/vanilla';
import type { LessonEntry } from '../../protocol/lesson.ts';
import { keep, recallKept } from '../storage/database.ts';

/** `shown`: the solution was looked at, which does not count as solving it. */
export type TaskProgress = 'solved' | 'shown';

export interface StepProgress {
  /** Everything in the step has been done. */
  readonly done: boolean;
  readonly tasks: Readonly<Record<string, TaskProgress>>;
}

export interface LessonProgress {
  readonly steps: Readonly<Record<string, StepProgress>>;
  /** The step the learner was last at. */
  readonly lastStep: string | null;
  /** When that was; absent in what was kept before this was noted. */
  readonly visitedAtMs?: number;
}

export type Progress = Readonly<Record<string, LessonProgress>>;

const nothing: LessonProgress = { steps: {}, lastStep: null };
const untouched: StepProgress = { done: false, tasks: {} };

/** Reads what was kept; whatever does not fit is left out, so that a damaged memory costs only itself. */
export function readProgress(kept: unknown): Progress {
  const progress: Record<string, LessonProgress> = {};
  for (const [lesson, value] of entriesOf(kept)) {
    const { lastStep, visitedAtMs, steps: keptSteps } = value as Record<string, unknown>;
    const steps: Record<string, StepProgress> = {};
    for (const [step, keptStep] of entriesOf(keptSteps)) {
      const { done, tasks: keptTasks } = keptStep as { done?: unknown; tasks?: unknown };
      const tasks: Record<string, TaskProgress> = {};
      for (const [task, state] of entriesOf(keptTasks)) {
        if (state === 'solved' || state === 'shown') tasks[task] = state;
      }
      steps[step] = { done: done === true, tasks };
    }
    progress[lesson] = {
      steps,
      lastStep: typeof lastStep === 'string' ? lastStep : null,
      ...(typeof visitedAtMs === 'number' && { visitedAtMs }),
    };
  }
  return progress;
}

function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
}

export const progressStore = createStore<Progress>(() => ({}));

/** Resolves when what earlier visits have left is there. */
export const progressRecalled: Promise<void> = recallKept('progress').then((kept) => {
  progressStore.setState(readProgress(kept));
});

/** What two browsers know together: whatever was done in one of them is done. */
export function joinProgress(other: Progress): void {
  for (const [lesson, { steps, lastStep, visitedAtMs }] of Object.entries(other)) {
    for (const [step, { done, tasks }] of Object.entries(steps)) {
      for (const [task, state] of Object.entries(tasks)) noteTask(lesson, step, task, state);
      if (done) noteStepDone(lesson, step);
    }
    if (progressOf(progressStore.getState(), lesson).lastStep === null)
      change(lesson, { lastStep, ...(visitedAtMs !== undefined && { visitedAtMs }) });
  }
}

function change(lesson: string, part: Partial<LessonProgress>): void {
  progressStore.setState({ [lesson]: { ...progressOf(progressStore.getState(), lesson), ...part } });
  void keep('progress', progressStore.getState());
}

function changeStep(lesson: string, step: string, part: Partial<StepProgress>): void {
  const { steps } = progressOf(progressStore.getState(), lesson);
  change(lesson, { steps: { ...steps, [step]: { ...(steps[step] ?? untouched), ...part } } });
}

export function progressOf(progress: Progress, lesson: string): LessonProgress {
  return progress[lesson] ?? nothing;
}

export function noteStep(lesson: string, step: string): void {
  change(lesson, { lastStep: step, visitedAtMs: Date.now() });
}

export function noteStepDone(lesson: string, step: string): void {
  changeStep(lesson, step, { done: true });
}

/** A task once solved stays solved, even when its solution is looked at later. */
export function noteTask(lesson: string, step: string, task: string, state: TaskProgress): void {
  const { tasks } = progressOf(progressStore.getState(), lesson).steps[step] ?? untouched;
  if (tasks[task] === 'solved') return;
  changeStep(lesson, step, { tasks: { ...tasks, [task]: state } });
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
