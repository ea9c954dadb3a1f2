/** Readers' browsers keep what they know of a drill under its id. These ids are there already and must stay. */
import { describe, expect, it, vi } from 'vitest';
import { sharedCourse } from '../../testing/shared-course.ts';
import { summaryOf } from '../progress/summary.ts';
import type { Fact } from '../storage/database.ts';
import { deckOf, findDrill } from './deck.ts';
import { lessonDrills } from './lesson-drills.ts';
import { keepRecord, readRecords, recordsStore } from './records.ts';
import { answered } from './schedule.ts';

const kept = vi.hoisted((): Fact[] => []);
vi.mock('../storage/database.ts', () => ({
  followFacts: async () => {},
  keepFacts: async (facts: readonly Fact[]) => kept.push(...facts) > 0,
}));

const { index, lessons } = sharedCourse();
const sources = [lessonDrills(index, async (id) => lessons.find((lesson) => lesson.id === id) ?? null)];

const noonMs = Date.UTC(2026, 0, 2, 12);

/** The drills of one lesson, written out. */
const known = [
  'global-dict-and-rehash/one-dictionary/chain',
  'global-dict-and-rehash/fifth-key/buckets',
  'global-dict-and-rehash/one-bucket/start',
  'global-dict-and-rehash/one-bucket/a-read',
  'global-dict-and-rehash/one-bucket/finish',
  'global-dict-and-rehash/both-tables/not-moved',
  'global-dict-and-rehash/both-tables/being-moved',
  'global-dict-and-rehash/both-tables/new-key',
  'global-dict-and-rehash/thousand/worst-command',
  'global-dict-and-rehash/nobody-asks/tick',
  'global-dict-and-rehash/nobody-asks/five-each',
  'global-dict-and-rehash/shrink/shrink',
];

describe('the ids of drills', () => {
  it('are those under which browsers have kept them', () => {
    const deck = deckOf(sources, {}, 'all');
    expect(deck.filter((id) => id.startsWith('global-dict-and-rehash/'))).toEqual(known);
    expect(new Set(deck).size).toBe(deck.length);
  });

  it.each(known)('%s is found by it', async (id) => {
    const drill = await findDrill(sources, id);
    expect(drill?.id).toBe(id);
    expect(drill?.source).toBe('lessons');
  });

  it('are the key of the record, with the number of answers after it', () => {
    const [id] = known;
    const record = answered(undefined, 'known', noonMs);
    keepRecord(id, record);
    expect(kept).toEqual([[['drills', 'global-dict-and-rehash/one-dictionary/chain', 1], record]]);
    expect(readRecords(structuredClone(recordsStore.getState()))).toEqual({ [id]: record });
  });

  it('are those the progress page counts', () => {
    const parts = summaryOf(index, {}, { [known[0]]: answered(undefined, 'known', noonMs) }, noonMs);
    const summary = parts
      .flatMap((part) => part.lessons)
      .find(({ lesson }) => lesson.id === 'global-dict-and-rehash');
    expect(summary).toMatchObject({ drillsMet: 1, drills: known.length });
  });
});
