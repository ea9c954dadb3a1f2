/**
 * Exercises being done: a server is brought to their start, predictions are run on it, and tasks are watched one after
 * the other until the engine has judged each. The steps of lessons and the drills both run here. Knows nothing of React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Action, commandLines, isOutside } from '../../protocol/actions.ts';
import {
  goalOf,
  judgeAnswer,
  judgeReached,
  type Question,
  readGoal,
  type Situation,
  type Verdict,
} from '../../protocol/exercise.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { forgetConsoles } from '../console/local-entries.ts';
import {
  clientsHere,
  isAtHead,
  lastMoment,
  type SessionActions,
  type SessionStore,
} from '../session/store.ts';
import { happenOutside } from './outside.ts';

/** The frames something came to, and the line of history they are on. */
export interface Stretch {
  readonly firstFrame: number;
  readonly lastFrame: number;
  readonly branch: number;
}

/** Actions that are run for the learner. `cut-short`: the learner went elsewhere before all of them were run. */
export interface Played {
  readonly status: 'running' | 'done' | 'cut-short';
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

export interface ExerciseRunState {
  readonly situation: Situation;
  /** All that is asked about this server, in order. */
  readonly questions: readonly Question[];
  readonly phase: 'preparing' | 'ready' | 'failed';
  readonly predictions: Readonly<Record<string, PredictionRun>>;
  readonly tasks: Readonly<Record<string, TaskRun>>;
  /** Of each question the first verdict since the server was started. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** The task the engine is looking at now. */
  readonly activeTask: string | null;
  /** Something is being run for the learner. */
  readonly busy: boolean;
}

/** Questions are named by their ids. */
export interface ExerciseRun extends StoreApi<ExerciseRunState> {
  /** Starts the server of a situation anew and asks about it. */
  prepare(situation: Situation, questions: readonly Question[]): Promise<void>;
  /** Asks about a server that is already running: it came with a link. */
  adopt(situation: Situation, questions: readonly Question[]): Promise<void>;
  choose(id: string, option: string): void;
  runPrediction(id: string): Promise<void>;
  /** Does one thing as a scripted client; it is shown at once. */
  act(action: Action): Promise<void>;
  /**
   * Runs actions one after the other, each once the one before has been shown. Reports nothing if it must not begin.
   * False when not all of them were run.
   */
  play(actions: readonly Action[], report?: (played: Played) => void): Promise<boolean>;
  /** The same at once: nothing is played. */
  playQuietly(actions: readonly Action[], report?: (played: Played) => void): Promise<boolean>;
  /** Plays again what was run before. */
  replay(stretch: Stretch): void;
  showHint(id: string): void;
  showSolution(id: string): void;
  runSolution(id: string): Promise<void>;
  /** Does a task for a learner who has done it on an earlier server: it counts as passed here, without a verdict. */
  repeatTask(id: string): Promise<boolean>;
  /** Lets the engine answer a prediction, or shows the solution of a task. */
  giveUp(id: string): Promise<void>;
  /** Breaks off what is under way: the server may be another's in a moment. */
  breakOff(): void;
  /** From now on tasks are ticked off as the engine passes them. */
  listen(): void;
  stop(): void;
}

/** Panels of whole commands: inside one there is nothing for them to show. */
const wholeCommands: ReadonlySet<string> = new Set(['locks']);
/** Then a command stays this long, and until its caption is read, before the next one comes. */
const wholeCommandMs = 650;

const freshTask: TaskRun = { passed: false, hintsShown: 0, solutionShown: false };

export function createExerciseRun(
  situation: Situation,
  questions: readonly Question[],
  session: SessionStore,
  startServer: SessionActions['startServer'] = session.actions.startServer,
): ExerciseRun {
  const store = createStore<ExerciseRunState>(() => freshState(situation, questions));
  const { getState: get, setState: set } = store;
  /** Counts visits: what an earlier visit still has under way must not touch a later one. */
  let visit = 0;
  /** The server of the visit: what belongs to it must not reach another. */
  let server = 0;
  /** While a goal is on its way to the worker, results that arrive belong to the one before. */
  let goalIsSet = false;

  let stopListening = () => {};

  const playsWhole = () => get().situation.panels.every(({ panel }) => wholeCommands.has(panel));

  async function prepare(situation: Situation, questions: readonly Question[]): Promise<void> {
    const mine = begin(situation, questions);
    forgetConsoles();
    const started = await startServer(situation.server, { running: false, speed: 1 });
    if (mine !== visit) return;
    server = session.getState().server;
    for (const action of situation.given) {
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
    session.actions.opened();
    if (situation.clockRuns) await session.actions.setClock({ running: true });
    await setNextGoal(mine);
  }

  async function adopt(situation: Situation, questions: readonly Question[]): Promise<void> {
    const mine = begin(situation, questions);
    ({ server } = session.getState());
    await setNextGoal(mine);
  }

  /** Nobody has gone on, and the server is the one of the visit. */
  function isStill(mine: number): boolean {
    return mine === visit && session.getState().server === server;
  }

  function begin(situation: Situation, questions: readonly Question[]): number {
    goalIsSet = false;
    set(freshState(situation, questions));
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
    if (isOutside(action)) {
      await happenOutside(session, action);
      return true;
    }
    while (!clientsHere(session.getState()).some(({ id }) => id === action.client)) {
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
    const whole = playsWhole();
    for (const action of actions) {
      if (!(await perform(action, whole))) return false;
      await shown(session);
      if (whole) await session.actions.holdCaption(wholeCommandMs);
      if (!isStill(mine) || !isAtHead(session.getState())) return false;
    }
    return true;
  }

  async function performQuietly(actions: readonly Action[]): Promise<boolean> {
    const mine = visit;
    for (const action of actions) {
      if (!(await perform(action, true)) || !isStill(mine)) return false;
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
      if (mine === visit) set({ busy: false });
    }
  }

  async function setNextGoal(mine: number): Promise<void> {
    goalIsSet = false;
    const { questions, tasks } = get();
    const next =
      questions.filter((question) => question.type === 'task').find(({ id }) => tasks[id]?.passed !== true) ??
      null;
    await session.actions.setGoal(next === null ? [] : goalOf(next));
    if (mine !== visit) return;
    goalIsSet = next !== null;
    set({ activeTask: next?.id ?? null, phase: 'ready' });
    lookAtGoal();
  }

  /** Runs commands of the text: none of them counts for the task that comes after them, nor against it. */
  async function beforeGoal<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = visit;
    goalIsSet = false;
    const result = await work();
    if (mine === visit && get().activeTask !== null) await setNextGoal(mine);
    return result;
  }

  function lookAtGoal(): void {
    const { activeTask } = get();
    const { goalResults } = session.getState();
    const task = activeTask === null ? undefined : questionOf(activeTask);
    if (!goalIsSet || activeTask === null || task?.type !== 'task') return;
    if (!readGoal(task, goalResults).passed) return;
    const run = get().tasks[activeTask] ?? freshTask;
    changeTask(activeTask, { passed: true });
    settle(activeTask, judgeReached(run));
    void setNextGoal(visit);
  }

  function changeTask(id: string, part: Partial<TaskRun>): void {
    const { tasks } = get();
    set({ tasks: { ...tasks, [id]: { ...(tasks[id] ?? freshTask), ...part } } });
  }

  function changePrediction(id: string, part: PredictionRun): void {
    set({ predictions: { ...get().predictions, [id]: part } });
  }

  function settle(id: string, verdict: Verdict): void {
    const { verdicts } = get();
    if (verdicts[id] === undefined) set({ verdicts: { ...verdicts, [id]: verdict } });
  }

  function questionOf(id: string): Question | undefined {
    return get().questions.find((question) => question.id === id);
  }

  function choose(id: string, option: string): void {
    const status = get().predictions[id]?.status;
    if (status === 'running' || status === 'done') return;
    changePrediction(id, { chosen: option, status: 'chosen', observed: null, stretch: null });
  }

  function runPrediction(id: string): Promise<void> {
    return exclusively(async () => {
      const asked = questionOf(id);
      const prediction = get().predictions[id];
      if (asked?.type !== 'predict' || prediction?.status !== 'chosen') return;
      const mine = visit;
      const firstFrame = nextFrame();
      changePrediction(id, { ...prediction, status: 'running' });
      const performed = await beforeGoal(() => perform(asked.action, playsWhole()));
      const [observed] = performed
        ? await session.actions.observe([asked.observe], frameOf(asked.action, session))
        : [null];
      const stretch = stretchFrom(firstFrame);
      await shown(session);
      if (mine !== visit) return;
      changePrediction(id, { ...prediction, status: 'done', observed, stretch });
      settle(id, judgeAnswer(asked, prediction.chosen, observed));
    });
  }

  async function playAs(
    performAll: (actions: readonly Action[]) => Promise<boolean>,
    actions: readonly Action[],
    report: (played: Played) => void = () => {},
  ): Promise<boolean> {
    let isWhole = false;
    await exclusively(async () => {
      const mine = visit;
      const firstFrame = nextFrame();
      report({ status: 'running', stretch: null });
      isWhole = await performAll(actions);
      if (mine !== visit) isWhole = false;
      else report({ status: isWhole ? 'done' : 'cut-short', stretch: stretchFrom(firstFrame) });
    });
    return isWhole;
  }

  const play: ExerciseRun['play'] = (actions, report) =>
    playAs((all) => beforeGoal(() => performShown(all)), actions, report);
  const playQuietly: ExerciseRun['playQuietly'] = (actions, report) =>
    playAs((all) => beforeGoal(() => performQuietly(all)), actions, report);

  function showSolution(id: string): void {
    changeTask(id, { solutionShown: true });
    settle(id, 'gave-up');
  }

  return Object.assign(store, {
    prepare,
    adopt,
    choose,
    runPrediction,
    act: (action: Action) =>
      exclusively(async () => {
        await perform(action, true);
      }),
    play,
    playQuietly,
    replay({ firstFrame, lastFrame, branch }: Stretch) {
      if (branch === session.getState().branch) playFrames(session, firstFrame, lastFrame);
    },
    showHint(id: string) {
      changeTask(id, { hintsShown: (get().tasks[id]?.hintsShown ?? 0) + 1 });
    },
    showSolution,
    async runSolution(id: string) {
      const asked = questionOf(id);
      if (asked?.type === 'task') await playAs(performShown, asked.solution);
    },
    async repeatTask(id: string) {
      const asked = questionOf(id);
      if (asked?.type !== 'task' || !(await playAs(performQuietly, asked.solution))) return false;
      changeTask(id, { passed: true });
      await setNextGoal(visit);
      return true;
    },
    async giveUp(id: string) {
      if (questionOf(id)?.type === 'task') {
        showSolution(id);
        return;
      }
      // No option at all: the engine runs, and shows what it is.
      choose(id, '');
      await runPrediction(id);
    },
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

function freshState(situation: Situation, questions: readonly Question[]): ExerciseRunState {
  return {
    situation,
    questions,
    phase: 'preparing',
    predictions: {},
    tasks: {},
    verdicts: {},
    activeTask: null,
    busy: false,
  };
}

/** Where an action that was run last is observed. After a restart the consoles connect again by themselves. */
function frameOf(action: Action, session: SessionStore): number {
  const { frames } = session.getState();
  return action.type === 'restart'
    ? frames.findLastIndex(({ kind }) => kind === 'restart')
    : frames.length - 1;
}

/** Counted commands are sent as one pipeline. */
export function bytesOf(action: Action & { type: 'command' }): Uint8Array {
  const commands = commandLines(action).map((line) => encodeCommand(splitArguments(line) ?? []));
  const bytes = new Uint8Array(commands.reduce((sum, command) => sum + command.length, 0));
  let at = 0;
  for (const command of commands) {
    bytes.set(command, at);
    at += command.length;
  }
  return bytes;
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
