/**
 * Places in a sorted set: a member's score is the geohash of its place (geohash.ts), so a search around a
 * place looks at up to nine ranges of scores (geo-search.ts) and measures what it finds there.
 */
import type { Environment } from '../base/probe.ts';
import { distanceInShape, type GeoSearchCell, type GeoShape, searchCells } from '../structures/geo-search.ts';
import { decodeScore, type GeoPosition } from '../structures/geohash.ts';
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

/** Null when there is no such member. */
export function positionOf(object: RedisObject, member: Uint8Array): GeoPosition | null {
  const score = zsetScore(object, member);
  return score === null ? null : decodeScore(score);
}

/**
 * The members in a shape, cell by cell, in each cell in the order of their scores. `enough` ends the search
 * when so many are found; 0 is never enough.
 */
export function membersInShape(
  env: Environment,
  object: RedisObject,
  shape: GeoShape,
  enough: number,
): GeoPoint[] {
  const points: GeoPoint[] = [];
  const isEnough = () => enough > 0 && points.length >= enough;
  let isOver = false;
  for (const cell of searchCells(shape)) {
    const foundBefore = points.length;
    let candidates = 0;
    if (cell.state === 'searched') isOver ||= isEnough();
    const isSearched = cell.state === 'searched' && !isOver;
    if (isSearched) {
      const range = { min: cell.minScore, max: cell.maxScore, minExclusive: false, maxExclusive: true };
      visitScoresWhile(object, range, (member, score) => {
        candidates++;
        const position = decodeScore(score);
        const distanceMetres = distanceInShape(shape, position);
        if (distanceMetres !== null) {
          points.push({ ...position, member: textBytes(env.heap, member).slice(), score, distanceMetres });
        }
        return !isEnough();
      });
    }
    tellCell(env, cell, cell.state === 'searched' && isOver, candidates, points.length - foundBefore);
  }
  return points;
}

function tellCell(
  { probe }: Environment,
  { position, bits, step, state, minScore, maxScore }: GeoSearchCell,
  isOver: boolean,
  candidates: number,
  found: number,
): void {
  if (probe === null) return;
  probe.emit({
    type: 'geohash.cell',
    position,
    bits,
    precision: step,
    state: isOver ? 'enough' : state,
    minScore,
    maxScore,
    candidates,
    found,
  });
}
