/**
 * Walking through a finished script: every line that it reached is a stop, and stepping chooses another stop, earlier
 * or later. Nothing runs again.
 */
import type { Moment } from '../../../protocol/messages.ts';
import type { ScriptView } from '../../../protocol/views-script.ts';

/** A line about to run, at a moment of the frame. */
export interface Stop {
  readonly moment: number;
  readonly line: number;
  /** How many functions are active; 1 in the script itself. */
  readonly depth: number;
}

export type Stride =
  /** The next line, also inside a called function. */
  | 'into'
  /** The next line of this function or of its caller. */
  | 'over'
  /** The next line of the caller. */
  | 'out'
  /** The line before of this function, or the one that called it. */
  | 'back'
  /** The next line with a breakpoint. */
  | 'run'
  | 'run-back';

export function scriptView(moment: Moment | undefined, watchId: string): ScriptView | null {
  const view = moment?.picture[watchId];
  return view?.kind === 'script' ? view : null;
}

export function stopsOf(moments: readonly Moment[], watchId: string): Stop[] {
  const stops: Stop[] = [];
  moments.forEach((moment, index) => {
    if (moment.step?.type !== 'script.line') return;
    const depth = scriptView(moment, watchId)?.script?.frames.length ?? 1;
    stops.push({ moment: index, line: moment.step.line, depth: Math.max(1, depth) });
  });
  return stops;
}

/** The number of a moment's stop: the line that runs then; -1 before the first. */
export function stopAt(stops: readonly Stop[], moment: number): number {
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stops[middle].moment <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The moment a stride leads to. After the last stop comes the end of the frame, before the first its beginning; null if
 * it is there already.
 */
export function strideFrom(
  stops: readonly Stop[],
  moment: number,
  lastMoment: number,
  stride: Stride,
  breakpoints: ReadonlySet<number>,
): number | null {
  const here = stopAt(stops, moment);
  // After the end, look back from the level of the script itself.
  const isOver = moment >= lastMoment;
  const depth = isOver || here < 0 ? 1 : stops[here].depth;
  const fits = (stop: Stop): boolean => {
    switch (stride) {
      case 'into':
        return true;
      case 'over':
      case 'back':
        return stop.depth <= depth;
      case 'out':
        return stop.depth < depth;
      default:
        return breakpoints.has(stop.line);
    }
  };
  if (stride === 'back' || stride === 'run-back') {
    for (let at = Math.min(here, stops.length - 1); at >= 0; at--) {
      if (stops[at].moment < moment && fits(stops[at])) return stops[at].moment;
    }
    if (stride === 'run-back' && stops.length > 0 && stops[0].moment < moment) return stops[0].moment;
    return moment > 0 ? 0 : null;
  }
  for (let at = here + 1; at < stops.length; at++) if (fits(stops[at])) return stops[at].moment;
  return isOver ? null : lastMoment;
}
