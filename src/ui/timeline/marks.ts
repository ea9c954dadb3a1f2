/** The marks on the timeline: what happened where, thinned out to what the eye can tell apart. */
import type { FrameSummary, Mark } from '../../protocol/messages.ts';

export interface PlacedMark {
  readonly mark: Mark;
  readonly frame: number;
  /** How many marked frames this one stands for. */
  readonly count: number;
}

/** Where two marks fall together, the one that says more is shown. */
const importance: readonly Mark[] = ['error', 'swap', 'resize', 'expired', 'encoding', 'rehash'];

/** Places on the track; more marks than that would touch each other. */
const places = 120;

export function placedMarks(frames: readonly FrameSummary[]): PlacedMark[] {
  const last = Math.max(1, frames.length - 1);
  const byPlace = new Map<number, PlacedMark>();
  for (const frame of frames) {
    const mark = importance.find((candidate) => frame.marks.includes(candidate));
    if (mark === undefined) continue;
    const place = frames.length <= places ? frame.index : Math.floor((frame.index / last) * places);
    const there = byPlace.get(place);
    if (there === undefined) {
      byPlace.set(place, { mark, frame: frame.index, count: 1 });
    } else {
      const keep = importance.indexOf(there.mark) <= importance.indexOf(mark);
      byPlace.set(place, {
        mark: keep ? there.mark : mark,
        frame: keep ? there.frame : frame.index,
        count: there.count + 1,
      });
    }
  }
  return [...byPlace.values()];
}

/** How far along the track a position is, from 0 to 1. The way over a frame is the way to its end. */
export function progressOf(frames: number, frame: number, moment: number, moments: number): number {
  if (frames <= 1) return 0;
  if (frame === 0) return 0;
  const within = moments <= 1 ? 1 : Math.min(moment, moments - 1) / (moments - 1);
  return (frame - 1 + within) / (frames - 1);
}

/** The frame whose stretch of the track contains a point, and how far into it the point is. */
export function frameAt(frames: number, fraction: number): { frame: number; within: number } {
  if (frames <= 1) return { frame: 0, within: 1 };
  const along = Math.max(0, Math.min(1, fraction)) * (frames - 1);
  const frame = Math.ceil(along);
  if (frame === 0) return { frame: 0, within: 1 };
  return { frame, within: along - (frame - 1) };
}
