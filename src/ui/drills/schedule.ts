/**
 * When a drill comes back, by FSRS: the better it is remembered, the longer the pause. Time comes in as data, and
 * nothing is left to chance, so that the same answers always lead to the same days.
 */
import { type CardInput, createEmptyCard, fsrs, Rating, State } from 'ts-fsrs';
import type { CardRecord } from './records.ts';

/** Known at once; known after a miss or a hint; given up. A miss by itself changes nothing. */
export type Outcome = 'known' | 'helped' | 'gave-up';

/** What is new or was given up is asked again in the same sitting. */
const scheduler = fsrs({
  request_retention: 0.9,
  maximum_interval: 365,
  enable_fuzz: false,
  learning_steps: ['10m'],
  relearning_steps: ['10m'],
});

const ratings = { known: Rating.Good, helped: Rating.Hard, 'gave-up': Rating.Again } as const;

export function answered(record: CardRecord | undefined, outcome: Outcome, nowMs: number): CardRecord {
  const card = record === undefined ? createEmptyCard(new Date(nowMs)) : cardOf(record);
  const { card: next } = scheduler.next(card, new Date(nowMs), ratings[outcome]);
  return {
    dueMs: next.due.getTime(),
    firstMs: record?.firstMs ?? nowMs,
    lastMs: nowMs,
    stability: next.stability,
    difficulty: next.difficulty,
    scheduledDays: next.scheduled_days,
    learningSteps: next.learning_steps,
    reps: next.reps,
    lapses: (record?.lapses ?? 0) + (outcome === 'gave-up' ? 1 : 0),
    state: next.state,
  };
}

/**
 * How likely it is that the answer would be known now: 0 to 1. What was given up, and has not been known since, is
 * not known, though the answer was seen a moment ago.
 */
export function recallOf(record: CardRecord, nowMs: number): number {
  if (record.state !== State.Review) return 0;
  return scheduler.get_retrievability(cardOf(record), new Date(nowMs), false);
}

/** Over several drills; null when none of them was ever answered. */
export function retentionOf(records: readonly (CardRecord | undefined)[], nowMs: number): number | null {
  const met = records.filter((record) => record !== undefined);
  if (met.length === 0) return null;
  return met.reduce((sum, record) => sum + recallOf(record, nowMs), 0) / met.length;
}

function cardOf(record: CardRecord): CardInput {
  return {
    due: record.dueMs,
    stability: record.stability,
    difficulty: record.difficulty,
    elapsed_days: 0,
    scheduled_days: record.scheduledDays,
    learning_steps: record.learningSteps,
    reps: record.reps,
    lapses: record.lapses,
    state: record.state,
    last_review: record.lastMs,
  };
}
