/** The lesson page without its page: the first lesson, a real session store and a real engine behind it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedCourse } from '../../testing/shared-course.ts';
import { Host } from '../../worker/host.ts';
import { directLink } from '../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { awaitedBy, createLessonRun, type LessonRun } from './lesson-run.ts';
import { noteSeen, noteTask, progressOf, progressStore } from './progress.ts';
import { missingItems } from './step-items.ts';

const { lessons } = sharedCourse();
const lesson = lessons.find(({ id }) => id === 'global-dict-and-rehash')!;
const lockLesson = lessons.find(({ id }) => id === 'lock-evolution')!;

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
    expect(kept('shrink')).toEqual({ done: true, tasks: { shrink: 'solved' }, seen: ['delete-seven'] });
  });

  it('show their hints one at a time', async () => {
    await run.enter(stepNamed('shrink'));
    run.exercises.showHint('shrink');
    run.exercises.showHint('shrink');
    expect(run.exercises.getState().tasks.shrink.hintsShown).toBe(2);
  });
});

describe('a demonstration before a task', () => {
  const sorted = lessons.find(({ id }) => id === 'sorted-sets')!;

  it('does not count against it', async () => {
    run.exercises.stop();
    run = createLessonRun(sorted, session);
    run.exercises.listen();
    await run.enter(sorted.content.find(({ id }) => id === 'best')!);
    // It uses ZINCRBY, which the task does not allow.
    await run.runDemo('floats');
    await session.actions.run(1, 'ZADD best GT 70 ann');
    await session.actions.run(1, 'ZADD best GT 130 ann');
    await until(() => run.exercises.getState().tasks['only-better']?.passed === true);
  });
});

describe('the end of the text', () => {
  it('is all there is to a step in which nothing is to be done', async () => {
    await run.enter({ ...stepNamed('one-bucket'), items: [] });
    expect(kept('one-bucket')).toBeUndefined();
    run.reachEnd();
    expect(kept('one-bucket')).toEqual({ done: true, tasks: {} });
  });

  it('is not, where something is', async () => {
    await run.enter(stepNamed('shrink'));
    run.reachEnd();
    expect(kept('shrink')).toBeUndefined();
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

describe('what an item stands on', () => {
  function keptOfLocks(step: string) {
    return progressOf(progressStore.getState(), lockLesson.id).steps[step];
  }

  beforeEach(() => {
    run.exercises.stop();
    run = createLessonRun(lockLesson, session);
    run.exercises.listen();
  });

  const lockStep = (id: string) => lockLesson.content.find((step) => step.id === id)!;
  const awaited = (id: string, step: string) =>
    awaitedBy(id, run.getState(), run.exercises.getState(), keptOfLocks(step))?.id ?? null;

  it('is run before a prediction: a demonstration that was skipped is played', async () => {
    await run.enter(lockStep('script'));
    run.exercises.choose('still-whose', 'nobody');
    await run.runPrediction('still-whose');
    expect(run.getState().demos['same-schedule']).toMatchObject({ status: 'done' });
    expect(run.exercises.getState().predictions['still-whose']).toMatchObject({ observed: '2' });
    expect(run.exercises.getState().verdicts).toEqual({ 'still-whose': 'missed' });
    expect(keptOfLocks('script')).toMatchObject({ done: false, seen: ['same-schedule', 'still-whose'] });
    run.solve('release');
    expect(keptOfLocks('script').done).toBe(true);
  });

  it('is not a case of a repair, which has the server until the step is taken up again', async () => {
    await run.enter(lockStep('script'));
    const opened = { itemId: 'release', caseId: 'own', isScript: true };
    const command = (line: string) => ({ type: 'command', client: 1, line }) as const;
    await run.openCase(
      opened,
      [command('SET lock:order A')],
      [command('PING'), command('EVAL "return 1" 0')],
    );
    expect(run.getState().openedCase).toEqual(opened);
    const { frames, position } = session.getState();
    expect(frames[position.frame].text).toMatch(/^EVAL/);
    await run.runDemo('same-schedule');
    expect(run.getState().openedCase).toBeNull();
    expect(run.getState().demos['same-schedule'].status).toBe('done');
  });

  it('is a task: the prediction waits until it is solved', async () => {
    await run.enter(lockStep('one-key'));
    const before = session.getState().frames.length;
    run.exercises.choose('how-long', 'gone');
    expect(awaited('how-long', 'one-key')).toBe('never-released');
    await run.runPrediction('how-long');
    expect(session.getState().frames).toHaveLength(before);
    expect(run.exercises.getState().verdicts).toEqual({});

    await session.actions.run(1, 'SETNX lock:order 1');
    await session.actions.closeClient(1);
    await session.actions.run(2, 'SETNX lock:order 1');
    await until(() => run.exercises.getState().tasks['never-released']?.passed === true);
    expect(awaited('how-long', 'one-key')).toBeNull();
    await run.runPrediction('how-long');
    expect(run.exercises.getState().predictions['how-long']).toMatchObject({ observed: '(integer) -1' });
    // The demonstration would have deleted the lock that the question is about.
    expect(run.getState().demos).toEqual({});
    expect(missingItems(lockStep('one-key'), keptOfLocks('one-key')).map(({ id }) => id)).toEqual([
      'taking-turns',
    ]);
  });

  it('can be spoilt by other commands: then the answer does not count until it is run as in the text', async () => {
    await run.enter(lockStep('script'));
    await run.runDemo('same-schedule');
    await session.actions.run(1, 'DEL lock:order');
    run.exercises.choose('still-whose', 'nobody');
    await run.runPrediction('still-whose');
    expect(run.exercises.getState().predictions['still-whose'].observed).toBe('nobody');
    expect(keptOfLocks('script')).toEqual({ done: false, tasks: {}, seen: ['same-schedule'] });

    await run.runAsInText('still-whose');
    expect(run.exercises.getState().predictions['still-whose']).toMatchObject({
      chosen: 'nobody',
      observed: '2',
    });
    run.solve('release');
    expect(keptOfLocks('script').done).toBe(true);
  });

  it('is found again by a learner who looks at the past', async () => {
    await run.enter(lockStep('script'));
    await run.runDemo('same-schedule');
    session.actions.first();
    run.exercises.choose('still-whose', 'b');
    await run.runPrediction('still-whose');
    expect(run.exercises.getState().verdicts).toEqual({ 'still-whose': 'right' });
  });

  it('is not run on a server that came with a link', async () => {
    await run.enter(lockStep('script'));
    await run.runDemo('same-schedule');
    await run.adopt(lockStep('script'));
    const before = session.getState().frames.length;
    run.exercises.choose('still-whose', 'b');
    await run.runPrediction('still-whose');
    expect(session.getState().frames).toHaveLength(before + 1);
    expect(run.exercises.getState().verdicts).toEqual({ 'still-whose': 'right' });
  });

  it('is run anew when the demonstration was cut short', async () => {
    await run.enter(lockStep('script'));
    const given = session.getState().frames.length;
    const unsubscribe = session.subscribe(({ frames }) => {
      if (frames.length === given) return;
      unsubscribe();
      // The frame has arrived then, and the next command has not been sent.
      queueMicrotask(() => session.actions.first());
    });
    await run.runDemo('same-schedule');
    expect(run.getState().demos['same-schedule'].status).toBe('cut-short');
    expect(keptOfLocks('script')).toBeUndefined();
    run.exercises.choose('still-whose', 'b');
    await run.runPrediction('still-whose');
    expect(run.exercises.getState().verdicts).toEqual({ 'still-whose': 'right' });
    await run.startOver();
    await run.runDemo('same-schedule');
    run.solve('release');
    expect(keptOfLocks('script').done).toBe(true);
  });

  it('is gone when something later was run: then the server begins anew', async () => {
    await run.enter(lockStep('one-key'));
    await session.actions.run(1, 'SETNX lock:order 1');
    await session.actions.closeClient(1);
    await session.actions.run(2, 'SETNX lock:order 1');
    await until(() => run.exercises.getState().tasks['never-released']?.passed === true);
    await run.runDemo('taking-turns');
    expect(await observe('db0.lock(lock:order).acquired')).toBe(2);
    expect(await observe('db0.lock(lock:order).state')).toBe('free');
    // The task has been solved, and is repeated for the question about it.
    run.exercises.choose('how-long', 'never');
    await run.runPrediction('how-long');
    expect(run.exercises.getState().verdicts['how-long']).toBe('right');
    expect(keptOfLocks('one-key').done).toBe(true);
  });

  it('is run before a demonstration, too', async () => {
    await run.enter(lockStep('what-is-left'));
    expect(awaited('lapsed', 'what-is-left')).toBe('after-sixteen');
    run.exercises.choose('after-sixteen', 'refused');
    await run.runPrediction('after-sixteen');
    await run.startOver();
    expect(awaited('lapsed', 'what-is-left')).toBeNull();
    await run.runDemo('lapsed');
    expect(await observe('db0.lock(lock:order).conflicts')).toBe(1);
    expect(keptOfLocks('what-is-left').done).toBe(true);
  });
});

describe('what was done', () => {
  it('stays done when the step is started over', async () => {
    await run.enter(stepNamed('one-dictionary'));
    await run.runDemo('four-keys');
    expect(kept('one-dictionary')).toEqual({ done: false, tasks: {}, seen: ['four-keys'] });
    await run.startOver();
    run.exercises.choose('chain', 'two');
    await run.runPrediction('chain');
    expect(run.exercises.getState().verdicts).toEqual({ chain: 'right' });
    expect(kept('one-dictionary').done).toBe(true);
  });

  it('is not asked for again in a later visit: the server goes on after the solved task', async () => {
    await run.enter(stepNamed('one-bucket'));
    await session.actions.run(1, 'SET user:9 ivy');
    await until(() => run.exercises.getState().activeTask === 'finish');
    run.exercises.choose('a-read', 'one');
    await run.runPrediction('a-read');
    // As after a reload.
    await run.enter(stepNamed('one-bucket'));
    await until(() => run.exercises.getState().activeTask === 'finish');
    expect(run.getState().resuming).toBe(false);
    await session.actions.run(1, 'MGET user:1 user:2 user:3 user:4 user:5');
    await until(() => kept('one-bucket').done);
  });

  it('by looking at a solution is no task solved when the server is brought there again', async () => {
    await run.enter(stepNamed('one-bucket'));
    run.exercises.showSolution('start');
    await run.exercises.runSolution('start');
    await until(() => run.exercises.getState().activeTask === 'finish');
    run.exercises.choose('a-read', 'none');
    await run.runPrediction('a-read');
    await run.runAsInText('a-read');
    await until(() => run.exercises.getState().activeTask === 'finish');
    expect(kept('one-bucket').tasks).toEqual({ start: 'shown' });
  });
});

describe('every prediction of the course', () => {
  const all = lessons.flatMap((each) =>
    each.content.flatMap((step) =>
      step.items.filter(({ type }) => type === 'predict').map(({ id }) => ({ each, step, id })),
    ),
  );

  it.each(all.map((place) => [`${place.each.id}/${place.step.id}/${place.id}`, place] as const))(
    '%s is judged as in the text, also when it is the first thing that is run',
    async (_name, { each, step, id }) => {
      run.exercises.stop();
      run = createLessonRun(each, session);
      run.exercises.listen();
      session.actions.setSpeed(100_000);
      // The questions before it were settled in an earlier visit.
      const earlier = step.items.slice(
        0,
        step.items.findIndex((item) => item.id === id),
      );
      for (const item of earlier) {
        if (item.type === 'task') noteTask(each.id, step.id, item.id, 'solved');
        if (item.type === 'predict') noteSeen(each.id, step.id, item.id);
      }
      await run.enter(step);
      await run.startOver();
      const question = step.items.find((item) => item.id === id);
      const answer = question?.type === 'predict' ? question.answer : '';
      run.exercises.choose(id, answer);
      await run.runPrediction(id);
      expect(run.exercises.getState().verdicts[id]).toBe('right');
    },
  );
});

describe('a task that goes on from what stands before it', () => {
  const lesson = lessons.find(({ id }) => id === 'transactions')!;
  const step = lesson.content.find(({ id }) => id === 'queue')!;

  beforeEach(() => {
    run.exercises.stop();
    run = createLessonRun(lesson, session);
    run.exercises.listen();
  });

  async function expectSolvedByDiscard() {
    expect(run.exercises.getState()).toMatchObject({ activeTask: 'change-of-mind', busy: false });
    expect(await observe('client(1).queued')).toBe(2);
    await session.actions.run(1, 'DISCARD');
    await until(() => run.exercises.getState().tasks['change-of-mind']?.passed === true);
  }

  it('waits for the question before it', async () => {
    await run.enter(step);
    const before = session.getState().frames.length;
    await run.leadTo('change-of-mind');
    expect(session.getState().frames).toHaveLength(before);
  });

  it('is given its server when the step is taken up again there', async () => {
    for (const id of ['queued', 'outside']) noteSeen(lesson.id, step.id, id);
    await run.enter(step);
    await expectSolvedByDiscard();
  });

  it('is given its server when the learner asks for it', async () => {
    for (const id of ['queued', 'outside']) noteSeen(lesson.id, step.id, id);
    await run.enter(step);
    await run.startOver();
    expect(await observe('client(1).queued')).toBeNull();
    await run.leadTo('change-of-mind');
    await expectSolvedByDiscard();
  });
});
