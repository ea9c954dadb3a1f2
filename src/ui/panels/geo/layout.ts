/** From a view of places to marks on a map: pure, and given the camera it looks through. */
import { geoCircle } from 'd3-geo';
import type { Step } from '../../../protocol/steps.ts';
import type { GeohashPosition } from '../../../protocol/steps-order.ts';
import type {
  GeoBounds,
  GeoCellView,
  GeoMemberView,
  GeoSearchView,
  GeoView,
} from '../../../protocol/views.ts';
import { columnsOf, cutToColumns } from '../label.ts';
import type { Box, Point, Size } from '../stage/sheet.ts';
import { areaOf, bitsOfScore, type Cut, codeAt, latitudeLimit, longitudeLimit } from './bits.ts';
import {
  type Camera,
  cameraOn,
  coastLimit,
  drawnCuts,
  metresPerDegree,
  scaleBar,
  wholeWorld,
  xOf,
  yOf,
} from './camera.ts';

export interface CodeMark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface CellMark extends Box {
  readonly position: GeohashPosition;
  readonly state: GeoCellView['state'];
  readonly hot: boolean;
  /** "2 of 3" in numbers: found and looked at; null where nothing was looked at. */
  readonly found: number | null;
  readonly candidates: number;
}

export interface MemberMark {
  readonly key: string;
  readonly member: string;
  readonly x: number;
  readonly y: number;
  readonly found: boolean;
  readonly chosen: boolean;
  readonly hot: boolean;
  /** Null where another label is in the way. */
  readonly label: string | null;
  /** Where the label stands, from the point; its words end there when it stands to the left. */
  readonly labelX: number;
  readonly labelY: number;
}

export interface GeoMarks {
  readonly land: { readonly x: number; readonly y: number; readonly scale: number; readonly shown: boolean };
  /** The limits of the latitude, where they are in sight. */
  readonly limits: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly north: boolean;
  }[];
  /** What lies left and right of the world when all of it is in sight. */
  readonly veils: readonly Box[];
  /** Straight lines of the grid that is drawn, and of how many cuts it is. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly top: number;
  readonly bottom: number;
  readonly cuts: number;
  readonly codes: readonly CodeMark[];
  readonly curve: string | null;
  /** What a step cuts, or the cell of the place that was chosen. */
  readonly focus:
    | { readonly kind: 'cell'; readonly box: Box }
    | { readonly kind: 'cut'; readonly box: Box; readonly kept: Box }
    | null;
  readonly cells: readonly CellMark[];
  readonly shape: string | null;
  readonly center: { readonly x: number; readonly y: number } | null;
  readonly members: readonly MemberMark[];
  readonly bar: { readonly metres: number; readonly width: number };
}

export interface Looking {
  /** Cuts per axis of the grid that was asked for. */
  readonly cuts: number;
  readonly curve: boolean;
  /** The member whose bits are written out, and whether its cell is to be shown too. */
  readonly chosen: string | null;
  readonly showsCell: boolean;
}

const cellsAround: Readonly<Record<GeohashPosition, readonly [east: number, north: number]>> = {
  center: [0, 0],
  north: [0, 1],
  south: [0, -1],
  east: [1, 0],
  west: [-1, 0],
  northEast: [1, 1],
  northWest: [-1, 1],
  southEast: [1, -1],
  southWest: [-1, -1],
};

const mostCodes = 320;
const mostCurveCells = 1024;
const mostLabels = 60;
const codeColumnPx = 7;
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

/** What the camera looks at when it follows: the piece being cut, the nine cells, or the whole world. */
export function lookAt(view: GeoView, cut: Cut | null, size: Size): Camera {
  if (cut !== null) {
    // The first cuts are seen on the whole world; later ones from close by.
    return cut.step.depth < 2 ? cameraOn(wholeWorld, size, 1) : cameraOn(cut.before, size, 1.9);
  }
  const { search } = view;
  return search === null || search.step < 2
    ? cameraOn(wholeWorld, size, 1)
    : cameraOn(nineCells(search), size);
}

/** The area of the nine cells as neighbours, also where the grid goes round the world. */
function nineCells({ cells }: GeoSearchView): GeoBounds {
  const [center] = cells;
  const width = center.longitudeMax - center.longitudeMin;
  const height = center.latitudeMax - center.latitudeMin;
  return {
    longitudeMin: center.longitudeMin - width,
    longitudeMax: center.longitudeMax + width,
    latitudeMin: Math.max(-90, center.latitudeMin - height),
    latitudeMax: Math.min(90, center.latitudeMax + height),
  };
}

export function layoutGeo(
  view: GeoView,
  step: Step | null,
  cut: Cut | null,
  camera: Camera,
  size: Size,
  looking: Looking,
): GeoMarks {
  const x = (longitude: number) => xOf(longitude, camera, size);
  const y = (latitude: number) => yOf(latitude, camera, size);
  const boxOf = (area: GeoBounds) => clip(x, y, area, size);
  const cuts = drawnCuts(camera, looking.cuts);
  const { columns, rows } = gridLines(camera, size, cuts);
  const top = Math.max(0, y(latitudeLimit));
  const bottom = Math.min(size.height, y(-latitudeLimit));
  const search = view.search;
  const left = Math.max(0, x(-longitudeLimit));
  const right = Math.min(size.width, x(longitudeLimit));
  const seesAll = (right - left) / camera.scale >= 360;
  const cells = search === null ? [] : cellMarks(search, step, boxOf);
  const bar = scaleBar(camera, 110);
  const outline = search === null ? [] : outlineOf(search, x, y);
  // Words stand neither below the controls nor on what a cell returned.
  const words = [...cornersOf(size, bar.width), ...cells.map(outcomePlace)];
  const places = placesInSight(view, camera, size);
  const members = memberMarks(view, step, places, size, looking.chosen, words, [
    ...cells.flatMap(sidesOf),
    ...sidesThrough(outline),
  ]);
  const taken = [...words, ...members.flatMap(({ place }) => place ?? []), ...places.map(dotPlace)];
  return {
    land: { x: x(0), y: y(0), scale: camera.scale, shown: camera.scale <= coastLimit },
    limits: [true, false]
      .map((north) => ({
        north,
        x: seesAll ? left : 0,
        width: seesAll ? right - left : size.width,
        y: y(north ? latitudeLimit : -latitudeLimit),
      }))
      .filter((limit) => limit.y > 0 && limit.y < size.height),
    veils: seesAll
      ? [
          { x: 0, y: 0, width: left, height: size.height },
          { x: right, y: 0, width: size.width - right, height: size.height },
        ]
      : [],
    columns: columns.map(({ at }) => at),
    rows: rows.map(({ at }) => at),
    top,
    bottom,
    cuts,
    codes: codesOf(camera, size, cuts, search !== null).filter(
      (code) => !taken.some((place) => overlap(place, codePlace(code))),
    ),
    curve: looking.curve ? curveOf(camera, size, cuts) : null,
    focus: focusOf(view, cut, looking, boxOf),
    cells,
    shape: search === null ? null : `M${outline.map((at) => `${round(at.x)},${round(at.y)}`).join('L')}Z`,
    center: search === null ? null : { x: x(search.longitude), y: y(search.latitude) },
    members: members.map(({ mark }) => mark),
    bar,
  };
}

interface Line {
  readonly at: number;
  /** Cells before it, from the west or the south. */
  readonly index: number;
}

function gridLines(camera: Camera, size: Size, cuts: number): { columns: Line[]; rows: Line[] } {
  const cells = 2 ** cuts;
  const width = 360 / cells;
  const height = (2 * latitudeLimit) / cells;
  const west = camera.longitude - size.width / 2 / camera.scale;
  const south = camera.latitude - size.height / 2 / camera.scale;
  const columns: Line[] = [];
  const firstColumn = Math.ceil((west + longitudeLimit) / width);
  for (let index = firstColumn; ; index++) {
    const at = xOf(-longitudeLimit + index * width, camera, size);
    if (at > size.width) break;
    columns.push({ at, index });
  }
  const rows: Line[] = [];
  const firstRow = Math.max(0, Math.ceil((south + latitudeLimit) / height));
  for (let index = firstRow; index <= cells; index++) {
    const at = yOf(-latitudeLimit + index * height, camera, size);
    if (at < 0) break;
    rows.push({ at, index });
  }
  return { columns, rows };
}

/** The cells in sight, by column and row, if they are not too many. */
function cellsInSight(camera: Camera, size: Size, cuts: number, most: number): CodeMark[] {
  const cells = 2 ** cuts;
  const width = 360 / cells;
  const height = (2 * latitudeLimit) / cells;
  const halfWidth = size.width / 2 / camera.scale;
  const halfHeight = size.height / 2 / camera.scale;
  // Once all of the world is in sight there is no need to begin it anew.
  const seesAll = 2 * halfWidth >= 360;
  const west = seesAll ? -longitudeLimit : camera.longitude - halfWidth;
  const east = seesAll ? longitudeLimit : camera.longitude + halfWidth;
  const firstColumn = Math.floor((west + longitudeLimit) / width);
  const lastColumn = Math.ceil((east + longitudeLimit) / width) - 1;
  const firstRow = Math.max(0, Math.floor((camera.latitude - halfHeight + latitudeLimit) / height));
  const lastRow = Math.min(cells - 1, Math.ceil((camera.latitude + halfHeight + latitudeLimit) / height) - 1);
  if ((lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) > most) return [];
  const marks: CodeMark[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const turned = ((column % cells) + cells) % cells;
      marks.push({
        text: codeAt(turned, row, cuts),
        x: xOf(-longitudeLimit + (column + 0.5) * width, camera, size),
        y: yOf(-latitudeLimit + (row + 0.5) * height, camera, size),
      });
    }
  }
  return marks;
}

function codesOf(camera: Camera, size: Size, cuts: number, low: boolean): CodeMark[] {
  if (cuts === 0) return [];
  const cells = 2 ** cuts;
  const fits =
    (360 / cells) * camera.scale >= 2 * cuts * codeColumnPx + 6 &&
    ((2 * latitudeLimit) / cells) * camera.scale >= 16;
  if (!fits) return [];
  // A code whose middle is out of sight would be cut in two by the edge.
  const half = cuts * codeColumnPx;
  // Places and the cells of a search come first: then a code stands at the foot of its cell.
  const height = ((2 * latitudeLimit) / cells) * camera.scale;
  const down = low ? Math.max(0, height / 2 - 10) : 0;
  return cellsInSight(camera, size, cuts, mostCodes)
    .map((code) => ({ ...code, y: code.y + down }))
    .filter((code) => code.x > half && code.x < size.width - half && code.y > 8 && code.y < size.height - 8);
}

/** The line through the cells in the order of their codes, broken where it leaves what is in sight. */
function curveOf(camera: Camera, size: Size, cuts: number): string | null {
  if (cuts === 0) return null;
  const cells = cellsInSight(camera, size, cuts, mostCurveCells);
  const ordered = cells.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.x - b.x));
  let path = '';
  let last = Number.NaN;
  for (const cell of ordered) {
    const code = Number.parseInt(cell.text, 2);
    if (code === last) continue;
    path += `${code === last + 1 ? 'L' : 'M'}${round(cell.x)},${round(cell.y)}`;
    last = code;
  }
  return path === '' ? null : path;
}

function focusOf(
  view: GeoView,
  cut: Cut | null,
  { chosen, cuts, showsCell }: Looking,
  boxOf: (area: GeoBounds) => Box,
): GeoMarks['focus'] {
  if (cut !== null) return { kind: 'cut', box: boxOf(cut.before), kept: boxOf(cut.kept) };
  const member = view.members.find((candidate) => candidate.member === chosen);
  const bits = member === undefined ? null : bitsOfScore(member.score);
  if (bits === null || cuts === 0 || !showsCell) return null;
  const area = areaOf({
    longitude: bits.longitude.slice(0, cuts),
    latitude: bits.latitude.slice(0, cuts),
  });
  return { kind: 'cell', box: boxOf(area) };
}

function cellMarks(search: GeoSearchView, step: Step | null, boxOf: (area: GeoBounds) => Box): CellMark[] {
  const [center] = search.cells;
  const width = center.longitudeMax - center.longitudeMin;
  return search.cells.map((cell) => {
    // A cell beyond the date line is drawn where it is a neighbour.
    const [east] = cellsAround[cell.position];
    const shift = center.longitudeMin + east * width - cell.longitudeMin;
    const area = {
      ...cell,
      longitudeMin: cell.longitudeMin + shift,
      longitudeMax: cell.longitudeMax + shift,
    };
    return {
      ...boxOf(area),
      position: cell.position,
      state: cell.state,
      hot: step?.type === 'geohash.cell' && step.position === cell.position,
      found: cell.state === 'searched' ? cell.found : null,
      candidates: cell.candidates,
    };
  });
}

/** The circle or the box as it lies on the ball, corner by corner. */
function outlineOf(
  search: GeoSearchView,
  x: (longitude: number) => number,
  y: (latitude: number) => number,
): Point[] {
  const points =
    search.shape.type === 'circle' ? circlePoints(search, search.shape) : boxPoints(search, search.shape);
  return points.map(([longitude, latitude]) => ({ x: x(longitude), y: y(latitude) }));
}

function circlePoints(
  { longitude, latitude }: GeoSearchView,
  { radiusMetres }: { readonly radiusMetres: number },
): [number, number][] {
  const ring = geoCircle()
    .center([longitude, latitude])
    .radius(Math.min(179, Math.max(1e-9, radiusMetres / metresPerDegree)))
    .precision(3)().coordinates[0] as [number, number][];
  return ring.map(([east, north]) => [besideOf(east, longitude), north]);
}

/** Its sides run along meridians' distances: the same width is more degrees the nearer to a pole. */
function boxPoints(
  { longitude, latitude }: GeoSearchView,
  { widthMetres, heightMetres }: { readonly widthMetres: number; readonly heightMetres: number },
): [number, number][] {
  const half = heightMetres / 2 / metresPerDegree;
  const south = Math.max(-90, latitude - half);
  const north = Math.min(90, latitude + half);
  const left: [number, number][] = [];
  const right: [number, number][] = [];
  const pieces = 24;
  const angle = Math.sin((widthMetres / 4 / metresPerDegree) * (Math.PI / 180));
  for (let piece = 0; piece <= pieces; piece++) {
    const at = south + ((north - south) * piece) / pieces;
    const sine = angle / Math.max(1e-9, Math.cos((at * Math.PI) / 180));
    const reach = sine >= 1 ? 180 : (2 * Math.asin(sine) * 180) / Math.PI;
    left.push([longitude - reach, at]);
    right.push([longitude + reach, at]);
  }
  return [...left, ...right.reverse()];
}

/** The same meridian, counted so that it lies within half a turn of another. */
function besideOf(longitude: number, other: number): number {
  return other + (((((longitude - other + 180) % 360) + 360) % 360) - 180);
}

interface PlaceInSight extends Point {
  readonly place: GeoMemberView;
}

function placesInSight(view: GeoView, camera: Camera, size: Size): PlaceInSight[] {
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

function memberMarks(
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
  // The one that was chosen, then those that were found, get their labels first.
  const weight = (member: string) => (member === chosen ? 2 : found.has(member) ? 1 : 0);
  const ordered = [...places].sort((a, b) => weight(b.place.member) - weight(a.place.member));
  const taken = [...words];
  const dots = ordered.map(dotPlace);
  const marks: NamedMark[] = [];
  let labels = 0;
  for (const { place, x, y } of ordered) {
    const text = cutToColumns(place.member, labelColumns);
    const width = columnsOf(text) * labelColumnPx + 4;
    // What was found or chosen may be written over a point that was not; nothing is written over words.
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
    // A name that no line runs through reads best.
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

function dotPlace({ x, y }: Point): Box {
  return { x: x - 5, y: y - 5, width: 10, height: 10 };
}

function codePlace({ text, x, y }: CodeMark): Box {
  const width = text.length * codeColumnPx;
  return { x: x - width / 2, y: y - 7, width, height: 14 };
}

/** What stands on the map at its right edge: the buttons (geo.css says where) and the scale bar. */
function cornersOf(size: Size, barWidth: number): Box[] {
  return [
    { x: size.width - 44, y: 0, width: 44, height: 112 },
    { x: size.width - barWidth - 18, y: size.height - 32, width: barWidth + 18, height: 32 },
  ];
}

/** In the corner of every cell stands what it returned; of one that waits, only where it lies. */
function outcomePlace({ x, y, width, height, state }: CellMark): Box {
  const isWritten = state !== 'waiting' && width > 84 && height > 26;
  return {
    x: Math.max(x, 0) + 4,
    y: Math.max(y, 0) + 4,
    width: !isWritten ? 14 : state === 'searched' ? 72 : 92,
    height: 16,
  };
}

function sidesOf({ x, y, width, height }: Box): Box[] {
  return [
    { x, y, width, height: 0 },
    { x, y: y + height, width, height: 0 },
    { x, y, width: 0, height },
    { x: x + width, y, width: 0, height },
  ];
}

/** A line round through points, as narrow boxes around its pieces. */
function sidesThrough(points: readonly Point[]): Box[] {
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

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** An area as a box, cut off a little outside of what is in sight: browsers draw no boxes of a billion pixels. */
function clip(
  x: (longitude: number) => number,
  y: (latitude: number) => number,
  area: GeoBounds,
  size: Size,
): Box {
  const margin = 40;
  const left = Math.min(size.width + margin, Math.max(-margin, x(area.longitudeMin)));
  const right = Math.min(size.width + margin, Math.max(-margin, x(area.longitudeMax)));
  const top = Math.min(size.height + margin, Math.max(-margin, y(area.latitudeMax)));
  const bottom = Math.min(size.height + margin, Math.max(-margin, y(area.latitudeMin)));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
