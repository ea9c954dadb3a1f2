import { describe, expect, it } from 'vitest';
import { answered, recallOf, retentionOf } from './schedule.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 0, 2, 12);

describe('a drill comes back', () => {
  it('after days when it was known, sooner with help, in this sitting when it was given up', () => {
    const known = answered(undefined, 'known', now);
    const helped = answered(undefined, 'helped', now);
    const gaveUp = answered(undefined, 'gave-up', now);
    expect(known.dueMs - now).toBeGreaterThanOrEqual(day);
    expect(helped.dueMs - now).toBeLessThan(30 * minute);
    expect(gaveUp.dueMs - now).toBe(10 * minute);
    expect([known.lapses, helped.lapses, gaveUp.lapses]).toEqual([0, 0, 1]);
    expect(gaveUp.reps).toBe(1);
  });

  it('later each time it is known', () => {
    let record = answered(undefined, 'known', now);
    const pauses = [record.dueMs - record.lastMs];
    for (let turn = 0; turn < 4; turn++) {
      record = answered(record, 'known', record.dueMs);
      pauses.push(record.dueMs - record.lastMs);
    }
    for (let turn = 1; turn < pauses.length; turn++) expect(pauses[turn]).toBeGreaterThan(pauses[turn - 1]);
    expect(record).toMatchObject({ reps: 5, firstMs: now, state: 2 });
  });

  it('soon when it is forgotten, however long the pause was', () => {
    let record = answered(undefined, 'known', now);
    record = answered(record, 'known', record.dueMs);
    const forgotten = answered(record, 'gave-up', record.dueMs);
    expect(forgotten.dueMs - forgotten.lastMs).toBe(10 * minute);
    expect(forgotten.stability).toBeLessThan(record.stability);
  });

  it('on the same day for the same answers', () => {
    expect(answered(undefined, 'known', now)).toEqual(answered(undefined, 'known', now));
  });
});

describe('what is remembered', () => {
  it('fades from all of it to nine in ten at the day it is due', () => {
    const record = answered(answered(undefined, 'known', now), 'known', now + 3 * day);
    expect(recallOf(record, record.lastMs)).toBeCloseTo(1, 2);
    const atDue = recallOf(record, record.dueMs);
    expect(atDue).toBeGreaterThan(0.85);
    expect(atDue).toBeLessThan(0.95);
    expect(recallOf(record, record.dueMs + 100 * day)).toBeLessThan(atDue);
  });

  it('is nothing after giving up, until it is known again', () => {
    const gaveUp = answered(undefined, 'gave-up', now);
    expect(recallOf(gaveUp, now)).toBe(0);
    expect(recallOf(answered(gaveUp, 'known', gaveUp.dueMs), gaveUp.dueMs)).toBeCloseTo(1, 2);
  });

  it('is averaged over what was ever asked', () => {
    const record = answered(undefined, 'known', now);
    expect(retentionOf([undefined], now)).toBeNull();
    expect(retentionOf([undefined, record, record], now + day)).toBeCloseTo(recallOf(record, now + day), 10);
  });
});
