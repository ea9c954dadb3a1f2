/** Asking about members of a sorted set: how many, which score, which rank. */
import { ReplyError } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import {
  type LexRange,
  parseLexRange,
  parseScoreRange,
  type ScoreRange,
} from '../../structures/zset-range.ts';
import type { RedisObject } from '../../types/object.ts';
import { zsetRank, zsetScore, zsetSize } from '../../types/zset.ts';
import { ranksAsked, ranksTaken, ZsetQuery, type ZsetWanted } from '../../types/zset-query.ts';
import { countByLex, countByScore, type Portion } from '../../types/zset-walk.ts';
import { double, key, many, string } from '../syntax.ts';
import { readZset } from './value.ts';

const common = { categories: ['sortedset'], group: 'sorted-set' } as const;

export function scoreRangeOf(min: Uint8Array, max: Uint8Array): ScoreRange {
  const range = parseScoreRange(min, max);
  if (range === null) throw new ReplyError('ERR min or max is not a float');
  return range;
}

export function lexRangeOf(min: Uint8Array, max: Uint8Array): LexRange {
  const range = parseLexRange(min, max);
  if (range === null) throw new ReplyError('ERR min or max not valid string range item');
  return range;
}

const WHOLE: Portion = { offset: 0, limit: -1 };
const THE_MEMBER: ZsetWanted = { kind: 'member' };

/** Keeps the query of a sorted set, for the panels. `keyAt` is where its key stands. */
export function askedOf(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  keyAt: number,
  object: RedisObject | null,
  wanted: ZsetWanted,
  reverse: boolean,
  { offset, limit }: Portion = WHOLE,
): void {
  const query = new ZsetQuery(client.db.id, args, keyAt, wanted, reverse, offset, limit);
  server.latestWork.zsetQuery = query;
  const { probe } = server.env;
  if (probe === null || object === null) return;
  const ranks = ranksTaken(ranksAsked(object, query), query);
  probe.emit({ type: 'zset.asked', zset: object.address, by: wanted.kind, reverse, ...ranks });
}

const zcard: Command = {
  ...common,
  name: 'zcard',
  arity: 2,
  flags: ['readonly', 'fast'],
  since: '1.2.0',
  complexity: 'O(1)',
  summary: { en: 'Counts the members.', zh: '返回有序集合的成员数量。' },
  keys: [keyRange(['RO'])],
  arguments: [key()],
  run(server, client, args) {
    const object = readZset(server, client.db, args[1]);
    client.reply.integer(object === null ? 0 : zsetSize(object));
  },
};

const zcount: Command = {
  ...common,
  name: 'zcount',
  arity: 4,
  flags: ['readonly', 'fast'],
  since: '2.0.0',
  complexity: 'O(log(N))',
  summary: { en: 'Counts the members whose scores lie in a range.', zh: '返回分数在给定区间内的成员数量。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), double('min'), double('max')],
  run(server, client, args) {
    const range = scoreRangeOf(args[2], args[3]);
    const object = readZset(server, client.db, args[1]);
    askedOf(server, client, args, 1, object, { kind: 'score', range }, false);
    client.reply.integer(object === null ? 0 : countByScore(object, range));
  },
};

const zlexcount: Command = {
  ...common,
  name: 'zlexcount',
  arity: 4,
  flags: ['readonly', 'fast'],
  since: '2.8.9',
  complexity: 'O(log(N))',
  summary: {
    en: 'Counts the members between two strings, where all scores are the same.',
    zh: '分数全部相同时，返回字典序在给定区间内的成员数量。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('min'), string('max')],
  run(server, client, args) {
    const range = lexRangeOf(args[2], args[3]);
    const object = readZset(server, client.db, args[1]);
    askedOf(server, client, args, 1, object, { kind: 'lex', range }, false);
    client.reply.integer(object === null ? 0 : countByLex(object, range));
  },
};

const zscore: Command = {
  ...common,
  name: 'zscore',
  arity: 3,
  flags: ['readonly', 'fast'],
  since: '1.2.0',
  complexity: 'O(1)',
  summary: { en: 'Tells the score of a member.', zh: '返回成员的分数。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('member')],
  run(server, client, args) {
    const object = readZset(server, client.db, args[1]);
    replyScore(client, object === null ? null : zsetScore(object, args[2]));
  },
};

const zmscore: Command = {
  ...common,
  name: 'zmscore',
  arity: -3,
  flags: ['readonly', 'fast'],
  since: '6.2.0',
  complexity: 'O(N)',
  summary: {
    en: 'Tells the scores of several members; who is no member gives nil.',
    zh: '返回多个成员的分数，不存在的成员返回 nil。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), many(string('member'))],
  run(server, client, args) {
    const object = readZset(server, client.db, args[1]);
    client.reply.array(args.length - 2);
    for (let at = 2; at < args.length; at++) {
      replyScore(client, object === null ? null : zsetScore(object, args[at]));
    }
  },
};

function replyScore({ reply }: Client, score: number | null): void {
  if (score === null) reply.nil();
  else reply.double(score);
}

const zrank: Command = {
  ...common,
  name: 'zrank',
  arity: 3,
  flags: ['readonly', 'fast'],
  since: '2.0.0',
  complexity: 'O(log(N))',
  summary: {
    en: 'Tells how many members have a lower score than this one.',
    zh: '返回成员按分数从低到高的排名，从 0 开始。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('member')],
  run(server, client, args) {
    replyRank(server, client, args, false);
  },
};

const zrevrank: Command = {
  ...common,
  name: 'zrevrank',
  arity: 3,
  flags: ['readonly', 'fast'],
  since: '2.0.0',
  complexity: 'O(log(N))',
  summary: {
    en: 'Tells how many members have a higher score than this one.',
    zh: '返回成员按分数从高到低的排名，从 0 开始。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('member')],
  run(server, client, args) {
    replyRank(server, client, args, true);
  },
};

function replyRank(server: Server, client: Client, args: readonly Uint8Array[], reverse: boolean): void {
  const object = readZset(server, client.db, args[1]);
  askedOf(server, client, args, 1, object, THE_MEMBER, reverse);
  const rank = object === null ? -1 : zsetRank(object, args[2], reverse);
  if (rank === -1) client.reply.nil();
  else client.reply.integer(rank);
}

export const readZsetCommands: readonly Command[] = [
  zcard,
  zcount,
  zlexcount,
  zscore,
  zmscore,
  zrank,
  zrevrank,
];
