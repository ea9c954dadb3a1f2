import { describe, expect, it } from 'vitest';
import {
  confirmedAnswer,
  confirmedOption,
  type Exercise,
  goalOf,
  isQuestion,
  judgeAnswer,
  judgeReached,
  type Prediction,
  readGoal,
  type Task,
  withOptionsTurned,
} from './exercise.ts';
import { exerciseIds, exerciseOf, type Lesson, nextLesson, questionsOf, startOfStep } from './lesson.ts';

const no = { zh: [], en: [] };
const option = (id: string, value: string | number) => ({ id, value, text: no });
const prediction: Prediction = {
  type: 'predict',
  id: 'buckets',
  action: { type: 'command', client: 1, line: 'SET e 5' },
  observe: 'db0.buckets',
  observeName: { zh: '', en: 'buckets' },
  options: [option('four', 4), option('eight', 8), option('none', 'null')],
  scale: null,
  answer: 'eight',
  question: no,
  explanation: no,
};
const task = {
  type: 'task' as const,
  id: 'grow',
  checks: [],
  solution: [{ type: 'command' as const, client: 1, line: 'SET f 6' }],
  otherWays: [],
  nearMisses: [],
  title: no,
  detail: no,
  hints: no,
};
const players = { type: 'players' as const, id: 'both', players: [], clockMs: [] };
const given = [{ type: 'command' as const, client: 1, line: 'MSET a 1 b 2' }];

const lesson: Lesson = {
  id: 'dict',
  part: 'p',
  title: { zh: '字典', en: 'The dictionary' },
  lead: { zh: '', en: '' },
  prerequisites: [],
  steps: ['grow'],
  minutes: 1,
  drills: ['grow/buckets', 'grow/grow'],
  generation: '7.0',
  seed: 3,
  clock: { startMs: 17, running: true },
  config: { 'hash-max-listpack-entries': '4' },
  summary: { zh: [], en: [] },
  interviews: [],
  content: [
    {
      id: 'grow',
      heading: { zh: '变大', en: 'It grows' },
      generation: '6.2',
      panels: [{ panel: 'dict', db: 0 }],
      given,
      items: [
        {
          type: 'demo',
          id: 'shown',
          actions: [{ type: 'advance', ms: 5, printed: [] }],
          portable: false,
          caption: no,
        },
        prediction,
        task,
        players,
      ],
      facts: [],
      prose: no,
    },
  ],
};
const [step] = lesson.content;

describe('a choice', () => {
  it('is right if the engine observes its value, as a number or as text', () => {
    expect(confirmedOption(prediction, 8)?.id).toBe('eight');
    expect(judgeAnswer(prediction, 'eight', 8)).toBe('right');
    expect(judgeAnswer(prediction, 'eight', '8')).toBe('right');
  });

  it('is missed if the engine observes something else, also something that is no option', () => {
    expect(judgeAnswer(prediction, 'four', 8)).toBe('missed');
    expect(judgeAnswer(prediction, 'eight', 16)).toBe('missed');
    expect(confirmedOption(prediction, 16)).toBeUndefined();
  });

  it('is judged by what the engine observes, not by the written answer', () => {
    expect(judgeAnswer(prediction, 'four', 4)).toBe('right');
  });

  it('of a number is right within the tolerance', () => {
    const number: Prediction = {
      ...prediction,
      options: [],
      scale: { from: 0, to: 64, tolerance: 2, spacing: 'linear', unit: null },
      answer: '8',
    };
    expect(judgeAnswer(number, '8', 8)).toBe('right');
    expect(judgeAnswer(number, '10', '(integer) 8')).toBe('right');
    expect(judgeAnswer(number, '11', 8)).toBe('missed');
    expect(judgeAnswer(number, '8', null)).toBe('missed');
    expect(judgeAnswer(number, 'eight', 8)).toBe('gave-up');
    expect(confirmedAnswer(number, '"8"')).toBe('8');
    expect(confirmedAnswer(number, 'OK')).toBeNull();
  });

  it('of nothing is giving up', () => expect(judgeAnswer(prediction, '', 8)).toBe('gave-up'));
});

describe('a goal that is reached', () => {
  it.each([
    [0, false, 'right'],
    [2, false, 'right-with-hints'],
    [0, true, 'gave-up'],
    [2, true, 'gave-up'],
  ] as const)('after %i hints, solution shown: %s, is %s', (hintsShown, solutionShown, verdict) =>
    expect(judgeReached({ hintsShown, solutionShown })).toBe(verdict),
  );
});

describe('options in another order', () => {
  const exercise: Exercise = { start: startOfStep(lesson, step), question: prediction };
  it('are the same options', () => {
    const { start, question } = withOptionsTurned(exercise, 4);
    expect(start).toBe(exercise.start);
    expect(question).toEqual({
      ...prediction,
      options: [option('eight', 8), option('none', 'null'), option('four', 4)],
    });
  });

  it('change nothing about a task', () => {
    const other: Exercise = { ...exercise, question: task };
    expect(withOptionsTurned(other, 1)).toBe(other);
  });
});

describe('the exercises of a lesson', () => {
  it('are its predictions and tasks', () => {
    expect(step.items.filter(isQuestion)).toEqual([prediction, task]);
    expect(questionsOf(step)).toEqual([prediction, task]);
  });

  it('start where the step has come to when followed as written', () => {
    const server = { generation: '6.2', seed: 3, startMs: 17, config: lesson.config };
    const { panels } = step;
    expect(startOfStep(lesson, step)).toEqual({ server, given, clockRuns: true, panels, players: [players] });
    expect(exerciseOf(lesson, 'dict/grow/buckets')?.start).toEqual({
      server,
      given: [...given, { type: 'advance', ms: 5 }],
      clockRuns: true,
      panels,
      players: [],
    });
    expect(exerciseOf(lesson, 'dict/grow/grow')?.start).toEqual({
      server,
      given: [...given, { type: 'advance', ms: 5 }, prediction.action],
      clockRuns: true,
      panels,
      players: [players],
    });
  });

  it('know their place', () => {
    expect(exerciseOf(lesson, 'dict/grow/grow')).toMatchObject({
      question: task,
      place: { lessonId: 'dict', stepId: 'grow', itemId: 'grow', heading: { en: 'It grows' } },
    });
  });

  it('are found by their ids, and nothing else is', () => {
    expect(exerciseIds(lesson)).toEqual(['dict/grow/buckets', 'dict/grow/grow']);
    for (const id of exerciseIds(lesson)) expect(exerciseOf(lesson, id)).not.toBeNull();
    for (const id of ['dict/grow/shown', 'dict/grow/both', 'dict/gone/grow', 'other/grow/grow', 'dict', ''])
      expect(exerciseOf(lesson, id)).toBeNull();
  });
});

describe('the goal of a task', () => {
  const key = (name: string) => ({ type: 'key' as const, db: 0, key: name, exists: true });
  const say = { zh: [], en: [{ type: 'text' as const, text: 'Not yet.' }] };
  const silent = { way: [], when: [], say: null };
  const near = { way: [], when: [key('b'), key('c')], say };
  const asked: Task = { ...task, checks: [key('a')], nearMisses: [silent, near] };
  const results = (...passed: boolean[]) => passed.map((each) => ({ passed: each, found: '' }));

  it('has the states of its near misses behind the checks', () => {
    expect(goalOf(asked)).toEqual([key('a'), key('b'), key('c')]);
  });

  it('recognises a near miss by its whole state, unless the task is done', () => {
    expect(readGoal(asked, results(false, true, true)).miss).toBe(near);
    expect(readGoal(asked, results(false, true, false)).miss).toBeNull();
    expect(readGoal(asked, results(true, true, true))).toMatchObject({ passed: true, miss: null });
  });

  it('is not passed by the results of another goal', () => {
    expect(readGoal(asked, results(true))).toEqual({ results: [], passed: false, miss: null });
    expect(readGoal(asked, [])).toMatchObject({ passed: false });
  });
});

it('the next lesson may stand in a later part, and after the last there is none', () => {
  const part = (id: string, ...lessons: string[]) => ({
    id,
    title: { zh: '', en: '' },
    lessons: lessons.map((lessonId) => ({ ...lesson, id: lessonId })),
    planned: [],
  });
  const course = { parts: [part('one', 'a', 'b'), part('empty'), part('two', 'c')] };
  expect(['a', 'b', 'c', 'gone'].map((id) => nextLesson(course, id)?.id ?? null)).toEqual([
    'b',
    'c',
    null,
    null,
  ]);
});
