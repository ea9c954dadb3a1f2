/** Keys under another name or in another database. */
import { equalBytes } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { kindOf } from '../../types/kinds.ts';
import type { RedisObject } from '../../types/object.ts';
import { shareObject } from '../../types/release.ts';
import { databaseOf, isWord } from '../arguments.ts';
import { integer, key, optional, token } from '../syntax.ts';

const rename: Command = {
  name: 'rename',
  arity: 3,
  flags: ['write'],
  categories: ['keyspace'],
  group: 'generic',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Gives a key another name; a key that has this name already is replaced.',
    zh: '给键改名；新名字已被占用时，原来的键会被覆盖。',
  },
  keys: [keyRange(['RW', 'access', 'delete']), keyRange(['OW', 'update'], 2)],
  arguments: [key(), key('newkey', { keySpecIndex: 1 })],
  run(server, client, args) {
    renameKey(server, client, args, true);
    client.reply.ok();
  },
};

const renamenx: Command = {
  name: 'renamenx',
  arity: 3,
  flags: ['write', 'fast'],
  categories: ['keyspace'],
  group: 'generic',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Gives a key another name, unless a key has this name already.',
    zh: '给键改名，仅当新名字未被占用时生效。',
  },
  keys: [keyRange(['RW', 'access', 'delete']), keyRange(['OW', 'insert'], 2)],
  arguments: [key(), key('newkey', { keySpecIndex: 1 })],
  run(server, client, args) {
    client.reply.integer(renameKey(server, client, args, false) ? 1 : 0);
  },
};

/** True when the key has another name now. */
function renameKey(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  mayReplace: boolean,
): boolean {
  const { keyspace } = server;
  const { db } = client;
  const object = keyspace.lookupWrite(db, args[1]);
  if (object === null) throw errors.noSuchKey();
  if (equalBytes(args[1], args[2])) return false;

  const expireAtMs = keyspace.expireAt(db, args[1]);
  if (keyspace.lookupWrite(db, args[2]) !== null) {
    if (!mayReplace) return false;
    keyspace.delete(db, args[2]);
  }
  relocate(server, object, expireAtMs, { db, key: args[1] }, { db, key: args[2] }, 'rename');
  return true;
}

interface Place {
  readonly db: Database;
  readonly key: Uint8Array;
}

/** Moves a value with its expiry to a place that is free, and notifies of both keys. */
function relocate(
  { keyspace }: Server,
  object: RedisObject,
  expireAtMs: Int64,
  from: Place,
  to: Place,
  event: 'rename' | 'move',
): void {
  // Both keys hold the value for a moment, until the old one goes.
  shareObject(object);
  keyspace.add(to.db, to.key, object);
  if (expireAtMs !== -1) keyspace.setExpire(to.db, to.key, expireAtMs);
  keyspace.delete(from.db, from.key);
  keyspace.modified(from.db, from.key);
  keyspace.modified(to.db, to.key);
  keyspace.notify('g', `${event}_from`, from.db, from.key);
  keyspace.notify('g', `${event}_to`, to.db, to.key);
  keyspace.dirty++;
}

const move: Command = {
  name: 'move',
  arity: 3,
  flags: ['write', 'fast'],
  categories: ['keyspace'],
  group: 'generic',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Moves a key to another database, unless it has a key of this name.',
    zh: '把键移到另一个数据库，目标库已有同名键时不移动。',
  },
  keys: [keyRange(['RW', 'access', 'update'])],
  arguments: [key(), integer('db')],
  run(server, client, args) {
    if (server.cluster !== null) throw new ReplyError('ERR MOVE is not allowed in cluster mode');
    const { keyspace } = server;
    const source = client.db;
    const target = databaseOf(server, args[2]);
    if (target === source) throw errors.sameObject();
    const object = keyspace.lookupWrite(source, args[1]);
    if (object === null) return client.reply.integer(0);
    const expireAtMs = keyspace.expireAt(source, args[1]);
    if (keyspace.lookupWrite(target, args[1]) !== null) return client.reply.integer(0);

    const [, keyBytes] = args;
    relocate(
      server,
      object,
      expireAtMs,
      { db: source, key: keyBytes },
      { db: target, key: keyBytes },
      'move',
    );
    client.reply.integer(1);
  },
};

const copy: Command = {
  name: 'copy',
  arity: -3,
  flags: ['write', 'denyoom'],
  categories: ['keyspace'],
  group: 'generic',
  since: '6.2.0',
  complexity: 'O(N)',
  summary: {
    en: 'Copies a value to another key, also of another database.',
    zh: '把值复制到另一个键，可以跨数据库。',
  },
  keys: [keyRange(['RO', 'access']), keyRange(['OW', 'update'], 2)],
  arguments: [
    key('source'),
    key('destination', { keySpecIndex: 1 }),
    optional(integer('destination-db', { token: 'DB' })),
    optional(token('replace', 'REPLACE')),
  ],
  run(server, client, args) {
    const { keyspace } = server;
    const source = client.db;
    let target = source;
    let mayReplace = false;
    for (let at = 3; at < args.length; at++) {
      if (isWord(args[at], 'replace')) mayReplace = true;
      else if (isWord(args[at], 'db') && at + 1 < args.length) target = databaseOf(server, args[++at]);
      else throw errors.syntax();
    }
    if (server.cluster !== null && target.id !== 0) {
      throw new ReplyError('ERR Copying to another database is not allowed in cluster mode');
    }
    if (target === source && equalBytes(args[1], args[2])) throw errors.sameObject();

    const object = keyspace.lookupRead(source, args[1]);
    if (object === null) return client.reply.integer(0);
    const expireAtMs = keyspace.expireAt(source, args[1]);
    const isTaken = keyspace.lookupWrite(target, args[2]) !== null;
    if (isTaken && !mayReplace) return client.reply.integer(0);

    const duplicate = kindOf(object).copy(server.env, object, keyspace.stamps.fresh);
    if (isTaken) keyspace.delete(target, args[2]);
    keyspace.add(target, args[2], duplicate);
    if (expireAtMs !== -1) keyspace.setExpire(target, args[2], expireAtMs);
    keyspace.modified(target, args[2]);
    keyspace.notify('g', 'copy_to', target, args[2]);
    keyspace.dirty++;
    client.reply.integer(1);
  },
};

export const moveCommands: readonly Command[] = [rename, renamenx, move, copy];
