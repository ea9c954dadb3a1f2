/**
 * One visit to a step of a lesson: its exercises run on its server, its demonstrations are played there, and what the
 * learner has done is noted as progress. What an item stands on is run before it, so that the server is the one the
 * text speaks of. Knows nothing of React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Action } from '../../protocol/actions.ts';
import { confirmedAnswer, isQuestion, type Question } from '../../protocol/exercise.ts';
import {
  type Lesson,
  type LessonItem,
  type LessonStep,
  questionsOf,
  startOfStep,
} from '../../protocol/lesson.ts';
import type { SessionActions, SessionStore } from '../session/store.ts';
import { createExerciseRun, type ExerciseRun, type ExerciseRunState, type Played } from './exercise-run.ts';
import {
  noteSeen,
  noteStep,
  noteStepDone,
  noteTask,
  progressOf,
  progressStore,
  type StepProgress,
} from './progress.ts';
import { type ItemOnServer, isItemDone, leadingTo, missingItems } from './step-items.ts';

export interface LessonRunState {
  readonly lesson: Lesson;
  readonly step: LessonStep;
  readonly demos: Readonly<Record<string, Played>>;
  /** Predictions of earlier visits that were run again on this server, because something stands on them. */
  readonly repeated: readonly string[];
  /** The server came with a link: nobody knows what of the text was run on it, so nothing is run before an item. */
  readonly adopted: boolean;
  /** The learner reads on without having answered. */
  readonly showsAll: boolean;
  /** What earlier visits have done is being run again. */
  readonly resuming: boolean;
  /** The server is not the step's: it shows a case of a repair. */
  readonly openedCase: OpenedCase | null;
}

export interface OpenedCase {
  readonly itemId: string;
  readonly caseId: string;
  /** Then it is looked at in the panel of scripts. */
  readonly isScript: boolean;
}

export interface LessonRun extends StoreApi<LessonRunState> {
  /** The server of the step, and its predictions and tasks. */
  readonly exercises: ExerciseRun;
  /** Starts the step's server anew. With tasks solved in an earlier visit it goes on after them. */
  enter(step: LessonStep): Promise<void>;
  /** Starts the step's server anew, from the beginning of the step. What was done stays done. */
  startOver(): Promise<void>;
  /** Takes up a step whose server is already running: it came with a link. */
  adopt(step: LessonStep): Promise<void>;
  /** Runs what the demonstration stands on, then the demonstration. */
  runDemo(id: string): Promise<void>;
  replayDemo(id: string): void;
  /** Runs what the prediction stands on, then the prediction. */
  runPrediction(id: string): Promise<void>;
  /** Runs a prediction once more with the same answer, on a server on which only the text's commands were run. */
  runAsInText(id: string): Promise<void>;
  /** Runs what the task goes on from. */
  leadTo(id: string): Promise<void>;
  /** The learner has come to the end of the step's text: where there is nothing to do, that is all of the step. */
  reachEnd(): void;
  /** A puzzle was solved: it has no server to be judged by. */
  solve(id: string): void;
  /** Runs a case of a repair in place of the step's server, and looks at where its code begins. */
  openCase(opened: OpenedCase, given: readonly Action[], run: readonly Action[]): Promise<void>;
  /** Shows the text that unanswered questions hide. */
  showAll(): void;
}

export function createLessonRun(
  lesson: Lesson,
  session: SessionStore,
  startServer?: SessionActions['startServer'],
): LessonRun {
  const [first] = lesson.content;
  const store = createStore<LessonRunState>(() => ({
    lesson,
    step: first,
    demos: {},
    repeated: [],
    adopted: false,
    showsAll: false,
    resuming: false,
    openedCase: null,
  }));
  const { getState: get, setState: set } = store;
  const exercises = createExerciseRun(startOfStep(lesson, first), questionsOf(first), session, startServer);
  /** The last frame of what was done in order: there the next item begins. */
  let reachedFrame = -1;
  /** Counts visits: what an earlier one still has under way must not touch a later one. */
  let visit = 0;

  const kept = () => progressOf(progressStore.getState(), lesson.id).steps[get().step.id];

  function begin(step: LessonStep, adopted = false): number {
    const showsAll = get().showsAll && step === get().step;
    set({ step, demos: {}, repeated: [], adopted, showsAll, resuming: false, openedCase: null });
    noteStep(lesson.id, step.id);
    return ++visit;
  }

  function markReached(): void {
    reachedFrame = session.getState().frames.length - 1;
  }

  exercises.subscribe((now, before) => {
    const { questions, verdicts, busy, phase } = now;
    if (phase === 'ready' && before.phase !== 'ready') markReached();
    const judged = questions.filter(
      ({ id }) => verdicts[id] !== undefined && verdicts[id] !== before.verdicts[id],
    );
    if (judged.length > 0) markReached();
    for (const question of judged) {
      const { type, id } = question;
      if (type === 'task')
        noteTask(lesson.id, get().step.id, id, verdicts[id] === 'gave-up' ? 'shown' : 'solved');
      else if (isAsInText(question, now)) noteSeen(lesson.id, get().step.id, id);
    }
    const isWorkOver = before.busy && !busy && phase === 'ready';
    if (judged.length > 0 || isWorkOver) noteIfDone();
  });

  /** A step is done when its tasks were solved, its questions answered and its demonstrations seen. */
  function noteIfDone(): void {
    const { step } = get();
    if (missingItems(step, kept()).length === 0) noteStepDone(lesson.id, step.id);
  }

  function changeDemo(id: string, demo: Played): void {
    set({ demos: { ...get().demos, [id]: demo } });
    if (demo.status === 'done') markReached();
  }

  /** The learner may look at the past: the next item begins where the text is. */
  function lookAtReached(): void {
    const { following, position } = session.getState();
    if (!get().adopted && !following && position.frame !== reachedFrame) session.actions.last();
  }

  /** Runs what an item stands on. `isShown`: demonstrations are played, for a learner who has not seen them. */
  async function bringTo(id: string, isShown: boolean): Promise<boolean> {
    lookAtReached();
    for (const item of leadingHere(id, get(), exercises.getState())) {
      if (!(await repeat(item, isShown))) return false;
      markReached();
    }
    return true;
  }

  async function repeat(item: LessonItem, isShown: boolean): Promise<boolean> {
    const { step } = get();
    switch (item.type) {
      case 'demo': {
        const play = isShown ? exercises.play : exercises.playQuietly;
        const isWhole = await play(item.actions, (demo) => changeDemo(item.id, demo));
        if (isWhole && isShown) noteSeen(lesson.id, step.id, item.id);
        return isWhole;
      }
      case 'predict':
        if (!(await exercises.playQuietly([item.action]))) return false;
        set({ repeated: [...get().repeated, item.id] });
        return true;
      case 'task':
        // Nobody has solved it by reaching the goal this way.
        if (kept()?.tasks[item.id] !== 'solved') exercises.showSolution(item.id);
        return exercises.repeatTask(item.id);
      default:
        return true;
    }
  }

  async function start(step: LessonStep): Promise<number> {
    const mine = begin(step);
    await exercises.prepare(startOfStep(lesson, step), questionsOf(step));
    return mine;
  }

  /** A fresh server, on which everything before the item has been run as the text has it. */
  async function startBefore(id: string): Promise<boolean> {
    const mine = await start(get().step);
    return mine === visit && exercises.getState().phase === 'ready' && (await bringTo(id, false));
  }

  /** Half of something that the item stands on was run: on top of that it would not be what the text says. */
  function isCutShort(id: string): boolean {
    const leading = leadingHere(id, get(), exercises.getState());
    return leading.some((item) => get().demos[item.id]?.status === 'cut-short');
  }

  async function runAsInText(id: string): Promise<void> {
    const chosen = exercises.getState().predictions[id]?.chosen;
    if (chosen === undefined || exercises.getState().busy || !(await startBefore(id))) return;
    session.actions.last();
    exercises.choose(id, chosen);
    await exercises.runPrediction(id);
  }

  return Object.assign(store, {
    exercises,
    async enter(step: LessonStep) {
      const mine = await start(step);
      const next = mine === visit ? resumedAt(step, kept()) : null;
      if (next === null || exercises.getState().phase !== 'ready') return;
      set({ resuming: true });
      await bringTo(next.id, false);
      if (mine !== visit) return;
      session.actions.last();
      set({ resuming: false });
    },
    async startOver() {
      await start(get().step);
    },
    adopt(step: LessonStep) {
      begin(step, true);
      return exercises.adopt(startOfStep(lesson, step), questionsOf(step));
    },
    async runDemo(id: string) {
      const { step, demos, openedCase } = get();
      const item = step.items.find((other) => other.id === id);
      if (item?.type !== 'demo' || awaitedBy(id, get(), exercises.getState(), kept()) !== null) return;
      // Half of it was run, or what comes after it: on top of that it would not be what the text says.
      const isSpoilt =
        openedCase !== null || demos[id]?.status === 'cut-short' || isPast(id, get(), exercises.getState());
      const isBrought = await (isSpoilt ? startBefore(id) : bringTo(id, true));
      if (isBrought) await repeat(item, true);
      noteIfDone();
    },
    replayDemo(id: string) {
      const { step, demos } = get();
      const stretch = demos[id]?.stretch ?? null;
      if (stretch === null) return;
      exercises.replay(stretch);
      noteSeen(lesson.id, step.id, id);
      noteIfDone();
    },
    async runPrediction(id: string) {
      if (exercises.getState().predictions[id]?.status !== 'chosen') return;
      if (awaitedBy(id, get(), exercises.getState(), kept()) !== null) return;
      const isElsewhere = get().openedCase !== null || isPast(id, get(), exercises.getState());
      if (isCutShort(id) || isElsewhere) await runAsInText(id);
      else if (await bringTo(id, true)) await exercises.runPrediction(id);
    },
    runAsInText,
    async leadTo(id: string) {
      if (awaitedBy(id, get(), exercises.getState(), kept()) !== null) return;
      await (isCutShort(id) || get().openedCase !== null ? startBefore(id) : bringTo(id, true));
      session.actions.last();
    },
    reachEnd: noteIfDone,
    solve(id: string) {
      noteSeen(lesson.id, get().step.id, id);
      noteIfDone();
    },
    async openCase(opened: OpenedCase, given: readonly Action[], actions: readonly Action[]) {
      const { step } = get();
      const mine = begin(step);
      set({ openedCase: opened });
      await exercises.prepare({ ...startOfStep(lesson, step), given, players: [] }, []);
      if (mine !== visit || exercises.getState().phase !== 'ready') return;
      const before = session.getState().frames.length;
      if (!(await exercises.playQuietly(actions)) || mine !== visit) return;
      const frames = session.getState().frames.slice(before);
      const first = frames.find(({ text }) => !opened.isScript || /^(?:eval|fcall)/i.test(text));
      if (first !== undefined) session.actions.seek({ frame: first.index, moment: opened.isScript ? 1 : 0 });
    },
    showAll() {
      set({ showsAll: true });
    },
  });
}

/** The engine observed what the text says: nothing else had been done to the server that matters. */
function isAsInText(question: Question, { predictions }: ExerciseRunState): boolean {
  if (question.type !== 'predict') return true;
  const observed = predictions[question.id]?.observed ?? null;
  return confirmedAnswer(question, observed) === question.answer;
}

/** Whether an item has been done on the server of this visit. */
export function isDoneHere(
  item: LessonItem,
  { demos, repeated }: Pick<LessonRunState, 'demos' | 'repeated'>,
  { predictions, tasks }: Pick<ExerciseRunState, 'predictions' | 'tasks'>,
): boolean {
  switch (item.type) {
    case 'demo':
      return demos[item.id]?.status === 'done';
    case 'predict':
      return predictions[item.id]?.status === 'done' || repeated.includes(item.id);
    case 'task':
      return tasks[item.id]?.passed === true;
    default:
      return false;
  }
}

type RunOfStep = Pick<LessonRunState, 'step' | 'demos' | 'repeated' | 'adopted'>;
type RunOfQuestions = Pick<ExerciseRunState, 'predictions' | 'tasks'>;

/** What has to be run on the server of this visit before an item. */
export function leadingHere(id: string, run: RunOfStep, exercises: RunOfQuestions): readonly ItemOnServer[] {
  return run.adopted ? [] : leadingTo(run.step, id, (item) => isDoneHere(item, run, exercises));
}

/** The server has gone beyond an item: the item itself or one after it was run there. */
export function isPast(id: string, run: RunOfStep, exercises: RunOfQuestions): boolean {
  const { items } = run.step;
  const rest = items.slice(items.findIndex((item) => item.id === id));
  return !run.adopted && rest.some((item) => isDoneHere(item, run, exercises));
}

/** The question before an item that the learner has to settle first; null when the item can be run. */
export function awaitedBy(
  id: string,
  run: RunOfStep,
  exercises: RunOfQuestions,
  kept: StepProgress | undefined,
): Question | null {
  return (
    leadingHere(id, run, exercises)
      .filter(isQuestion)
      .find((item) => !isItemDone(item, kept)) ?? null
  );
}

/**
 * The first open question, if a task stands before it: its server cannot be had without solving that again. Or if it is
 * a task that goes on from what was done before it in an earlier visit.
 */
function resumedAt(step: LessonStep, kept: StepProgress | undefined): Question | null {
  const missing = missingItems(step, kept);
  const next = missing.find(isQuestion);
  if (next === undefined) return null;
  if (next.type === 'task' && next.continues && missing[0] === next) return next;
  return step.items.slice(0, step.items.indexOf(next)).some(({ type }) => type === 'task') ? next : null;
}
