/**
 * Geohash: a place on earth as one number, so that a sorted set can keep it as a score.
 *
 * Mirrors geohash.c. The longitude (-180 to 180) and the latitude (±85.05112878, where the Mercator map ends)
 * are each cut in half 26 times; each cut gives a bit, 1 for the upper half. The bits take turns, a longitude
 * first, and make a number of 52 bits, which a double holds exactly. Cells that begin with the same bits lie in
 * the same square of the map: a square is a range of scores.
 *
 *     longitude  1 0 0 0 1 …           cut 1 of the longitude: east; cut 1 of the latitude: north …
 *     latitude    1 0 1 1 1 …
 *     score      1110010111…
 *
 * Worked example: Palermo, longitude 13.361389, latitude 38.115556. The first three cuts of the longitude,
 * at 0, 90 and 45, give 1 0 0; those of the latitude, at 0, 42.5 and 21.3, give 1 0 1. Together 11 00 01 …, and
 * in the end the score 3479099956230698. Decoded, the middle of its cell is 13.36138933897018433,
 * 38.11555639549629859; the standard text form, which cuts the latitude at ±90 instead, is sqc8b49rny0.
 *
 * A number of up to 52 bits is safe to calculate with, but not for bit operations: those are done on the bits
 * of each axis, at most 26.
 */
import { bytesOf } from '../base/bytes.ts';
import type { Probe } from '../base/probe.ts';

export const GEO_LONGITUDE_MAX = 180;
export const GEO_LATITUDE_MAX = 85.05112878;
/** Cuts per axis in a score. */
export const GEO_STEP_MAX = 26;

/** A cell: `step` cuts per axis, 2 × step bits. */
export interface GeohashCell {
  readonly bits: number;
  readonly step: number;
}

export interface GeohashArea {
  readonly longitudeMin: number;
  readonly longitudeMax: number;
  readonly latitudeMin: number;
  readonly latitudeMax: number;
}

export interface GeoPosition {
  readonly longitude: number;
  readonly latitude: number;
}

export function isGeoPosition(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= GEO_LONGITUDE_MAX && Math.abs(latitude) <= GEO_LATITUDE_MAX;
}

/** The cell of this size that holds a position. */
export function encodeCell(
  longitude: number,
  latitude: number,
  step: number,
  latitudeMax = GEO_LATITUDE_MAX,
): GeohashCell {
  const longitudeIndex = cellIndex(longitude, GEO_LONGITUDE_MAX, step);
  const latitudeIndex = cellIndex(latitude, latitudeMax, step);
  return { bits: interleave(longitudeIndex, latitudeIndex), step };
}

/** The score of a position. Emits every cut. */
export function encodeScore(longitude: number, latitude: number, probe: Probe | null = null): number {
  const { bits } = encodeCell(longitude, latitude, GEO_STEP_MAX);
  if (probe !== null) emitCuts(bits, probe);
  return bits;
}

/** The area of a cell. */
export function decodeCell(cell: GeohashCell): GeohashArea {
  const { longitudeIndex, latitudeIndex } = separate(cell.bits);
  return areaOf(longitudeIndex, latitudeIndex, cell.step);
}

/** The middle of the cell that a score stands for, which is within a metre of the position it came from. */
export function decodeScore(score: number): GeoPosition {
  const [high, low] = wordsOfScore(score);
  const longitudeIndex = (odd(high) * 0x10000 + odd(low)) >>> 0;
  const latitudeIndex = (even(high) * 0x10000 + even(low)) >>> 0;
  const area = areaOf(longitudeIndex, latitudeIndex, GEO_STEP_MAX);
  return {
    longitude: clamp((area.longitudeMin + area.longitudeMax) / 2, GEO_LONGITUDE_MAX),
    latitude: clamp((area.latitudeMin + area.latitudeMax) / 2, GEO_LATITUDE_MAX),
  };
}

/** The cell so many cells to the east and to the north; beyond an edge it comes in at the other side. */
export function moveCell(cell: GeohashCell, east: number, north: number): GeohashCell {
  const { longitudeIndex, latitudeIndex } = separate(cell.bits);
  const mask = 2 ** cell.step - 1;
  // Where an axis is not moved along, a coordinate at the upper limit keeps the bit it has too many.
  const movedLongitude = east === 0 ? longitudeIndex : (longitudeIndex + east) & mask;
  const movedLatitude = north === 0 ? latitudeIndex : (latitudeIndex + north) & mask;
  return { bits: interleave(movedLongitude, movedLatitude), step: cell.step };
}

/** The scores of a cell: from `min` up to but not including `max`. */
export function scoreRange(cell: GeohashCell): { min: number; max: number } {
  const scale = 2 ** (2 * (GEO_STEP_MAX - cell.step));
  return { min: cell.bits * scale, max: (cell.bits + 1) * scale };
}

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz';
const TEXT_CHARACTERS = 11;

/**
 * The standard text form: five bits a character, from bits that cut the latitude at ±90. Eleven characters
 * would take 55 bits; of the last one only two are known, and it is always 0.
 */
export function geohashText(score: number): Uint8Array {
  const { longitude, latitude } = decodeScore(score);
  const { bits } = encodeCell(longitude, latitude, GEO_STEP_MAX, 90);
  let text = '';
  for (let character = 0; character < TEXT_CHARACTERS - 1; character++) {
    text += ALPHABET[Math.floor(bits / 2 ** (52 - (character + 1) * 5)) % 32];
  }
  return bytesOf(`${text}0`);
}

/** How many cells of the axis lie before this coordinate. */
function cellIndex(coordinate: number, max: number, step: number): number {
  // At the upper limit itself this is one too many; the C code lets the extra bit fall into the number too.
  return Math.floor(((coordinate + max) / (max - -max)) * 2 ** step);
}

function areaOf(longitudeIndex: number, latitudeIndex: number, step: number): GeohashArea {
  const cells = 2 ** step;
  const at = (index: number, max: number) => -max + (index / cells) * (max - -max);
  return {
    longitudeMin: at(longitudeIndex, GEO_LONGITUDE_MAX),
    longitudeMax: at(longitudeIndex + 1, GEO_LONGITUDE_MAX),
    latitudeMin: at(latitudeIndex, GEO_LATITUDE_MAX),
    latitudeMax: at(latitudeIndex + 1, GEO_LATITUDE_MAX),
  };
}

function clamp(coordinate: number, max: number): number {
  return Math.min(Math.max(coordinate, -max), max);
}

/** Bits taking turns: those of the latitude are the even ones, from the lowest. */
function interleave(longitudeIndex: number, latitudeIndex: number): number {
  const low = (spread(latitudeIndex & 0xffff) | (spread(longitudeIndex & 0xffff) << 1)) >>> 0;
  const high = (spread(latitudeIndex >>> 16) | (spread(longitudeIndex >>> 16) << 1)) >>> 0;
  return high * 0x1_0000_0000 + low;
}

function separate(bits: number): { longitudeIndex: number; latitudeIndex: number } {
  const low = bits >>> 0;
  const high = Math.floor(bits / 0x1_0000_0000);
  return {
    longitudeIndex: odd(high) * 0x10000 + odd(low),
    latitudeIndex: even(high) * 0x10000 + even(low),
  };
}

/** 16 bits, each followed by a zero above it. */
function spread(half: number): number {
  let word = half;
  word = (word | (word << 8)) & 0x00ff00ff;
  word = (word | (word << 4)) & 0x0f0f0f0f;
  word = (word | (word << 2)) & 0x33333333;
  return (word | (word << 1)) & 0x55555555;
}

/** The inverse: the even bits of a word side by side. */
function even(bits: number): number {
  let word = bits & 0x55555555;
  word = (word | (word >>> 1)) & 0x33333333;
  word = (word | (word >>> 2)) & 0x0f0f0f0f;
  word = (word | (word >>> 4)) & 0x00ff00ff;
  return (word | (word >>> 8)) & 0xffff;
}

function odd(bits: number): number {
  return even(bits >>> 1);
}

const TWO_63 = 2 ** 63;
const TWO_64 = 2 ** 64;

/**
 * A score as the unsigned 64-bit number that C's conversion makes of it on x86-64, in two words. ZADD may have
 * put any score into the set.
 */
function wordsOfScore(score: number): [high: number, low: number] {
  const whole = Math.trunc(score);
  if (!(whole < TWO_64)) return [0, 0];
  if (whole < -TWO_63) return [0x8000_0000, 0];
  const high = Math.floor(whole / 0x1_0000_0000);
  return [high >>> 0, (whole - high * 0x1_0000_0000) >>> 0];
}

function emitCuts(score: number, probe: Probe): void {
  const { longitudeIndex, latitudeIndex } = separate(score);
  const longitudeBits = longitudeIndex.toString(2).padStart(GEO_STEP_MAX, '0');
  const latitudeBits = latitudeIndex.toString(2).padStart(GEO_STEP_MAX, '0');
  const axes = [
    { axis: 'longitude', max: GEO_LONGITUDE_MAX, bits: longitudeBits },
    { axis: 'latitude', max: GEO_LATITUDE_MAX, bits: latitudeBits },
  ] as const;
  for (let depth = 0; depth < GEO_STEP_MAX; depth++) {
    for (const { axis, max, bits } of axes) {
      const before = Number.parseInt(`0${bits.slice(0, depth)}`, 2);
      const width = (2 * max) / 2 ** depth;
      const from = -max + before * width;
      const bit = bits[depth] === '1' ? 1 : 0;
      probe.emit({
        type: 'geohash.bisect',
        axis,
        depth,
        min: from,
        max: from + width,
        middle: from + width / 2,
        bit,
      });
    }
  }
  const bits = score.toString(2).padStart(2 * GEO_STEP_MAX, '0');
  probe.emit({ type: 'geohash.interleave', longitudeBits, latitudeBits, bits, score });
}
