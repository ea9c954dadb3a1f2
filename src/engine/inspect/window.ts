/** Windows on something that may be long. */
import type { Window } from '../../protocol/views.ts';

/** The window moved and cut so that it lies within `length` items and shows at most `maxCount`. */
export function clampWindow(window: Window, length: number, maxCount: number): Window {
  const count = Math.max(0, Math.min(Math.floor(window.count), maxCount));
  const from = Math.max(0, Math.min(Math.floor(window.from), Math.max(0, length - 1)));
  return { from, count };
}

/** The items of a window, without going further than its end. */
export function windowOf<T>(items: Iterable<T>, from: number, count: number): T[] {
  const found: T[] = [];
  let at = 0;
  for (const item of items) {
    if (found.length >= count) break;
    if (at++ >= from) found.push(item);
  }
  return found;
}

/** The window itself if it shows the place; otherwise one with the place near its middle and a round start. */
export function around(window: Window, place: number): Window {
  const { from, count } = window;
  if (place >= from && place < from + count) return window;
  const grain = Math.max(1, count >> 2);
  return { from: Math.max(0, Math.floor((place - count / 2) / grain) * grain), count };
}

/** The target with its window around a position; the target itself if it shows the position, or there is none. */
export function movedTo<Target extends { readonly window: Window }>(
  target: Target,
  place: number | null,
): Target {
  const window = place === null ? target.window : around(target.window, place);
  return window === target.window ? target : { ...target, window };
}
