/** Members around a place: GEOSEARCH, GEOSEARCHSTORE and the older GEORADIUS family. */
import type { ArgumentDoc } from '../../../protocol/docs.ts';
import { assert } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, type KeySpec, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { GeoShape } from '../../structures/geo-search.ts';
import { sortRange } from '../../structures/partial-sort.ts';
import { GeoSearchRecord } from '../../types/geo-search-record.ts';
import type { RedisObject } from '../../types/object.ts';
import { ScoredResult } from '../../types/zset-algebra.ts';
import { type GeoPoint, membersInShape } from '../../types/zset-geo.ts';
import { block, double, integer, key, oneOf, optional, since, string, token } from '../syntax.ts';
import { deleteTarget, readZset, storeZset, valueOfResult } from '../zsets/value.ts';
import { parseSearch, type Search, type SearchForm } from './search-options.ts';
import { replyDistance, replyPosition, unit } from './value.ts';

const common = {
  categories: ['geo'],
  group: 'geo',
  complexity: 'O(N+log(M))',
} as const;

const replyOptions: readonly ArgumentDoc[] = [
  optional(token('withcoord', 'WITHCOORD')),
  optional(token('withdist', 'WITHDIST')),
  optional(token('withhash', 'WITHHASH')),
];
const order = optional(oneOf('order', token('asc', 'ASC'), token('desc', 'DESC')));
const any = token('any', 'ANY');
const countOrAny = (choice: ArgumentDoc) =>
  optional(block('count', integer('count', { token: 'COUNT' }), optional(choice)));
const storing: readonly ArgumentDoc[] = [
  optional(key('key', { token: 'STORE', keySpecIndex: 1 })),
  optional(key('key', { token: 'STOREDIST', keySpecIndex: 2 })),
];
const from = oneOf('from', string('member', { token: 'FROMMEMBER' }), {
  ...block('longitude_latitude', double('longitude'), double('latitude')),
  token: 'FROMLONLAT',
});
const by = oneOf(
  'by',
  block('circle', double('radius', { token: 'BYRADIUS' }), unit),
  block('box', double('width', { token: 'BYBOX' }), double('height'), unit),
);
const place = [double('longitude'), double('latitude')];

function storeKeys(startFrom: number): KeySpec[] {
  return ['STORE', 'STOREDIST'].map((keyword) => ({
    flags: ['OW', 'update'],
    begin: { type: 'keyword', keyword, startFrom },
    find: { type: 'range', lastKey: 0, step: 1, limit: 0 },
  }));
}

const geosearch: Command = {
  ...common,
  name: 'geosearch',
  arity: -7,
  flags: ['readonly'],
  since: '6.2.0',
  summary: {
    en: 'Lists the members inside a circle or a box around a place or a member.',
    zh: '返回以某位置或某成员为中心的圆形或矩形范围内的成员。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), from, by, order, countOrAny(any), ...replyOptions],
  run(server, client, args) {
    search(server, client, args, 'search');
  },
};

const geosearchstore: Command = {
  ...common,
  name: 'geosearchstore',
  arity: -8,
  flags: ['write', 'denyoom'],
  since: '6.2.0',
  summary: {
    en: 'Stores the members inside a circle or a box, with their geohashes or distances as scores.',
    zh: '把圆形或矩形范围内的成员存入目标键，分数为 geohash 或距离。',
  },
  keys: [keyRange(['OW', 'update']), keyRange(['RO', 'access'], 2)],
  arguments: [
    key('destination'),
    key('source', { keySpecIndex: 1 }),
    from,
    by,
    order,
    countOrAny(any),
    optional(token('storedist', 'STOREDIST')),
  ],
  run(server, client, args) {
    search(server, client, args, 'searchStore');
  },
};

const georadius: Command = {
  ...common,
  name: 'georadius',
  arity: -6,
  flags: ['write', 'denyoom'],
  since: '3.2.0',
  summary: {
    en: 'Lists or stores the members inside a circle around a place.',
    zh: '返回或存储以某位置为圆心的范围内的成员。',
  },
  deprecated: {
    since: '6.2.0',
    replacedBy: '`GEOSEARCH` and `GEOSEARCHSTORE` with the `BYRADIUS` argument',
  },
  keys: [keyRange(['RO', 'access']), ...storeKeys(6)],
  arguments: [
    key(),
    ...place,
    double('radius'),
    unit,
    ...replyOptions,
    countOrAny(since('6.2.0', any)),
    order,
    ...storing,
  ],
  run(server, client, args) {
    search(server, client, args, 'place');
  },
};

const georadiusRo: Command = {
  ...common,
  name: 'georadius_ro',
  arity: -6,
  flags: ['readonly'],
  since: '3.2.10',
  summary: {
    en: 'Lists the members inside a circle around a place, and never stores them.',
    zh: '返回以某位置为圆心的范围内的成员，只读。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`GEOSEARCH` with the `BYRADIUS` argument' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    ...place,
    double('radius'),
    unit,
    ...replyOptions,
    countOrAny(since('6.2.0', any)),
    order,
  ],
  run(server, client, args) {
    search(server, client, args, 'placeReadOnly');
  },
};

const georadiusbymember: Command = {
  ...common,
  name: 'georadiusbymember',
  arity: -5,
  flags: ['write', 'denyoom'],
  since: '3.2.0',
  summary: {
    en: 'Lists or stores the members inside a circle around one of them.',
    zh: '返回或存储以某成员为圆心的范围内的成员。',
  },
  deprecated: {
    since: '6.2.0',
    replacedBy: '`GEOSEARCH` and `GEOSEARCHSTORE` with the `BYRADIUS` and `FROMMEMBER` arguments',
  },
  keys: [keyRange(['RO', 'access']), ...storeKeys(5)],
  arguments: [
    key(),
    string('member'),
    double('radius'),
    unit,
    ...replyOptions,
    countOrAny(any),
    order,
    ...storing,
  ],
  run(server, client, args) {
    search(server, client, args, 'member');
  },
};

const georadiusbymemberRo: Command = {
  ...common,
  name: 'georadiusbymember_ro',
  arity: -5,
  flags: ['readonly'],
  since: '3.2.10',
  summary: {
    en: 'Lists the members inside a circle around one of them, and never stores them.',
    zh: '返回以某成员为圆心的范围内的成员，只读。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`GEOSEARCH` with the `BYRADIUS` and `FROMMEMBER` arguments' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('member'), double('radius'), unit, ...replyOptions, countOrAny(any), order],
  run(server, client, args) {
    search(server, client, args, 'memberReadOnly');
  },
};

function search(server: Server, client: Client, args: readonly Uint8Array[], form: SearchForm): void {
  const source = args[form === 'searchStore' ? 2 : 1];
  const object = readZset(server, client.db, source);
  const wanted = parseSearch(args, form, object);
  const { target, shape } = wanted;
  if (object === null) {
    if (target === null) client.reply.array(0);
    else deleteTarget(server, client, target, 'notify first');
    return;
  }
  assert(shape !== null, 'a search of a sorted set that is there has a shape');
  server.latestWork.geoSearch = new GeoSearchRecord(client.db.id, source, shape);
  const points = foundPoints(server, object, server.latestWork.geoSearch, wanted);
  if (target === null) {
    replyPoints(client, points, shape, wanted);
    return;
  }
  const result = new ScoredResult(server.env);
  for (const { member, score, distanceMetres } of points) {
    result.add(member, wanted.storesDistance ? distanceMetres / shape.metresPerUnit : score);
  }
  const event = form === 'searchStore' ? 'geosearchstore' : 'georadiusstore';
  storeZset(server, client, target, valueOfResult(server, result), event, points.length, 'notify first');
}

/** In the requested order, and at most COUNT. */
function foundPoints(
  server: Server,
  object: RedisObject,
  record: GeoSearchRecord,
  wanted: Search,
): GeoPoint[] {
  const { count, isAnyEnough } = wanted;
  const points = membersInShape(server.env, object, record, isAnyEnough ? count : 0);
  const returned = count === 0 ? points.length : Math.min(count, points.length);
  // Take the nearest, unless ANY was given.
  const order = wanted.order ?? (count > 0 && !isAnyEnough ? 'ascending' : null);
  if (order !== null) {
    const compare = order === 'ascending' ? nearestFirst : farthestFirst;
    if (returned === points.length) points.sort(compare);
    else sortRange(points, compare, 0, returned - 1);
  }
  return points.slice(0, returned);
}

function nearestFirst(a: GeoPoint, b: GeoPoint): number {
  if (a.distanceMetres > b.distanceMetres) return 1;
  return a.distanceMetres === b.distanceMetres ? 0 : -1;
}

function farthestFirst(a: GeoPoint, b: GeoPoint): number {
  return -nearestFirst(a, b);
}

function replyPoints(
  client: Client,
  points: readonly GeoPoint[],
  { metresPerUnit }: GeoShape,
  { withDistance, withHash, withPosition }: Search,
): void {
  const { reply } = client;
  const extras = [withDistance, withHash, withPosition].filter(Boolean).length;
  reply.array(points.length);
  for (const point of points) {
    if (extras > 0) reply.array(extras + 1);
    reply.bulk(point.member);
    if (withDistance) replyDistance(client, point.distanceMetres / metresPerUnit);
    if (withHash) reply.integer(Math.trunc(point.score));
    if (withPosition) replyPosition(client, point);
  }
}

export const geoSearchCommands: readonly Command[] = [
  geosearch,
  geosearchstore,
  georadius,
  georadiusRo,
  georadiusbymember,
  georadiusbymemberRo,
];
