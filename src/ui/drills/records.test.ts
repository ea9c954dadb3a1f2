import { beforeEach, describe, expect, it } from 'vitest';
import { type CardRecord, joinRecords, keepRecord, readRecords, recordsStore } from './records.ts';

const record: CardRecord = {
  dueMs: 9,
  firstMs: 1,
  lastMs: 5,
  stability: 2.5,
  difficulty: 4,
  scheduledDays: 1,
  learningSteps: 0,
  reps: 2,
  lapses: 1,
  state: 2,
};

beforeEach(() => recordsStore.setState({}, true));

describe('what is known of drills', () => {
  it('is read back as it was kept', () => {
    keepRecord('a/b/c', record);
    expect(readRecords(structuredClone(recordsStore.getState()))).toEqual({ 'a/b/c': record });
  });

  it.each([
    ['nothing', undefined],
    ['a list', [record]],
    ['a text', '{}'],
    ['another shape', { a: 7, b: null, c: { dueMs: 1 } }],
    ['a figure that is none', { a: { ...record, stability: Number.NaN } }],
    ['a state that is none', { a: { ...record, state: 9 } }],
  ])('survives %s', (_name, kept) => expect(readRecords(kept)).toEqual({}));

  it('leaves out what a stranger added', () => {
    expect(readRecords({ a: { ...record, more: 1 } })).toEqual({ a: record });
  });

  it('with more answers in it counts, also when the other was given later', () => {
    keepRecord('a', record);
    void joinRecords({ a: { ...record, lastMs: 9, reps: 1 } });
    expect(recordsStore.getState()).toEqual({ a: record });
    void joinRecords({ a: { ...record, lastMs: 3, reps: 3 } });
    expect(recordsStore.getState().a.reps).toBe(3);
  });

  it('from another browser counts where it is newer', () => {
    keepRecord('a', record);
    keepRecord('b', record);
    const older = { ...record, lastMs: 4, reps: 1 };
    const newer = { ...record, lastMs: 6, reps: 3 };
    joinRecords({ a: older, b: newer, c: older });
    expect(recordsStore.getState()).toEqual({ a: record, b: newer, c: older });
  });
});
