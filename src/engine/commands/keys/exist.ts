/** Whether keys are there, of what type, and making them go away. */

import { NO_TOUCH } from '../../keyspace/keyspace.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { typeNameOf } from '../../types/module-type.ts';
import { key, many } from '../syntax.ts';

const del: Command = {
  name: 'del',
  arity: -2,
  flags: ['write'],
  categories: ['keyspace'],
  group: 'generic',
  since: '1.0.0',
  complexity: 'O(N)',
  summary: { en: 'Deletes keys with their values.', zh: '删除一个或多个键及其值。' },
  tips: ['request_policy:multi_shard', 'response_policy:agg_sum'],
  keys: [keyRange(['RM', 'delete'], 1, -1)],
  arguments: [many(key())],
  run(server, client, args) {
    deleteKeys(server, client, args, server.config.flag('lazyfree-lazy-user-del'));
  },
};

const unlink: Command = {
  ...del,
  name: 'unlink',
  flags: ['write', 'fast'],
  since: '4.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Deletes keys at once and lets large values be freed in the background.',
    zh: '立即删除键，大的值交给后台线程释放内存。',
  },
  run(server, client, args) {
    deleteKeys(server, client, args, true);
  },
};

/** A string is freed on the spot by both; only large collections are worth handing to another thread. */
function deleteKeys(server: Server, client: Client, args: readonly Uint8Array[], lazy: boolean): void {
  const { keyspace } = server;
  const { db } = client;
  let deleted = 0;
  for (let at = 1; at < args.length; at++) {
    keyspace.expireIfNeeded(db, args[at]);
    if (!keyspace.delete(db, args[at], lazy)) continue;
    keyspace.modified(db, args[at]);
    keyspace.notify('g', 'del', db, args[at]);
    keyspace.dirty++;
    deleted++;
  }
  client.reply.integer(deleted);
}

const exists: Command = {
  name: 'exists',
  arity: -2,
  flags: ['readonly', 'fast'],
  categories: ['keyspace'],
  group: 'generic',
  since: '1.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Counts how many of the keys named are there; one named twice counts twice.',
    zh: '统计给出的键中有多少个存在，重复写的键重复计数。',
  },
  tips: ['request_policy:multi_shard', 'response_policy:agg_sum'],
  keys: [keyRange(['RO'], 1, -1)],
  arguments: [many(key())],
  run(server, client, args) {
    client.reply.integer(countFound(server, client, args, NO_TOUCH));
  },
};

const touch: Command = {
  name: 'touch',
  arity: -2,
  flags: ['readonly', 'fast'],
  categories: ['keyspace'],
  group: 'generic',
  since: '3.2.1',
  complexity: 'O(N)',
  summary: {
    en: 'Marks keys as just used, without reading them.',
    zh: '刷新键的最近访问时间，但不读取值。',
  },
  tips: ['request_policy:multi_shard', 'response_policy:agg_sum'],
  keys: [keyRange(['RO'], 1, -1)],
  arguments: [many(key())],
  run(server, client, args) {
    client.reply.integer(countFound(server, client, args, 0));
  },
};

function countFound(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  lookupFlags: number,
): number {
  let found = 0;
  for (let at = 1; at < args.length; at++) {
    if (server.keyspace.lookupRead(client.db, args[at], lookupFlags) !== null) found++;
  }
  return found;
}

const type: Command = {
  name: 'type',
  arity: 2,
  flags: ['readonly', 'fast'],
  categories: ['keyspace'],
  group: 'generic',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'Names the type of the value at a key.', zh: '返回键中值的类型。' },
  keys: [keyRange(['RO'])],
  arguments: [key()],
  run(server, client, args) {
    const object = server.keyspace.lookupRead(client.db, args[1], NO_TOUCH);
    client.reply.status(object === null ? 'none' : typeNameOf(object));
  },
};

export const existenceCommands: readonly Command[] = [del, unlink, exists, touch, type];
