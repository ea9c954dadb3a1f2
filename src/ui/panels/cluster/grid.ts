/** The slots as a grid: coloured by owner, shaded by keys, with frames around what moves or is looked at. */
import type { Step } from '../../../protocol/steps.ts';
import type { ClusterView } from '../../../protocol/views-cluster.ts';
import type { Language } from '../../i18n/language.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { CellLook, GridMark, Said } from '../stage/sheet.ts';
import { keysOf, letterOf, lookOf, nameOf, ownerOf, serverName } from './nodes.ts';
import { clusterWords } from './words.ts';

export const slotCount = 16_384;
const columns = 128;
/** Of a part, side by side and in all. */
const partColumns = 32;
export const partSlots = partColumns * partColumns;
/** Every so many rows of a large area are hatched. */
const hatchRows = 4;
/** From these many keys on a slot is darker. */
const shades = [1, 2, 10] as const;
const maxCell = 6;
/** A stretch of less than this many rows has no room for a letter. */
const letterRows = 4;

export interface Shown {
  /** The first slot of a part; null for all of them. */
  readonly from: number | null;
}

interface Layer {
  readonly tone: CellLook;
  readonly cells: number[];
}

export function drawGrid(
  pen: SheetPen,
  view: ClusterView,
  step: Step | null,
  { from }: Shown,
  language: Language,
): void {
  const first = from ?? 0;
  const count = from === null ? slotCount : partSlots;
  const perRow = from === null ? columns : partColumns;
  const side = Math.min(from === null ? maxCell : maxCell * 4, Math.floor((pen.width / perRow) * 4) / 4);
  const grid: GridMark = {
    id: 'slots',
    x: pen.left,
    y: pen.y,
    columns: perRow,
    count,
    cell: { width: side, height: side },
    gap: 0,
    layers: layersOf(view, step, first, count, perRow),
    says: (cell) => saysOf(view, first + cell, language),
    picks: (cell) => `slot:${first + cell}`,
    part: () => 'stretches',
  };
  pen.grids.push(grid);
  drawLetters(pen, view, grid, first);
  if (from !== null) drawCounts(pen, view, grid, first);
  pen.y += Math.ceil(count / perRow) * side + 6;
}

function layersOf(
  view: ClusterView,
  step: Step | null,
  from: number,
  count: number,
  perRow: number,
): readonly Layer[] {
  const owners = new Map<CellLook, number[]>();
  for (const { first, last, owner } of view.stretches) {
    if (owner === null) continue;
    const look = lookOf(view, owner);
    const cells = owners.get(look) ?? [];
    owners.set(look, cells);
    addStretch(cells, first, last, from, count);
  }
  const shaded = shades.map((_, n): Layer => ({ tone: `keys-${(n + 1) as 1 | 2 | 3}`, cells: [] }));
  for (let at = 0; at < view.keyCounts.length; at += 2) {
    const cell = view.keyCounts[at] - from;
    const shade = shades.findLastIndex((least) => view.keyCounts[at + 1] >= least);
    if (cell >= 0 && cell < count && shade !== -1) shaded[shade].cells.push(cell);
  }
  const disagree: number[] = [];
  for (const { stretches } of view.disagreements) {
    for (const { first, last } of stretches) {
      const cells: number[] = [];
      addStretch(cells, first, last, from, count);
      // Of large areas every few rows: a hatch that leaves their colour visible.
      const isLarge = cells.length >= hatchRows * perRow;
      disagree.push(...cells.filter((cell) => !isLarge || Math.floor(cell / perRow) % hatchRows === 0));
    }
  }
  const inside = (slots: readonly number[]) =>
    slots.map((slot) => slot - from).filter((cell) => cell >= 0 && cell < count);
  const chosen = [...(view.way?.keys.map(({ slot }) => slot) ?? []), ...(view.slot ? [view.slot.slot] : [])];
  return [
    ...[...owners].map(([tone, cells]): Layer => ({ tone, cells })),
    ...shaded,
    { tone: 'disagree', cells: [...new Set(disagree)].sort((a, b) => a - b) },
    { tone: 'moving', cells: inside(view.moving.map(({ slot }) => slot)) },
    { tone: 'ring', cells: inside(chosen) },
    { tone: 'hot', cells: inside(slotsOf(step)) },
  ];
}

function addStretch(cells: number[], first: number, last: number, from: number, count: number): void {
  const end = Math.min(last, from + count - 1);
  for (let slot = Math.max(first, from); slot <= end; slot++) cells.push(slot - from);
}

/** What a step is about; of many slots the first and the last. */
export function slotsOf(step: Step | null): readonly number[] {
  switch (step?.type) {
    case 'cluster.slot':
    case 'cluster.migrated':
    case 'cluster.redirected':
      return [step.slot];
    case 'cluster.slots':
      return [step.first, step.last];
    default:
      return [];
  }
}

/** The owner's letter in the middle of its larger areas. */
function drawLetters(pen: SheetPen, view: ClusterView, grid: GridMark, from: number): void {
  for (const { first, last, owner } of view.stretches) {
    if (owner === null) continue;
    const top = Math.max(first - from, 0);
    const bottom = Math.min(last - from, grid.count - 1);
    if (bottom - top < letterRows * grid.columns) continue;
    const middle = (top + bottom) / 2 / grid.columns;
    const hasFailed = view.nodes.some(({ id, flags }) => id === owner && flags.includes('fail'));
    pen.labels.push({
      id: `letter:${owner}:${first}`,
      x: grid.x + (grid.columns * grid.cell.width) / 2,
      y: grid.y + middle * grid.cell.height,
      text: `${letterOf(view, owner)}${hasFailed ? ' ✕' : ''}`,
      look: 'title',
      anchor: 'middle',
      ...(hasFailed ? { tone: 'bad' as const } : {}),
    });
  }
}

/** How many keys, where there is room for a number. */
function drawCounts(pen: SheetPen, view: ClusterView, grid: GridMark, from: number): void {
  if (grid.cell.width < 10) return;
  for (let at = 0; at < view.keyCounts.length; at += 2) {
    const cell = view.keyCounts[at] - from;
    if (cell < 0 || cell >= grid.count) continue;
    const text = String(view.keyCounts[at + 1]);
    // A dark cell would hide it: it stands to the right of the cell, unless the row ends there.
    const isLast = cell % grid.columns === grid.columns - 1;
    pen.labels.push({
      id: `count:${view.keyCounts[at]}`,
      x: grid.x + ((cell % grid.columns) + (isLast ? 0 : 1)) * grid.cell.width + (isLast ? -3 : 3),
      y: grid.y + (Math.floor(cell / grid.columns) + 0.5) * grid.cell.height,
      text,
      look: 'byte',
      anchor: isLast ? 'end' : 'start',
    });
  }
}

export function saysOf(view: ClusterView, slot: number, language: Language): Said {
  const words = clusterWords[language];
  const owner = ownerOf(view, slot);
  const ofOwner = owner === null ? null : view.nodes.find(({ id }) => id === owner);
  const keys = ofOwner?.keys === null ? words.keysUnknown : words.keys(keysOf(view, slot));
  const moving = view.moving
    .filter((each) => each.slot === slot)
    .map(({ at, how, node }) =>
      how === 'migrating'
        ? words.movingOut(serverName(view, at), nameOf(view, node))
        : words.movingIn(serverName(view, at), nameOf(view, node)),
    );
  const others = view.disagreements.flatMap(({ node, stretches }) => {
    const found = stretches.find(({ first, last }) => slot >= first && slot <= last);
    if (found === undefined) return [];
    return [words.otherwise(serverName(view, node), found.owner === null ? null : nameOf(view, found.owner))];
  });
  const by = owner === null ? words.noOwner : `${letterOf(view, owner)} ${nameOf(view, owner)}`;
  return { head: `${words.slot(slot)}: ${by}`, detail: [keys, ...moving, ...others].join(' · ') };
}
