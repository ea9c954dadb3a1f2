import { beforeEach, describe, expect, it } from 'vitest';
import {
  factsOf,
  joined,
  joinProgress,
  noteSeen,
  noteStepDone,
  noteTask,
  progressOfFacts,
  progressStore,
  readProgress,
  startLessonOver,
  stepsDone,
} from './progress.ts';

beforeEach(() => progressStore.setState({}, true));

const entry = {
  id: 'a',
  part: 'p',
  title: { zh: '', en: '' },
  lead: { zh: '', en: '' },
  prerequisites: [],
  steps: ['one', 'two'],
  minutes: 1,
  drills: [],
};

describe('progress', () => {
  it('counts the steps that are done', () => {
    expect(stepsDone(progressStore.getState(), entry)).toBe(0);
    noteStepDone('a', 'two');
    noteStepDone('a', 'a step that is gone');
    expect(stepsDone(progressStore.getState(), entry)).toBe(1);
  });

  it('never takes a solved task back', () => {
    noteTask('a', 'one', 't', 'shown');
    noteTask('a', 'one', 't', 'solved');
    noteTask('a', 'one', 't', 'shown');
    expect(progressStore.getState().a.steps.one.tasks).toEqual({ t: 'solved' });
  });

  it('is read back as it was kept', () => {
    noteTask('a', 'one', 't', 'solved');
    noteStepDone('a', 'one');
    const { a } = progressStore.getState();
    expect(readProgress(structuredClone({ a }))).toEqual({ a });
  });

  it('takes what was done elsewhere, and loses nothing that was done here', () => {
    noteTask('a', 'one', 't', 'solved');
    joinProgress({
      a: { steps: { one: { done: true, tasks: { t: 'shown', u: 'solved' } } }, lastStep: 'one' },
      b: { steps: {}, lastStep: 'two' },
    });
    expect(progressStore.getState()).toEqual({
      a: { steps: { one: { done: true, tasks: { t: 'solved', u: 'solved' } } }, lastStep: 'one' },
      b: { steps: {}, lastStep: 'two' },
    });
  });

  it('is the same as facts, in any order', () => {
    const progress = {
      a: {
        steps: {
          one: { done: true, tasks: { t: 'solved', u: 'shown' } },
          two: { done: false, tasks: { v: 'shown' }, seen: ['demo', 'question'] },
        },
        lastStep: 'two',
        visitedAtMs: 5,
      },
      b: { steps: {}, lastStep: 'one', visitedAtMs: 7 },
    } as const;
    expect(progressOfFacts(factsOf(progress))).toEqual(progress);
    expect(progressOfFacts(factsOf(progress).reverse())).toEqual(progress);
  });

  it('keeps what was seen in either tab once', () => {
    noteSeen('a', 'one', 'question');
    noteSeen('a', 'one', 'demo');
    noteSeen('a', 'one', 'question');
    expect(progressStore.getState().a.steps.one).toEqual({
      done: false,
      tasks: {},
      seen: ['demo', 'question'],
    });
    const { a } = progressStore.getState();
    expect(readProgress(structuredClone({ a }))).toEqual({ a });
    expect(readProgress({ a: { steps: { one: { seen: [7, 'demo', null] } } } }).a.steps.one.seen).toEqual([
      'demo',
    ]);
  });

  it('of two tabs loses nothing, whichever comes last', () => {
    const one = {
      a: { steps: { s: { done: true, tasks: { t: 'shown' } } }, lastStep: 's', visitedAtMs: 9 },
    } as const;
    const other = {
      a: { steps: { s: { done: false, tasks: { t: 'solved', u: 'shown' } } }, lastStep: 'r', visitedAtMs: 8 },
    } as const;
    const both = {
      a: { steps: { s: { done: true, tasks: { t: 'solved', u: 'shown' } } }, lastStep: 's', visitedAtMs: 9 },
    };
    expect(joined(one, other)).toEqual(both);
    expect(joined(other, one)).toEqual(both);
    // The database holds what both have added.
    expect(progressOfFacts([...factsOf(one), ...factsOf(other)])).toEqual(
      progressOfFacts([...factsOf(other), ...factsOf(one)]),
    );
  });

  it('leaves out facts that are none', () => {
    expect(
      progressOfFacts([
        [['progress', 'a', 'one', 'cheated', 't'], true],
        [['progress', 'a'], 7],
      ]),
    ).toEqual({ a: { steps: { one: { done: false, tasks: {} } }, lastStep: null } });
  });

  it.each([
    ['nothing', undefined, {}],
    ['a text', '{', {}],
    ['a list', [1], {}],
    ['another shape', { a: { steps: [1], lastStep: 3 } }, { a: { steps: {}, lastStep: null } }],
    [
      'unknown states',
      { a: { steps: { one: { done: 'yes', tasks: { t: 'cheated', u: 'solved' } } }, lastStep: 'one' } },
      { a: { steps: { one: { done: false, tasks: { u: 'solved' } } }, lastStep: 'one' } },
    ],
  ])('survives %s', (_name, kept, expected) => {
    expect(readProgress(kept)).toEqual(expected);
  });

  describe('of a lesson that is started over', () => {
    const before = {
      a: { steps: { one: { done: true, tasks: { t: 'solved' } } }, lastStep: 'two', visitedAtMs: 5 },
    } as const;

    it('is forgotten, and grows again', () => {
      joinProgress(before);
      startLessonOver('a');
      expect(stepsDone(progressStore.getState(), entry)).toBe(0);
      expect(progressStore.getState().a.lastStep).toBeNull();
      noteStepDone('a', 'two');
      expect(stepsDone(progressStore.getState(), entry)).toBe(1);
      expect(progressStore.getState().a.steps.one).toBeUndefined();
      const { a } = progressStore.getState();
      expect(readProgress(structuredClone({ a }))).toEqual({ a });
    });

    it('does not come back from another tab, nor from facts in any order', () => {
      joinProgress(before);
      startLessonOver('a');
      noteTask('a', 'two', 'u', 'solved');
      const after = progressStore.getState();
      joinProgress(before);
      expect(progressStore.getState()).toEqual(after);
      expect(joined(before, after)).toEqual(after);
      const facts = [...factsOf(before), ...factsOf(after)];
      expect(progressOfFacts(facts)).toEqual(after);
      expect(progressOfFacts(facts.toReversed())).toEqual(after);
    });

    it('leaves other lessons alone', () => {
      noteStepDone('b', 'one');
      startLessonOver('a');
      expect(progressStore.getState().b.steps.one.done).toBe(true);
    });
  });
});
