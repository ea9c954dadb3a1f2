/**
 * The time axis. With a stopped clock ten commands share one instant, and between two of them an hour may pass: so
 * every event has a column of its own, in order, and the time between two widens the gap, the less the longer it is.
 * The labels above the columns are the true times.
 */
import type { LockEvent } from '../../../protocol/views.ts';

export interface Axis {
  /** The middle of each event's column. */
  readonly columns: readonly number[];
  readonly nowX: number;
  /** The place of the coming expiry; null without one. */
  readonly expiryX: number | null;
  readonly width: number;
  /** Where the written time changes, in milliseconds since the first event. */
  readonly ticks: readonly { readonly x: number; readonly sinceMs: number }[];
}

/** Room for the name of a command below its sign. */
export const narrowestGap = 62;
const sides = 34;
const mostStretched = 1.5;
/** Slightly too tight is better than scrolling. */
const mostSqueezed = 0.84;

/** How much a stretch of time widens a gap: 100 ms a third, ten seconds the whole of a column, an hour nearly two. */
export function widthOfTime(ms: number): number {
  return ms <= 0 ? 0 : Math.log10(1 + ms / 10) * 20;
}

export function layoutAxis(
  events: readonly LockEvent[],
  nowMs: number,
  expireAtMs: number,
  availableWidth: number,
): Axis {
  if (events.length === 0)
    return { columns: [], nowX: sides, expiryX: null, width: availableWidth, ticks: [] };
  const gaps = events.map((event, nth) =>
    nth === 0 ? 0 : narrowestGap + widthOfTime(event.atMs - events[nth - 1].atMs),
  );
  const last = events[events.length - 1];
  const toNow = narrowestGap + widthOfTime(nowMs - last.atMs);
  const isPending = expireAtMs >= nowMs;
  const toExpiry = isPending ? narrowestGap * 0.9 + widthOfTime(expireAtMs - nowMs) : 0;
  const natural = gaps.reduce((sum, gap) => sum + gap, 0) + toNow + toExpiry;
  const factor = Math.min(mostStretched, Math.max(mostSqueezed, (availableWidth - 2 * sides) / natural));
  let x = sides;
  const columns = gaps.map((gap) => {
    x += gap * factor;
    return x;
  });
  const nowX = x + toNow * factor;
  const expiryX = isPending ? nowX + toExpiry * factor : null;
  const firstMs = events[0].atMs;
  const ticks = columns.flatMap((column, nth) =>
    nth > 0 && events[nth].atMs === events[nth - 1].atMs
      ? []
      : [{ x: column, sinceMs: events[nth].atMs - firstMs }],
  );
  return { columns, nowX, expiryX, width: Math.max(availableWidth, (expiryX ?? nowX) + sides), ticks };
}
