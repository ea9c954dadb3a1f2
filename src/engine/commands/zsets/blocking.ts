/** Popping the lowest or the highest members of a sorted set, and blocking where there is none. */
import { bytesOf } from '../../base/bytes.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange, keysCounted } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { zsetSize } from '../../types/zset.ts';
import { parseSeveralKeysPop, popCommand, popOrBlock } from '../several-keys-pop.ts';
import { double, integer, key, many, oneOf, optional, token } from '../syntax.ts';
import { replyPopped, type ZsetEnd, zsetEndOf } from './pop.ts';
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
  run: (server, client, args) => popFromEnd(server, client, args.slice(1, -1), 'min', null, args.at(-1)!),
};

const bzpopmax: Command = {
  ...popping,
  name: 'bzpopmax',
  summary: {
    en: 'Takes the member with the highest score out of the first sorted set that exists, or waits for one.',
    zh: '从第一个存在的有序集合中取出分数最高的成员；都不存在时阻塞等待。',
  },
  run: (server, client, args) => popFromEnd(server, client, args.slice(1, -1), 'max', null, args.at(-1)!),
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
  keys: [keysCounted(['RW', 'access', 'delete'], 2)],
  arguments: [
    double('timeout'),
    integer('numkeys'),
    many(key()),
    oneOf('where', token('min', 'MIN'), token('max', 'MAX')),
    optional(integer('count', { token: 'COUNT' })),
  ],
  run(server, client, args) {
    const { keys, end, count } = parseSeveralKeysPop(args, 2, zsetEndOf);
    popFromEnd(server, client, keys, end, count, args[1]);
  },
};

/** `wanted` is null for the commands that pop one member and reply with it without arrays of its own. */
function popFromEnd(
  server: Server,
  client: Client,
  keys: readonly Uint8Array[],
  end: ZsetEnd,
  wanted: number | null,
  timeout: Uint8Array,
): void {
  const { propagation } = server;
  const { db, reply } = client;
  const commandOf = (keyBytes: Uint8Array, popped: number) =>
    popCommand(end === 'min' ? ZPOPMIN : ZPOPMAX, keyBytes, wanted === null ? null : popped);
  popOrBlock(server, client, timeout, {
    why: 'zset',
    keys,
    popNow(keyBytes) {
      const object = writableZset(server, db, keyBytes);
      if (object === null) return false;
      const popped = replyPopped(server, client, keyBytes, object, end, wanted);
      if (propagation.wanted) propagation.rewrite(commandOf(keyBytes, popped));
      return true;
    },
    serve(keyBytes, object) {
      const isLast = zsetSize(object) <= (wanted ?? 1);
      const popped = replyPopped(server, client, keyBytes, object, end, wanted);
      if (propagation.wanted) propagation.also(db, commandOf(keyBytes, popped));
      return isLast ? 'last' : 'yes';
    },
    replyNothing: () => reply.nilArray(),
  });
}

export const blockingZsetCommands: readonly Command[] = [bzpopmin, bzpopmax, bzmpop];
