import { describe, expect, it } from 'vitest';
import { closingsOf } from '../../protocol/closing.ts';
import { sharedCourse } from '../../testing/shared-course.ts';
import { type AskedQuestion, nextQuestion, noAnswer, questionGroups, readAnswers } from './questions.ts';

const one = (lesson: string, id: string) =>
  ({ key: `${lesson}/${id}`, lesson: { id: lesson }, question: { id } }) as AskedQuestion;
const all = [one('a', '1'), one('a', '2'), one('b', '1'), one('c', '1')];
const asked = (askedAtMs: number, rating: 'again' | 'partly' | 'well' | null = null) => ({
  ...noAnswer,
  askedAtMs,
  rating,
});

describe('the next question', () => {
  it('is never of the lesson of the last one', () => {
    let last: AskedQuestion | null = null;
    const kept: Record<string, typeof noAnswer> = {};
    for (let turn = 1; turn <= 40; turn++) {
      const next = nextQuestion(all, kept, last);
      expect(next).not.toBeNull();
      expect(next?.lesson.id).not.toBe(last?.lesson.id);
      kept[next?.key ?? ''] = asked(turn, turn % 3 === 0 ? 'again' : 'well');
      last = next;
    }
    expect(Object.keys(kept).sort()).toEqual(['a/1', 'a/2', 'b/1', 'c/1']);
  });

  it('is one never asked before, then the worst known, then the oldest', () => {
    const kept = { 'a/1': asked(1, 'well'), 'a/2': asked(2, 'again'), 'b/1': asked(3, 'again') };
    expect(nextQuestion(all, kept, null)?.key).toBe('c/1');
    expect(nextQuestion(all, { ...kept, 'c/1': asked(9, 'partly') }, null)?.key).toBe('a/2');
    expect(nextQuestion(all, { ...kept, 'c/1': asked(9, 'partly') }, all[1])?.key).toBe('b/1');
  });

  it('may be of the same lesson only where there is no other', () => {
    expect(nextQuestion(all.slice(0, 2), {}, all[0])?.key).toBe('a/2');
    expect(nextQuestion(all.slice(0, 1), {}, all[0])?.key).toBe('a/1');
    expect(nextQuestion([], {}, null)).toBeNull();
  });
});

it('forgets what it cannot read', () => {
  expect(readAnswers(null)).toEqual({});
  expect(readAnswers('{')).toEqual({});
  expect(readAnswers('{"a/1":{"text":3,"ticks":[1,"x"],"rating":"super"},"b":null}')).toEqual({
    'a/1': { ...noAnswer, ticks: [1] },
  });
});

it('every question of the course stands in its part and leads to a step of its lesson', () => {
  const { index, lessons } = sharedCourse();
  const groups = questionGroups(index, closingsOf(lessons));
  const found = groups.flatMap(({ questions }) => questions);
  expect(found.length).toBe(lessons.reduce((sum, { interviews }) => sum + interviews.length, 0));
  expect(found.length).toBeGreaterThan(0);
  for (const { lesson, question } of found) expect(lesson.steps).toContain(question.step);
});
