import { expect, it } from 'vitest';
import type { CourseIndex } from '../../protocol/lesson.ts';
import { answered } from '../drills/schedule.ts';
import { summaryOf } from './summary.ts';

const title = { zh: '', en: '' };
const lesson = (id: string) => ({
  id,
  part: 'p',
  title,
  lead: title,
  prerequisites: [],
  steps: ['one', 'two'],
  minutes: 1,
  drills: ['one/a', 'two/b'],
});
const course: CourseIndex = {
  parts: [
    { id: 'p', title, planned: [], lessons: [lesson('x'), lesson('y')] },
    { id: 'q', title, planned: [], lessons: [] },
  ],
};
const now = Date.UTC(2026, 0, 2);

it('adds up what was done, by lesson and by part', () => {
  const progress = {
    x: {
      lastStep: 'two',
      steps: {
        one: { done: true, tasks: { t: 'solved', u: 'shown' } },
        two: { done: true, tasks: {} },
        gone: { done: true, tasks: { v: 'solved' } },
      },
    },
    y: { lastStep: 'one', steps: { one: { done: true, tasks: { w: 'solved' } } } },
  } as const;
  const record = answered(undefined, 'known', now);
  const [first, second] = summaryOf(course, progress, { 'x/one/a': record, 'gone/one/a': record }, now);
  expect(first).toMatchObject({
    lessonsFinished: 1,
    stepsDone: 3,
    steps: 4,
    tasksSolved: 2,
    drillsMet: 1,
    drills: 4,
  });
  expect(first.retention).toBeCloseTo(1, 2);
  expect(
    first.lessons.map(({ stepsDone, tasksSolved, drillsMet }) => [stepsDone, tasksSolved, drillsMet]),
  ).toEqual([
    [2, 1, 1],
    [1, 1, 0],
  ]);
  expect(first.lessons[1].retention).toBeNull();
  expect(second).toMatchObject({ lessons: [], steps: 0, retention: null });
});
