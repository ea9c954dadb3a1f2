/**
 * Searching around a point: which cells of the geohash grid to read, and which members are near enough.
 *
 * Mirrors geohash_helper.c and the search of geo.c. The earth is a ball with a radius of 6372797.560856 m. For a
 * circle or a box the grid is chosen so coarse that the shape fits into the cell of its centre and the eight
 * around it; every cell is a range of scores; each member found there is measured.
 *
 *     northWest  north   northEast
 *     west      (center)     east           the order of the search: center, north, south, east, west,
 *     southWest  south   southEast          northEast, northWest, southEast, southWest
 *
 * - The grid gets one cut coarser for every doubling of the radius, beyond 66° north or south by one more and
 *   beyond 80° by another, for the squares of the map become narrow there; and by one where the shape reaches
 *   beyond the cells around the centre all the same.
 * - A row or column of cells that the shape does not reach is left out.
 * - In a very coarse grid cells repeat around the earth; one that repeats the last one looked at is left out.
 *
 * Worked example: 200 km around 15, 37 (Sicily). 200000 m must be doubled 7 times to reach the 20037726 m of the
 * Mercator map: 1 + 7 - 2 = 6 cuts per axis. The cell of the centre reaches from 11.25 to 16.88 and from 34.55 to
 * 37.21, the circle from 12.7 to 17.3 and from 35.2 to 38.8: west and south it ends inside the cell, so what is
 * searched is center, north, east and northEast.
 */
import type { GeohashPosition } from '../../protocol/steps-order.ts';
import {
  decodeCell,
  encodeCell,
  GEO_STEP_MAX,
  type GeohashArea,
  type GeohashCell,
  type GeoPosition,
  moveCell,
  scoreRange,
} from './geohash.ts';
import { asin, cos, sin } from './trigonometry.ts';

const EARTH_RADIUS_METRES = 6372797.560856;
const MERCATOR_MAX_METRES = 20037726.37;
const RADIANS = Math.PI / 180;

/** What to search in. Lengths are in a unit of `metresPerUnit` metres. */
export type GeoShape = GeoPosition & { readonly metresPerUnit: number } & (
    | { readonly type: 'circle'; readonly radius: number }
    | { readonly type: 'box'; readonly width: number; readonly height: number }
  );

export interface GeoSearchCell extends GeohashCell {
  readonly position: GeohashPosition;
  /** Scores from here up to but not including `maxScore`. */
  readonly minScore: number;
  readonly maxScore: number;
  /** Whether it is searched, or why not. */
  readonly state: 'searched' | 'outside' | 'repeated';
}

/** In the order of the search: name, cells to the east, cells to the north. */
const POSITIONS: readonly (readonly [GeohashPosition, number, number])[] = [
  ['center', 0, 0],
  ['north', 0, 1],
  ['south', 0, -1],
  ['east', 1, 0],
  ['west', -1, 0],
  ['northEast', 1, 1],
  ['northWest', -1, 1],
  ['southEast', 1, -1],
  ['southWest', -1, -1],
];

/** The nine cells, in the order of the search. */
export function searchCells(shape: GeoShape): GeoSearchCell[] {
  const bounds = boundingBox(shape);
  let step = estimateStep(reachMetres(shape), shape.latitude);
  let center = encodeCell(shape.longitude, shape.latitude, step);
  if (step > 1 && reachesBeyond(center, bounds)) {
    step--;
    center = encodeCell(shape.longitude, shape.latitude, step);
  }
  const area = decodeCell(center);

  const cells: GeoSearchCell[] = [];
  let last: GeohashCell | null = null;
  for (const [position, east, north] of POSITIONS) {
    const cell = moveCell(center, east, north);
    const { min, max } = scoreRange(cell);
    let state: GeoSearchCell['state'] = 'searched';
    if (step >= 2 && isOutside(area, bounds, east, north)) state = 'outside';
    // The C code keeps the number of the last cell and takes 0, the center, for none.
    else if (last !== null && last.bits === cell.bits) state = 'repeated';
    else if (position !== 'center') last = cell;
    cells.push({ ...cell, position, minScore: min, maxScore: max, state });
  }
  return cells;
}

/** How far a position is from the centre, in metres; null when it is not in the shape. */
export function distanceInShape(shape: GeoShape, position: GeoPosition): number | null {
  const { longitude, latitude, metresPerUnit } = shape;
  if (shape.type === 'circle') {
    const distance = geoDistance(longitude, latitude, position.longitude, position.latitude);
    return distance > shape.radius * metresPerUnit ? null : distance;
  }
  if (latitudeDistance(position.latitude, latitude) > (shape.height * metresPerUnit) / 2) return null;
  // Along the parallel of the position, not of the centre.
  const across = geoDistance(position.longitude, position.latitude, longitude, position.latitude);
  if (across > (shape.width * metresPerUnit) / 2) return null;
  return geoDistance(longitude, latitude, position.longitude, position.latitude);
}

/** The shortest way over the ball, in metres: the haversine formula. */
export function geoDistance(
  longitude1: number,
  latitude1: number,
  longitude2: number,
  latitude2: number,
): number {
  const v = sin((longitude2 * RADIANS - longitude1 * RADIANS) / 2);
  if (v === 0) return latitudeDistance(latitude1, latitude2);
  const radians1 = latitude1 * RADIANS;
  const radians2 = latitude2 * RADIANS;
  const u = sin((radians2 - radians1) / 2);
  const a = u * u + cos(radians1) * cos(radians2) * v * v;
  return 2 * EARTH_RADIUS_METRES * asin(Math.sqrt(a));
}

function latitudeDistance(latitude1: number, latitude2: number): number {
  return EARTH_RADIUS_METRES * Math.abs(latitude2 * RADIANS - latitude1 * RADIANS);
}

/** The finest grid whose cells are no smaller than the radius. */
function estimateStep(radiusMetres: number, latitude: number): number {
  if (radiusMetres === 0) return GEO_STEP_MAX;
  let step = 1;
  for (let reach = radiusMetres; reach < MERCATOR_MAX_METRES; reach *= 2) step++;
  step -= 2;
  if (Math.abs(latitude) > 66) step--;
  if (Math.abs(latitude) > 80) step--;
  return Math.min(Math.max(step, 1), GEO_STEP_MAX);
}

/** The radius, or the way from the centre of a box to its corner on flat ground. */
function reachMetres(shape: GeoShape): number {
  if (shape.type === 'circle') return shape.radius * shape.metresPerUnit;
  const { width, height } = shape;
  return Math.sqrt((width / 2) * (width / 2) + (height / 2) * (height / 2)) * shape.metresPerUnit;
}

function boundingBox(shape: GeoShape): GeohashArea {
  const { longitude, latitude, metresPerUnit } = shape;
  const height = metresPerUnit * (shape.type === 'circle' ? shape.radius : shape.height / 2);
  const width = metresPerUnit * (shape.type === 'circle' ? shape.radius : shape.width / 2);
  const latitudeDelta = height / EARTH_RADIUS_METRES / RADIANS;
  // The same width is more degrees the nearer to the pole: the edge on that side decides.
  const edge = latitude < 0 ? latitude - latitudeDelta : latitude + latitudeDelta;
  const longitudeDelta = width / EARTH_RADIUS_METRES / cos(edge * RADIANS) / RADIANS;
  return {
    longitudeMin: longitude - longitudeDelta,
    longitudeMax: longitude + longitudeDelta,
    latitudeMin: latitude - latitudeDelta,
    latitudeMax: latitude + latitudeDelta,
  };
}

/** Whether the shape reaches beyond the cells north, south, east or west of its own. */
function reachesBeyond(center: GeohashCell, bounds: GeohashArea): boolean {
  return (
    decodeCell(moveCell(center, 0, 1)).latitudeMax < bounds.latitudeMax ||
    decodeCell(moveCell(center, 0, -1)).latitudeMin > bounds.latitudeMin ||
    decodeCell(moveCell(center, 1, 0)).longitudeMax < bounds.longitudeMax ||
    decodeCell(moveCell(center, -1, 0)).longitudeMin > bounds.longitudeMin
  );
}

/** Whether the shape ends inside the middle row or column, on the side of this cell. */
function isOutside(area: GeohashArea, bounds: GeohashArea, east: number, north: number): boolean {
  return (
    (north < 0 && area.latitudeMin < bounds.latitudeMin) ||
    (north > 0 && area.latitudeMax > bounds.latitudeMax) ||
    (east < 0 && area.longitudeMin < bounds.longitudeMin) ||
    (east > 0 && area.longitudeMax > bounds.longitudeMax)
  );
}
