/** Which marks are shown, remembered between visits, and the kind of the last jump. */
import { createStore } from 'zustand/vanilla';
import { recall, remember } from '../browser/preferences.ts';
import { lastMoment, type SessionStore } from '../session/store.ts';
import { type Marked, markKinds, marksIn, nextMark, partingsOf } from './marks.ts';
import type { MarkKind } from './words.ts';

interface MarkFilter {
  readonly hidden: ReadonlySet<MarkKind>;
  /** Where the last jump led, and to which kind. */
  readonly jumped: { readonly kind: MarkKind; readonly frame: number } | null;
}

const memoryKey = 'hidden-marks';

function recalled(): ReadonlySet<MarkKind> {
  const names = (recall(memoryKey) ?? '').split(' ');
  return new Set(markKinds.filter((kind) => names.includes(kind)));
}

export const markFilter = createStore<MarkFilter>(() => ({ hidden: recalled(), jumped: null }));

export function showMarks(kind: MarkKind, isShown: boolean): void {
  const hidden = new Set(markFilter.getState().hidden);
  if (isShown) hidden.delete(kind);
  else hidden.add(kind);
  remember(memoryKey, [...hidden].join(' '));
  markFilter.setState({ hidden });
}

export function markedOf(session: SessionStore, hidden = markFilter.getState().hidden): Marked {
  const { frames, branches, branch } = session.getState();
  return { frames, partings: partingsOf(branches, branch), hidden };
}

/** Goes to the mark before or after the frame looked at; with `kind`, to the next of that kind, hidden or not. */
export function jumpToMark(session: SessionStore, direction: 1 | -1, kind: MarkKind | null): void {
  const { frame } = session.actions.here();
  const marked = markedOf(session, kind === null ? undefined : new Set());
  const found = nextMark(marked, frame, direction, kind);
  if (found === null) return;
  session.actions.seek({ frame: found.frame, moment: lastMoment });
  markFilter.setState({ jumped: found });
}

/** The kind to go on with: that of the last jump, or the one marked here. */
export function kindHere(session: SessionStore): MarkKind | null {
  const position = session.actions.here();
  const { frames } = session.getState();
  const { jumped } = markFilter.getState();
  if (jumped?.frame === position.frame) return jumped.kind;
  const frame = frames[position.frame];
  const marks = frame === undefined ? [] : marksIn(frame);
  return markKinds.find((kind) => marks.includes(kind)) ?? jumped?.kind ?? null;
}
