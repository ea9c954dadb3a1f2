/** Several strings in one command: MGET, MSET, MSETNX. */
import { errors } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { TYPE_STRING } from '../../types/object.ts';
import { block, key, many, string } from '../syntax.ts';
import { store } from './set.ts';
import { replyString } from './value.ts';

const mget: Command = {
  name: 'mget',
  arity: -2,
  flags: ['readonly', 'fast'],
  categories: ['string'],
  group: 'string',
  since: '1.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Reads the strings at several keys; a key without one gives nil.',
    zh: '一次读取多个键的字符串值，键不存在或不是字符串时对应位置为 nil。',
  },
  tips: ['request_policy:multi_shard'],
  keys: [keyRange(['RO', 'access'], 1, -1)],
  arguments: [many(key())],
  run(server, client, args) {
    const { reply, db } = client;
    reply.array(args.length - 1);
    for (let at = 1; at < args.length; at++) {
      const object = server.keyspace.lookupRead(db, args[at]);
      if (object === null || object.type !== TYPE_STRING) reply.nil();
      else replyString(reply, object);
    }
  },
};

const mset: Command = {
  name: 'mset',
  arity: -3,
  flags: ['write', 'denyoom'],
  categories: ['string'],
  group: 'string',
  since: '1.0.1',
  complexity: 'O(N)',
  summary: {
    en: 'Stores strings at several keys in one step nobody sees the middle of.',
    zh: '一次写入多个键，整体原子，其他客户端看不到中间状态。',
  },
  tips: ['request_policy:multi_shard', 'response_policy:all_succeeded'],
  keys: [keyRange(['OW', 'update'], 1, -1, 2)],
  arguments: [many(block('key_value', key(), string('value')))],
  run(server, client, args) {
    if (args.length % 2 === 0) throw errors.wrongArity('mset');
    storePairs(server, client, args);
    client.reply.ok();
  },
};

const msetnx: Command = {
  name: 'msetnx',
  arity: -3,
  flags: ['write', 'denyoom'],
  categories: ['string'],
  group: 'string',
  since: '1.0.1',
  complexity: 'O(N)',
  summary: {
    en: 'Stores strings at several keys, or none at all if one of the keys exists.',
    zh: '一次写入多个键；只要其中一个键已存在，就全部不写。',
  },
  tips: ['request_policy:multi_shard', 'response_policy:agg_min'],
  keys: [keyRange(['OW', 'insert'], 1, -1, 2)],
  arguments: [many(block('key_value', key(), string('value')))],
  run(server, client, args) {
    if (args.length % 2 === 0) throw errors.wrongArity('msetnx');
    for (let at = 1; at < args.length; at += 2) {
      if (server.keyspace.lookupWrite(client.db, args[at]) !== null) return client.reply.integer(0);
    }
    storePairs(server, client, args);
    client.reply.integer(1);
  },
};

/** Each key is looked up again right before it is stored: the same key may be named twice. */
function storePairs(server: Server, client: Client, args: readonly Uint8Array[]): void {
  const { keyspace } = server;
  const { db } = client;
  for (let at = 1; at < args.length; at += 2) {
    store(server, db, args[at], args[at + 1], keyspace.lookupWrite(db, args[at]), false);
    keyspace.notify('$', 'set', db, args[at]);
  }
  keyspace.dirty += (args.length - 1) / 2;
}

export const manyStringCommands: readonly Command[] = [mget, mset, msetnx];
