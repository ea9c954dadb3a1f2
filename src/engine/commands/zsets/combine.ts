/** Sorted sets with one another: union, intersection, difference, replied or stored. Plain sets may take part. */
import type { ArgumentDoc } from '../../../protocol/docs.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { parseDouble } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange, keysCounted } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { TYPE_SET, TYPE_ZSET } from '../../types/object.ts';
import {
  type Aggregate,
  aggregates,
  type ScoredResult,
  type ScoredSource,
  scoredDifference,
  scoredIntersection,
  scoredUnion,
  visitScoredIntersection,
} from '../../types/zset-algebra.ts';
import { integerOf, isWord, naturalOf } from '../arguments.ts';
import { integer, key, many, oneOf, optional, token } from '../syntax.ts';
import { beginMembers, replyMember, storeZset, valueOfResult } from './value.ts';

const replying = {
  arity: -3,
  flags: ['readonly'],
  categories: ['sortedset'],
  group: 'sorted-set',
  since: '6.2.0',
  keys: [keysCounted(['RO', 'access'])],
} as const;

const stored = {
  arity: -4,
  flags: ['write', 'denyoom'],
  categories: ['sortedset'],
  group: 'sorted-set',
  since: '2.0.0',
  keys: [keyRange(['OW', 'update']), keysCounted(['RO', 'access'], 2)],
} as const;

const inputs: readonly ArgumentDoc[] = [integer('numkeys'), many(key())];
const inputsOfStored: readonly ArgumentDoc[] = [
  key('destination'),
  integer('numkeys'),
  many(key('key', { keySpecIndex: 1 })),
];
const weighting: readonly ArgumentDoc[] = [
  optional(many(integer('weight', { token: 'WEIGHTS' }))),
  optional({
    ...oneOf('aggregate', token('sum', 'SUM'), token('min', 'MIN'), token('max', 'MAX')),
    token: 'AGGREGATE',
  }),
];
const withScores = optional(token('withscores', 'WITHSCORES'));

const zunion: Command = {
  ...replying,
  name: 'zunion',
  complexity: 'O(N)+O(M*log(M))',
  summary: {
    en: 'Lists the members that at least one of the sorted sets has, with their scores put together.',
    zh: '返回多个有序集合的并集，分数按指定方式汇总。',
  },
  arguments: [...inputs, ...weighting, withScores],
  run(server, client, args) {
    const request = parse(server, client, args, 1, 'zunion', { weights: true, withScores: true });
    replyResult(server, client, scoredUnion(server.env, request.sources, request.aggregate), request);
  },
};

const zunionstore: Command = {
  ...stored,
  name: 'zunionstore',
  complexity: 'O(N)+O(M log(M))',
  summary: {
    en: 'Stores the members that at least one of the sorted sets has, with their scores put together.',
    zh: '把多个有序集合的并集存入目标键，分数按指定方式汇总。',
  },
  arguments: [...inputsOfStored, ...weighting],
  run(server, client, args) {
    const { sources, aggregate } = parse(server, client, args, 2, 'zunionstore', { weights: true });
    storeResult(server, client, args[1], scoredUnion(server.env, sources, aggregate), 'zunionstore');
  },
};

const zinter: Command = {
  ...replying,
  name: 'zinter',
  complexity: 'O(N*K)+O(M*log(M))',
  summary: {
    en: 'Lists the members that all the sorted sets have, with their scores put together.',
    zh: '返回多个有序集合的交集，分数按指定方式汇总。',
  },
  arguments: [...inputs, ...weighting, withScores],
  run(server, client, args) {
    const request = parse(server, client, args, 1, 'zinter', { weights: true, withScores: true });
    replyResult(server, client, scoredIntersection(server.env, request.sources, request.aggregate), request);
  },
};

const zinterstore: Command = {
  ...stored,
  name: 'zinterstore',
  complexity: 'O(N*K)+O(M*log(M))',
  summary: {
    en: 'Stores the members that all the sorted sets have, with their scores put together.',
    zh: '把多个有序集合的交集存入目标键，分数按指定方式汇总。',
  },
  arguments: [...inputsOfStored, ...weighting],
  run(server, client, args) {
    const { sources, aggregate } = parse(server, client, args, 2, 'zinterstore', { weights: true });
    storeResult(server, client, args[1], scoredIntersection(server.env, sources, aggregate), 'zinterstore');
  },
};

const zintercard: Command = {
  ...replying,
  name: 'zintercard',
  since: '7.0.0',
  complexity: 'O(N*K)',
  summary: {
    en: 'Counts the members that all the sorted sets have, up to a limit if one is given.',
    zh: '返回多个有序集合交集的成员数量，可用 LIMIT 提前停止。',
  },
  arguments: [...inputs, optional(integer('limit', { token: 'LIMIT' }))],
  run(server, client, args) {
    const { sources, aggregate, limit } = parse(server, client, args, 1, 'zintercard', { limit: true });
    let cardinality = 0;
    visitScoredIntersection(server.env, sources, aggregate, () => ++cardinality !== limit);
    client.reply.integer(cardinality);
  },
};

const zdiff: Command = {
  ...replying,
  name: 'zdiff',
  complexity: 'O(L + (N-K)log(N))',
  summary: {
    en: 'Lists the members of the first sorted set that none of the others has.',
    zh: '返回第一个有序集合与其余集合的差集。',
  },
  arguments: [...inputs, withScores],
  run(server, client, args) {
    const request = parse(server, client, args, 1, 'zdiff', { withScores: true });
    replyResult(server, client, scoredDifference(server.env, request.sources), request);
  },
};

const zdiffstore: Command = {
  ...stored,
  name: 'zdiffstore',
  since: '6.2.0',
  complexity: 'O(L + (N-K)log(N))',
  summary: {
    en: 'Stores the members of the first sorted set that none of the others has.',
    zh: '把第一个有序集合与其余集合的差集存入目标键。',
  },
  arguments: inputsOfStored,
  run(server, client, args) {
    const { sources } = parse(server, client, args, 2, 'zdiffstore', {});
    storeResult(server, client, args[1], scoredDifference(server.env, sources), 'zdiffstore');
  },
};

interface Request {
  readonly sources: readonly ScoredSource[];
  readonly aggregate: Aggregate;
  readonly withScores: boolean;
  /** 0 when there is none. */
  readonly limit: number;
}

/** Which options a command knows. */
interface Known {
  readonly weights?: boolean;
  readonly withScores?: boolean;
  readonly limit?: boolean;
}

/** The keys are looked up before the options are read, as in the server: a wrong type comes first. */
function parse(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  countAt: number,
  command: string,
  known: Known,
): Request {
  const count = Number(integerOf(args[countAt]));
  if (count < 1) throw new ReplyError(`ERR at least 1 input key is needed for '${command}' command`);
  const firstKey = countAt + 1;
  if (count > args.length - firstKey) throw errors.syntax();
  const objects = args.slice(firstKey, firstKey + count).map((name) => {
    const object = server.keyspace.lookupRead(client.db, name);
    if (object !== null && object.type !== TYPE_ZSET && object.type !== TYPE_SET) throw errors.wrongType();
    return object;
  });

  let weights: number[] = [];
  let aggregate = aggregates.sum;
  let withScores = false;
  let limit = 0;
  for (let at = firstKey + count; at < args.length; at++) {
    const remaining = args.length - at;
    if (known.weights && remaining > count && isWord(args[at], 'weights')) {
      weights = args.slice(at + 1, at + 1 + count).map(weightOf);
      at += count;
    } else if (known.weights && remaining >= 2 && isWord(args[at], 'aggregate')) {
      aggregate = aggregateOf(args[++at]);
    } else if (known.withScores && isWord(args[at], 'withscores')) {
      withScores = true;
    } else if (known.limit && remaining >= 2 && isWord(args[at], 'limit')) {
      limit = Number(naturalOf(args[++at], "ERR LIMIT can't be negative"));
    } else {
      throw errors.syntax();
    }
  }
  const sources = objects.map((object, index) => ({ object, weight: weights[index] ?? 1 }));
  return { sources, aggregate, withScores, limit };
}

function weightOf(argument: Uint8Array): number {
  const weight = parseDouble(argument);
  if (weight === null) throw new ReplyError('ERR weight value is not a float');
  return weight;
}

function aggregateOf(argument: Uint8Array): Aggregate {
  for (const name of ['sum', 'min', 'max'] as const) if (isWord(argument, name)) return aggregates[name];
  throw errors.syntax();
}

function replyResult(server: Server, client: Client, { table }: ScoredResult, { withScores }: Request): void {
  const { skiplist } = table;
  beginMembers(client, table.size, withScores);
  for (let node = skiplist.first; node !== 0; node = skiplist.nextOf(node)) {
    replyMember(server, client, skiplist.memberOf(node), skiplist.scoreOf(node), withScores);
  }
  table.release();
}

function storeResult(
  server: Server,
  client: Client,
  target: Uint8Array,
  result: ScoredResult,
  event: string,
): void {
  storeZset(server, client, target, valueOfResult(server, result), event);
}

export const combineZsetCommands: readonly Command[] = [
  zunion,
  zunionstore,
  zinter,
  zinterstore,
  zintercard,
  zdiff,
  zdiffstore,
];
