/** Which drills there are for a reader, and which of them comes next. Knows nothing of how a drill is asked. */
import { recall, remember } from '../browser/preferences.ts';
import type { Progress } from '../lesson/progress.ts';
import type { Drill, DrillSource } from './drill.ts';
import type { Records } from './records.ts';

/** The drills of the lessons the reader has opened, or all there are. */
export type Scope = 'opened' | 'all';

const scopeKey = 'drills.scope';

export function chosenScope(): Scope {
  return recall(scopeKey) === 'all' ? 'all' : 'opened';
}

export function chooseScope(scope: Scope): void {
  remember(scopeKey, scope);
}

/** Cap new drills, or they all fall due together. The reader can ask for more. */
export const NEW_PER_DAY = 10;

const moreKey = 'drills.more';
/** The day and the limit that the reader has asked for; also where the browser remembers nothing. */
let asked: { readonly dayMs: number; readonly limit: number } | null = null;

function dayOf(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0);
}

/** How many new drills today may bring. */
export function newToday(nowMs: number): number {
  const [dayMs, limit] = (recall(moreKey) ?? '').split(':').map(Number);
  const known = limit > NEW_PER_DAY ? { dayMs, limit } : asked;
  return known?.dayMs === dayOf(nowMs) ? known.limit : NEW_PER_DAY;
}

/** Raises today's limit by another day's share. */
export function learnMoreToday(records: Records, nowMs: number): void {
  asked = {
    dayMs: dayOf(nowMs),
    limit: Math.max(newToday(nowMs), metSince(dayOf(nowMs), records)) + NEW_PER_DAY,
  };
  remember(moreKey, `${asked.dayMs}:${asked.limit}`);
}

function metSince(dayMs: number, records: Records): number {
  return Object.values(records).filter(({ firstMs }) => firstMs >= dayMs).length;
}

/** The ids of all drills in a scope, source by source. */
export function deckOf(sources: readonly DrillSource[], progress: Progress, scope: Scope): string[] {
  const isChosen = (lessonId: string) => scope === 'all' || (progress[lessonId]?.lastStep ?? null) !== null;
  return sources.flatMap((source) => source.ids(isChosen));
}

/** The same drills, those of the lessons that the reader has opened first. */
export function openedFirst(deck: readonly string[], opened: readonly string[]): string[] {
  const first = new Set(opened);
  return [...deck.filter((id) => first.has(id)), ...deck.filter((id) => !first.has(id))];
}

/** Null when no source has a drill of this id, perhaps no longer. */
export async function findDrill(sources: readonly DrillSource[], id: string): Promise<Drill | null> {
  for (const source of sources) {
    const drill = await source.find(id);
    if (drill !== null) return drill;
  }
  return null;
}

export interface Waiting {
  /** Met before and due again, the one that has waited longest first. */
  readonly due: readonly string[];
  /** Never met; no more than a day should bring. */
  readonly fresh: readonly string[];
  /** When the next one will be due, if none is. */
  readonly nextDueMs: number | null;
}

export function waitingIn(
  deck: readonly string[],
  records: Records,
  nowMs: number,
  limit: number = NEW_PER_DAY,
): Waiting {
  const due = deck
    .filter((id) => records[id] !== undefined && records[id].dueMs <= nowMs)
    .sort((a, b) => records[a].dueMs - records[b].dueMs);
  const unmet = deck.filter((id) => records[id] === undefined);
  const next = comingIn(deck, records, nowMs, limit)[0];
  return {
    due,
    fresh: unmet.slice(0, Math.max(0, limit - metSince(dayOf(nowMs), records))),
    nextDueMs: next?.atMs ?? null,
  };
}

/** How many drills that were never met today's limit holds back. */
export function heldBack(deck: readonly string[], records: Records, nowMs: number, limit: number): number {
  const unmet = deck.filter((id) => records[id] === undefined).length;
  return unmet - waitingIn(deck, records, nowMs, limit).fresh.length;
}

/** A moment at which drills come, and how many. */
export interface Coming {
  readonly atMs: number;
  readonly count: number;
  /** They were never met. */
  readonly isNew: boolean;
}

/** What comes later, the next first. When a day's share is used up, there is more tomorrow. */
export function comingIn(
  deck: readonly string[],
  records: Records,
  nowMs: number,
  limit: number = NEW_PER_DAY,
): Coming[] {
  const coming: Coming[] = deck
    .map((id) => records[id]?.dueMs ?? 0)
    .filter((dueMs) => dueMs > nowMs)
    .map((atMs) => ({ atMs, count: 1, isNew: false }));
  const unmet = deck.filter((id) => records[id] === undefined).length;
  if (unmet > 0 && metSince(dayOf(nowMs), records) >= limit)
    coming.push({
      atMs: new Date(nowMs).setHours(24, 0, 0, 0),
      count: Math.min(unmet, NEW_PER_DAY),
      isNew: true,
    });
  return coming.sort((a, b) => a.atMs - b.atMs);
}

/** The next drill: what is due, then what is new, then what was missed in this sitting, the first miss first. */
export function nextOf({ due, fresh }: Waiting, missed: readonly string[]): string | null {
  return [...due, ...fresh].find((id) => !missed.includes(id)) ?? missed[0] ?? null;
}
