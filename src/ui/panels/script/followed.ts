/** The reader's position in a finished script, and the moves from there. */
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Moment } from '../../../protocol/messages.ts';
import type { ScriptView } from '../../../protocol/views-script.ts';
import { useActions, useSession, useSessionStore } from '../../session/hooks.ts';
import { currentDetail, momentIndex } from '../../session/store.ts';
import { breakpointStore, breakpointsOf } from './breakpoints.ts';
import { viewBefore } from './story.ts';
import { type Stop, type Stride, scriptView, stopAt, stopsOf, strideFrom } from './walk.ts';

export interface Followed {
  readonly moments: readonly Moment[];
  readonly moment: number;
  readonly stops: readonly Stop[];
  /** The number of the stop looked at; -1 if it is none of them. */
  readonly nth: number;
  readonly dropped: number;
  /** The view one stop earlier. */
  readonly before: ScriptView | null;
  readonly breakpoints: readonly number[];
  can(stride: Stride): boolean;
  go(stride: Stride): void;
}

const none: readonly Moment[] = [];

export function useFollowed(watchId: string): Followed {
  const store = useSessionStore();
  const { seek, pause } = useActions();
  const detail = useSession(currentDetail);
  const moment = useSession(momentIndex);
  const playing = useSession((state) => state.playing);
  const moments = detail?.moments ?? none;
  const stops = useMemo(() => stopsOf(moments, watchId), [moments, watchId]);
  const source = scriptView(moments[moment], watchId)?.script?.program.source ?? '';
  const breakpoints = useStore(breakpointStore, (state) => breakpointsOf(state, source));
  const broken = useMemo(() => new Set(breakpoints), [breakpoints]);
  const here = stopAt(stops, moment);
  const isAtStop = here >= 0 && stops[here].moment === moment;

  // Playing stops at the next breakpoint, but not at the one where it began.
  const began = useRef<string | null>(null);
  const place = `${detail?.index}:${moment}`;
  useEffect(() => {
    if (!playing) {
      began.current = place;
      return;
    }
    if (began.current === place) return;
    began.current = null;
    if (isAtStop && broken.has(stops[here].line)) {
      pause();
      began.current = place;
    }
  }, [playing, place, isAtStop, broken, stops, here, pause]);

  const last = moments.length - 1;
  const before = useMemo(
    () => viewBefore(moments, stops, moment, watchId),
    [moments, stops, moment, watchId],
  );
  const to = (stride: Stride) =>
    stops.length === 0 ? null : strideFrom(stops, moment, last, stride, broken);
  return {
    moments,
    moment,
    stops,
    nth: moment >= last ? -1 : here,
    dropped: detail?.droppedSteps ?? 0,
    before,
    breakpoints,
    can: (stride) => to(stride) !== null,
    go(stride) {
      const next = to(stride);
      if (next !== null) seek({ frame: store.getState().position.frame, moment: next });
    },
  };
}
