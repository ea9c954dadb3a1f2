/** Which places of the map get a label, and where: not on each other, nor on other text. */
import type { Step } from '../../../protocol/steps.ts';
import type { GeoMemberView, GeoView } from '../../../protocol/views.ts';
import { columnsOf, cutToColumns } from '../label.ts';
import type { Box, Point, Size } from '../stage/sheet.ts';
import { type Camera, xOf, yOf } from './camera.ts';
import { type CellMark, type CodeMark, codeColumnPx, type MemberMark } from './marks.ts';
import { besideOf } from './outline.ts';

const mostLabels = 60;
const labelColumnPx = 7.3;
const labelHeightPx = 16;
const labelColumns = 18;
/** Where a label may stand, the best place first: right, left, below, above. */
const labelSpots = [
  { dx: 9, dy: 0 },
  { dx: -9, dy: 0 },
  { dx: 4, dy: 15 },
  { dx: 4, dy: -15 },
] as const;

interface PlaceInSight extends Point {
  readonly place: GeoMemberView;
}

export function placesInSight(view: GeoView, camera: Camera, size: Size): PlaceInSight[] {
  return view.members
    .map((place) => ({
      place,
      x: xOf(besideOf(place.longitude, camera.longitude), camera, size),
      y: yOf(place.latitude, camera, size),
    }))
    .filter(({ x, y }) => x >= -8 && x <= size.width + 8 && y >= -8 && y <= size.height + 8);
}

/** A mark, and where on the map its name is written. */
interface NamedMark {
  readonly mark: MemberMark;
  readonly place: Box | null;
}

export function memberMarks(
  view: GeoView,
  step: Step | null,
  places: readonly PlaceInSight[],
  size: Size,
  chosen: string | null,
  words: readonly Box[],
  lines: readonly Box[],
): NamedMark[] {
  const cells = view.search?.cells ?? [];
  const found = new Set(cells.flatMap(({ members }) => members));
  const touched = step?.type === 'geohash.cell' ? step.position : null;
  const hot = new Set(cells.find(({ position }) => position === touched)?.members ?? []);
  // The chosen place, then the found ones, get their labels first.
  const weight = (member: string) => (member === chosen ? 2 : found.has(member) ? 1 : 0);
  const ordered = [...places].sort((a, b) => weight(b.place.member) - weight(a.place.member));
  const taken = [...words];
  const dots = ordered.map(dotPlace);
  const marks: NamedMark[] = [];
  let labels = 0;
  for (const { place, x, y } of ordered) {
    const text = cutToColumns(place.member, labelColumns);
    const width = columnsOf(text) * labelColumnPx + 4;
    // A found or chosen place may be labelled over other points; no label covers words.
    const inTheWay = weight(place.member) > 0 ? taken : [...taken, ...dots];
    const spots =
      labels >= mostLabels
        ? []
        : labelSpots
            .map(({ dx, dy }) => ({
              dx,
              dy,
              box: { x: dx > 0 ? x + dx : x + dx - width, y: y + dy - 8, width, height: labelHeightPx },
            }))
            .filter(
              ({ box }) =>
                box.x >= 0 && box.x + width <= size.width && !inTheWay.some((other) => overlap(other, box)),
            );
    // Prefer a label that no line crosses.
    const spot = spots.find(({ box }) => !lines.some((line) => overlap(line, box))) ?? spots.at(0);
    if (spot !== undefined) {
      labels++;
      taken.push(spot.box);
    }
    const mark = {
      key: place.member,
      member: place.member,
      x,
      y,
      found: found.has(place.member),
      chosen: place.member === chosen,
      hot: hot.has(place.member),
      label: spot === undefined ? null : text,
      labelX: spot?.dx ?? 0,
      labelY: spot?.dy ?? 0,
    };
    marks.push({ mark, place: spot?.box ?? null });
  }
  return marks;
}

export function dotPlace({ x, y }: Point): Box {
  return { x: x - 5, y: y - 5, width: 10, height: 10 };
}

export function codePlace({ text, x, y }: CodeMark): Box {
  const width = text.length * codeColumnPx;
  return { x: x - width / 2, y: y - 7, width, height: 14 };
}

/** The controls on the map at its right edge: the buttons (geo.css places them) and the scale bar. */
export function cornersOf(size: Size, barWidth: number): Box[] {
  return [
    { x: size.width - 44, y: 0, width: 44, height: 112 },
    { x: size.width - barWidth - 18, y: size.height - 32, width: barWidth + 18, height: 32 },
  ];
}

/** The corner of every cell shows its result; a waiting one shows only its position. */
export function outcomePlace({ x, y, width, height, state }: CellMark): Box {
  const isWritten = state !== 'waiting' && width > 84 && height > 26;
  return {
    x: Math.max(x, 0) + 4,
    y: Math.max(y, 0) + 4,
    width: !isWritten ? 14 : state === 'searched' ? 72 : 92,
    height: 16,
  };
}

export function sidesOf({ x, y, width, height }: Box): Box[] {
  return [
    { x, y, width, height: 0 },
    { x, y: y + height, width, height: 0 },
    { x, y, width: 0, height },
    { x: x + width, y, width: 0, height },
  ];
}

/** A closed line through points, as narrow boxes around its pieces. */
export function sidesThrough(points: readonly Point[]): Box[] {
  return points.map((from, nth) => {
    const to = points[(nth + 1) % points.length];
    return {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    };
  });
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
