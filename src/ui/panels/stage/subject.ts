/**
 * What an open question is about, by its names: a key, a member, a field. While the reader thinks, the drawings keep it
 * in sight.
 */
import { createStore } from 'zustand/vanilla';
import type { SessionState, SessionStore } from '../../session/store.ts';

/** Null while no question is looked at. */
export type Subject = readonly string[] | null;

export const subjectStore = createStore<{ readonly subject: Subject }>(() => ({ subject: null }));

/** A drawing follows its command while that plays, and the reader's steps through the past. */
function isAtRest({ playing, following }: SessionState): boolean {
  return following && !playing;
}

/** The subject to bring into sight now; null when something else is looked at. */
export function subjectNow(store: SessionStore): Subject {
  return isAtRest(store.getState()) ? subjectStore.getState().subject : null;
}

/** Calls back when another question is looked at. */
export function followSubject(asked: () => void): () => void {
  return subjectStore.subscribe(({ subject }, before) => {
    if (subject !== null && subject !== before.subject) asked();
  });
}

/** The thing that has one of the names; the first names come first. */
export function namedBy<Thing>(
  subject: readonly string[],
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Thing | null {
  for (const name of subject) {
    const found = things.find((thing) => nameOf(thing) === name);
    if (found !== undefined) return found;
  }
  return null;
}
