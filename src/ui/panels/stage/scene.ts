/** The scene of a drawing, and how long its movement may take. */
import type { View } from '../../../protocol/views.ts';
import { momentMs } from '../../session/player.ts';
import {
  currentDetail,
  currentMoment,
  isOpening,
  momentIndex,
  previousMoment,
  type SessionState,
  type SessionStore,
  stepsSoFar,
} from '../../session/store.ts';
import { prefersReducedMotion } from '../../theme/motion.ts';
import type { Scene } from './sheet.ts';

/** A shorter movement would be invisible. */
const shortestMs = 60;
const longestMs = 360;
const steppedMs = 300;

export type ViewOf<Kind extends View['kind']> = Extract<View, { readonly kind: Kind }>;

/** Null until the picture arrives, and if there is no view of that kind. */
export function sceneOf<Kind extends View['kind']>(
  state: SessionState,
  watchId: string,
  kind: Kind,
): Scene<ViewOf<Kind>> | null {
  const moment = currentMoment(state);
  const view = moment?.picture[watchId];
  if (moment === null || view?.kind !== kind) return null;
  const before = previousMoment(state)?.picture[watchId];
  const isBefore = momentIndex(state) === 0 || isOpening(state);
  return {
    view: view as ViewOf<Kind>,
    before: before?.kind === kind ? (before as ViewOf<Kind>) : null,
    step: moment.step,
    steps: stepsSoFar(state),
    phase: moment.step !== null ? 'inside' : isBefore ? 'before' : 'after',
  };
}

export function durationFor(state: SessionState): number {
  if (prefersReducedMotion()) return 0;
  if (!state.playing) return steppedMs;
  const moments = currentDetail(state)?.moments.length ?? 2;
  const durationMs = Math.min(longestMs, (momentMs(moments) / state.speed) * 0.9);
  return durationMs < shortestMs ? 0 : durationMs;
}

/**
 * Calls `draw` when another picture or step is looked at. Pictures may come faster than the screen refreshes, such as
 * while filling: then each animation frame draws one of them.
 */
export function followPictures(
  store: SessionStore,
  watchId: string,
  draw: (durationMs: number) => void,
): () => void {
  let pending: number | null = null;
  let drawn = seenIn(store.getState());
  function seenIn(state: SessionState) {
    const moment = currentMoment(state);
    return { view: moment?.picture[watchId], step: moment?.step ?? null, opening: isOpening(state) };
  }
  const unsubscribe = store.subscribe((state) => {
    if (pending !== null) return;
    const next = seenIn(state);
    const isSame = next.view === drawn.view && next.step === drawn.step && next.opening === drawn.opening;
    if (next.view == null || isSame) return;
    pending = requestAnimationFrame(() => {
      pending = null;
      drawn = seenIn(store.getState());
      draw(durationFor(store.getState()));
    });
  });
  return () => {
    if (pending !== null) cancelAnimationFrame(pending);
    unsubscribe();
  };
}
