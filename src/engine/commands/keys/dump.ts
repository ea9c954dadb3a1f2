/** Values as portable bytes: written out, and made into keys again. */
import { errors, ReplyError } from '../../base/errors.ts';
import { type Int64, normalizeInt64 } from '../../base/numbers.ts';
import { dumpPayload, isWholePayload, valueOfPayload } from '../../persistence/rdb-value.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { releaseObject } from '../../types/release.ts';
import { integerOf, isWord } from '../arguments.ts';
import { propagateAs } from '../propagate.ts';
import { integer, key, optional, since, string, token } from '../syntax.ts';

const FREQUENCY_MAX = 255;

const dump: Command = {
  name: 'dump',
  arity: 2,
  flags: ['readonly'],
  categories: ['keyspace'],
  group: 'generic',
  since: '2.6.0',
  complexity: 'O(1)',
  summary: {
    en: 'Gives a value as bytes with a version and a checksum, for RESTORE.',
    zh: '把值序列化成字节，附带版本号和校验和，供 RESTORE 使用。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [key()],
  run(server, client, args) {
    const object = server.keyspace.lookupRead(client.db, args[1]);
    if (object === null) client.reply.nil();
    else client.reply.bulk(dumpPayload(server, object));
  },
};

interface RestoreOptions {
  readonly replace: boolean;
  readonly isAbsolute: boolean;
  /** Seconds, or null. */
  readonly idle: Int64 | null;
  readonly frequency: number | null;
}

const restore: Command = {
  name: 'restore',
  arity: -4,
  flags: ['write', 'denyoom'],
  categories: ['keyspace', 'dangerous'],
  group: 'generic',
  since: '2.6.0',
  complexity: 'O(1)',
  summary: {
    en: 'Makes a key of the bytes that DUMP gave.',
    zh: '用 DUMP 得到的字节重建一个键。',
  },
  keys: [keyRange(['OW', 'update'])],
  arguments: [
    key(),
    integer('ttl'),
    string('serialized-value'),
    since('3.0.0', optional(token('replace', 'REPLACE'))),
    since('5.0.0', optional(token('absttl', 'ABSTTL'))),
    since('5.0.0', optional(integer('seconds', { token: 'IDLETIME' }))),
    since('5.0.0', optional(integer('frequency', { token: 'FREQ' }))),
  ],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const options = parseOptions(args);
    if (!options.replace && keyspace.lookupWrite(db, args[1]) !== null) {
      throw new ReplyError('BUSYKEY Target key name already exists.');
    }
    const ttlMs = integerOf(args[2]);
    if (ttlMs < 0) throw new ReplyError('ERR Invalid TTL value, must be >= 0');
    if (!isWholePayload(args[3], server.generation)) {
      throw new ReplyError('ERR DUMP payload version or checksum are wrong');
    }
    const object = valueOfPayload(server, args[3]);
    if (object === null) throw new ReplyError('ERR Bad data format');

    const isDeleted = options.replace && keyspace.delete(db, args[1]);
    const expireAtMs = expiryOf(ttlMs, options.isAbsolute, keyspace.nowMs);
    if (expireAtMs !== null && keyspace.isPast(expireAtMs)) {
      releaseObject(server.env, object);
      if (isDeleted) {
        keyspace.modified(db, args[1]);
        keyspace.notify('g', 'del', db, args[1]);
        keyspace.dirty++;
        propagateAs(server, server.config.flag('lazyfree-lazy-server-del') ? 'UNLINK' : 'DEL', args[1]);
      }
      return reply.ok();
    }
    keyspace.add(db, args[1], object);
    if (expireAtMs !== null) keyspace.setExpire(db, args[1], expireAtMs);
    stampUse(server, object, options);
    keyspace.modified(db, args[1]);
    keyspace.notify('g', 'restore', db, args[1]);
    keyspace.dirty++;
    if (expireAtMs !== null && !options.isAbsolute && server.propagation.wanted) {
      propagateAs(server, args[0], args[1], String(expireAtMs), ...args.slice(3), 'ABSTTL');
    }
    reply.ok();
  },
};

function parseOptions(args: readonly Uint8Array[]): RestoreOptions {
  let replace = false;
  let isAbsolute = false;
  let idle: Int64 | null = null;
  let frequency: number | null = null;
  for (let at = 4; at < args.length; at++) {
    const hasValue = at + 1 < args.length;
    if (isWord(args[at], 'replace')) {
      replace = true;
    } else if (isWord(args[at], 'absttl')) {
      isAbsolute = true;
    } else if (isWord(args[at], 'idletime') && hasValue && frequency === null) {
      idle = integerOf(args[++at]);
      if (idle < 0) throw new ReplyError('ERR Invalid IDLETIME value, must be >= 0');
    } else if (isWord(args[at], 'freq') && hasValue && idle === null) {
      const given = integerOf(args[++at]);
      if (given < 0 || given > FREQUENCY_MAX) {
        throw new ReplyError('ERR Invalid FREQ value, must be >= 0 and <= 255');
      }
      frequency = Number(given);
    } else {
      throw errors.syntax();
    }
  }
  return { replace, isAbsolute, idle, frequency };
}

/** Null for no expiry. A sum beyond 64 bits turns negative, that is, long past. */
function expiryOf(ttlMs: Int64, isAbsolute: boolean, nowMs: number): Int64 | null {
  if (ttlMs === 0) return null;
  if (isAbsolute) return ttlMs;
  return normalizeInt64(BigInt.asIntN(64, BigInt(ttlMs) + BigInt(nowMs)));
}

/** Sets the idle time or frequency that was given: objectSetLRUOrLFU. */
function stampUse(server: Server, object: RedisObject, { idle, frequency }: RestoreOptions): void {
  const { stamps } = server.keyspace;
  if (stamps.isLfu) {
    if (frequency !== null) object.lru = stamps.frequencyStamp(frequency);
  } else if (idle !== null) {
    object.lru = stamps.idleStamp(idle);
  }
}

/** RESTORE as nodes of a cluster send it to one another. */
const restoreAsking: Command = {
  ...restore,
  name: 'restore-asking',
  flags: [...restore.flags, 'asking'],
  group: 'server',
  since: '3.0.0',
  system: true,
  summary: {
    en: 'RESTORE, for a key that is on the move between nodes.',
    zh: '集群迁移键时使用的 RESTORE。',
  },
};

export const dumpCommands: readonly Command[] = [dump, restore, restoreAsking];
