/** Every drill of the course is asked on a real engine, and judged by it. */
import { afterEach, describe, expect, it } from 'vitest';
import { readCourse } from '../../content/course.ts';
import { Host } from '../../worker/host.ts';
import { progressStore } from '../lesson/progress.ts';
import { directLink } from '../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { type Drill, drillOf, lessonDrills, withOptionsTurned } from './drill.ts';
import { createDrillRun, type DrillRun } from './drill-run.ts';

const { index, lessons } = readCourse(process.cwd());
const drills = index.parts
  .flatMap((part) => part.lessons)
  .flatMap(({ id, drills }) => drills.map((drill) => [id, ...drill.split('/')] as [string, string, string]));

const engineLink = () => directLink((tell) => new Host({ realMs: () => 0, tell, wakeAfter: () => {} }));

let drillRun: DrillRun | null = null;
afterEach(() => drillRun?.stop());

function made(lessonId: string, stepId: string, itemId: string): Drill {
  return drillOf(lessons.find(({ id }) => id === lessonId)!, stepId, itemId)!;
}

async function asked(drill: Drill): Promise<{ asking: DrillRun; session: SessionStore }> {
  const session = createSessionStore(engineLink());
  session.actions.setSpeed(10_000);
  const asking = createDrillRun(drill, session);
  drillRun = asking;
  asking.listen();
  await asking.enter();
  expect(asking.run.getState().phase).toBe('ready');
  return { asking, session };
}

const verdictOf = (asking: DrillRun) => asking.verdict.getState().verdict;

/** Waits for what follows from an answer of the engine. */
async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !condition(); turn++)
    await new Promise((resolve) => setTimeout(resolve, 1));
  expect(condition()).toBe(true);
}

describe('drills of lessons', () => {
  it('are there', () => expect(drills.length).toBeGreaterThan(20));

  const predictions = drills.filter(([...of]) => made(...of).item.type === 'predict');
  it.each(predictions)('%s/%s/%s: the answer is right and another is a miss', async (...of) => {
    const drill = made(...of);
    if (drill.item.type !== 'predict') return;
    const { answer, options, id } = drill.item;
    for (const [option, expected] of [
      [answer, 'right'],
      [options.find((other) => other.id !== answer)!.id, 'missed'],
    ]) {
      const { asking } = await asked(drill);
      asking.run.choose(id, option);
      await asking.run.runPrediction(id);
      expect(verdictOf(asking)).toBe(expected);
      asking.stop();
    }
  });

  const tasks = drills.filter(([...of]) => made(...of).item.type === 'task');
  it.each(tasks)('%s/%s/%s: open at first, right when it is done', async (...of) => {
    const drill = made(...of);
    const { asking } = await asked(drill);
    expect(verdictOf(asking)).toBeNull();
    await asking.run.runSolution(drill.item.id);
    await until(() => verdictOf(asking) !== null);
    expect(verdictOf(asking)).toBe('right');
  });
});

describe('a drill', () => {
  const question = () => made('global-dict-and-rehash', 'fifth-key', 'buckets');
  const task = () => made('global-dict-and-rehash', 'one-bucket', 'finish');

  it('that is given up shows what the engine says', async () => {
    const { asking } = await asked(question());
    await asking.giveUp();
    expect(verdictOf(asking)).toBe('gave-up');
    expect(asking.run.getState().predictions.buckets.observed).toBe(8);
  });

  it('is given up when its solution is looked at, whatever is done then', async () => {
    const { asking } = await asked(task());
    await asking.giveUp();
    await asking.run.runSolution('finish');
    await until(() => asking.run.getState().tasks.finish.passed);
    expect(verdictOf(asking)).toBe('gave-up');
  });

  it('is helped by a hint', async () => {
    const { asking, session } = await asked(task());
    asking.run.showHint('finish');
    await session.actions.run(1, 'MGET user:1 user:2 user:3 user:4 user:5');
    await until(() => verdictOf(asking) !== null);
    expect(verdictOf(asking)).toBe('right-with-hints');
  });

  it('is judged by what the engine observes then, not by what the lesson says', async () => {
    const { asking, session } = await asked(question());
    // Eight keys before the question: now the table grows to sixteen.
    await session.actions.run(1, 'MSET a 1 b 2 c 3 d 4');
    await session.actions.advance(1000);
    asking.run.choose('buckets', 'sixteen');
    await asking.run.runPrediction('buckets');
    expect(asking.run.getState().predictions.buckets.observed).toBe(16);
    expect(verdictOf(asking)).toBe('right');
  });

  it('leaves the progress through the lesson alone', async () => {
    progressStore.setState({}, true);
    const { asking } = await asked(task());
    await asking.run.runSolution('finish');
    await until(() => verdictOf(asking) !== null);
    expect(progressStore.getState()).toEqual({});
  });

  it('shows its options in another order each time', () => {
    const order = (by: number) => {
      const { item } = withOptionsTurned(question(), by);
      return item.type === 'predict' ? item.options.map(({ id }) => id) : [];
    };
    expect([order(0), order(1), order(3)]).toEqual([
      ['five', 'eight', 'sixteen'],
      ['eight', 'sixteen', 'five'],
      ['five', 'eight', 'sixteen'],
    ]);
  });

  it('that is no longer there is not loaded', async () => {
    const source = lessonDrills(async (id) => lessons.find((lesson) => lesson.id === id) ?? null);
    expect(await source.load('gone/a/b')).toBeNull();
    expect(await source.load('skiplist/gone/b')).toBeNull();
    const [lesson, step, item] = drills[0];
    expect((await source.load(`${lesson}/${step}/${item}`))?.id).toBe(`${lesson}/${step}/${item}`);
  });
});
