/** One drill being asked: the lesson's machinery runs it, and what becomes of it is the verdict. Knows no React. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLessonRun, type LessonRun, type Notebook } from '../lesson/lesson-run.ts';
import type { SessionActions, SessionStore } from '../session/store.ts';
import type { Drill } from './drill.ts';

/** `missed`: the engine says otherwise. It costs nothing and comes again in this sitting. */
export type Verdict = 'right' | 'right-with-hints' | 'missed' | 'gave-up';

export interface DrillRun {
  readonly run: LessonRun;
  /** Null while it is open. The first verdict stays. */
  readonly verdict: StoreApi<{ readonly verdict: Verdict | null }>;
  /** Starts the drill's server anew. */
  enter(): Promise<void>;
  /** Lets the engine answer. */
  giveUp(): Promise<void>;
  listen(): void;
  stop(): void;
}

export function createDrillRun(
  drill: Drill,
  session: SessionStore,
  startServer?: SessionActions['startServer'],
): DrillRun {
  const { item, lesson } = drill;
  const verdict = createStore<{ verdict: Verdict | null }>(() => ({ verdict: null }));
  const settle = (now: Verdict) => {
    if (verdict.getState().verdict === null) verdict.setState({ verdict: now });
  };
  const notes: Notebook = {
    noteStep() {},
    noteStepDone() {},
    noteTask(_lesson, _step, _task, state) {
      if (state === 'shown') settle('gave-up');
      else settle((run.getState().tasks[item.id]?.hintsShown ?? 0) > 0 ? 'right-with-hints' : 'right');
    },
  };
  const run: LessonRun = createLessonRun(lesson, session, notes, startServer);
  let stopListening = () => {};

  function judgePrediction(): void {
    const answered = run.getState().predictions[item.id];
    if (item.type !== 'predict' || answered?.status !== 'done') return;
    const chosen = item.options.find(({ id }) => id === answered.chosen);
    if (chosen === undefined) settle('gave-up');
    else settle(String(chosen.value) === String(answered.observed) ? 'right' : 'missed');
  }

  return {
    run,
    verdict,
    enter: () => run.enter(lesson.content[0]),
    async giveUp() {
      if (item.type === 'task') {
        run.showSolution(item.id);
        return;
      }
      // No option at all: the engine runs, and shows what it is.
      run.choose(item.id, '');
      await run.runPrediction(item.id);
    },
    listen() {
      run.listen();
      stopListening();
      stopListening = run.subscribe(judgePrediction);
    },
    stop() {
      stopListening();
      run.stop();
    },
  };
}
