/**
 * One visit to a step of a lesson: its exercises run on its server, its demonstrations are played there, and what the
 * learner has done is noted as progress. Knows nothing of React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Lesson, type LessonStep, questionsOf, startOfStep } from '../../protocol/lesson.ts';
import type { SessionActions, SessionStore } from '../session/store.ts';
import { createExerciseRun, type ExerciseRun, type Played } from './exercise-run.ts';
import { noteStep, noteStepDone, noteTask } from './progress.ts';

export interface LessonRunState {
  readonly lesson: Lesson;
  readonly step: LessonStep;
  readonly demos: Readonly<Record<string, Played>>;
}

export interface LessonRun extends StoreApi<LessonRunState> {
  /** The server of the step, and its predictions and tasks. */
  readonly exercises: ExerciseRun;
  /** Starts the step's server anew. */
  enter(step: LessonStep): Promise<void>;
  /** Takes up a step whose server is already running: it came with a link. */
  adopt(step: LessonStep): Promise<void>;
  runDemo(id: string): Promise<void>;
}

export function createLessonRun(
  lesson: Lesson,
  session: SessionStore,
  startServer?: SessionActions['startServer'],
): LessonRun {
  const [first] = lesson.content;
  const store = createStore<LessonRunState>(() => ({ lesson, step: first, demos: {} }));
  const { getState: get, setState: set } = store;
  const exercises = createExerciseRun(startOfStep(lesson, first), questionsOf(first), session, startServer);

  function begin(step: LessonStep): void {
    set({ step, demos: {} });
    noteStep(lesson.id, step.id);
  }

  exercises.subscribe(({ questions, verdicts, busy, phase }, before) => {
    const judged = questions.filter(
      ({ id }) => verdicts[id] !== undefined && verdicts[id] !== before.verdicts[id],
    );
    for (const { type, id } of judged) {
      if (type === 'task')
        noteTask(lesson.id, get().step.id, id, verdicts[id] === 'gave-up' ? 'shown' : 'solved');
    }
    const isWorkOver = before.busy && !busy && phase === 'ready';
    if (judged.length > 0 || isWorkOver) noteIfDone();
  });

  /** A step is done when its tasks were solved, its questions answered and its demonstrations seen. */
  function noteIfDone(): void {
    const { step, demos } = get();
    const { verdicts } = exercises.getState();
    const done = step.items.every(({ type, id }) => {
      if (type === 'demo') return demos[id]?.status === 'done';
      if (type === 'predict') return verdicts[id] !== undefined;
      if (type === 'players') return true;
      return verdicts[id] !== undefined && verdicts[id] !== 'gave-up';
    });
    if (done) noteStepDone(lesson.id, step.id);
  }

  return Object.assign(store, {
    exercises,
    enter(step: LessonStep) {
      begin(step);
      return exercises.prepare(startOfStep(lesson, step), questionsOf(step));
    },
    adopt(step: LessonStep) {
      begin(step);
      return exercises.adopt(startOfStep(lesson, step), questionsOf(step));
    },
    async runDemo(id: string) {
      const item = get().step.items.find((other) => other.id === id);
      if (item?.type !== 'demo') return;
      await exercises.play(item.actions, (demo) => set({ demos: { ...get().demos, [id]: demo } }));
    },
  });
}
