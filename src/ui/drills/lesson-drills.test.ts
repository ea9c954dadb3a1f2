/** Every drill of the course is asked on a real engine, and judged by it. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Exercise, withOptionsTurned } from '../../protocol/exercise.ts';
import { exerciseOf } from '../../protocol/lesson.ts';
import { sharedCourse } from '../../testing/shared-course.ts';
import { Host } from '../../worker/host.ts';
import { createExerciseRun, type ExerciseRun } from '../lesson/exercise-run.ts';
import { progressStore } from '../lesson/progress.ts';
import { directLink } from '../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { lessonDrills } from './lesson-drills.ts';

const { index, lessons } = sharedCourse();
const drills = index.parts
  .flatMap((part) => part.lessons)
  .flatMap(({ id, drills }) => drills.map((drill) => [id, ...drill.split('/')] as [string, string, string]));

const engineLink = () => directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} }));

let running: ExerciseRun | null = null;
afterEach(() => running?.stop());

function made(lessonId: string, stepId: string, itemId: string): Exercise {
  const lesson = lessons.find(({ id }) => id === lessonId)!;
  return exerciseOf(lesson, `${lessonId}/${stepId}/${itemId}`)!;
}

async function asked({ start, question }: Exercise): Promise<{ run: ExerciseRun; session: SessionStore }> {
  const session = createSessionStore(engineLink());
  session.actions.setSpeed(10_000);
  const run = createExerciseRun(start, [question], session);
  running = run;
  run.listen();
  await run.prepare(start, [question]);
  expect(run.getState().phase).toBe('ready');
  return { run, session };
}

function verdictOf(run: ExerciseRun) {
  const { questions, verdicts } = run.getState();
  return verdicts[questions[0].id] ?? null;
}

/** Waits for what follows from an answer of the engine. */
async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !condition(); turn++)
    await new Promise((resolve) => setTimeout(resolve, 1));
  expect(condition()).toBe(true);
}

describe('drills of lessons', () => {
  it('are there', () => expect(drills.length).toBeGreaterThan(20));

  const predictions = drills.filter(([...of]) => made(...of).question.type === 'predict');
  it.each(predictions)('%s/%s/%s: the answer is right and another is a miss', async (...of) => {
    const exercise = made(...of);
    if (exercise.question.type !== 'predict') return;
    const { answer, options, scale, id } = exercise.question;
    const wrong =
      scale === null
        ? options.find((other) => other.id !== answer)!.id
        : String(Number(answer) + scale.tolerance + 1);
    for (const [option, expected] of [
      [answer, 'right'],
      [wrong, 'missed'],
    ]) {
      const { run } = await asked(exercise);
      run.choose(id, option);
      await run.runPrediction(id);
      expect(verdictOf(run)).toBe(expected);
      run.stop();
    }
  });

  const tasks = drills.filter(([...of]) => made(...of).question.type === 'task');
  it.each(tasks)('%s/%s/%s: open at first, right when it is done', async (...of) => {
    const exercise = made(...of);
    const { run } = await asked(exercise);
    expect(verdictOf(run)).toBeNull();
    await run.runSolution(exercise.question.id);
    await until(() => verdictOf(run) !== null);
    expect(verdictOf(run)).toBe('right');
  });
});

describe('a drill', () => {
  const question = () => made('global-dict-and-rehash', 'fifth-key', 'buckets');
  const task = () => made('global-dict-and-rehash', 'one-bucket', 'finish');

  it('that is given up shows what the engine says', async () => {
    const { run } = await asked(question());
    await run.giveUp('buckets');
    expect(verdictOf(run)).toBe('gave-up');
    expect(run.getState().predictions.buckets.observed).toBe(8);
  });

  it('is given up when its solution is looked at, whatever is done then', async () => {
    const { run } = await asked(task());
    await run.giveUp('finish');
    await run.runSolution('finish');
    await until(() => run.getState().tasks.finish.passed);
    expect(verdictOf(run)).toBe('gave-up');
  });

  it('is helped by a hint', async () => {
    const { run, session } = await asked(task());
    run.showHint('finish');
    await session.actions.run(1, 'MGET user:1 user:2 user:3 user:4 user:5');
    await until(() => verdictOf(run) !== null);
    expect(verdictOf(run)).toBe('right-with-hints');
  });

  it('is judged by what the engine observes then, not by what the lesson says', async () => {
    const { run, session } = await asked(question());
    // Eight keys before the question: now the table grows to sixteen.
    await session.actions.run(1, 'MSET a 1 b 2 c 3 d 4');
    await session.actions.advance(1000);
    run.choose('buckets', 'sixteen');
    await run.runPrediction('buckets');
    expect(run.getState().predictions.buckets.observed).toBe(16);
    expect(verdictOf(run)).toBe('right');
  });

  it('leaves the progress through the lesson alone', async () => {
    progressStore.setState({}, true);
    const { run } = await asked(task());
    await run.runSolution('finish');
    await until(() => verdictOf(run) !== null);
    expect(progressStore.getState()).toEqual({});
  });

  it('shows its options in another order each time', () => {
    const order = (by: number) => {
      const { question: turned } = withOptionsTurned(question(), by);
      return turned.type === 'predict' ? turned.options.map(({ id }) => id) : [];
    };
    expect([order(0), order(1), order(3)]).toEqual([
      ['five', 'eight', 'sixteen'],
      ['eight', 'sixteen', 'five'],
      ['five', 'eight', 'sixteen'],
    ]);
  });

  it('that is no longer there is not loaded', async () => {
    const source = lessonDrills(index, async (id) => lessons.find((lesson) => lesson.id === id) ?? null);
    expect(await source.find('gone/a/b')).toBeNull();
    expect(await source.find('skiplist/gone/b')).toBeNull();
    const [lesson, step, item] = drills[0];
    expect((await source.find(`${lesson}/${step}/${item}`))?.id).toBe(`${lesson}/${step}/${item}`);
  });
});
