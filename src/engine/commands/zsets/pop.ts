/** Taking the lowest or the highest members out of a sorted set. */
import { errors } from '../../base/errors.ts';
import { INT64_MAX } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { bytesAt } from '../../structures/packed-list.ts';
import type { RedisObject } from '../../types/object.ts';
import { isPacked, packedOf, tableOf, zsetRemove, zsetSize } from '../../types/zset.ts';
import { firstPair, lastPair, scoreOfPair } from '../../types/zset-packed.ts';
import { integerBetween, isWord, naturalOf } from '../arguments.ts';
import { tellAs } from '../propagate.ts';
import { integer, key, many, oneOf, optional, token } from '../syntax.ts';
import { writableZset } from './value.ts';

const common = { categories: ['sortedset'], group: 'sorted-set' } as const;

export type ZsetEnd = 'min' | 'max';
type End = ZsetEnd;

const zpopmin: Command = {
  ...common,
  name: 'zpopmin',
  arity: -2,
  flags: ['write', 'fast'],
  since: '5.0.0',
  complexity: 'O(log(N)*M)',
  summary: {
    en: 'Takes out the members with the lowest scores and tells them.',
    zh: '取出分数最低的成员，并从有序集合中移除。',
  },
  keys: [keyRange(['RW', 'access', 'delete'])],
  arguments: [key(), optional(integer('count'))],
  run(server, client, args) {
    popFromOne(server, client, args, 'min');
  },
};

const zpopmax: Command = {
  ...common,
  name: 'zpopmax',
  arity: -2,
  flags: ['write', 'fast'],
  since: '5.0.0',
  complexity: 'O(log(N)*M)',
  summary: {
    en: 'Takes out the members with the highest scores and tells them.',
    zh: '取出分数最高的成员，并从有序集合中移除。',
  },
  keys: [keyRange(['RW', 'access', 'delete'])],
  arguments: [key(), optional(integer('count'))],
  run(server, client, args) {
    popFromOne(server, client, args, 'max');
  },
};

function popFromOne(server: Server, client: Client, args: readonly Uint8Array[], end: End): void {
  const { reply } = client;
  if (args.length > 3) throw errors.syntax();
  const hasCount = args.length === 3;
  const wanted = hasCount ? Number(naturalOf(args[2])) : 1;
  const object = writableZset(server, client.db, args[1]);
  if (object === null || wanted === 0) {
    reply.array(0);
    return;
  }
  // Only where a count was given does RESP3 have an array for each member.
  const nested = hasCount && reply.protocol === 3;
  const count = Math.min(wanted, zsetSize(object));
  reply.array(nested ? count : count * 2);
  popMembers(server, client, args[1], object, end, count, nested);
}

const zmpop: Command = {
  ...common,
  name: 'zmpop',
  arity: -4,
  flags: ['write'],
  since: '7.0.0',
  complexity: 'O(K)',
  summary: {
    en: 'Takes the lowest or highest members out of the first sorted set that exists.',
    zh: '从第一个存在的有序集合中取出分数最低或最高的成员。',
  },
  keys: [
    {
      flags: ['RW', 'access', 'delete'],
      begin: { type: 'index', index: 1 },
      find: { type: 'keynum', keyNumIndex: 0, firstKey: 1, step: 1 },
    },
  ],
  arguments: [
    integer('numkeys'),
    many(key()),
    oneOf('where', token('min', 'MIN'), token('max', 'MAX')),
    optional(integer('count', { token: 'COUNT' })),
  ],
  run(server, client, args) {
    const { reply, db } = client;
    const keys = Number(integerBetween(args[1], 1, INT64_MAX, 'ERR numkeys should be greater than 0'));
    const whereAt = 2 + keys;
    if (whereAt >= args.length) throw errors.syntax();
    const isMax = isWord(args[whereAt], 'max');
    if (!isMax && !isWord(args[whereAt], 'min')) throw errors.syntax();
    let wanted: number | null = null;
    for (let at = whereAt + 1; at < args.length; at += 2) {
      if (wanted !== null || !isWord(args[at], 'count') || at + 1 === args.length) throw errors.syntax();
      wanted = Number(integerBetween(args[at + 1], 1, INT64_MAX, 'ERR count should be greater than 0'));
    }

    for (let at = 2; at < whereAt; at++) {
      const object = writableZset(server, db, args[at]);
      if (object === null) continue;
      const count = Math.min(wanted ?? 1, zsetSize(object));
      reply.array(2);
      reply.bulk(args[at]);
      reply.array(count);
      popMembers(server, client, args[at], object, isMax ? 'max' : 'min', count, true);
      return tellAs(server, isMax ? 'ZPOPMAX' : 'ZPOPMIN', args[at], String(count));
    }
    reply.nilArray();
  },
};

/** Takes out so many, of which there are enough, and tells each. */
export function popMembers(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  object: RedisObject,
  end: End,
  count: number,
  nested: boolean,
): void {
  const { keyspace } = server;
  const { db, reply } = client;
  for (let popped = 0; popped < count; popped++) {
    const { member, score } = outermost(object, end);
    zsetRemove(object, member);
    keyspace.dirty++;
    if (popped === 0) {
      keyspace.notify('z', end === 'max' ? 'zpopmax' : 'zpopmin', db, keyBytes);
      keyspace.modified(db, keyBytes);
    }
    if (nested) reply.array(2);
    reply.bulk(member);
    reply.double(score);
  }
  if (zsetSize(object) === 0) {
    keyspace.delete(db, keyBytes);
    keyspace.notify('g', 'del', db, keyBytes);
  }
}

function outermost(object: RedisObject, end: End): { member: Uint8Array; score: number } {
  if (isPacked(object)) {
    const list = packedOf(object);
    const pair = end === 'max' ? lastPair(list) : firstPair(list);
    return { member: bytesAt(list, pair), score: scoreOfPair(list, pair) };
  }
  const { skiplist } = tableOf(object);
  const node = end === 'max' ? skiplist.tail : skiplist.first;
  return { member: skiplist.memberBytesOf(node), score: skiplist.scoreOf(node) };
}

export const popZsetCommands: readonly Command[] = [zpopmin, zpopmax, zmpop];
