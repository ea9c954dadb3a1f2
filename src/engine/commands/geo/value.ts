/** What geo commands read and reply: coordinates, units, distances. */
import { errors, ReplyError } from '../../base/errors.ts';
import { parseDouble, printfF } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type GeoPosition, isGeoPosition } from '../../structures/geohash.ts';
import { isWord } from '../arguments.ts';
import { oneOf, token } from '../syntax.ts';

export const unit = oneOf('unit', token('m', 'M'), token('km', 'KM'), token('ft', 'FT'), token('mi', 'MI'));

const METRES_PER_UNIT: readonly (readonly [word: string, metres: number])[] = [
  ['m', 1],
  ['km', 1000],
  ['ft', 0.3048],
  ['mi', 1609.34],
];
/** From here on toFixed writes an exponent; every such number is whole. */
const LARGE = 1e21;
const COORDINATE_DECIMALS = 17;
const DISTANCE_DECIMALS = 4;

/** A number; throws with this text or the usual one. */
export function doubleOf(argument: Uint8Array, refusal?: string): number {
  const value = parseDouble(argument);
  if (value === null) throw refusal === undefined ? errors.notAFloat() : new ReplyError(refusal);
  return value;
}

/** Two arguments: extractLongLatOrReply. */
export function geoPositionOf(longitudeText: Uint8Array, latitudeText: Uint8Array): GeoPosition {
  const longitude = doubleOf(longitudeText);
  const latitude = doubleOf(latitudeText);
  if (!isGeoPosition(longitude, latitude)) {
    const pair = `${sixDecimals(longitude)},${sixDecimals(latitude)}`;
    throw new ReplyError(`ERR invalid longitude,latitude pair ${pair}`);
  }
  return { longitude, latitude };
}

/** printf's %f. */
function sixDecimals(value: number): string {
  return Math.abs(value) >= LARGE && Number.isFinite(value) ? `${BigInt(value)}.000000` : printfF(value, 6);
}

export function metresPerUnitOf(argument: Uint8Array): number {
  for (const [word, metres] of METRES_PER_UNIT) if (isWord(argument, word)) return metres;
  throw new ReplyError('ERR unsupported unit provided. please use M, KM, FT, MI');
}

/** A distance has four decimals, and is a string in both protocols. */
export function replyDistance({ reply }: Client, distance: number): void {
  reply.text(printfF(distance, DISTANCE_DECIMALS));
}

/** Both coordinates with all their digits, as INCRBYFLOAT would print them. */
export function replyPosition({ reply }: Client, { longitude, latitude }: GeoPosition): void {
  reply.array(2);
  for (const coordinate of [longitude, latitude]) {
    const text = coordinateText(coordinate);
    if (reply.protocol === 3) reply.ascii(`,${text}\r\n`);
    else reply.text(text);
  }
}

/** A coordinate with all its digits, as in the reply of GEOPOS. */
export function coordinateText(coordinate: number): string {
  const text = printfF(coordinate, COORDINATE_DECIMALS).replace(/0+$/, '').replace(/\.$/, '');
  return text === '-0' ? '0' : text;
}
