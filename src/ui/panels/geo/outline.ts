/** The searched shape, as it lies on the globe. */
import { geoCircle } from 'd3-geo';
import type { GeoSearchView } from '../../../protocol/views.ts';
import type { Point } from '../stage/sheet.ts';
import { metresPerDegree } from './camera.ts';

/** The circle or the box on the globe, corner by corner. */
export function outlineOf(
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

/** The same meridian, counted within half a turn of another. */
export function besideOf(longitude: number, other: number): number {
  return other + (((((longitude - other + 180) % 360) + 360) % 360) - 180);
}
