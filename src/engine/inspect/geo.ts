/** A sorted set as the geohash panel sees it: members with their positions, and the latest search among them. */
import type { GeoCellView, GeoMemberView, GeoSearchView, GeoView, Window } from '../../protocol/views.ts';
import { equalBytes, latin1, repr } from '../base/bytes.ts';
import { formatDouble } from '../base/numbers.ts';
import { coordinateText } from '../commands/geo/value.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import { decodeCell, decodeScore, geohashText } from '../structures/geohash.ts';
import { bytesAt, NOWHERE } from '../structures/packed-list.ts';
import { NULL } from '../structures/skiplist-memory.ts';
import type { GeoCellRecord, GeoSearchRecord } from '../types/geo-search-record.ts';
import type { RedisObject } from '../types/object.ts';
import { isPacked, packedOf, tableOf, zsetSize } from '../types/zset.ts';
import { nextPair, scoreOfPair } from '../types/zset-packed.ts';
import type { ViewKind } from './kind.ts';
import { pointersAcross, pointerTo, sortedSetsOf, zsetAt } from './skiplist.ts';
import { changesMembers } from './step-subjects.ts';

const MAX_WINDOW = 200;

export const geoView: ViewKind<'geo'> = {
  read: (server, db, { key, window }) => readGeo(server, db, key, window),
  turnsTo: ['geo'],
  changedBy: (step) => step.type === 'geohash.cell' || changesMembers(step),
};

function readGeo(server: Server, db: Database, key: Uint8Array | null, window: Window): GeoView {
  const object = key === null ? null : zsetAt(db, key);
  const length = object === null ? 0 : zsetSize(object);
  const count = clamp(window.count, 1, MAX_WINDOW);
  const from = clamp(window.from, 0, Math.max(0, length - count));
  const latest = server.latestWork.geoSearch;
  const isOurs = object !== null && key !== null && latest?.db === db.id && equalBytes(latest.key, key);
  return {
    kind: 'geo',
    db: db.id,
    key: key === null ? null : repr(key),
    length,
    from,
    members: object === null ? [] : readMembers(object, from, count),
    search: isOurs ? readSearch(latest) : null,
    names: sortedSetsOf(db),
  };
}

/** Has its own walk: the structure's walk would emit steps into the picture being taken. */
function readMembers(object: RedisObject, from: number, count: number): GeoMemberView[] {
  const members: GeoMemberView[] = [];
  if (isPacked(object)) {
    const list = packedOf(object);
    let rank = 0;
    for (let pair = list.first(); pair !== NOWHERE && rank < from + count; pair = nextPair(list, pair)) {
      if (rank++ >= from) members.push(memberView(bytesAt(list, pair), scoreOfPair(list, pair)));
    }
    return members;
  }
  const { skiplist } = tableOf(object);
  let node = pointerTo(skiplist, pointersAcross(skiplist, from));
  while (node !== NULL && members.length < count) {
    members.push(memberView(skiplist.memberBytesOf(node), skiplist.scoreOf(node)));
    node = skiplist.nextOf(node);
  }
  return members;
}

function memberView(member: Uint8Array, score: number): GeoMemberView {
  const { longitude, latitude } = decodeScore(score);
  return {
    member: repr(member),
    longitude,
    latitude,
    longitudeText: coordinateText(longitude),
    latitudeText: coordinateText(latitude),
    score: formatDouble(score),
    geohash: latin1(geohashText(score)),
  };
}

function readSearch({ shape, cells }: GeoSearchRecord): GeoSearchView {
  const { longitude, latitude, metresPerUnit } = shape;
  return {
    longitude,
    latitude,
    shape:
      shape.type === 'circle'
        ? { type: 'circle', radiusMetres: shape.radius * metresPerUnit }
        : {
            type: 'box',
            widthMetres: shape.width * metresPerUnit,
            heightMetres: shape.height * metresPerUnit,
          },
    step: cells[0].step,
    cells: cells.map(readCell),
  };
}

function readCell(cell: GeoCellRecord): GeoCellView {
  const { position, bits, step, minScore, maxScore, state, candidates, found, members } = cell;
  return {
    position,
    bits: bits.toString(2).padStart(2 * step, '0'),
    ...decodeCell({ bits, step }),
    minScore: String(minScore),
    maxScore: String(maxScore),
    state,
    candidates,
    found,
    members: members.map((member) => repr(member)),
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.floor(value)));
}
