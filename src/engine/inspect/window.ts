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
