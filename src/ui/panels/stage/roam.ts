/** Where the arrow keys lead on a sheet: to the nearest thing in that direction. */
import { type Box, cellBox, type GridMark, type Said, type Sheet } from './sheet.ts';

/** A thing to point at: a box with a text, or one cell of a grid. */
export type Spot = { readonly box: string } | { readonly grid: string; readonly cell: number };

export type RoamKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

export interface Found {
  readonly spot: Spot;
  readonly place: Box;
  readonly says: Said;
  readonly part: string | null;
  readonly picks: string | null;
}

export function find(sheet: Sheet, spot: Spot): Found | null {
  if ('box' in spot) {
    const mark = sheet.boxes.find(({ id }) => id === spot.box);
    if (mark?.says === undefined) return null;
    return { spot, place: mark, says: mark.says, part: mark.part ?? null, picks: mark.picks ?? null };
  }
  const grid = sheet.grids?.find(({ id }) => id === spot.grid);
  if (grid === undefined || spot.cell < 0 || spot.cell >= grid.count) return null;
  return {
    spot,
    place: cellBox(grid, spot.cell),
    says: grid.says(spot.cell),
    part: grid.part?.(spot.cell) ?? null,
    picks: grid.picks?.(spot.cell) ?? null,
  };
}

/** The same spot if it is still there, or the first one. */
export function settle(sheet: Sheet, spot: Spot | null): Spot | null {
  if (spot !== null && find(sheet, spot) !== null) return spot;
  return ends(sheet).first;
}

function ends(sheet: Sheet): { first: Spot | null; last: Spot | null } {
  const spots = landmarks(sheet);
  return { first: spots[0]?.spot ?? null, last: spots.at(-1)?.spot ?? null };
}

/** Everything that can be reached, a grid by its first and last cell, in the order of reading. */
function landmarks(sheet: Sheet): { spot: Spot; place: Box }[] {
  const all: { spot: Spot; place: Box }[] = [];
  for (const mark of sheet.boxes)
    if (mark.says !== undefined) all.push({ spot: { box: mark.id }, place: mark });
  for (const grid of sheet.grids ?? []) {
    if (grid.count === 0) continue;
    for (const cell of new Set([0, grid.count - 1])) {
      all.push({ spot: { grid: grid.id, cell }, place: cellBox(grid, cell) });
    }
  }
  return all.sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
}

export function roam(sheet: Sheet, from: Spot | null, key: RoamKey): Spot | null {
  const here = settle(sheet, from);
  if (here === null || from === null || here !== from) return here;
  if (key === 'Home') return ends(sheet).first;
  if (key === 'End') return ends(sheet).last;
  if ('grid' in here) {
    const grid = sheet.grids!.find(({ id }) => id === here.grid)!;
    const cell = insideGrid(grid, here.cell, key);
    if (cell !== null) return { grid: grid.id, cell };
  }
  return nearest(sheet, here, key) ?? here;
}

function insideGrid(grid: GridMark, cell: number, key: RoamKey): number | null {
  const column = cell % grid.columns;
  switch (key) {
    case 'ArrowLeft':
      return column > 0 ? cell - 1 : null;
    case 'ArrowRight':
      return column < grid.columns - 1 && cell + 1 < grid.count ? cell + 1 : null;
    case 'ArrowUp':
      return cell >= grid.columns ? cell - grid.columns : null;
    case 'ArrowDown':
      return cell + grid.columns < grid.count ? cell + grid.columns : null;
    default:
      return null;
  }
}

/** The nearest in a direction; things to the side count as further away than those straight ahead. */
function nearest(sheet: Sheet, from: Spot, key: RoamKey): Spot | null {
  const { place } = find(sheet, from)!;
  let best: Spot | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates(sheet, from, place)) {
    const distance = distanceTo(place, candidate.place, key);
    if (distance === null || distance >= least) continue;
    least = distance;
    best = candidate.spot;
  }
  return best;
}

function candidates(sheet: Sheet, from: Spot, place: Box): { spot: Spot; place: Box }[] {
  const all: { spot: Spot; place: Box }[] = [];
  for (const mark of sheet.boxes) {
    if (mark.says === undefined || ('box' in from && from.box === mark.id)) continue;
    all.push({ spot: { box: mark.id }, place: mark });
  }
  for (const grid of sheet.grids ?? []) {
    if (grid.count === 0 || ('grid' in from && from.grid === grid.id)) continue;
    const cell = cellNearest(grid, place);
    all.push({ spot: { grid: grid.id, cell }, place: cellBox(grid, cell) });
  }
  return all;
}

/** The cell of a grid that is nearest to a place outside of it. */
function cellNearest(grid: GridMark, place: Box): number {
  const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.floor(value)));
  const column = within(
    (place.x + place.width / 2 - grid.x) / (grid.cell.width + grid.gap),
    Math.min(grid.columns, grid.count) - 1,
  );
  const rows = Math.ceil(grid.count / grid.columns);
  const row = within((place.y + place.height / 2 - grid.y) / (grid.cell.height + grid.gap), rows - 1);
  return Math.min(grid.count - 1, row * grid.columns + column);
}

function distanceTo(from: Box, to: Box, key: RoamKey): number | null {
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  const [start, extent] = isSideways ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const [side, breadth] = isSideways ? (['y', 'height'] as const) : (['x', 'width'] as const);
  const ahead = sign * (to[start] + to[extent] / 2 - (from[start] + from[extent] / 2));
  if (ahead <= 0.5) return null;
  // Two things that overlap, seen from the direction of walking, count as straight ahead.
  const askew = Math.max(0, to[side] - (from[side] + from[breadth]), from[side] - (to[side] + to[breadth]));
  // Things far to the side are in another direction.
  if (askew > 2 * ahead + 24) return null;
  const off = Math.abs(to[side] + to[breadth] / 2 - (from[side] + from[breadth] / 2));
  return ahead + askew * 4 + off * 0.1;
}
