/**
 * What is known of each drill: when it is due and how well it is remembered. Kept in the browser and nowhere else.
 * How a record changes after an answer is schedule.ts's business; this file is part of the first load and stays small.
 */
import { createStore } from 'zustand/vanilla';
import { type Fact, followFacts, keepFacts } from '../storage/database.ts';

export interface CardRecord {
  readonly dueMs: number;
  /** When it was answered for the first and for the last time. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** As the scheduler names them: days until one answer in ten is lost, and 1 (easy) to 10 (hard). */
  readonly stability: number;
  readonly difficulty: number;
  readonly scheduledDays: number;
  readonly learningSteps: number;
  /** Times it was answered, and how often it was given up. */
  readonly reps: number;
  readonly lapses: number;
  /** 0 new, 1 learning, 2 review, 3 learning again. */
  readonly state: number;
}

/** By the id of the drill. */
export type Records = Readonly<Record<string, CardRecord>>;

const figures = [
  'dueMs',
  'firstMs',
  'lastMs',
  'stability',
  'difficulty',
  'scheduledDays',
  'learningSteps',
  'reps',
  'lapses',
  'state',
] as const satisfies readonly (keyof CardRecord)[];

/** Reads what was kept; a card that does not fit is left out, so that a damaged memory costs only itself. */
export function readRecords(kept: unknown): Records {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
  const records: Record<string, CardRecord> = {};
  for (const [id, value] of Object.entries(kept)) {
    if (typeof value !== 'object' || value === null) continue;
    const found = value as Record<string, unknown>;
    if (!figures.every((figure) => Number.isFinite(found[figure]))) continue;
    if (![0, 1, 2, 3].includes(found.state as number)) continue;
    records[id] = Object.fromEntries(
      figures.map((figure) => [figure, found[figure]]),
    ) as unknown as CardRecord;
  }
  return records;
}

export const recordsStore = createStore<Records>(() => ({}));

/** Resolves when what earlier visits have left is there; a slow database hands it over later. */
export const recordsRecalled: Promise<void> = followFacts('drills', (facts, whole) => {
  takeIn(readRecords(whole));
  for (const [[, id], record] of facts) takeIn(readRecords({ [id]: record }));
});

/** Of two records of a drill the one with more answers in it, then the later one. */
function isNewer(one: CardRecord, other: CardRecord | undefined): boolean {
  if (other === undefined) return true;
  return one.reps === other.reps ? one.lastMs > other.lastMs : one.reps > other.reps;
}

function takeIn(other: Records): Records {
  const mine = recordsStore.getState();
  const newer = Object.fromEntries(Object.entries(other).filter(([id, record]) => isNewer(record, mine[id])));
  recordsStore.setState(newer);
  return newer;
}

/**
 * The number of answers is part of the key: a tab that knows fewer of them does not overwrite one that knows more, and
 * of each drill only the newest stays.
 */
function factsOf(records: Records): Fact[] {
  return Object.entries(records).map(([id, record]) => [['drills', id, record.reps], record]);
}

export function keepRecord(id: string, record: CardRecord): void {
  void joinRecords({ [id]: record });
}

/** What two of them know together: of each drill the answer that was given last. False when it could not be kept. */
export function joinRecords(other: Records): Promise<boolean> {
  return keepFacts(factsOf(takeIn(other)), true);
}
