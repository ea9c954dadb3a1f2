/**
 * Locations in a sorted set: a member's score is the geohash of its location (geohash.ts), so a search around a point
 * reads up to nine ranges of scores (geo-search.ts) and measures the members in them.
 */
import type { Environment } from '../base/probe.ts';
import { distanceInShape } from '../structures/geo-search.ts';
import { decodeScore, type GeoPosition } from '../structures/geohash.ts';
import { type GeoCellRecord, type GeoSearchRecord, MAX_REMEMBERED } from './geo-search-record.ts';
import type { RedisObject } from './object.ts';
import { textBytes } from './text.ts';
import { zsetScore } from './zset.ts';
import { visitScoresWhile } from './zset-walk.ts';

/** A member that a search has found. */
export interface GeoPoint extends GeoPosition {
  readonly member: Uint8Array;
  readonly score: number;
  readonly distanceMetres: number;
}

/** Null if there is no such member. */
export function positionOf(object: RedisObject, member: Uint8Array): GeoPosition | null {
  const score = zsetScore(object, member);
  return score === null ? null : decodeScore(score);
}

/**
 * The members in the shape of a search, cell by cell, in each cell in the order of their scores. `enough` ends
 * the search when so many are found; 0 is never enough. What happens in each cell is written into the record.
 */
export function membersInShape(
  env: Environment,
  object: RedisObject,
  record: GeoSearchRecord,
  enough: number,
): GeoPoint[] {
  const { shape } = record;
  const points: GeoPoint[] = [];
  const isEnough = () => enough > 0 && points.length >= enough;
  let isOver = false;
  for (const cell of record.cells) {
    const foundBefore = points.length;
    if (cell.plan === 'searched') isOver ||= isEnough();
    if (cell.plan === 'searched' && !isOver) {
      const range = { min: cell.minScore, max: cell.maxScore, minExclusive: false, maxExclusive: true };
      visitScoresWhile(object, range, (member, score) => {
        cell.candidates++;
        const position = decodeScore(score);
        const distanceMetres = distanceInShape(shape, position);
        if (distanceMetres !== null) {
          points.push({ ...position, member: textBytes(env.heap, member).slice(), score, distanceMetres });
        }
        return !isEnough();
      });
    }
    cell.state = cell.plan === 'searched' && isOver ? 'enough' : cell.plan;
    cell.found = points.length - foundBefore;
    const remembered = Math.min(cell.found, MAX_REMEMBERED);
    cell.members = points.slice(foundBefore, foundBefore + remembered).map(({ member }) => member);
    emitCell(env, cell);
  }
  return points;
}

function emitCell({ probe }: Environment, cell: GeoCellRecord): void {
  if (probe === null || cell.state === 'waiting') return;
  const { position, bits, step, state, minScore, maxScore, candidates, found } = cell;
  probe.emit({
    type: 'geohash.cell',
    position,
    bits,
    precision: step,
    state,
    minScore,
    maxScore,
    candidates,
    found,
  });
}
