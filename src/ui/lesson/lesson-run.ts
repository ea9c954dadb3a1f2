/**
 * One visit to a step of a lesson: its server is started and brought to the step's beginning, demonstrations and
 * predictions are run on it, and its tasks are watched one after the other. Knows nothing of React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Action, commandLines, type Lesson, type LessonStep, type Task } from '../../protocol/lesson.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { forgetConsoles } from '../console/local-entries.ts';
import { isAtHead, lastMoment, type SessionActions, type SessionStore } from '../session/store.ts';
import { noteStep, noteStepDone, noteTask, type TaskProgress } from './progress.ts';

/** Where it is written down what the learner has done. */
export interface Notebook {
  noteStep(lesson: string, step: string): void;
  noteStepDone(lesson: string, step: string): void;
  noteTask(lesson: string, step: string, task: string, state: TaskProgress): void;
}

const progressNotes: Notebook = { noteStep, noteStepDone, noteTask };

/** The frames something came to, and the line of history they are on. */
export interface Stretch {
  readonly firstFrame: number;
  readonly lastFrame: number;
  readonly branch: number;
}

export interface DemoRun {
  readonly status: 'running' | 'done';
  /** Null until it was run to its end. */
  readonly stretch: Stretch | null;
}

export interface PredictionRun {
  readonly chosen: string;
  readonly status: 'chosen' | 'running' | 'done';
  readonly observed: string | number | null;
  readonly stretch: Stretch | null;
}

export interface TaskRun {
  readonly passed: boolean;
  readonly hintsShown: number;
  readonly solutionShown: boolean;
}

export interface LessonRunState {
  readonly lesson: Lesson;
  readonly step: LessonStep;
  readonly phase: 'preparing' | 'ready' | 'failed';
  readonly demos: Readonly<Record<string, DemoRun>>;
  readonly predictions: Readonly<Record<string, PredictionRun>>;
  readonly tasks: Readonly<Record<string, TaskRun>>;
  /** The task the engine is looking at now. */
  readonly activeTask: string | null;
  /** Something is being run for the learner. */
  readonly busy: boolean;
}

export interface LessonRun extends StoreApi<LessonRunState> {
  /** Starts the step's server anew. */
  enter(step: LessonStep): Promise<void>;
  /** Takes up a step whose server is already running: it came with a link. */
  adopt(step: LessonStep): Promise<void>;
  runDemo(id: string): Promise<void>;
  choose(id: string, option: string): void;
  runPrediction(id: string): Promise<void>;
  /** Does one thing as a scripted client; it is shown at once. */
  act(action: Action): Promise<void>;
  /** Plays again what was run before. */
  replay(stretch: Stretch): void;
  showHint(id: string): void;
  showSolution(id: string): void;
  runSolution(id: string): Promise<void>;
  /** Breaks off what is under way: the server may be another's in a moment. */
  breakOff(): void;
  /** From now on tasks are ticked off as the engine passes them. */
  listen(): void;
  stop(): void;
}

/** Panels of whole commands: inside one there is nothing for them to show. */
const wholeCommands: ReadonlySet<string> = new Set(['locks']);
/** Then a command stays this long before the next one comes. */
const wholeCommandMs = 650;

const freshTask: TaskRun = { passed: false, hintsShown: 0, solutionShown: false };

export function createLessonRun(
  lesson: Lesson,
  session: SessionStore,
  notes: Notebook = progressNotes,
  startServer: SessionActions['startServer'] = session.actions.startServer,
): LessonRun {
  const store = createStore<LessonRunState>(() => freshState(lesson, lesson.content[0]));
  const { getState: get, setState: set } = store;
  /** Counts visits: what an earlier visit still has under way must not touch a later one. */
  let visit = 0;
  /** The server of the visit: what belongs to it must not reach another. */
  let server = 0;
  /** While a goal is on its way to the worker, results that arrive belong to the one before. */
  let goalIsSet = false;

  let stopListening = () => {};

  const playsWhole = lesson.panels.every(({ panel }) => wholeCommands.has(panel));

  async function enter(step: LessonStep): Promise<void> {
    const mine = begin(step);
    const { seed, config, clock } = lesson;
    const { generation } = step;
    forgetConsoles();
    const started = await startServer(
      { generation, seed, config, startMs: clock.startMs },
      { running: false, speed: 1 },
    );
    if (mine !== visit) return;
    server = session.getState().server;
    for (const action of step.given) {
      if (!started || !(await perform(action, true))) {
        if (mine === visit) set({ phase: 'failed' });
        return;
      }
      if (!isStill(mine)) return;
    }
    if (!started) {
      set({ phase: 'failed' });
      return;
    }
    session.actions.last();
    if (lesson.clock.running) await session.actions.setClock({ running: true });
    await setNextGoal(mine);
  }

  async function adopt(step: LessonStep): Promise<void> {
    const mine = begin(step);
    ({ server } = session.getState());
    await setNextGoal(mine);
  }

  /** Nobody has gone on, and the server is the one of the visit. */
  function isStill(mine: number): boolean {
    return mine === visit && session.getState().server === server;
  }

  function begin(step: LessonStep): number {
    goalIsSet = false;
    set(freshState(lesson, step));
    notes.noteStep(lesson.id, step.id);
    return ++visit;
  }

  /** Sends one action as its client, who is connected if need be. */
  async function perform(action: Action, quiet: boolean): Promise<boolean> {
    const mine = visit;
    if (action.type === 'advance') {
      await session.actions.advance(action.ms);
      return true;
    }
    if (action.type === 'close') {
      await session.actions.closeClient(action.client);
      return true;
    }
    while (!session.getState().clients.some(({ id }) => id === action.client)) {
      const opened = await session.actions.openClient();
      if (opened === null || opened > action.client || !isStill(mine)) return false;
    }
    const outcome = await session.actions.sendBytes(
      action.client,
      bytesOf(action),
      quiet ? 'quiet' : 'played',
    );
    return outcome.outcome === 'done';
  }

  /** Runs actions one after the other, each once the one before has been shown. False when it was cut short. */
  async function performShown(actions: readonly Action[]): Promise<boolean> {
    const mine = visit;
    for (const action of actions) {
      if (!(await perform(action, playsWhole))) return false;
      await shown(session);
      if (playsWhole) await lookedAt(session);
      if (!isStill(mine) || !isAtHead(session.getState())) return false;
    }
    return true;
  }

  /** The frame that the next command will come to, from where the learner looks. */
  function nextFrame(): number {
    const { frames, following, position } = session.getState();
    return (following ? frames.length - 1 : position.frame) + 1;
  }

  /** Null when nothing came of it: a clock that moves need not make anything happen. */
  function stretchFrom(firstFrame: number): Stretch | null {
    const { frames, branch } = session.getState();
    const lastFrame = frames.length - 1;
    return lastFrame < firstFrame ? null : { firstFrame, lastFrame, branch };
  }

  async function exclusively(work: () => Promise<void>): Promise<void> {
    if (get().busy || get().phase !== 'ready') return;
    const mine = visit;
    set({ busy: true });
    try {
      await work();
    } finally {
      if (mine === visit) {
        set({ busy: false });
        noteIfDone();
      }
    }
  }

  async function setNextGoal(mine: number): Promise<void> {
    goalIsSet = false;
    const { step, tasks } = get();
    const next = tasksOf(step).find(({ id }) => tasks[id]?.passed !== true) ?? null;
    await session.actions.setGoal(next?.checks ?? []);
    if (mine !== visit) return;
    goalIsSet = next !== null;
    set({ activeTask: next?.id ?? null, phase: 'ready' });
    lookAtGoal();
  }

  function lookAtGoal(): void {
    const { activeTask, step } = get();
    const { goalResults } = session.getState();
    if (!goalIsSet || activeTask === null || goalResults.length === 0) return;
    if (!goalResults.every(({ passed }) => passed)) return;
    const run = get().tasks[activeTask] ?? freshTask;
    changeTask(activeTask, { passed: true });
    notes.noteTask(lesson.id, step.id, activeTask, run.solutionShown ? 'shown' : 'solved');
    noteIfDone();
    void setNextGoal(visit);
  }

  function changeTask(id: string, part: Partial<TaskRun>): void {
    const { tasks } = get();
    set({ tasks: { ...tasks, [id]: { ...(tasks[id] ?? freshTask), ...part } } });
  }

  function changePrediction(id: string, part: PredictionRun): void {
    set({ predictions: { ...get().predictions, [id]: part } });
  }

  /** A step is done when its tasks were solved, its questions answered and its demonstrations seen. */
  function noteIfDone(): void {
    const { step, demos, predictions, tasks } = get();
    const done = step.items.every((item) => {
      if (item.type === 'demo') return demos[item.id]?.status === 'done';
      if (item.type === 'predict') return predictions[item.id]?.status === 'done';
      if (item.type === 'players') return true;
      return tasks[item.id]?.passed === true && tasks[item.id]?.solutionShown !== true;
    });
    if (done) notes.noteStepDone(lesson.id, step.id);
  }

  return Object.assign(store, {
    enter,
    adopt,
    runDemo: (id: string) =>
      exclusively(async () => {
        const item = get().step.items.find((other) => other.id === id);
        if (item?.type !== 'demo') return;
        const mine = visit;
        const note = (demo: DemoRun) => set({ demos: { ...get().demos, [id]: demo } });
        const firstFrame = nextFrame();
        note({ status: 'running', stretch: null });
        await performShown(item.actions);
        if (mine === visit) note({ status: 'done', stretch: stretchFrom(firstFrame) });
      }),
    choose(id: string, option: string) {
      if (get().predictions[id]?.status === 'running' || get().predictions[id]?.status === 'done') return;
      changePrediction(id, { chosen: option, status: 'chosen', observed: null, stretch: null });
    },
    runPrediction: (id: string) =>
      exclusively(async () => {
        const item = get().step.items.find((other) => other.id === id);
        const prediction = get().predictions[id];
        if (item?.type !== 'predict' || prediction?.status !== 'chosen') return;
        const mine = visit;
        const firstFrame = nextFrame();
        changePrediction(id, { ...prediction, status: 'running' });
        const performed = await perform(item.action, playsWhole);
        const [observed] = performed
          ? await session.actions.observe([item.observe], session.getState().frames.length - 1)
          : [null];
        const stretch = stretchFrom(firstFrame);
        await shown(session);
        if (mine === visit) changePrediction(id, { ...prediction, status: 'done', observed, stretch });
      }),
    act: (action: Action) =>
      exclusively(async () => {
        await perform(action, true);
      }),
    replay({ firstFrame, lastFrame, branch }: Stretch) {
      if (branch === session.getState().branch) playFrames(session, firstFrame, lastFrame);
    },
    showHint(id: string) {
      changeTask(id, { hintsShown: (get().tasks[id]?.hintsShown ?? 0) + 1 });
    },
    showSolution(id: string) {
      changeTask(id, { solutionShown: true });
      if (get().tasks[id]?.passed !== true) notes.noteTask(lesson.id, get().step.id, id, 'shown');
    },
    runSolution: (id: string) =>
      exclusively(async () => {
        const item = get().step.items.find((other) => other.id === id);
        if (item?.type === 'task') await performShown(item.solution);
      }),
    breakOff() {
      if (get().busy || get().phase === 'preparing') visit++;
    },
    listen() {
      stopListening();
      stopListening = session.subscribe((now, before) => {
        if (now.goalResults !== before.goalResults) lookAtGoal();
      });
    },
    stop() {
      visit++;
      stopListening();
      void session.actions.setGoal([]);
    },
  });
}

function freshState(lesson: Lesson, step: LessonStep): LessonRunState {
  return {
    lesson,
    step,
    phase: 'preparing',
    demos: {},
    predictions: {},
    tasks: {},
    activeTask: null,
    busy: false,
  };
}

export function tasksOf(step: LessonStep): Task[] {
  return step.items.filter((item) => item.type === 'task');
}

/** Counted commands are sent as one pipeline. */
function bytesOf(action: Action & { type: 'command' }): Uint8Array {
  const commands = commandLines(action).map((line) => encodeCommand(splitArguments(line) ?? []));
  const bytes = new Uint8Array(commands.reduce((sum, command) => sum + command.length, 0));
  let at = 0;
  for (const command of commands) {
    bytes.set(command, at);
    at += command.length;
  }
  return bytes;
}

/** Resolves when a command that is not played has been on the screen for a while. */
function lookedAt(session: SessionStore): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, wholeCommandMs / session.getState().speed));
}

/** Resolves when nothing is playing any more, because it came to its end or was stopped. */
function shown(session: SessionStore): Promise<void> {
  return new Promise((resolve) => {
    if (!session.getState().playing) {
      resolve();
      return;
    }
    const unsubscribe = session.subscribe(({ playing }) => {
      if (playing) return;
      unsubscribe();
      resolve();
    });
  });
}

/** Plays a stretch of the timeline and stops at its end, though there may be more. */
function playFrames(session: SessionStore, first: number, last: number): void {
  const { actions } = session;
  actions.seek({ frame: first, moment: 0 });
  actions.play();
  const unsubscribe = session.subscribe(({ playing, position }) => {
    if (playing && position.frame <= last) return;
    unsubscribe();
    if (position.frame > last) actions.seek({ frame: last, moment: lastMoment });
  });
}
