/** Places and their members: adding them, and asking where they are and how far apart. */
import { errors } from '../../base/errors.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { geoDistance } from '../../structures/geo-search.ts';
import { encodeScore, geohashText } from '../../structures/geohash.ts';
import { ADD_EXISTING_ONLY, ADD_NEW_ONLY, zsetScore } from '../../types/zset.ts';
import { positionOf } from '../../types/zset-geo.ts';
import { isWord } from '../arguments.ts';
import { propagateAs } from '../propagate.ts';
import { block, double, key, many, oneOf, optional, since, string, token } from '../syntax.ts';
import { addScored } from '../zsets/change.ts';
import { readZset } from '../zsets/value.ts';
import { geoPositionOf, metresPerUnitOf, replyDistance, replyPosition, unit } from './value.ts';

const common = { categories: ['geo'], group: 'geo', since: '3.2.0' } as const;

const geoadd: Command = {
  ...common,
  name: 'geoadd',
  arity: -5,
  flags: ['write', 'denyoom'],
  complexity: 'O(log(N))',
  summary: {
    en: 'Adds members with their longitudes and latitudes, as a sorted set whose scores are geohashes.',
    zh: '添加成员及其经纬度；以 geohash 为分数存入有序集合。',
  },
  keys: [keyRange(['RW', 'update'])],
  arguments: [
    key(),
    optional(since('6.2.0', oneOf('condition', token('nx', 'NX'), token('xx', 'XX')))),
    optional(since('6.2.0', token('change', 'CH'))),
    many(block('longitude_latitude_member', double('longitude'), double('latitude'), string('member'))),
  ],
  run(server, client, args) {
    let flags = 0;
    let countsChanges = false;
    let first = 2;
    for (; first < args.length; first++) {
      if (isWord(args[first], 'nx')) flags |= ADD_NEW_ONLY;
      else if (isWord(args[first], 'xx')) flags |= ADD_EXISTING_ONLY;
      else if (isWord(args[first], 'ch')) countsChanges = true;
      else break;
    }
    const strings = args.length - first;
    const isBoth = flags === (ADD_NEW_ONLY | ADD_EXISTING_ONLY);
    if (strings === 0 || strings % 3 !== 0 || isBoth) throw errors.syntax();
    const positions = [];
    for (let at = first; at < args.length; at += 3) positions.push(geoPositionOf(args[at], args[at + 1]));

    const { probe } = server.env;
    const scores = positions.map(({ longitude, latitude }) => encodeScore(longitude, latitude, probe));
    addScored(server, client, args, first, 3, scores, flags, countsChanges);
    if (server.propagation.wanted) {
      const pairs = scores.flatMap((score, index) => [String(score), args[first + index * 3 + 2]]);
      propagateAs(server, 'zadd', ...args.slice(1, first), ...pairs);
    }
  },
};

const geodist: Command = {
  ...common,
  name: 'geodist',
  arity: -4,
  flags: ['readonly'],
  complexity: 'O(log(N))',
  summary: { en: 'Tells how far two members are from each other.', zh: '返回两个成员之间的距离。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('member1'), string('member2'), optional(unit)],
  run(server, client, args) {
    const metresPerUnit = args.length === 5 ? metresPerUnitOf(args[4]) : 1;
    if (args.length > 5) throw errors.syntax();
    const object = readZset(server, client.db, args[1]);
    if (object === null) return client.reply.nil();
    const from = positionOf(object, args[2]);
    const to = from === null ? null : positionOf(object, args[3]);
    if (from === null || to === null) return client.reply.nil();
    const distance = geoDistance(from.longitude, from.latitude, to.longitude, to.latitude);
    replyDistance(client, distance / metresPerUnit);
  },
};

const geohash: Command = {
  ...common,
  name: 'geohash',
  arity: -2,
  flags: ['readonly'],
  complexity: 'O(log(N))',
  summary: {
    en: 'Tells the places of members as standard geohash strings.',
    zh: '返回成员位置的标准 geohash 字符串。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), many(string('member'))],
  run(server, client, args) {
    const { reply } = client;
    const object = readZset(server, client.db, args[1]);
    reply.array(args.length - 2);
    for (let at = 2; at < args.length; at++) {
      const score = object === null ? null : zsetScore(object, args[at]);
      if (score === null) reply.nil();
      else reply.bulk(geohashText(score));
    }
  },
};

const geopos: Command = {
  ...common,
  name: 'geopos',
  arity: -2,
  flags: ['readonly'],
  complexity: 'O(N)',
  summary: { en: 'Tells the longitudes and latitudes of members.', zh: '返回成员的经度和纬度。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), many(string('member'))],
  run(server, client, args) {
    const { reply } = client;
    const object = readZset(server, client.db, args[1]);
    reply.array(args.length - 2);
    for (let at = 2; at < args.length; at++) {
      const position = object === null ? null : positionOf(object, args[at]);
      if (position === null) reply.nilArray();
      else replyPosition(client, position);
    }
  },
};

export const geoMemberCommands: readonly Command[] = [geoadd, geodist, geohash, geopos];
