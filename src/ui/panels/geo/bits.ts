/**
 * A geohash bit by bit: which halves a position falls into, and how the bits of both axes alternate. Arithmetic on
 * texts of zeros and ones, the most significant first.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { GeohashStep } from '../../../protocol/steps-order.ts';
import type { GeoBounds } from '../../../protocol/views.ts';

export const longitudeLimit = 180;
/** The server cuts the latitude within these limits; a textbook geohash within ±90. */
export const latitudeLimit = 85.05112878;
export const mostCuts = 26;

export interface AxisBits {
  readonly longitude: string;
  readonly latitude: string;
}

/** The bits of a score; null for a score that is no geohash of 52 bits. */
export function bitsOfScore(score: string): AxisBits | null {
  const number = Number(score);
  if (!Number.isInteger(number) || number < 0 || number >= 2 ** (2 * mostCuts)) return null;
  return separate(number.toString(2).padStart(2 * mostCuts, '0'));
}

/** Splits merged bits: those at even places, from 0, are the longitude's. */
export function separate(bits: string): AxisBits {
  let longitude = '';
  let latitude = '';
  for (let place = 0; place < bits.length; place++) {
    if (place % 2 === 0) longitude += bits[place];
    else latitude += bits[place];
  }
  return { longitude, latitude };
}

/** Alternating bits, a longitude first. */
export function interleave({ longitude, latitude }: AxisBits): string {
  let bits = '';
  for (let cut = 0; cut < Math.max(longitude.length, latitude.length); cut++) {
    bits += (longitude[cut] ?? '') + (latitude[cut] ?? '');
  }
  return bits;
}

/** The rest of an axis after these cuts. */
export function rangeOf(bits: string, limit: number): readonly [min: number, max: number] {
  const cells = 2 ** bits.length;
  const index = bits === '' ? 0 : Number.parseInt(bits, 2);
  return [-limit + (index / cells) * 2 * limit, -limit + ((index + 1) / cells) * 2 * limit];
}

/** The area of the cell with these bits. */
export function areaOf({ longitude, latitude }: AxisBits): GeoBounds {
  const [longitudeMin, longitudeMax] = rangeOf(longitude, longitudeLimit);
  const [latitudeMin, latitudeMax] = rangeOf(latitude, latitudeLimit);
  return { longitudeMin, longitudeMax, latitudeMin, latitudeMax };
}

/** The merged bits of a cell of the grid, counted from west and from south. */
export function codeAt(column: number, row: number, cuts: number): string {
  const axis = (index: number) => (cuts === 0 ? '' : index.toString(2).padStart(cuts, '0'));
  return interleave({ longitude: axis(column), latitude: axis(row) });
}

type Bisect = GeohashStep & { type: 'geohash.bisect' };

/** A cut in its frame: the area before it, the half that is kept, and the bits known with it. */
export interface Cut {
  readonly step: Bisect;
  readonly before: GeoBounds;
  readonly kept: GeoBounds;
  readonly bits: AxisBits;
}

/** The cut of a step, given the steps of its frame before it. */
export function cutAt(step: Step | null, past: readonly Step[]): Cut | null {
  if (step?.type !== 'geohash.bisect') return null;
  let longitude = '';
  let latitude = '';
  for (const earlier of past) {
    if (earlier.type === 'geohash.interleave') {
      // The next member of the same command starts anew.
      longitude = '';
      latitude = '';
    } else if (earlier.type === 'geohash.bisect') {
      if (earlier.axis === 'longitude') longitude += earlier.bit;
      else latitude += earlier.bit;
    }
  }
  const before = areaOf({ longitude, latitude });
  if (step.axis === 'longitude') longitude += step.bit;
  else latitude += step.bit;
  return { step, before, kept: areaOf({ longitude, latitude }), bits: { longitude, latitude } };
}
