/** From a view of places to marks on a map: pure, given the camera. */
import type { Step } from '../../../protocol/steps.ts';
import type { GeohashPosition } from '../../../protocol/steps-order.ts';
import type { GeoBounds, GeoSearchView, GeoView } from '../../../protocol/views.ts';
import type { Box, Size } from '../stage/sheet.ts';
import { areaOf, bitsOfScore, type Cut, codeAt, latitudeLimit, longitudeLimit } from './bits.ts';
import { type Camera, cameraOn, coastLimit, drawnCuts, scaleBar, wholeWorld, xOf, yOf } from './camera.ts';
import { type CellMark, type CodeMark, codeColumnPx, type GeoMarks } from './marks.ts';
import {
  codePlace,
  cornersOf,
  dotPlace,
  memberMarks,
  outcomePlace,
  overlap,
  placesInSight,
  sidesOf,
  sidesThrough,
} from './names.ts';
import { outlineOf } from './outline.ts';

export interface Looking {
  /** Cuts per axis of the chosen grid. */
  readonly cuts: number;
  readonly curve: boolean;
  /** The member whose bits are shown, and whether its cell is shown too. */
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
/** What a following camera shows: the piece being cut, the nine cells, or the whole world. */
export function lookAt(view: GeoView, cut: Cut | null, size: Size): Camera {
  if (cut !== null) {
    // The first cuts show the whole world; later ones are close up.
    return cut.step.depth < 2 ? cameraOn(wholeWorld, size, 1) : cameraOn(cut.before, size, 1.9);
  }
  const { search } = view;
  return search === null || search.step < 2
    ? cameraOn(wholeWorld, size, 1)
    : cameraOn(nineCells(search), size);
}

/** The area of the nine cells as neighbours, also where the grid wraps around the world. */
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
  // Labels avoid the controls and the result of a cell.
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
  // With all of the world in sight, do not repeat it.
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
  // The edge would cut a code whose middle is out of sight.
  const half = cuts * codeColumnPx;
  // Places and the cells of a search come first: then a code stands at the foot of its cell.
  const height = ((2 * latitudeLimit) / cells) * camera.scale;
  const down = low ? Math.max(0, height / 2 - 10) : 0;
  return cellsInSight(camera, size, cuts, mostCodes)
    .map((code) => ({ ...code, y: code.y + down }))
    .filter((code) => code.x > half && code.x < size.width - half && code.y > 8 && code.y < size.height - 8);
}

/** The line through the cells in the order of their codes, broken where it leaves the visible part. */
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

/** An area as a box, cut off a little outside the visible part: browsers draw no boxes of a billion pixels. */
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
