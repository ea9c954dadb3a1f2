/** The coastlines of the world as one path: a degree is a pixel, 0° 0° the origin, north is up. */
import { geoEquirectangular, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import topology from 'world-atlas/land-110m.json';

let drawn: string | null = null;

export function landPath(): string {
  if (drawn === null) {
    const world = topology as unknown as Topology<{ land: GeometryCollection }>;
    const projection = geoEquirectangular()
      .scale(180 / Math.PI)
      .translate([0, 0])
      .precision(0);
    drawn = geoPath(projection).digits(2)(feature(world, world.objects.land)) ?? '';
  }
  return drawn;
}
