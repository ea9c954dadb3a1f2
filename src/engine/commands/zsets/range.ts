/** Parts of a sorted set in order: ZRANGE, the older commands it took the place of, and ZRANGESTORE. */
import { errors, ReplyError } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { zsetLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import type { LexRange, ScoreRange } from '../../structures/zset-range.ts';
import type { RedisObject } from '../../types/object.ts';
import { textBytes } from '../../types/text.ts';
import { unwatched } from '../../types/unwatched.ts';
import { createPackedZset, createTableZset, ZsetAddition } from '../../types/zset.ts';
import { ranksWithin } from '../../types/zset-query.ts';
import { type Portion, type Visit, visitByLex, visitByRank, visitByScore } from '../../types/zset-walk.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, double, integer, key, oneOf, optional, since, string, token } from '../syntax.ts';
import { askedOf, lexRangeOf, scoreRangeOf } from './read.ts';
import { beginMembers, deleteTarget, endMembers, readZset, replyMember, storeZset } from './value.ts';

const common = {
  arity: -4,
  flags: ['readonly'],
  categories: ['sortedset'],
  group: 'sorted-set',
  complexity: 'O(log(N)+M)',
  keys: [keyRange(['RO', 'access'])],
} as const;

const limit = { ...block('offset_count', integer('offset'), integer('count')), token: 'LIMIT' };

const zrange: Command = {
  ...common,
  name: 'zrange',
  since: '1.2.0',
  summary: {
    en: 'Lists the members of a range of ranks, of scores or of strings, in either direction.',
    zh: '按排名、分数或字典序返回一个区间内的成员，可正序可倒序。',
  },
  arguments: [
    key(),
    string('start'),
    string('stop'),
    optional(since('6.2.0', oneOf('sortby', token('byscore', 'BYSCORE'), token('bylex', 'BYLEX')))),
    optional(since('6.2.0', token('rev', 'REV'))),
    optional(since('6.2.0', limit)),
    optional(token('withscores', 'WITHSCORES')),
  ],
  run(server, client, args) {
    replyRange(server, client, args, null, null);
  },
};

const zrevrange: Command = {
  ...common,
  name: 'zrevrange',
  since: '1.2.0',
  summary: {
    en: 'Lists the members of a range of ranks, the highest score first.',
    zh: '按分数从高到低返回一个排名区间内的成员。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`ZRANGE` with the `REV` argument' },
  arguments: [key(), integer('start'), integer('stop'), optional(token('withscores', 'WITHSCORES'))],
  run(server, client, args) {
    replyRange(server, client, args, 'rank', true);
  },
};

const zrangebyscore: Command = {
  ...common,
  name: 'zrangebyscore',
  since: '1.0.5',
  summary: {
    en: 'Lists the members whose scores lie in a range, the lowest first.',
    zh: '按分数从低到高返回分数区间内的成员。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`ZRANGE` with the `BYSCORE` argument' },
  arguments: [
    key(),
    double('min'),
    double('max'),
    optional(since('2.0.0', token('withscores', 'WITHSCORES'))),
    optional(limit),
  ],
  run(server, client, args) {
    replyRange(server, client, args, 'score', false);
  },
};

const zrevrangebyscore: Command = {
  ...common,
  name: 'zrevrangebyscore',
  since: '2.2.0',
  summary: {
    en: 'Lists the members whose scores lie in a range, the highest first.',
    zh: '按分数从高到低返回分数区间内的成员。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`ZRANGE` with the `REV` and `BYSCORE` arguments' },
  arguments: [
    key(),
    double('max'),
    double('min'),
    optional(token('withscores', 'WITHSCORES')),
    optional(limit),
  ],
  run(server, client, args) {
    replyRange(server, client, args, 'score', true);
  },
};

const zrangebylex: Command = {
  ...common,
  name: 'zrangebylex',
  since: '2.8.9',
  summary: {
    en: 'Lists the members between two strings, where all scores are the same.',
    zh: '分数全部相同时，按字典序返回区间内的成员。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`ZRANGE` with the `BYLEX` argument' },
  arguments: [key(), string('min'), string('max'), optional(limit)],
  run(server, client, args) {
    replyRange(server, client, args, 'lex', false);
  },
};

const zrevrangebylex: Command = {
  ...common,
  name: 'zrevrangebylex',
  since: '2.8.9',
  summary: {
    en: 'Lists the members between two strings backwards, where all scores are the same.',
    zh: '分数全部相同时，按字典序倒序返回区间内的成员。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`ZRANGE` with the `REV` and `BYLEX` arguments' },
  arguments: [key(), string('max'), string('min'), optional(limit)],
  run(server, client, args) {
    replyRange(server, client, args, 'lex', true);
  },
};

const zrangestore: Command = {
  ...common,
  name: 'zrangestore',
  arity: -5,
  flags: ['write', 'denyoom'],
  since: '6.2.0',
  summary: {
    en: 'Stores the members of a range as a sorted set of their own.',
    zh: '把一个区间内的成员存为新的有序集合。',
  },
  keys: [keyRange(['OW', 'update']), keyRange(['RO', 'access'], 2)],
  arguments: [
    key('dst'),
    key('src', { keySpecIndex: 1 }),
    string('min'),
    string('max'),
    optional(oneOf('sortby', token('byscore', 'BYSCORE'), token('bylex', 'BYLEX'))),
    optional(token('rev', 'REV')),
    optional(limit),
  ],
  run(server, client, args) {
    const { env, generation, keyspace } = server;
    const wanted = parseRange(args, 2, true, null, null);
    const source = readZset(server, client.db, args[2]);
    askedOf(server, client, args, 2, source, wanted, wanted.reverse, wanted.portion);
    if (source === null) return deleteTarget(server, client, args[1], 'reply first');
    const limits = zsetLimits(server);
    // Only a range of ranks has a known length.
    const isLong =
      wanted.kind === 'rank' && ranksWithin(source, wanted.start, wanted.stop).count > limits.entries;
    const result = isLong
      ? createTableZset(env, keyspace.stamps.fresh)
      : createPackedZset(env, generation, keyspace.stamps.fresh);
    const addition = new ZsetAddition(env, result, 0, limits);
    visitRange(source, wanted, (member, score) => {
      const bytes = textBytes(env.heap, member);
      unwatched(env, () => addition.add(bytes, score));
    });
    storeZset(server, client, args[1], result, 'zrangestore');
  },
};

type RangeKind = 'rank' | 'score' | 'lex';

/** The parsed request. */
type Wanted = { readonly reverse: boolean; readonly withScores: boolean; readonly portion: Portion } & (
  | { readonly kind: 'rank'; readonly start: number; readonly stop: number }
  | { readonly kind: 'score'; readonly range: ScoreRange }
  | { readonly kind: 'lex'; readonly range: LexRange }
);

/** `keyAt` is where the source stands. Null leaves the choice to the options. */
function parseRange(
  args: readonly Uint8Array[],
  keyAt: number,
  isStored: boolean,
  givenKind: RangeKind | null,
  givenReverse: boolean | null,
): Wanted {
  let chosenKind = givenKind;
  let chosenReverse = givenReverse;
  let withScores = false;
  let portion: Portion = { offset: 0, limit: -1 };
  for (let at = keyAt + 3; at < args.length; at++) {
    const word = args[at];
    if (!isStored && isWord(word, 'withscores')) {
      withScores = true;
    } else if (isWord(word, 'limit') && args.length - at > 2) {
      portion = { offset: Number(integerOf(args[at + 1])), limit: Number(integerOf(args[at + 2])) };
      at += 2;
    } else if (chosenReverse === null && isWord(word, 'rev')) {
      chosenReverse = true;
    } else if (chosenKind === null && isWord(word, 'bylex')) {
      chosenKind = 'lex';
    } else if (chosenKind === null && isWord(word, 'byscore')) {
      chosenKind = 'score';
    } else {
      throw errors.syntax();
    }
  }
  const reverse = chosenReverse ?? false;
  const kind = chosenKind ?? 'rank';
  if (portion.limit !== -1 && kind === 'rank') {
    throw new ReplyError(
      'ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX',
    );
  }
  if (withScores && kind === 'lex') {
    throw new ReplyError('ERR syntax error, WITHSCORES not supported in combination with BYLEX');
  }
  const [first, second] = [args[keyAt + 1], args[keyAt + 2]];
  const common = { reverse, withScores: withScores || isStored, portion };
  if (kind === 'rank') {
    return { ...common, kind, start: Number(integerOf(first)), stop: Number(integerOf(second)) };
  }
  // A reverse range has its upper end first.
  const [min, max] = reverse ? [second, first] : [first, second];
  if (kind === 'score') return { ...common, kind, range: scoreRangeOf(min, max) };
  return { ...common, kind, range: lexRangeOf(min, max) };
}

function replyRange(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  kind: RangeKind | null,
  reverse: boolean | null,
): void {
  const wanted = parseRange(args, 1, false, kind, reverse);
  const object = readZset(server, client.db, args[1]);
  askedOf(server, client, args, 1, object, wanted, wanted.reverse, wanted.portion);
  if (object === null) {
    client.reply.array(0);
    return;
  }
  const { withScores } = wanted;
  const replyEach: Visit = (member, score) => replyMember(server, client, member, score, withScores);
  if (wanted.kind === 'rank') {
    const ranks = ranksWithin(object, wanted.start, wanted.stop);
    beginMembers(client, ranks.count, withScores);
    visitByRank(object, ranks.start, ranks.count, wanted.reverse, withScores, replyEach);
    return;
  }
  const mark = client.reply.begin();
  const count = visitRange(object, wanted, replyEach);
  endMembers(client, mark, count, withScores);
}

function visitRange(object: RedisObject, wanted: Wanted, visit: Visit): number {
  const { reverse, portion } = wanted;
  switch (wanted.kind) {
    case 'rank': {
      const { start, count } = ranksWithin(object, wanted.start, wanted.stop);
      visitByRank(object, start, count, reverse, wanted.withScores, visit);
      return count;
    }
    case 'score':
      return visitByScore(object, wanted.range, reverse, portion, visit);
    case 'lex':
      return visitByLex(object, wanted.range, reverse, portion, visit);
  }
}

export const rangeZsetCommands: readonly Command[] = [
  zrange,
  zrevrange,
  zrangebyscore,
  zrevrangebyscore,
  zrangebylex,
  zrevrangebylex,
  zrangestore,
];
