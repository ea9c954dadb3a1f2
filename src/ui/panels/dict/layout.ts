/**
 * From a snapshot of a dictionary to marks on a sheet. Nothing is remembered or guessed: the view says where an entry
 * is, the step only adds highlights. `before` is the snapshot one moment earlier; it says where something stood that
 * has just left.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { DictEntryView, DictView } from '../../../protocol/views.ts';
import { columnsOf, cutToColumns, nameInLabel } from '../label.ts';
import type { Box, Point, Size } from '../stage/sheet.ts';
import { cellBox, labelColumns, placeSheet, placeTable, slotBox, type TablePlace } from './geometry.ts';
import type { ScanProgress } from './scan.ts';
import { layoutScan, type ScanMarks } from './scan-layout.ts';
import { isWindowed } from './viewport.ts';

/** The sign that repeats the yellow highlight as a shape: equal, not equal, added, removed, moving. */
export type Cue = '=' | '≠' | '+' | '−' | '→' | '';

export interface TitleMark {
  readonly id: string;
  readonly table: 0 | 1;
  readonly box: Box;
  readonly size: number;
  readonly used: number;
  readonly from: number;
  readonly count: number;
  readonly windowed: boolean;
  readonly hot: boolean;
}

export interface BucketMark extends Box {
  readonly id: string;
  readonly table: 0 | 1;
  readonly index: number;
  readonly entries: number;
  /** Its entries have gone to ht[1], and it will not be read again. */
  readonly moved: boolean;
  readonly hot: boolean;
}

export interface EntryMark extends Box {
  readonly address: number;
  readonly table: 0 | 1;
  readonly bucket: number;
  readonly depth: number;
  readonly key: string;
  readonly hash: string;
  readonly label: string;
  readonly hot: boolean;
  readonly cue: Cue;
}

/** Entries of a chain for which the row has no room. */
export interface MoreMark extends Box {
  readonly id: string;
  readonly table: 0 | 1;
  readonly bucket: number;
  readonly count: number;
  readonly hot: boolean;
}

export interface LinkMark {
  readonly id: string;
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
}

/** A dashed outline: where something was a moment ago, or where it is about to be. */
export interface GhostMark extends Box {
  readonly id: string;
  readonly label: string;
  readonly cue: Cue;
}

export interface TravelMark {
  readonly address: number;
  readonly from: Point;
  readonly to: Point;
  /** Set when entries follow in the row: the line leaves below them and turns up past this x. */
  readonly past: number | null;
  /** The bucket at the far end if the window does not show it. */
  readonly beyond: { readonly table: 0 | 1; readonly bucket: number; readonly at: Point } | null;
}

export interface RehashPointerMark extends Point {
  readonly index: number;
  /** The window does not show the bucket it points to; the mark then stands at the end of the title. */
  readonly outside: 'before' | 'after' | null;
}

export interface DictMarks {
  readonly width: number;
  readonly height: number;
  readonly compact: boolean;
  readonly low: boolean;
  readonly places: readonly TablePlace[];
  readonly titles: readonly TitleMark[];
  readonly buckets: readonly BucketMark[];
  readonly entries: readonly EntryMark[];
  readonly more: readonly MoreMark[];
  readonly links: readonly LinkMark[];
  readonly ghosts: readonly GhostMark[];
  readonly travel: TravelMark | null;
  readonly pointer: RehashPointerMark | null;
  /** The box to keep in sight. */
  readonly focus: Box | null;
  /** Room for ht[1] while there is none. */
  readonly vacancy: Box | null;
  /** The progress of SCAN while one runs. */
  readonly scan: ScanMarks;
}

interface Slot {
  readonly entry: DictEntryView;
  readonly ghost: boolean;
}

/** The step, if it happens in the watched dictionary. */
function ownStep(view: DictView, step: Step | null): Step | null {
  if (step === null) return null;
  return 'dict' in step && step.dict !== view.address ? null : step;
}

/** The entry that leaves its bucket in this step, and which bucket that is. */
function departure(step: Step | null): { entry: number; table: 0 | 1; bucket: number } | null {
  if (step === null) return null;
  if (step.type === 'dict.move') return { entry: step.entry, table: 0, bucket: step.fromBucket };
  if (step.type === 'dict.remove') return { entry: step.entry, table: step.table, bucket: step.bucket };
  return null;
}

function chainAt(view: DictView | null, table: 0 | 1, bucket: number): readonly DictEntryView[] | null {
  const shown = view?.tables[table];
  return shown?.buckets[bucket - shown.from] ?? null;
}

/**
 * A chain with a gap for the entry that has just left it, so that the others do not close up while the eye still
 * follows it.
 */
function chainWithGhost(
  now: readonly DictEntryView[],
  then: readonly DictEntryView[] | null,
  left: number,
): Slot[] {
  const slots: Slot[] = now.map((entry) => ({ entry, ghost: false }));
  if (then === null || now.some((entry) => entry.address === left)) return slots;
  const at = then.findIndex((entry) => entry.address === left);
  if (at < 0) return slots;
  slots.splice(Math.min(at, slots.length), 0, { entry: then[at], ghost: true });
  return slots;
}

function cueOf(step: Step | null): Cue {
  if (step === null) return '';
  switch (step.type) {
    case 'dict.walk':
      return step.match ? '=' : '≠';
    case 'dict.insert':
      return '+';
    case 'dict.remove':
      return '−';
    case 'dict.move':
      return '→';
    case 'key.expired':
      return '−';
    default:
      return '';
  }
}

/** The bucket that the step itself touches. */
function hotBucket(step: Step | null): { table: 0 | 1; bucket: number } | null {
  if (step === null) return null;
  if (step.type === 'dict.bucket' || step.type === 'dict.scan')
    return { table: step.table, bucket: step.bucket };
  if (step.type === 'dict.rehash') return { table: 0, bucket: step.bucket };
  return null;
}

function hotEntry(view: DictView, step: Step | null): (entry: DictEntryView) => boolean {
  if (step === null) return () => false;
  if (
    step.type === 'dict.walk' ||
    step.type === 'dict.insert' ||
    step.type === 'dict.remove' ||
    step.type === 'dict.move'
  ) {
    return (entry) => entry.address === step.entry;
  }
  if (step.type === 'key.expired' && step.db === view.db && view.which !== 'value')
    return (entry) => entry.key === step.key;
  return () => false;
}

function hotTable(view: DictView, step: Step | null): 0 | 1 | null {
  if (step === null) return null;
  if (step.type === 'dict.resize') return view.tables[1].size > 0 ? 1 : 0;
  if (step.type === 'dict.swap') return 0;
  return null;
}

export function layoutDict(
  view: DictView,
  step: Step | null,
  before: DictView | null,
  size: Size,
  scan: ScanProgress | null = null,
): DictMarks {
  const own = ownStep(view, step);
  const sheet = placeSheet(size, view.tables[1].size > 0);
  const leaving = departure(own);
  const isHot = hotEntry(view, own);
  const hot = hotBucket(own);
  const cue = cueOf(own);
  const grown = hotTable(view, own);

  const titles: TitleMark[] = [];
  const buckets: BucketMark[] = [];
  const entries: EntryMark[] = [];
  const more: MoreMark[] = [];
  const links: LinkMark[] = [];
  const ghosts: GhostMark[] = [];
  const places: TablePlace[] = [];
  let height = sheet.titleHeight;

  for (const table of [0, 1] as const) {
    const shown = view.tables[table];
    const area = sheet.areas[table];
    if (shown.size === 0 || area === null) continue;

    const rows: Slot[][] = shown.buckets.map((chain, nth) =>
      leaving !== null && leaving.table === table && leaving.bucket === shown.from + nth
        ? chainWithGhost(chain, chainAt(before, table, leaving.bucket), leaving.entry)
        : chain.map((entry) => ({ entry, ghost: false })),
    );
    let longestChain = 0;
    let widestKey = 0;
    for (const row of rows) {
      longestChain = Math.max(longestChain, row.length);
      for (const { entry } of row) widestKey = Math.max(widestKey, columnsOf(entry.key));
    }
    const lastIndex = shown.from + rows.length - 1;
    const contents = { count: rows.length, longestChain, widestKey, lastIndex };
    const spare = table === 0 && view.tables[1].size === 0 ? size.width - area.width : 0;
    const place = placeTable(table, area, contents, sheet, spare);
    const columns = labelColumns(place);
    // The array of buckets has an address too: after the swap it is the same array, in another place.
    const array = shown.address === 0 ? `ht${table}` : String(shown.address);
    places.push(place);
    height = Math.max(height, place.box.height);
    titles.push({
      id: array,
      table,
      box: { ...area, height: sheet.titleHeight },
      size: shown.size,
      used: shown.used,
      from: shown.from,
      count: rows.length,
      windowed: isWindowed(shown),
      hot: grown === table,
    });

    rows.forEach((row, nth) => {
      const index = shown.from + nth;
      const cell = cellBox(place, nth);
      buckets.push({
        id: `${array}:${index}`,
        table,
        index,
        ...cell,
        entries: shown.buckets[nth].length,
        moved: table === 0 && view.rehashIndex >= 0 && index < view.rehashIndex,
        hot: hot !== null && hot.table === table && hot.bucket === index,
      });
      const drawn = row.length <= place.slots ? row.length : place.slotsBesideMore;
      const middle = cell.y + cell.height / 2;
      row.slice(0, drawn).forEach(({ entry, ghost }, slot) => {
        const box = slotBox(place, nth, slot);
        links.push({ id: `${array}:${index}:${slot}`, x1: box.x - place.gap, x2: box.x, y: middle });
        const label = cutToColumns(nameInLabel(entry.key), columns);
        if (ghost) {
          ghosts.push({
            id: `left:${entry.address}`,
            ...box,
            label,
            cue: own?.type === 'dict.remove' ? '−' : '',
          });
          return;
        }
        const touched = isHot(entry);
        entries.push({
          address: entry.address,
          table,
          bucket: index,
          depth: slot,
          ...box,
          key: entry.key,
          hash: entry.hash,
          label,
          hot: touched,
          cue: touched ? cue : '',
        });
      });
      if (drawn < row.length) {
        const rest = row.slice(drawn);
        const box = { ...slotBox(place, nth, drawn), width: place.moreWidth };
        links.push({ id: `${array}:${index}:${drawn}`, x1: box.x - place.gap, x2: box.x, y: middle });
        more.push({
          id: `${array}:${index}`,
          table,
          bucket: index,
          ...box,
          count: rest.length,
          hot: rest.some(({ entry }) => isHot(entry)),
        });
      }
    });
  }

  const once = withoutDoubles(entries, ghosts);
  return {
    width: size.width,
    height,
    compact: sheet.compact,
    low: sheet.low,
    places,
    titles,
    buckets,
    entries: once,
    more,
    links,
    ghosts,
    travel: travelOf(view, own, places, once, ghosts),
    pointer: pointerOf(view, places),
    focus:
      once.find((entry) => entry.hot) ??
      more.find((chip) => chip.hot) ??
      buckets.find((bucket) => bucket.hot) ??
      ghosts[0] ??
      null,
    vacancy: vacancyOf(view, sheet.areas[1], once, more),
    scan: layoutScan(scan, view, buckets),
  };
}

/** The place of ht[1] while there is none; null if long chains of ht[0] have run into it: they are not in ht[1]. */
function vacancyOf(
  view: DictView,
  area: Box | null,
  entries: readonly EntryMark[],
  more: readonly MoreMark[],
): Box | null {
  if (area === null || view.tables[0].size === 0 || view.tables[1].size > 0) return null;
  const occupied = [...entries, ...more].some((mark) => mark.x + mark.width > area.x);
  return occupied ? null : area;
}

/**
 * While a bucket moves, both tables can reach the same entry for an instant. It is drawn once, at its destination; the
 * other place becomes a ghost.
 */
function withoutDoubles(entries: readonly EntryMark[], ghosts: GhostMark[]): EntryMark[] {
  const last = new Map<number, EntryMark>();
  for (const entry of entries) last.set(entry.address, entry);
  if (last.size === entries.length) return [...entries];
  const kept: EntryMark[] = [];
  for (const entry of entries) {
    if (last.get(entry.address) === entry) kept.push(entry);
    else if (!ghosts.some((ghost) => ghost.id === `left:${entry.address}`)) {
      const { x, y, width, height, label } = entry;
      ghosts.push({ id: `left:${entry.address}`, x, y, width, height, label, cue: '' });
    }
  }
  return kept;
}

/** Where a line to a bucket ends: at its cell, or at the edge of the window that does not show it. */
function edgeOf(view: DictView, place: TablePlace, bucket: number): { point: Point; outside: boolean } {
  const shown = view.tables[place.table];
  const nth = bucket - shown.from;
  if (nth >= 0 && nth < shown.buckets.length) {
    const cell = cellBox(place, nth);
    return { point: { x: cell.x, y: cell.y + cell.height / 2 }, outside: false };
  }
  const x = place.box.x + place.pointerWidth;
  const y = nth < 0 ? place.rowsTop - 6 : place.rowsTop + place.rows * place.rowHeight;
  return { point: { x, y }, outside: true };
}

function travelOf(
  view: DictView,
  step: Step | null,
  places: readonly TablePlace[],
  entries: readonly EntryMark[],
  ghosts: GhostMark[],
): TravelMark | null {
  if (step?.type !== 'dict.move') return null;
  const source = places.find((place) => place.table === 0);
  const target = places.find((place) => place.table === 1);
  if (source === undefined || target === undefined) return null;

  const entry = entries.find((mark) => mark.address === step.entry);
  const ghost = ghosts.find((mark) => mark.id === `left:${step.entry}`);
  const arrived = entry?.table === 1 ? entry : undefined;
  const waiting = entry?.table === 0 ? entry : undefined;

  const start = waiting ?? ghost;
  const sourceEdge = edgeOf(view, source, step.fromBucket);
  // Right ends of the entries after it in the row; the line must not cross them.
  const followers = [...entries, ...ghosts].filter(
    (mark) =>
      start !== undefined &&
      mark.y === start.y &&
      mark.x > start.x &&
      mark.x < source.box.x + source.box.width,
  );
  const past =
    start === undefined || followers.length === 0
      ? null
      : Math.max(...followers.map((mark) => mark.x + mark.width)) + 4;
  const from: Point =
    start === undefined
      ? { x: sourceEdge.point.x + source.cellWidth, y: sourceEdge.point.y }
      : past === null
        ? { x: start.x + start.width, y: start.y + start.height / 2 }
        : { x: start.x + start.width / 2, y: start.y + start.height };
  const targetEdge = edgeOf(view, target, step.toBucket);
  const to: Point =
    arrived !== undefined ? { x: arrived.x, y: arrived.y + arrived.height / 2 } : targetEdge.point;

  if (waiting !== undefined && !targetEdge.outside) {
    const nth = step.toBucket - view.tables[1].from;
    const box = slotBox(target, nth, Math.min(view.tables[1].buckets[nth].length, target.slots - 1));
    ghosts.push({ id: `target:${step.entry}`, ...box, label: '', cue: '' });
  }
  const beyond = targetEdge.outside
    ? { table: 1 as const, bucket: step.toBucket, at: targetEdge.point }
    : sourceEdge.outside
      ? { table: 0 as const, bucket: step.fromBucket, at: from }
      : null;
  return { address: step.entry, from, to, past, beyond };
}

function pointerOf(view: DictView, places: readonly TablePlace[]): RehashPointerMark | null {
  const place = places.find((candidate) => candidate.table === 0);
  if (view.rehashIndex < 0 || place === undefined) return null;
  const shown = view.tables[0];
  const nth = view.rehashIndex - shown.from;
  if (nth < 0 || nth >= shown.buckets.length) {
    const outside = nth < 0 ? 'before' : 'after';
    return { x: place.box.x + place.box.width, y: place.box.y + 12, index: view.rehashIndex, outside };
  }
  const cell = cellBox(place, nth);
  return {
    x: cell.x - place.pointerWidth + 2,
    y: cell.y + cell.height / 2,
    index: view.rehashIndex,
    outside: null,
  };
}
