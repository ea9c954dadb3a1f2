/** Strings that are numbers: counters in 64-bit integers, sums in long doubles. */
import { bytesOf } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { LongDouble } from '../../base/long-double.ts';
import { addInt64, INT64_MIN, type Int64, normalizeInt64, parseInteger } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { ENCODING_INT, OBJECT_BYTES } from '../../types/object.ts';
import { SHARED_INTEGERS, stringBytes } from '../../types/string.ts';
import { integerOf } from '../arguments.ts';
import { propagateAs } from '../propagate.ts';
import { double, integer, key } from '../syntax.ts';
import { emitEncodingStep, replyString, writableString } from './value.ts';

const counting = {
  flags: ['write', 'denyoom', 'fast'],
  categories: ['string'],
  group: 'string',
  complexity: 'O(1)',
  keys: [keyRange(['RW', 'access', 'update'])],
} as const;

const incr: Command = {
  ...counting,
  name: 'incr',
  arity: 2,
  since: '1.0.0',
  summary: { en: 'Adds one to the integer at a key.', zh: '将键中的整数加一。' },
  arguments: [key()],
  run(server, client, args) {
    addTo(server, client, args[1], 1);
  },
};

const decr: Command = {
  ...counting,
  name: 'decr',
  arity: 2,
  since: '1.0.0',
  summary: { en: 'Takes one from the integer at a key.', zh: '将键中的整数减一。' },
  arguments: [key()],
  run(server, client, args) {
    addTo(server, client, args[1], -1);
  },
};

const incrby: Command = {
  ...counting,
  name: 'incrby',
  arity: 3,
  since: '1.0.0',
  summary: { en: 'Adds a number to the integer at a key.', zh: '将键中的整数加上给定的数。' },
  arguments: [key(), integer('increment')],
  run(server, client, args) {
    addTo(server, client, args[1], integerOf(args[2]));
  },
};

const decrby: Command = {
  ...counting,
  name: 'decrby',
  arity: 3,
  since: '1.0.0',
  summary: { en: 'Takes a number from the integer at a key.', zh: '将键中的整数减去给定的数。' },
  arguments: [key(), integer('decrement')],
  run(server, client, args) {
    const decrement = integerOf(args[2]);
    // The lowest integer is the one that cannot be negated.
    if (decrement === INT64_MIN) throw new ReplyError('ERR decrement would overflow');
    addTo(server, client, args[1], normalizeInt64(-decrement));
  },
};

const incrbyfloat: Command = {
  ...counting,
  name: 'incrbyfloat',
  arity: 3,
  since: '2.6.0',
  summary: {
    en: 'Adds a fraction to the number at a key.',
    zh: '将键中的数加上给定的浮点数。',
  },
  arguments: [key(), double('increment')],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const object = writableString(server, db, args[1]);
    const value = object === null ? LongDouble.ZERO : floatOf(object);
    const increment = LongDouble.parse(args[2]);
    if (value === null || increment === null) throw errors.notAFloat();
    const sum = value.add(increment);
    if (!sum.isFinite) throw new ReplyError('ERR increment would produce NaN or Infinity');

    // Stored as text even where it is a whole number: a following INCR makes an int of it.
    const fresh = server.strings.plain(bytesOf(sum.format()), keyspace.stamps.fresh);
    put(server, client, args[1], object, fresh);
    keyspace.modified(db, args[1]);
    keyspace.notify('$', 'incrbyfloat', db, args[1]);
    keyspace.dirty++;
    replyString(client.reply, fresh);
    // Propagate the sum: a replica may add fractions differently.
    propagateAs(server, 'SET', args[1], sum.format(), 'KEEPTTL');
  },
};

function addTo(server: Server, client: Client, keyBytes: Uint8Array, increment: Int64): void {
  const { keyspace } = server;
  const { db } = client;
  const object = writableString(server, db, keyBytes);
  const value = object === null ? 0 : currentInteger(object);
  const sum = addInt64(value, increment);
  if (sum === null) throw errors.overflow();

  const isShareable = sum >= 0 && sum < SHARED_INTEGERS;
  if (object !== null && object.refcount === 1 && object.encoding === ENCODING_INT && !isShareable) {
    object.value = sum;
    server.env.heap.wrote(object.place, OBJECT_BYTES);
  } else {
    put(server, client, keyBytes, object, server.strings.integer(sum, keyspace.stamps.fresh));
  }
  keyspace.modified(db, keyBytes);
  keyspace.notify('$', 'incrby', db, keyBytes);
  keyspace.dirty++;
  client.reply.integer(sum);
}

function put(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  old: RedisObject | null,
  fresh: RedisObject,
): void {
  if (old === null) {
    server.keyspace.add(client.db, keyBytes, fresh);
  } else {
    const before = old.encoding;
    server.keyspace.overwrite(client.db, keyBytes, fresh);
    if (server.env.probe !== null) emitEncodingStep(server, keyBytes, before, fresh.encoding);
  }
}

function currentInteger(object: RedisObject): Int64 {
  if (object.encoding === ENCODING_INT) return object.value as Int64;
  const value = parseInteger(stringBytes(object));
  if (value === null) throw errors.notAnInteger();
  return value;
}

function floatOf(object: RedisObject): LongDouble | null {
  if (object.encoding === ENCODING_INT) return LongDouble.fromInteger(object.value as Int64);
  return LongDouble.parse(stringBytes(object));
}

export const numberCommands: readonly Command[] = [incr, decr, incrby, decrby, incrbyfloat];
