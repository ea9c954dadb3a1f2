/** Whole values in and out: GET, SET and the older commands that are SET or GET with an option. */
import type { Int64 } from '../../base/numbers.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { isWord, positiveExpiry } from '../arguments.ts';
import { propagateAs } from '../propagate.ts';
import { integer, key, oneOf, optional, since, string, token, unixTime } from '../syntax.ts';
import {
  EXAT,
  KEEP_TTL,
  PERSIST,
  PXAT,
  parseStringOptions,
  readExpiry,
  SET_GET,
  SET_NX,
  SET_XX,
} from './options.ts';
import { emitEncodingStep, readString, replyString } from './value.ts';

const get: Command = {
  name: 'get',
  arity: 2,
  flags: ['readonly', 'fast'],
  categories: ['string'],
  group: 'string',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'Reads the string at a key.', zh: '读取字符串键的值。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key()],
  run(server, client, args) {
    replyValue(server, client, args[1]);
  },
};

const set: Command = {
  name: 'set',
  arity: -3,
  flags: ['write', 'denyoom'],
  categories: ['string'],
  group: 'string',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Stores a string at a key, whatever was there; optionally with an expiry or under a condition.',
    zh: '写入字符串，原有的值不论类型一律覆盖；可同时设置过期时间，或限定写入条件。',
  },
  keys: [
    {
      ...keyRange(['RW', 'access', 'update', 'variable_flags']),
      notes: 'With GET the old value is read as well',
    },
  ],
  arguments: [
    key(),
    string('value'),
    optional(since('2.6.12', oneOf('condition', token('nx', 'NX'), token('xx', 'XX')))),
    optional(since('6.2.0', token('get', 'GET'))),
    optional(
      oneOf(
        'expiration',
        since('2.6.12', integer('seconds', { token: 'EX' })),
        since('2.6.12', integer('milliseconds', { token: 'PX' })),
        since('6.2.0', unixTime('unix-time-seconds', { token: 'EXAT' })),
        since('6.2.0', unixTime('unix-time-milliseconds', { token: 'PXAT' })),
        since('6.0.0', token('keepttl', 'KEEPTTL')),
      ),
    ),
  ],
  findKeys(args) {
    const reads = args.some((word, at) => at > 2 && isWord(word, 'get'));
    return [{ index: 1, flags: reads ? ['RW', 'access', 'update'] : ['OW', 'update'] }];
  },
  run(server, client, args) {
    if (args.length > 3) return setWithOptions(server, client, args);
    // The common case, without anything an option would need.
    const { keyspace } = server;
    const { db } = client;
    store(server, db, args[1], args[2], keyspace.lookupWrite(db, args[1]), false);
    keyspace.dirty++;
    keyspace.notify('$', 'set', db, args[1]);
    client.reply.ok();
  },
};

function setWithOptions(server: Server, client: Client, args: readonly Uint8Array[]): void {
  const { flags, expiry } = parseStringOptions(args, 3, 'set');
  const { keyspace } = server;
  const expireAtMs = expiry === null ? -1 : readExpiry('set', flags, expiry, keyspace.nowMs);

  const answersOld = (flags & SET_GET) !== 0;
  if (answersOld) replyValue(server, client, args[1]);
  const found = keyspace.lookupWrite(client.db, args[1]);
  if ((flags & (found === null ? SET_XX : SET_NX)) !== 0) {
    if (!answersOld) client.reply.nil();
    return;
  }
  storeAndNotify(server, client.db, args[1], args[2], found, (flags & KEEP_TTL) !== 0, expireAtMs);
  if (expiry !== null) {
    propagateAs(server, 'SET', args[1], args[2], 'PXAT', String(expireAtMs));
  } else if (answersOld && server.propagation.wanted) {
    propagateAs(server, ...args.filter((word, at) => at < 3 || !isWord(word, 'get')));
  }
  if (!answersOld) client.reply.ok();
}

const setnx: Command = {
  name: 'setnx',
  arity: 3,
  flags: ['write', 'denyoom', 'fast'],
  categories: ['string'],
  group: 'string',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Stores a string only where no key is yet.',
    zh: '仅当键不存在时写入字符串。',
  },
  keys: [keyRange(['OW', 'insert'])],
  arguments: [key(), string('value')],
  run(server, client, args) {
    const found = server.keyspace.lookupWrite(client.db, args[1]);
    if (found !== null) return client.reply.integer(0);
    storeAndNotify(server, client.db, args[1], args[2], null, false, -1);
    client.reply.integer(1);
  },
};

const setex: Command = {
  name: 'setex',
  arity: 4,
  flags: ['write', 'denyoom'],
  categories: ['string'],
  group: 'string',
  since: '2.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Stores a string that expires after so many seconds.',
    zh: '写入字符串，并设置多少秒后过期。',
  },
  keys: [keyRange(['OW', 'update'])],
  arguments: [key(), integer('seconds'), string('value')],
  run(server, client, args) {
    setFor(server, client, 'setex', args, true);
  },
};

const psetex: Command = {
  name: 'psetex',
  arity: 4,
  flags: ['write', 'denyoom'],
  categories: ['string'],
  group: 'string',
  since: '2.6.0',
  complexity: 'O(1)',
  summary: {
    en: 'Stores a string that expires after so many milliseconds.',
    zh: '写入字符串，并设置多少毫秒后过期。',
  },
  keys: [keyRange(['OW', 'update'])],
  arguments: [key(), integer('milliseconds'), string('value')],
  run(server, client, args) {
    setFor(server, client, 'psetex', args, false);
  },
};

const getset: Command = {
  name: 'getset',
  arity: 3,
  flags: ['write', 'denyoom', 'fast'],
  categories: ['string'],
  group: 'string',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Stores a string and answers with the one it replaced.',
    zh: '写入新字符串，并返回被替换的旧值。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`SET` with the `!GET` argument' },
  keys: [keyRange(['RW', 'access', 'update'])],
  arguments: [key(), string('value')],
  run(server, client, args) {
    const { keyspace } = server;
    replyValue(server, client, args[1]);
    const found = keyspace.lookupWrite(client.db, args[1]);
    storeAndNotify(server, client.db, args[1], args[2], found, false, -1);
    propagateAs(server, 'SET', args[1], args[2]);
  },
};

const getdel: Command = {
  name: 'getdel',
  arity: 2,
  flags: ['write', 'fast'],
  categories: ['string'],
  group: 'string',
  since: '6.2.0',
  complexity: 'O(1)',
  summary: { en: 'Reads the string at a key and deletes the key.', zh: '读取字符串的值，随即删除该键。' },
  keys: [keyRange(['RW', 'access', 'delete'])],
  arguments: [key()],
  run(server, client, args) {
    replyValue(server, client, args[1]);
    deleteAndNotify(server, client.db, args[1]);
    propagateAs(server, 'DEL', args[1]);
  },
};

const getex: Command = {
  name: 'getex',
  arity: -2,
  flags: ['write', 'fast'],
  categories: ['string'],
  group: 'string',
  since: '6.2.0',
  complexity: 'O(1)',
  summary: {
    en: 'Reads the string at a key and sets, moves or removes its expiry.',
    zh: '读取字符串的值，同时可设置、修改或清除过期时间。',
  },
  keys: [{ ...keyRange(['RW', 'access', 'update']), notes: 'Writes because it may change the expiry' }],
  arguments: [
    key(),
    optional(
      oneOf(
        'expiration',
        integer('seconds', { token: 'EX' }),
        integer('milliseconds', { token: 'PX' }),
        unixTime('unix-time-seconds', { token: 'EXAT' }),
        unixTime('unix-time-milliseconds', { token: 'PXAT' }),
        token('persist', 'PERSIST'),
      ),
    ),
  ],
  run(server, client, args) {
    const { flags, expiry } = parseStringOptions(args, 2, 'getex');
    const { keyspace } = server;
    const { db } = client;
    const object = readString(server, db, args[1]);
    if (object === null) return client.reply.nil();
    const expireAtMs = expiry === null ? -1 : readExpiry('getex', flags, expiry, keyspace.nowMs);

    replyString(client.reply, object);
    if ((flags & (EXAT | PXAT)) !== 0 && keyspace.isPast(expireAtMs)) {
      deleteAndNotify(server, db, args[1]);
      propagateAs(server, keyspace.lazyExpire ? 'UNLINK' : 'DEL', args[1]);
    } else if (expiry !== null) {
      keyspace.setExpire(db, args[1], expireAtMs);
      keyspace.modified(db, args[1]);
      keyspace.notify('g', 'expire', db, args[1]);
      keyspace.dirty++;
      propagateAs(server, 'PEXPIREAT', args[1], String(expireAtMs));
    } else if ((flags & PERSIST) !== 0 && keyspace.removeExpire(db, args[1])) {
      keyspace.modified(db, args[1]);
      keyspace.notify('g', 'persist', db, args[1]);
      keyspace.dirty++;
      propagateAs(server, 'PERSIST', args[1]);
    }
  },
};

function replyValue(server: Server, client: Client, keyBytes: Uint8Array): void {
  const object = readString(server, client.db, keyBytes);
  if (object === null) client.reply.nil();
  else replyString(client.reply, object);
}

/** SETEX and PSETEX. */
function setFor(
  server: Server,
  client: Client,
  command: string,
  args: readonly Uint8Array[],
  inSeconds: boolean,
): void {
  const { keyspace } = server;
  const expireAtMs = positiveExpiry(command, args[2], inSeconds, true, keyspace.nowMs);
  const found = keyspace.lookupWrite(client.db, args[1]);
  storeAndNotify(server, client.db, args[1], args[3], found, false, expireAtMs);
  propagateAs(server, 'SET', args[1], args[3], 'PXAT', String(expireAtMs));
  client.reply.ok();
}

/**
 * setKey once the caller has looked the key up: `found` is what it holds now. Three dictionary operations
 * with that lookup, or two where the expiry is kept.
 */
export function store(
  server: Server,
  db: Database,
  keyBytes: Uint8Array,
  value: Uint8Array,
  found: RedisObject | null,
  keepTtl: boolean,
): void {
  const { keyspace } = server;
  const object = server.strings.encoded(value, keyspace.stamps.fresh);
  if (found === null) {
    keyspace.add(db, keyBytes, object);
  } else {
    const before = found.encoding;
    keyspace.overwrite(db, keyBytes, object);
    if (server.env.probe !== null) emitEncodingStep(server, keyBytes, before, object.encoding);
  }
  if (!keepTtl) keyspace.removeExpire(db, keyBytes);
  keyspace.modified(db, keyBytes);
}

function storeAndNotify(
  server: Server,
  db: Database,
  keyBytes: Uint8Array,
  value: Uint8Array,
  found: RedisObject | null,
  keepTtl: boolean,
  /** Unix milliseconds, -1 for no expiry. */
  expireAtMs: Int64,
): void {
  const { keyspace } = server;
  store(server, db, keyBytes, value, found, keepTtl);
  keyspace.dirty++;
  keyspace.notify('$', 'set', db, keyBytes);
  if (expireAtMs === -1) return;
  keyspace.setExpire(db, keyBytes, expireAtMs);
  keyspace.notify('g', 'expire', db, keyBytes);
}

function deleteAndNotify(server: Server, db: Database, keyBytes: Uint8Array): void {
  const { keyspace } = server;
  if (!keyspace.delete(db, keyBytes)) return;
  keyspace.modified(db, keyBytes);
  keyspace.notify('g', 'del', db, keyBytes);
  keyspace.dirty++;
}

export const setCommands: readonly Command[] = [get, set, setnx, setex, psetex, getset, getdel, getex];
