/** Changing hashes: setting fields, counting in them, deleting them. */
import { bytesOf } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { LongDouble } from '../../base/long-double.ts';
import { addInt64, type Int64, integerBytes, parseInteger } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { hashLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import {
  convertBeforeAdding,
  type HashLimits,
  hashDelete,
  hashGet,
  hashHas,
  hashLength,
  hashSet,
  isPacked,
} from '../../types/hash.ts';
import type { RedisObject } from '../../types/object.ts';
import { textBytes } from '../../types/text.ts';
import { integerOf } from '../arguments.ts';
import { encodingStepEmitter } from '../encoding-step.ts';
import { propagateAs } from '../propagate.ts';
import { block, double, integer, key, many, string } from '../syntax.ts';
import { hashOrNew, writableHash } from './value.ts';

const common = { categories: ['hash'], group: 'hash' } as const;

const hset: Command = {
  ...common,
  name: 'hset',
  arity: -4,
  flags: ['write', 'denyoom', 'fast'],
  since: '2.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Sets fields to values; answers how many of them are new.',
    zh: '设置一个或多个字段的值，返回新增的字段数。',
  },
  keys: [keyRange(['RW', 'update'])],
  arguments: [key(), many(block('field_value', string('field'), string('value')))],
  run(server, client, args) {
    if (args.length % 2 === 1) throw errors.wrongArity('hset');
    setFields(server, client, args, (created) => client.reply.integer(created));
  },
};

const hmset: Command = {
  ...common,
  name: 'hmset',
  arity: -4,
  flags: ['write', 'denyoom', 'fast'],
  since: '2.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Sets fields to values: HSET with another answer.',
    zh: '设置多个字段的值，与 HSET 相同，只是返回 OK。',
  },
  deprecated: { since: '4.0.0', replacedBy: '`HSET` with multiple field-value pairs' },
  keys: [keyRange(['RW', 'update'])],
  arguments: [key(), many(block('field_value', string('field'), string('value')))],
  run(server, client, args) {
    if (args.length % 2 === 1) throw errors.wrongArity('hmset');
    setFields(server, client, args, () => client.reply.ok());
  },
};

/** Replies with the number of new fields before the notification. */
function setFields(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  answer: (created: number) => void,
): void {
  const { env, keyspace } = server;
  const { db } = client;
  const object = hashOrNew(server, db, args[1]);
  const limits = limitsOf(server, object, args[1]);
  convertBeforeAdding(env, object, args, 2, limits);
  let created = 0;
  for (let at = 2; at < args.length; at += 2) {
    if (!hashSet(env, object, args[at], args[at + 1], limits)) created++;
  }
  keyspace.modified(db, args[1]);
  answer(created);
  keyspace.notify('h', 'hset', db, args[1]);
  keyspace.dirty += (args.length - 2) / 2;
}

const UNLIMITED: HashLimits = { entries: Infinity, valueBytes: Infinity, onConverted: null };

/** Only a packed hash has limits: for a table the configuration is not read. */
function limitsOf(server: Server, object: RedisObject, keyBytes: Uint8Array): HashLimits {
  return isPacked(object) ? hashLimits(server, encodingStepEmitter(server, keyBytes)) : UNLIMITED;
}

const hsetnx: Command = {
  ...common,
  name: 'hsetnx',
  arity: 4,
  flags: ['write', 'denyoom', 'fast'],
  since: '2.0.0',
  complexity: 'O(1)',
  summary: { en: 'Sets a field unless it is there already.', zh: '仅当字段不存在时设置它的值。' },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), string('field'), string('value')],
  run(server, client, args) {
    const { env, keyspace } = server;
    const { db, reply } = client;
    const object = hashOrNew(server, db, args[1]);
    if (hashHas(object, args[2])) return reply.integer(0);

    const limits = limitsOf(server, object, args[1]);
    convertBeforeAdding(env, object, args, 2, limits);
    hashSet(env, object, args[2], args[3], limits);
    reply.integer(1);
    keyspace.modified(db, args[1]);
    keyspace.notify('h', 'hset', db, args[1]);
    keyspace.dirty++;
  },
};

const hincrby: Command = {
  ...common,
  name: 'hincrby',
  arity: 4,
  flags: ['write', 'denyoom', 'fast'],
  since: '2.0.0',
  complexity: 'O(1)',
  summary: { en: 'Adds a number to the integer in a field.', zh: '将字段中的整数加上给定的数。' },
  keys: [keyRange(['RW', 'access', 'update'])],
  arguments: [key(), string('field'), integer('increment')],
  run(server, client, args) {
    const increment = integerOf(args[3]);
    const object = hashOrNew(server, client.db, args[1]);
    const sum = addInt64(currentInteger(server, object, args[2]), increment);
    if (sum === null) throw errors.overflow();

    storeSum(server, client, object, args, integerBytes(sum));
    client.reply.integer(sum);
    notifySum(server, client, args, 'hincrby');
  },
};

function currentInteger(server: Server, object: RedisObject, field: Uint8Array): Int64 {
  const value = hashGet(object, field);
  if (value === null) return 0;
  if (typeof value !== 'object') return value;
  const spelled = parseInteger(textBytes(server.env.heap, value));
  if (spelled === null) throw new ReplyError('ERR hash value is not an integer');
  return spelled;
}

const hincrbyfloat: Command = {
  ...common,
  name: 'hincrbyfloat',
  arity: 4,
  flags: ['write', 'denyoom', 'fast'],
  since: '2.6.0',
  complexity: 'O(1)',
  summary: { en: 'Adds a fraction to the number in a field.', zh: '将字段中的数加上给定的浮点数。' },
  keys: [keyRange(['RW', 'access', 'update'])],
  arguments: [key(), string('field'), double('increment')],
  run(server, client, args) {
    const increment = LongDouble.parse(args[3]);
    if (increment === null) throw errors.notAFloat();
    if (!increment.isFinite) throw new ReplyError('ERR value is NaN or Infinity');
    const object = hashOrNew(server, client.db, args[1]);
    const sum = currentFloat(server, object, args[2]).add(increment);
    if (!sum.isFinite) throw new ReplyError('ERR increment would produce NaN or Infinity');

    const text = bytesOf(sum.format());
    storeSum(server, client, object, args, text);
    client.reply.bulk(text);
    notifySum(server, client, args, 'hincrbyfloat');
    propagateAs(server, 'HSET', args[1], args[2], text);
  },
};

function currentFloat(server: Server, object: RedisObject, field: Uint8Array): LongDouble {
  const value = hashGet(object, field);
  if (value === null) return LongDouble.ZERO;
  if (typeof value !== 'object') return LongDouble.fromInteger(value);
  const spelled = LongDouble.parse(textBytes(server.env.heap, value));
  if (spelled === null) throw new ReplyError('ERR hash value is not a float');
  return spelled;
}

function storeSum(
  server: Server,
  client: Client,
  object: RedisObject,
  args: readonly Uint8Array[],
  sum: Uint8Array,
): void {
  hashSet(server.env, object, args[2], sum, limitsOf(server, object, args[1]));
  server.keyspace.modified(client.db, args[1]);
}

function notifySum(server: Server, client: Client, args: readonly Uint8Array[], event: string): void {
  server.keyspace.notify('h', event, client.db, args[1]);
  server.keyspace.dirty++;
}

const hdel: Command = {
  ...common,
  name: 'hdel',
  arity: -3,
  flags: ['write', 'fast'],
  since: '2.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Deletes fields; with the last of them the key goes too.',
    zh: '删除一个或多个字段；字段全部删完时键也随之删除。',
  },
  keys: [keyRange(['RW', 'delete'])],
  arguments: [key(), many(string('field'))],
  run(server, client, args) {
    const { env, keyspace } = server;
    const { db, reply } = client;
    const object = writableHash(server, db, args[1]);
    if (object === null) return reply.integer(0);

    let deleted = 0;
    let isEmpty = false;
    for (let at = 2; at < args.length && !isEmpty; at++) {
      if (!hashDelete(env, object, args[at])) continue;
      deleted++;
      isEmpty = hashLength(object) === 0;
    }
    if (isEmpty) keyspace.delete(db, args[1]);
    if (deleted > 0) {
      keyspace.modified(db, args[1]);
      keyspace.notify('h', 'hdel', db, args[1]);
      if (isEmpty) keyspace.notify('g', 'del', db, args[1]);
      keyspace.dirty += deleted;
    }
    reply.integer(deleted);
  },
};

export const changeHashCommands: readonly Command[] = [hset, hmset, hsetnx, hincrby, hincrbyfloat, hdel];
