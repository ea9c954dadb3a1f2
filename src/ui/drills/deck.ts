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

/** More that nobody has met before would all come back on the same day. */
export const NEW_PER_DAY = 10;

/** The ids of all drills in a scope, source by source. */
export function deckOf(sources: readonly DrillSource[], progress: Progress, scope: Scope): string[] {
  const isChosen = (lessonId: string) => scope === 'all' || (progress[lessonId]?.lastStep ?? null) !== null;
  return sources.flatMap((source) => source.ids(isChosen));
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

export function waitingIn(deck: readonly string[], records: Records, nowMs: number): Waiting {
  const due = deck
    .filter((id) => records[id] !== undefined && records[id].dueMs <= nowMs)
    .sort((a, b) => records[a].dueMs - records[b].dueMs);
  const today = new Date(nowMs).setHours(0, 0, 0, 0);
  const met = Object.values(records).filter(({ firstMs }) => firstMs >= today).length;
  const unmet = deck.filter((id) => records[id] === undefined);
  const later = deck.map((id) => records[id]?.dueMs ?? 0).filter((dueMs) => dueMs > nowMs);
  // When a day's share is used up, there is more tomorrow.
  if (unmet.length > 0 && met >= NEW_PER_DAY) later.push(new Date(today).setHours(24));
  return {
    due,
    fresh: unmet.slice(0, Math.max(0, NEW_PER_DAY - met)),
    nextDueMs: later.length === 0 ? null : Math.min(...later),
  };
}

/** The next drill: what is due, then what is new, then what was missed in this sitting, the first miss first. */
export function nextOf({ due, fresh }: Waiting, missed: readonly string[]): string | null {
  return [...due, ...fresh].find((id) => !missed.includes(id)) ?? missed[0] ?? null;
}
