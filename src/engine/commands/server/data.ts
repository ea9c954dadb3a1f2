/** Commands on whole databases, and the time of day. */
import { errors, ReplyError } from '../../base/errors.ts';
import type { Database } from '../../keyspace/database.ts';
import { saveEmptiness } from '../../persistence/rdb-save.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { integerBetween, isWord } from '../arguments.ts';
import { integer, oneOf, optional, token } from '../syntax.ts';
import { dbsize } from './dbsize.ts';

const INT_MAX = 2147483647;

const flush = {
  arity: -1,
  flags: ['write'],
  categories: ['keyspace', 'dangerous'],
  group: 'server',
  since: '1.0.0',
  tips: ['request_policy:all_shards', 'response_policy:all_succeeded'],
  arguments: [
    optional(
      oneOf('async', token('async', 'ASYNC', { since: '4.0.0' }), token('sync', 'SYNC', { since: '6.2.0' })),
    ),
  ],
} as const;

/** Whether another thread frees the memory: ASYNC, or the configured default. */
function isLazyFlush(server: Server, args: readonly Uint8Array[]): boolean {
  if (args.length === 1) return server.config.flag('lazyfree-lazy-user-flush');
  const isAsync = isWord(args[1], 'async');
  if (args.length > 2 || !(isAsync || isWord(args[1], 'sync'))) throw errors.syntax();
  return isAsync;
}

const flushdb: Command = {
  ...flush,
  name: 'flushdb',
  complexity: 'O(N)',
  summary: { en: 'Removes every key of the database.', zh: '清空当前数据库。' },
  run(server, client, args) {
    const lazy = isLazyFlush(server, args);
    server.tracking.flushed();
    server.keyspace.dirty += server.keyspace.flush(client.db, lazy);
    // Propagated even if there was nothing to remove.
    server.propagation.force();
    client.reply.ok();
  },
};

const flushall: Command = {
  ...flush,
  name: 'flushall',
  complexity: 'O(N)',
  summary: { en: 'Removes every key of every database.', zh: '清空所有数据库。' },
  run(server, client, args) {
    const lazy = isLazyFlush(server, args);
    const { keyspace } = server;
    server.tracking.flushed();
    for (const db of keyspace.databases) keyspace.dirty += keyspace.flush(db, lazy);
    keyspace.replicaExpires.forgetAll();
    saveEmptiness(server);
    server.propagation.force();
    client.reply.ok();
  },
};

const swapdb: Command = {
  name: 'swapdb',
  arity: 3,
  flags: ['write', 'fast'],
  categories: ['keyspace', 'dangerous'],
  group: 'server',
  since: '4.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Exchanges the contents of two databases at once, for all connections.',
    zh: '一步交换两个数据库的内容，对所有连接生效。',
  },
  arguments: [integer('index1'), integer('index2')],
  run(server, client, args) {
    if (server.cluster !== null) throw new ReplyError('ERR SWAPDB is not allowed in cluster mode');
    const first = databaseIndex(args[1], 'first');
    const second = databaseIndex(args[2], 'second');
    const [one, other] = [requireDatabase(server, first), requireDatabase(server, second)];
    if (one !== other) server.keyspace.swap(one, other);
    server.keyspace.dirty++;
    client.reply.ok();
  },
};

function databaseIndex(argument: Uint8Array, which: string): number {
  return Number(integerBetween(argument, -INT_MAX - 1, INT_MAX, `ERR invalid ${which} DB index`));
}

function requireDatabase(server: Server, index: number): Database {
  const db = server.keyspace.databases[index];
  if (db === undefined) throw errors.dbIndexOutOfRange();
  return db;
}

const time: Command = {
  name: 'time',
  arity: 1,
  flags: ['loading', 'stale', 'fast'],
  group: 'server',
  since: '2.6.0',
  complexity: 'O(1)',
  summary: {
    en: "The server's clock: Unix seconds, and microseconds within the second.",
    zh: '服务器时间：Unix 秒数，以及当前秒内的微秒数。',
  },
  tips: ['nondeterministic_output'],
  run(server, client) {
    const microseconds = Math.round(server.nowMs * 1000);
    client.reply.array(2);
    client.reply.text(String(Math.floor(microseconds / 1_000_000)));
    client.reply.text(String(microseconds % 1_000_000));
  },
};

export const dataCommands: readonly Command[] = [dbsize, flushall, flushdb, swapdb, time];
