import { describe, expect, it } from 'vitest';
import {
  confirmedOption,
  type Exercise,
  isQuestion,
  judgeChoice,
  judgeReached,
  type Prediction,
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
  drills: ['grow/buckets', 'grow/grow'],
  generation: '7.0',
  seed: 3,
  clock: { startMs: 17, running: true },
  config: { 'hash-max-listpack-entries': '4' },
  panels: [{ panel: 'dict', db: 0 }],
  content: [
    {
      id: 'grow',
      heading: { zh: '变大', en: 'It grows' },
      generation: '6.2',
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
    expect(judgeChoice(prediction, 'eight', 8)).toBe('right');
    expect(judgeChoice(prediction, 'eight', '8')).toBe('right');
  });

  it('is missed if the engine observes something else, also something that is no option', () => {
    expect(judgeChoice(prediction, 'four', 8)).toBe('missed');
    expect(judgeChoice(prediction, 'eight', 16)).toBe('missed');
    expect(confirmedOption(prediction, 16)).toBeUndefined();
  });

  it('is judged by what the engine observes, not by the written answer', () => {
    expect(judgeChoice(prediction, 'four', 4)).toBe('right');
  });

  it('of nothing is giving up', () => expect(judgeChoice(prediction, '', 8)).toBe('gave-up'));
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
    const { panels } = lesson;
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
