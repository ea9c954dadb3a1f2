import { describe, expect, it } from 'vitest';
import type { CourseIndex, LessonEntry } from '../../protocol/lesson.ts';
import {
  comingIn,
  deckOf,
  findDrill,
  heldBack,
  learnMoreToday,
  NEW_PER_DAY,
  newToday,
  nextOf,
  openedFirst,
  waitingIn,
} from './deck.ts';
import type { Drill, DrillSource } from './drill.ts';
import { lessonDrills } from './lesson-drills.ts';
import type { CardRecord } from './records.ts';

const lesson = (id: string, ...drills: string[]): LessonEntry => ({
  id,
  part: 'p',
  title: { zh: id, en: id },
  prerequisites: [],
  steps: [],
  minutes: 1,
  drills,
});
const course: CourseIndex = {
  parts: [
    {
      id: 'p',
      title: { zh: '', en: '' },
      planned: [],
      lessons: [lesson('a', 's/1', 's/2'), lesson('b', 't/3')],
    },
  ],
};
const lessons = lessonDrills(course, async () => null);
const noon = new Date(2026, 0, 2, 12).getTime();
const hour = 3_600_000;

function record(dueMs: number, firstMs = noon - 48 * hour): CardRecord {
  return {
    dueMs,
    firstMs,
    lastMs: firstMs,
    stability: 1,
    difficulty: 5,
    scheduledDays: 1,
    learningSteps: 0,
    reps: 1,
    lapses: 0,
    state: 2,
  };
}

describe('the deck', () => {
  it('holds what the reader has opened, or everything', () => {
    const progress = { b: { steps: {}, lastStep: 't' } };
    expect(deckOf([lessons], progress, 'opened')).toEqual(['b/t/3']);
    expect(deckOf([lessons], progress, 'all')).toEqual(['a/s/1', 'a/s/2', 'b/t/3']);
    expect(deckOf([lessons], {}, 'opened')).toEqual([]);
  });
});

describe('several sources', () => {
  const drill = { id: 'counting:7', source: 'counting' } as Drill;
  const counting: DrillSource = {
    name: 'counting',
    ids: (isChosen) => (isChosen('b') ? [drill.id] : []),
    find: async (id) => (id === drill.id ? drill : null),
  };
  const sources = [lessons, counting];

  it('make one deck, each with what it has about the chosen lessons', () => {
    const progress = { a: { steps: {}, lastStep: 's' } };
    expect(deckOf(sources, progress, 'opened')).toEqual(['a/s/1', 'a/s/2']);
    expect(deckOf(sources, {}, 'all')).toEqual(['a/s/1', 'a/s/2', 'b/t/3', 'counting:7']);
  });

  it('are asked for a drill until one has it', async () => {
    expect(await findDrill(sources, 'counting:7')).toBe(drill);
    expect(await findDrill(sources, 'counting:8')).toBeNull();
    expect(await findDrill([], 'counting:7')).toBeNull();
  });
});

describe('what waits', () => {
  it('is due, new or later', () => {
    const records = { late: record(noon - 1), later: record(noon + hour), longest: record(noon - hour) };
    expect(waitingIn(['new', 'late', 'later', 'longest'], records, noon)).toEqual({
      due: ['longest', 'late'],
      fresh: ['new'],
      nextDueMs: noon + hour,
    });
  });

  it('is nothing in an empty deck, whatever was answered elsewhere', () => {
    expect(waitingIn([], { x: record(noon - 1) }, noon)).toEqual({ due: [], fresh: [], nextDueMs: null });
  });

  it('brings only so many new ones a day, and the others tomorrow', () => {
    const records = Object.fromEntries(
      Array.from({ length: NEW_PER_DAY - 1 }, (_, i) => [`met${i}`, record(noon + 90 * hour, noon - hour)]),
    );
    const deck = ['x', 'y', ...Object.keys(records)];
    expect(waitingIn(deck, records, noon)).toMatchObject({ fresh: ['x'], nextDueMs: noon + 90 * hour });
    const full = { ...records, x: record(noon + 90 * hour, noon) };
    expect(waitingIn(deck, full, noon)).toMatchObject({ fresh: [], nextDueMs: noon + 12 * hour });
  });
});

describe('a day’s share of new drills', () => {
  const met = Object.fromEntries(
    Array.from({ length: NEW_PER_DAY }, (_, i) => [`met${i}`, record(noon + (i + 1) * 24 * hour, noon)]),
  );
  const deck = [...Object.keys(met), ...Array.from({ length: 13 }, (_, i) => `new${i}`)];

  it('says how many it holds back, and when they come', () => {
    expect(heldBack(deck, met, noon, NEW_PER_DAY)).toBe(13);
    expect(comingIn(deck, met, noon, NEW_PER_DAY).slice(0, 2)).toEqual([
      { atMs: noon + 12 * hour, count: 10, isNew: true },
      { atMs: noon + 24 * hour, count: 1, isNew: false },
    ]);
    expect(heldBack(['met0'], met, noon, NEW_PER_DAY)).toBe(0);
  });

  it('can be had once more today, and again, and is the usual one tomorrow', () => {
    expect(newToday(noon)).toBe(NEW_PER_DAY);
    learnMoreToday(met, noon);
    expect(newToday(noon)).toBe(2 * NEW_PER_DAY);
    expect(waitingIn(deck, met, noon, newToday(noon)).fresh).toHaveLength(10);
    expect(heldBack(deck, met, noon, newToday(noon))).toBe(3);
    learnMoreToday(met, noon + hour);
    expect(waitingIn(deck, met, noon, newToday(noon)).fresh).toHaveLength(13);
    expect(newToday(noon + 24 * hour)).toBe(NEW_PER_DAY);
  });

  it('begins with the lessons that were opened', () => {
    expect(openedFirst(['a', 'b', 'c'], ['c', 'b'])).toEqual(['b', 'c', 'a']);
  });
});

describe('what comes next', () => {
  const waiting = { due: ['a', 'b'], fresh: ['c'], nextDueMs: null };
  it('is due, then new, then what was missed', () => {
    expect(nextOf(waiting, [])).toBe('a');
    expect(nextOf(waiting, ['a', 'b'])).toBe('c');
    expect(nextOf(waiting, ['c', 'a', 'b'])).toBe('c');
    expect(nextOf({ ...waiting, due: [], fresh: [] }, [])).toBeNull();
  });
});
