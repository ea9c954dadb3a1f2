/** Taking the lowest or the highest members out of a sorted set, and waiting where there is none. */
import { bytesOf } from '../../base/bytes.ts';
import { errors } from '../../base/errors.ts';
import { INT64_MAX } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { zsetSize } from '../../types/zset.ts';
import { integerBetween, isWord } from '../arguments.ts';
import { double, integer, key, many, oneOf, optional, token } from '../syntax.ts';
import { untilAfterSeconds } from '../timeout.ts';
import { popMembers, type ZsetEnd } from './pop.ts';
import { writableZset } from './value.ts';

const common = { categories: ['sortedset'], group: 'sorted-set' } as const;
const ZPOPMIN = bytesOf('ZPOPMIN');
const ZPOPMAX = bytesOf('ZPOPMAX');

const popping = {
  ...common,
  arity: -3,
  flags: ['write', 'noscript', 'blocking', 'fast'],
  since: '5.0.0',
  complexity: 'O(log(N))',
  keys: [keyRange(['RW', 'access', 'delete'], 1, -2)],
  arguments: [many(key()), double('timeout')],
} as const;

const bzpopmin: Command = {
  ...popping,
  name: 'bzpopmin',
  summary: {
    en: 'Takes the member with the lowest score out of the first sorted set that exists, or waits for one.',
    zh: '从第一个存在的有序集合中取出分数最低的成员；都不存在时阻塞等待。',
  },
  run: (server, client, args) => popOrWait(server, client, args.slice(1, -1), 'min', null, args.at(-1)!),
};

const bzpopmax: Command = {
  ...popping,
  name: 'bzpopmax',
  summary: {
    en: 'Takes the member with the highest score out of the first sorted set that exists, or waits for one.',
    zh: '从第一个存在的有序集合中取出分数最高的成员；都不存在时阻塞等待。',
  },
  run: (server, client, args) => popOrWait(server, client, args.slice(1, -1), 'max', null, args.at(-1)!),
};

const bzmpop: Command = {
  ...common,
  name: 'bzmpop',
  arity: -5,
  flags: ['write', 'blocking'],
  since: '7.0.0',
  complexity: 'O(K)',
  summary: {
    en: 'Takes the lowest or highest members out of the first sorted set that exists, or waits for one.',
    zh: '从第一个存在的有序集合中取出分数最低或最高的若干成员；都不存在时阻塞等待。',
  },
  keys: [
    {
      flags: ['RW', 'access', 'delete'],
      begin: { type: 'index', index: 2 },
      find: { type: 'keynum', keyNumIndex: 0, firstKey: 1, step: 1 },
    },
  ],
  arguments: [
    double('timeout'),
    integer('numkeys'),
    many(key()),
    oneOf('where', token('min', 'MIN'), token('max', 'MAX')),
    optional(integer('count', { token: 'COUNT' })),
  ],
  run(server, client, args) {
    const keys = Number(integerBetween(args[2], 1, INT64_MAX, 'ERR numkeys should be greater than 0'));
    const whereAt = 3 + keys;
    if (whereAt >= args.length) throw errors.syntax();
    const isMax = isWord(args[whereAt], 'max');
    if (!isMax && !isWord(args[whereAt], 'min')) throw errors.syntax();
    let wanted: number | null = null;
    for (let at = whereAt + 1; at < args.length; at += 2) {
      if (wanted !== null || !isWord(args[at], 'count') || at + 1 === args.length) throw errors.syntax();
      wanted = Number(integerBetween(args[at + 1], 1, INT64_MAX, 'ERR count should be greater than 0'));
    }
    popOrWait(server, client, args.slice(3, whereAt), isMax ? 'max' : 'min', wanted ?? 1, args[1]);
  },
};

/** `wanted` is null for the commands that take one member and tell it without arrays of its own. */
function popOrWait(
  server: Server,
  client: Client,
  keys: readonly Uint8Array[],
  end: ZsetEnd,
  wanted: number | null,
  timeout: Uint8Array,
): void {
  const { propagation } = server;
  const { db, reply } = client;
  const untilMs = untilAfterSeconds(server, timeout);
  for (const keyBytes of keys) {
    const object = writableZset(server, db, keyBytes);
    if (object === null) continue;
    const popped = popAndReply(server, client, keyBytes, object, end, wanted);
    if (propagation.wanted) propagation.rewrite(popCommand(keyBytes, end, wanted, popped));
    return;
  }
  if (client.denyBlocking) {
    reply.nilArray();
    return;
  }
  server.blocking.block(client, {
    why: 'zset',
    keys,
    untilMs,
    serve(keyBytes, object) {
      const isLast = zsetSize(object) <= (wanted ?? 1);
      const popped = popAndReply(server, client, keyBytes, object, end, wanted);
      if (propagation.wanted) propagation.also(db, popCommand(keyBytes, end, wanted, popped));
      return isLast ? 'last' : 'yes';
    },
    timedOut: () => reply.nilArray(),
  });
}

function popAndReply(
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

/** The command that has the same effect and does not wait. */
function popCommand(keyBytes: Uint8Array, end: ZsetEnd, wanted: number | null, popped: number): Uint8Array[] {
  const words = [end === 'min' ? ZPOPMIN : ZPOPMAX, keyBytes];
  if (wanted !== null) words.push(bytesOf(String(popped)));
  return words;
}

export const blockingZsetCommands: readonly Command[] = [bzpopmin, bzpopmax, bzmpop];
