/** Taking the lowest or the highest members out of a sorted set. */
import { errors } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange, keysCounted } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { bytesAt } from '../../structures/packed-list.ts';
import type { RedisObject } from '../../types/object.ts';
import { isPacked, packedOf, tableOf, zsetRemove, zsetSize } from '../../types/zset.ts';
import { firstPair, lastPair, scoreOfPair } from '../../types/zset-packed.ts';
import { isWord, naturalOf } from '../arguments.ts';
import { propagateAs } from '../propagate.ts';
import { parseSeveralKeysPop } from '../several-keys-pop.ts';
import { integer, key, many, oneOf, optional, token } from '../syntax.ts';
import { writableZset } from './value.ts';

const common = { categories: ['sortedset'], group: 'sorted-set' } as const;

export type ZsetEnd = 'min' | 'max';

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

function popFromOne(server: Server, client: Client, args: readonly Uint8Array[], end: ZsetEnd): void {
  const { reply } = client;
  if (args.length > 3) throw errors.syntax();
  const hasCount = args.length === 3;
  const wanted = hasCount ? Number(naturalOf(args[2])) : 1;
  const object = writableZset(server, client.db, args[1]);
  if (object === null || wanted === 0) {
    reply.array(0);
    return;
  }
  // RESP3 has an array for each member only if a count was given.
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
  keys: [keysCounted(['RW', 'access', 'delete'])],
  arguments: [
    integer('numkeys'),
    many(key()),
    oneOf('where', token('min', 'MIN'), token('max', 'MAX')),
    optional(integer('count', { token: 'COUNT' })),
  ],
  run(server, client, args) {
    const { reply, db } = client;
    const { keys, end, count: wanted } = parseSeveralKeysPop(args, 1, zsetEndOf);
    for (const keyBytes of keys) {
      const object = writableZset(server, db, keyBytes);
      if (object === null) continue;
      const count = replyPopped(server, client, keyBytes, object, end, wanted);
      return propagateAs(server, end === 'max' ? 'ZPOPMAX' : 'ZPOPMIN', keyBytes, String(count));
    }
    reply.nilArray();
  },
};

export function zsetEndOf(argument: Uint8Array): ZsetEnd {
  if (isWord(argument, 'max')) return 'max';
  if (isWord(argument, 'min')) return 'min';
  throw errors.syntax();
}

/**
 * Pops up to `wanted` members and replies with the key and them; returns how many they were. `wanted` is null for the
 * commands that pop one member and reply with it without arrays of its own.
 */
export function replyPopped(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  object: RedisObject,
  end: ZsetEnd,
  wanted: number | null,
): number {
  const { reply } = client;
  const count = Math.min(wanted ?? 1, zsetSize(object));
  reply.array(wanted === null ? 3 : 2);
  reply.bulk(keyBytes);
  if (wanted !== null) reply.array(count);
  popMembers(server, client, keyBytes, object, end, count, wanted !== null);
  return count;
}

/** Pops `count` members, of which there are enough, and replies with each. */
function popMembers(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  object: RedisObject,
  end: ZsetEnd,
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

function outermost(object: RedisObject, end: ZsetEnd): { member: Uint8Array; score: number } {
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
