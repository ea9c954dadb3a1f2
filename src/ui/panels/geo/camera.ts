/**
 * The view on the map: a middle and a scale. Degrees are equally long in both directions, so that half of a range is
 * drawn as half of it; distances on the ground are not (the scale bar is that of the middle).
 */
import type { GeoBounds } from '../../../protocol/views.ts';
import type { Size } from '../stage/sheet.ts';
import { latitudeLimit, longitudeLimit } from './bits.ts';

export interface Camera {
  readonly longitude: number;
  readonly latitude: number;
  /** Pixels per degree. */
  readonly scale: number;
}

export const metresPerDegree = (6372797.560856 * Math.PI) / 180;
/** Beyond this the bundled coastlines are too coarse. */
export const coastLimit = 1500;
const closest = 4e7;

export const wholeWorld: GeoBounds = {
  longitudeMin: -longitudeLimit,
  longitudeMax: longitudeLimit,
  latitudeMin: -90,
  latitudeMax: 90,
};

/** A camera that sees the whole of an area with some room around it. */
export function cameraOn(area: GeoBounds, size: Size, room = 1.12): Camera {
  const width = area.longitudeMax - area.longitudeMin;
  const height = area.latitudeMax - area.latitudeMin;
  const scale = Math.min(size.width / (width * room), size.height / (height * room));
  return clampCamera(
    {
      longitude: (area.longitudeMin + area.longitudeMax) / 2,
      latitude: (area.latitudeMin + area.latitudeMax) / 2,
      scale,
    },
    size,
  );
}

/** Never farther than the whole world, never closer than a cell of 26 cuts; the world does not leave the window. */
export function clampCamera({ longitude, latitude, scale }: Camera, size: Size): Camera {
  const farthest = Math.min(size.width / 360, size.height / 180);
  const kept = Math.min(closest, Math.max(farthest, scale));
  const slack = Math.max(0, 90 - size.height / 2 / kept);
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const seesAll = size.width / kept >= 360;
  return {
    longitude: seesAll ? 0 : turned,
    latitude: Math.min(slack, Math.max(-slack, latitude)),
    scale: kept,
  };
}

export function xOf(longitude: number, camera: Camera, size: Size): number {
  return size.width / 2 + (longitude - camera.longitude) * camera.scale;
}

export function yOf(latitude: number, camera: Camera, size: Size): number {
  return size.height / 2 - (latitude - camera.latitude) * camera.scale;
}

/** Zooms and keeps the place under a point. */
export function zoomAt(camera: Camera, size: Size, factor: number, x: number, y: number): Camera {
  const scale = Math.min(
    closest,
    Math.max(Math.min(size.width / 360, size.height / 180), camera.scale * factor),
  );
  const dx = x - size.width / 2;
  const dy = y - size.height / 2;
  return clampCamera(
    {
      longitude: camera.longitude + dx / camera.scale - dx / scale,
      latitude: camera.latitude - dy / camera.scale + dy / scale,
      scale,
    },
    size,
  );
}

export function panBy(camera: Camera, size: Size, dx: number, dy: number): Camera {
  return clampCamera(
    {
      ...camera,
      longitude: camera.longitude - dx / camera.scale,
      latitude: camera.latitude + dy / camera.scale,
    },
    size,
  );
}

/** Between two cameras: the scale grows by factors, so that the zoom looks even. */
export function between(from: Camera, to: Camera, t: number): Camera {
  const scale = from.scale * (to.scale / from.scale) ** t;
  // The target of the zoom should not run away: the middle moves as fast as the scale allows.
  const share = from.scale === to.scale ? t : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  const turn = ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180;
  return {
    longitude: from.longitude + turn * share,
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    scale,
  };
}

/** A round length that fits into this many pixels, at the latitude of the middle. */
export function scaleBar(camera: Camera, longestPx: number): { metres: number; width: number } {
  const pixelsPerMetre =
    camera.scale / (metresPerDegree * Math.max(0.02, Math.cos((camera.latitude * Math.PI) / 180)));
  const longest = longestPx / pixelsPerMetre;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = [5, 2, 1].map((digit) => digit * power).find((length) => length <= longest) ?? power;
  return { metres, width: metres * pixelsPerMetre };
}

/** How fine a grid of at most `cuts` cuts may be drawn: cells narrower than `leastPx` would be noise. */
export function drawnCuts(camera: Camera, cuts: number, leastPx = 9): number {
  const finest = Math.floor(Math.log2((2 * latitudeLimit * camera.scale) / leastPx));
  return Math.max(0, Math.min(cuts, finest));
}
