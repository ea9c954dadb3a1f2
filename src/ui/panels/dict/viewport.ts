/**
 * Which buckets of a table are shown. A small table is drawn whole; of a larger one a window is watched, whose place
 * and width are arithmetic on plain values.
 */

import type { DictTableView, Window } from '../../../protocol/views.ts';

export function isWindowed(table: DictTableView): boolean {
  return table.buckets.length < table.size;
}

/** A window that lies inside the table; aligned to nothing, so that panning is smooth. */
export function clampWindow(from: number, count: number, size: number): Window {
  const last = Math.max(0, size - count);
  return { from: Math.min(Math.max(0, Math.round(from)), last), count };
}
