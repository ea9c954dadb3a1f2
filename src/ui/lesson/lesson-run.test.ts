/** The lesson page without its page: the first lesson, a real session store and a real engine behind it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCourse } from '../../content/course.ts';
import { Host } from '../../worker/host.ts';
import { directLink } from '../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { createLessonRun, type LessonRun } from './lesson-run.ts';
import { progressOf, progressStore } from './progress.ts';

const lesson = readCourse(process.cwd()).lessons.find(({ id }) => id === 'global-dict-and-rehash')!;

function stepNamed(id: string) {
  return lesson.content.find((step) => step.id === id)!;
}

function kept(step: string) {
  return progressOf(progressStore.getState(), lesson.id).steps[step];
}

const engineLink = () => directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} }));

let session: SessionStore;
let run: LessonRun;

beforeEach(() => {
  progressStore.setState({}, true);
  session = createSessionStore(engineLink());
  session.actions.setSpeed(1000);
  run = createLessonRun(lesson, session);
  run.exercises.listen();
});
afterEach(() => run.exercises.stop());

/** Waits for what follows from an answer of the engine. */
async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !condition(); turn++)
    await new Promise((resolve) => setTimeout(resolve, 1));
  expect(condition()).toBe(true);
}

async function observe(path: string) {
  const [value] = await session.actions.observe([path], session.getState().frames.length - 1);
  return value;
}

describe('entering a step', () => {
  it('starts a server of its own and brings it to the step’s beginning', async () => {
    await run.enter(stepNamed('both-tables'));
    expect(run.exercises.getState()).toMatchObject({ phase: 'ready', activeTask: null });
    expect(session.getState().start).toMatchObject({ seed: lesson.seed, generation: '7.0' });
    expect(session.getState().clock.running).toBe(false);
    expect(await observe('db0.rehashIndex')).toBe(1);
    expect(progressOf(progressStore.getState(), lesson.id).lastStep).toBe('both-tables');
  });

  it('sends counted commands at once', async () => {
    await run.enter(stepNamed('thousand'));
    expect(await observe('db0.keys')).toBe(1024);
    expect(session.getState().frames.filter(({ kind }) => kind === 'command')).toHaveLength(1);
  });

  it('again undoes everything', async () => {
    await run.enter(stepNamed('one-bucket'));
    await session.actions.run(1, 'FLUSHALL');
    expect(await observe('db0.keys')).toBe(0);
    await run.enter(stepNamed('one-bucket'));
    expect(await observe('db0.keys')).toBe(8);
  });

  it('that is left at once does not disturb the next', async () => {
    const first = run.enter(stepNamed('thousand'));
    const second = run.enter(stepNamed('one-bucket'));
    await Promise.all([first, second]);
    expect(run.exercises.getState()).toMatchObject({ phase: 'ready', activeTask: 'start' });
    expect(await observe('db0.keys')).toBe(8);
  });

  it('that came with a link leaves its server as it is', async () => {
    await run.enter(stepNamed('one-bucket'));
    await session.actions.run(1, 'SET user:8 hank');
    const { frames } = session.getState();
    await run.adopt(stepNamed('one-bucket'));
    expect(session.getState().frames).toBe(frames);
    expect(run.exercises.getState()).toMatchObject({ phase: 'ready', activeTask: 'start' });
  });
});

describe('leaving in the middle', () => {
  it('sends nothing more to a server that may be another’s', async () => {
    const entering = run.enter(stepNamed('fifth-key'));
    await until(() => session.getState().frames.length > 2);
    run.exercises.breakOff();
    await session.actions.startServer({ generation: '7.0', seed: 1, config: {}, startMs: 0 });
    await entering;
    expect(await observe('db0.keys')).toBe(0);
  });

  it('does nothing to a step at rest', async () => {
    await run.enter(stepNamed('one-bucket'));
    run.exercises.breakOff();
    await session.actions.run(1, 'SET user:9 ivy');
    await until(() => run.exercises.getState().activeTask === 'finish');
  });
});

describe('a demonstration', () => {
  it('runs its commands and remembers where they are', async () => {
    await run.enter(stepNamed('one-dictionary'));
    const before = session.getState().frames.length;
    await run.runDemo('four-keys');
    expect(run.getState().demos['four-keys']).toEqual({
      status: 'done',
      stretch: { firstFrame: before, lastFrame: before + 3, branch: 1 },
    });
    expect(await observe('db0.keys')).toBe(4);
  });

  it('is replayed from its first frame to its last', async () => {
    await run.enter(stepNamed('one-dictionary'));
    await run.runDemo('four-keys');
    await session.actions.run(1, 'SET other 1');
    const stretch = run.getState().demos['four-keys'].stretch!;
    const { lastFrame } = stretch;
    const seen: number[] = [];
    session.subscribe(({ position }) => seen.push(position.frame));
    run.exercises.replay(stretch);
    await until(() => !session.getState().playing);
    expect(Math.min(...seen)).toBe(lastFrame - 3);
    expect(session.getState().position.frame).toBe(lastFrame);
    expect(session.getState().frames).toHaveLength(lastFrame + 2);
  });
});

describe('a prediction', () => {
  it('runs only when it was answered, and keeps what the engine observed', async () => {
    await run.enter(stepNamed('both-tables'));
    const before = session.getState().frames.length;
    await run.exercises.runPrediction('not-moved');
    expect(session.getState().frames).toHaveLength(before);
    run.exercises.choose('not-moved', 'both');
    await run.exercises.runPrediction('not-moved');
    expect(run.exercises.getState().predictions['not-moved']).toEqual({
      chosen: 'both',
      status: 'done',
      observed: '0',
      stretch: { firstFrame: before, lastFrame: before, branch: 1 },
    });
  });

  it('cannot be answered otherwise afterwards', async () => {
    await run.enter(stepNamed('fifth-key'));
    run.exercises.choose('buckets', 'five');
    await run.exercises.runPrediction('buckets');
    run.exercises.choose('buckets', 'eight');
    expect(run.exercises.getState().predictions.buckets).toMatchObject({ chosen: 'five', observed: 8 });
    expect(kept('fifth-key')).toMatchObject({ done: true });
  });

  it('may be about time passing', async () => {
    await run.enter(stepNamed('nobody-asks'));
    run.exercises.choose('tick', 'done');
    await run.exercises.runPrediction('tick');
    expect(run.exercises.getState().predictions.tick).toMatchObject({ observed: -1 });
  });
});

describe('tasks', () => {
  it('are ticked off one after the other as the engine passes them', async () => {
    await run.enter(stepNamed('one-bucket'));
    expect(run.exercises.getState().activeTask).toBe('start');
    await session.actions.run(1, 'SET user:9 ivy');
    await until(() => run.exercises.getState().activeTask === 'finish');
    expect(kept('one-bucket').tasks).toEqual({ start: 'solved' });
    await session.actions.run(1, 'MGET user:1 user:2 user:3 user:4 user:5');
    await until(() => run.exercises.getState().activeTask === null);
    expect(kept('one-bucket').tasks).toEqual({ start: 'solved', finish: 'solved' });
    expect(kept('one-bucket').done).toBe(false);
  });

  it('are not ticked off by a way that breaks a rule, until it is undone', async () => {
    await run.enter(stepNamed('one-bucket'));
    await session.actions.run(1, 'SET user:9 ivy');
    await until(() => run.exercises.getState().activeTask === 'finish');
    const goodFrame = session.getState().frames.length - 1;
    await session.actions.run(1, 'SET user:1 x');
    await session.actions.run(1, 'SET user:1 x');
    expect(await observe('db0.rehashIndex')).toBe(-1);
    expect(run.exercises.getState().tasks.finish?.passed ?? false).toBe(false);
    session.actions.seek({ frame: goodFrame, moment: Number.MAX_SAFE_INTEGER });
    await session.actions.run(1, 'MGET user:1 user:2 user:3 user:4 user:5');
    await until(() => run.exercises.getState().activeTask === null);
    expect(kept('one-bucket').tasks.finish).toBe('solved');
  });

  it('whose solution was shown do not count as solved', async () => {
    await run.enter(stepNamed('shrink'));
    run.exercises.showSolution('shrink');
    await run.exercises.runSolution('shrink');
    await until(() => run.exercises.getState().tasks.shrink?.passed === true);
    expect(kept('shrink').tasks).toEqual({ shrink: 'shown' });
    expect(kept('shrink').done).toBe(false);
  });

  it('count when they are solved anew', async () => {
    await run.enter(stepNamed('shrink'));
    run.exercises.showSolution('shrink');
    await run.enter(stepNamed('shrink'));
    expect(run.exercises.getState().tasks.shrink).toBeUndefined();
    await run.runDemo('delete-seven');
    await session.actions.run(1, 'DEL user:9');
    await session.actions.advance(100);
    await until(() => run.exercises.getState().activeTask === null);
    expect(kept('shrink')).toEqual({ done: true, tasks: { shrink: 'solved' } });
  });

  it('show their hints one at a time', async () => {
    await run.enter(stepNamed('shrink'));
    run.exercises.showHint('shrink');
    run.exercises.showHint('shrink');
    expect(run.exercises.getState().tasks.shrink.hintsShown).toBe(2);
  });
});

describe('scripted clients', () => {
  it('alone in a step leave nothing to do once one has acted', async () => {
    const players = { type: 'players' as const, id: 'cards', players: [], clockMs: [] };
    const step = { ...stepNamed('one-bucket'), items: [players] };
    await run.enter(step);
    expect(kept('one-bucket')).toBeUndefined();
    await run.exercises.act({ type: 'command', client: 1, line: 'GET user:1' });
    expect(kept('one-bucket')).toEqual({ done: true, tasks: {} });
  });
});
