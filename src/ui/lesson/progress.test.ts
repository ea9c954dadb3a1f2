import { beforeEach, describe, expect, it } from 'vitest';
import { noteStepDone, noteTask, parseProgress, progressStore, stepsDone } from './progress.ts';

beforeEach(() => progressStore.setState({}, true));

const entry = {
  id: 'a',
  part: 'p',
  title: { zh: '', en: '' },
  lead: { zh: '', en: '' },
  prerequisites: [],
  steps: ['one', 'two'],
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
    expect(parseProgress(JSON.stringify({ a }))).toEqual({ a });
  });

  it.each([
    ['nothing', null, {}],
    ['no JSON', '{', {}],
    ['a list', '[1]', {}],
    ['another shape', '{"a":{"steps":[1],"lastStep":3}}', { a: { steps: {}, lastStep: null } }],
    [
      'unknown states',
      '{"a":{"steps":{"one":{"done":"yes","tasks":{"t":"cheated","u":"solved"}}},"lastStep":"one"}}',
      { a: { steps: { one: { done: false, tasks: { u: 'solved' } } }, lastStep: 'one' } },
    ],
  ])('survives %s', (_name, text, expected) => {
    expect(parseProgress(text)).toEqual(expected);
  });
});
