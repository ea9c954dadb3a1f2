/** Sets with one another: intersection, union, difference, replied or stored. */
import type { SetOperation } from '../../../protocol/steps-sets.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { INT64_MAX } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange, keysCounted } from '../../state/command/command.ts';
import { setLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { releaseObject } from '../../types/release.ts';
import { type Member, setSize, visitMembers } from '../../types/set.ts';
import { difference, intersection, union, visitIntersection } from '../../types/set-algebra.ts';
import { SetAlgebraRecord } from '../../types/set-algebra-record.ts';
import { integerBetween, isWord, naturalOf } from '../arguments.ts';
import { replyText } from '../reply-text.ts';
import { integer, key, many, optional } from '../syntax.ts';
import { readSet } from './value.ts';

const replying = {
  arity: -2,
  flags: ['readonly'],
  categories: ['set'],
  group: 'set',
  since: '1.0.0',
  tips: ['nondeterministic_output_order'],
  keys: [keyRange(['RO', 'access'], 1, -1)],
  arguments: [many(key())],
} as const;

const stored = {
  arity: -3,
  flags: ['write', 'denyoom'],
  categories: ['set'],
  group: 'set',
  since: '1.0.0',
  arguments: [key('destination'), many(key('key', { keySpecIndex: 1 }))],
} as const;

const sinter: Command = {
  ...replying,
  name: 'sinter',
  complexity: 'O(N*M)',
  summary: { en: 'Lists the members that all the sets have.', zh: '返回多个集合的交集。' },
  run(server, client, args) {
    const { reply } = client;
    const sets = operands(server, client, args, 1);
    const record = recorded(server, client, args, 'intersection', 1);
    if (!areAllThere(sets)) {
      record.finish('missing');
      return reply.set(0);
    }
    const mark = reply.begin();
    let count = 0;
    const take = (member: Member) => {
      replyText(reply, server.env.heap, member);
      count++;
      return true;
    };
    visitIntersection(server.env, sets, take, record);
    reply.endSet(mark, count);
  },
};

const sinterstore: Command = {
  ...stored,
  name: 'sinterstore',
  complexity: 'O(N*M)',
  summary: { en: 'Stores the members that all the sets have.', zh: '把多个集合的交集存入目标键。' },
  keys: [keyRange(['RW', 'update']), keyRange(['RO', 'access'], 2, -1)],
  run(server, client, args) {
    const { env, keyspace } = server;
    const sets = operands(server, client, args, 2);
    const record = recorded(server, client, args, 'intersection', 2);
    // A missing set makes the result empty: just delete the destination.
    if (!areAllThere(sets)) {
      record.finish('missing');
      deleteTarget(server, client, args[1]);
      return client.reply.integer(0);
    }
    const result = intersection(env, sets, setLimits(server), keyspace.stamps.fresh, record);
    storeResult(server, client, args[1], result, 'sinterstore');
  },
};

const sintercard: Command = {
  name: 'sintercard',
  arity: -3,
  flags: ['readonly'],
  categories: ['set'],
  group: 'set',
  since: '7.0.0',
  complexity: 'O(N*M)',
  summary: {
    en: 'Counts the members that all the sets have, up to a limit if one is given.',
    zh: '返回多个集合交集的成员数量，可用 LIMIT 提前停止。',
  },
  keys: [keysCounted(['RO', 'access'])],
  arguments: [integer('numkeys'), many(key()), optional(integer('limit', { token: 'LIMIT' }))],
  run(server, client, args) {
    const count = integerBetween(args[1], 1, INT64_MAX, 'ERR numkeys should be greater than 0');
    if (count > args.length - 2)
      throw new ReplyError("ERR Number of keys can't be greater than number of args");
    const end = 2 + Number(count);
    let limit = 0;
    for (let at = end; at < args.length; at += 2) {
      if (!isWord(args[at], 'limit') || at + 1 === args.length) throw errors.syntax();
      limit = Number(naturalOf(args[at + 1], "ERR LIMIT can't be negative"));
    }

    const sets = operands(server, client, args, 2, end);
    const record = recorded(server, client, args, 'intersection', 2, end, limit);
    let cardinality = 0;
    if (areAllThere(sets)) visitIntersection(server.env, sets, () => ++cardinality !== limit, record);
    else record.finish('missing');
    client.reply.integer(cardinality);
  },
};

const sunion: Command = {
  ...replying,
  name: 'sunion',
  complexity: 'O(N)',
  summary: { en: 'Lists the members that at least one of the sets has.', zh: '返回多个集合的并集。' },
  run(server, client, args) {
    const sets = operands(server, client, args, 1);
    replyUnion(server, client, sets, recorded(server, client, args, 'union', 1));
  },
};

/** SPOP replies with it too when it takes everything, without a record. */
export function replyUnion(
  server: Server,
  client: Client,
  sets: readonly (RedisObject | null)[],
  record: SetAlgebraRecord | null = null,
): void {
  const { env, keyspace } = server;
  replyResult(server, client, union(env, sets, setLimits(server), keyspace.stamps.fresh, record));
}

const sunionstore: Command = {
  ...stored,
  name: 'sunionstore',
  complexity: 'O(N)',
  summary: {
    en: 'Stores the members that at least one of the sets has.',
    zh: '把多个集合的并集存入目标键。',
  },
  keys: [keyRange(['OW', 'update']), keyRange(['RO', 'access'], 2, -1)],
  run(server, client, args) {
    const { env, keyspace } = server;
    const sets = operands(server, client, args, 2);
    const record = recorded(server, client, args, 'union', 2);
    const result = union(env, sets, setLimits(server), keyspace.stamps.fresh, record);
    storeResult(server, client, args[1], result, 'sunionstore');
  },
};

const sdiff: Command = {
  ...replying,
  name: 'sdiff',
  complexity: 'O(N)',
  summary: {
    en: 'Lists the members of the first set that none of the others has.',
    zh: '返回第一个集合与其余集合的差集。',
  },
  run(server, client, args) {
    const { env, keyspace } = server;
    const sets = operands(server, client, args, 1);
    const record = recorded(server, client, args, 'difference', 1);
    replyResult(server, client, difference(env, sets, setLimits(server), keyspace.stamps.fresh, record));
  },
};

const sdiffstore: Command = {
  ...stored,
  name: 'sdiffstore',
  complexity: 'O(N)',
  summary: {
    en: 'Stores the members of the first set that none of the others has.',
    zh: '把第一个集合与其余集合的差集存入目标键。',
  },
  keys: [keyRange(['OW', 'update']), keyRange(['RO', 'access'], 2, -1)],
  run(server, client, args) {
    const { env, keyspace } = server;
    const sets = operands(server, client, args, 2);
    const record = recorded(server, client, args, 'difference', 2);
    const result = difference(env, sets, setLimits(server), keyspace.stamps.fresh, record);
    storeResult(server, client, args[1], result, 'sdiffstore');
  },
};

/** The sets at these keys, null where there is none. */
function operands(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  from: number,
  end = args.length,
): (RedisObject | null)[] {
  return args.slice(from, end).map((name) => readSet(server, client.db, name));
}

/** The record of the operation, which the server keeps for the panels. */
function recorded(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  operation: SetOperation,
  from: number,
  end = args.length,
  limit = 0,
): SetAlgebraRecord {
  const record = new SetAlgebraRecord(server.env, client.db.id, args, operation, from, end, limit);
  server.latestWork.setAlgebra = record;
  return record;
}

function areAllThere(sets: readonly (RedisObject | null)[]): sets is readonly RedisObject[] {
  return !sets.includes(null);
}

function replyResult(server: Server, client: Client, result: RedisObject): void {
  const { reply } = client;
  const { env } = server;
  reply.set(setSize(result));
  visitMembers(result, (member) => {
    replyText(reply, env.heap, member);
    return true;
  });
  releaseObject(env, result);
}

/** Stores a result that has members, whatever was there before; an empty one leaves no key. */
function storeResult(
  server: Server,
  client: Client,
  target: Uint8Array,
  result: RedisObject,
  event: string,
): void {
  const { env, keyspace } = server;
  const { db } = client;
  if (server.latestWork.setAlgebra !== null) server.latestWork.setAlgebra.isStored = true;
  const size = setSize(result);
  if (size === 0) {
    releaseObject(env, result);
    client.reply.integer(0);
    deleteTarget(server, client, target);
    return;
  }
  keyspace.set(db, target, result);
  client.reply.integer(size);
  keyspace.notify('s', event, db, target);
  keyspace.dirty++;
}

function deleteTarget(server: Server, client: Client, target: Uint8Array): void {
  const { keyspace } = server;
  const { db } = client;
  if (keyspace.delete(db, target)) {
    keyspace.dirty++;
    keyspace.modified(db, target);
    keyspace.notify('g', 'del', db, target);
  }
}

export const combineSetCommands: readonly Command[] = [
  sinter,
  sinterstore,
  sintercard,
  sunion,
  sunionstore,
  sdiff,
  sdiffstore,
];
