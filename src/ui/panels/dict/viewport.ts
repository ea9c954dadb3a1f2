/**
 * Which buckets of a table are looked at. A table of up to `drawnWhole` buckets is drawn whole;
 * of a larger one a window is watched, whose place and width are arithmetic on plain values.
 */

import type { Step } from '../../../protocol/steps.ts';
import type { DictTableView, DictView, Window } from '../../../protocol/views.ts';

export const drawnWhole = 32;

/** How many buckets a window may show: the levels of zoom. */
export const zoomLevels = [8, 16, 32, 64] as const;
export type ZoomLevel = (typeof zoomLevels)[number];

export function isWindowed(table: DictTableView): boolean {
  return table.buckets.length < table.size;
}

/** A window that lies inside the table; aligned to nothing, so that panning is smooth. */
export function clampWindow(from: number, count: number, size: number): Window {
  if (size <= drawnWhole) return { from: 0, count: drawnWhole };
  const last = Math.max(0, size - count);
  return { from: Math.min(Math.max(0, Math.round(from)), last), count };
}

/** A window with the bucket near its middle; its start is a round number, so that the indices stay easy to read. */
export function windowAround(bucket: number, count: number, size: number): Window {
  const grain = count / 4;
  return clampWindow(Math.floor((bucket - count / 2) / grain) * grain, count, size);
}

export function contains(window: Window, bucket: number): boolean {
  return bucket >= window.from && bucket < window.from + window.count;
}

export interface Place {
  readonly table: 0 | 1;
  readonly bucket: number;
}

/** Where in the watched dictionary a step happens; a move happens at two places. */
export function placesOf(step: Step | null, view: DictView): readonly Place[] {
  if (step === null || !('dict' in step) || step.dict !== view.address) return [];
  switch (step.type) {
    case 'dict.bucket':
    case 'dict.walk':
    case 'dict.insert':
    case 'dict.remove':
    case 'dict.scan':
      return [{ table: step.table, bucket: step.bucket }];
    case 'dict.move':
      return [
        { table: 0, bucket: step.fromBucket },
        { table: 1, bucket: step.toBucket },
      ];
    case 'dict.rehash':
      return [{ table: 0, bucket: step.bucket }];
    case 'dict.hash':
    case 'dict.resize':
    case 'dict.swap':
      return [];
    default: {
      const missed: never = step;
      return missed;
    }
  }
}

/**
 * Where the frame is at work in each table, seen from one of its moments; where it is not yet, the next place
 * it will be, so that the window is there before the step is.
 */
export function upcomingPlaces(
  steps: readonly (Step | null)[],
  index: number,
  view: DictView,
): readonly Place[] {
  const found: Place[] = [];
  for (let moment = index; moment < steps.length && found.length < 2; moment++) {
    for (const place of placesOf(steps[moment], view)) {
      if (!found.some((known) => known.table === place.table)) found.push(place);
    }
  }
  return found;
}

/** The windows moved to where the step happens; the same object when nothing has to move. */
export function follow(
  windows: readonly [Window, Window],
  places: readonly Place[],
  view: DictView,
): readonly [Window, Window] {
  let moved = windows;
  for (const { table, bucket } of places) {
    const size = view.tables[table].size;
    if (size <= drawnWhole || bucket >= size || contains(moved[table], bucket)) continue;
    const window = windowAround(bucket, moved[table].count, size);
    moved = table === 0 ? [window, moved[1]] : [moved[0], window];
  }
  return moved;
}
