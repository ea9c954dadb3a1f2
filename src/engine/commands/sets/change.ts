/** Changing sets member by member: adding, removing, moving. */
import type { Database } from '../../keyspace/database.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { setLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { createSetFor, setAdd, setHas, setRemove, setSize } from '../../types/set.ts';
import { encodingStepEmitter } from '../encoding-step.ts';
import { key, many, string } from '../syntax.ts';
import { checkedSet, writableSet } from './value.ts';

const common = { categories: ['set'], group: 'set' } as const;

const sadd: Command = {
  ...common,
  name: 'sadd',
  arity: -3,
  flags: ['write', 'denyoom', 'fast'],
  since: '1.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Adds members to a set; answers how many of them are new.',
    zh: '向集合添加一个或多个成员，返回新增的数量。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), many(string('member'))],
  run(server, client, args) {
    const { env, keyspace } = server;
    const { db } = client;
    const object = writableSet(server, db, args[1]) ?? newSetFor(server, db, args[1], args[2]);
    const limits = setLimits(server, encodingStepEmitter(server, args[1]));
    let added = 0;
    for (let at = 2; at < args.length; at++) if (setAdd(env, object, args[at], limits)) added++;
    if (added > 0) {
      keyspace.modified(db, args[1]);
      keyspace.notify('s', 'sadd', db, args[1]);
    }
    keyspace.dirty += added;
    client.reply.integer(added);
  },
};

/** Stores an empty set whose encoding suits the member that will be added. */
function newSetFor(server: Server, db: Database, keyBytes: Uint8Array, member: Uint8Array): RedisObject {
  const { env, keyspace } = server;
  const object = createSetFor(env, member, keyspace.stamps.fresh);
  keyspace.add(db, keyBytes, object);
  return object;
}

const srem: Command = {
  ...common,
  name: 'srem',
  arity: -3,
  flags: ['write', 'fast'],
  since: '1.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Removes members from a set; with the last of them the key goes too.',
    zh: '从集合移除一个或多个成员；成员移完时键也随之删除。',
  },
  keys: [keyRange(['RW', 'delete'])],
  arguments: [key(), many(string('member'))],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const object = writableSet(server, db, args[1]);
    if (object === null) return reply.integer(0);

    let removed = 0;
    let isEmpty = false;
    for (let at = 2; at < args.length && !isEmpty; at++) {
      if (!setRemove(object, args[at])) continue;
      removed++;
      isEmpty = setSize(object) === 0;
    }
    if (isEmpty) keyspace.delete(db, args[1]);
    if (removed > 0) {
      keyspace.modified(db, args[1]);
      keyspace.notify('s', 'srem', db, args[1]);
      if (isEmpty) keyspace.notify('g', 'del', db, args[1]);
      keyspace.dirty += removed;
    }
    reply.integer(removed);
  },
};

const smove: Command = {
  ...common,
  name: 'smove',
  arity: 4,
  flags: ['write', 'fast'],
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Moves a member from one set to another; nobody sees it in both or in neither.',
    zh: '把成员从一个集合移到另一个集合，整个过程是原子的。',
  },
  keys: [keyRange(['RW', 'access', 'delete']), keyRange(['RW', 'insert'], 2)],
  arguments: [key('source'), key('destination', { keySpecIndex: 1 }), string('member')],
  run(server, client, args) {
    const { env, keyspace } = server;
    const { db, reply } = client;
    const [, sourceKey, targetKey, member] = args;
    const found = keyspace.lookupWrite(db, sourceKey);
    const existing = keyspace.lookupWrite(db, targetKey);
    // A missing source ends it before the destination's type is checked.
    if (found === null) return reply.integer(0);
    const source = checkedSet(found) as RedisObject;
    checkedSet(existing);
    if (source === existing) return reply.integer(setHas(source, member) ? 1 : 0);
    if (!setRemove(source, member)) return reply.integer(0);

    keyspace.notify('s', 'srem', db, sourceKey);
    if (setSize(source) === 0) {
      keyspace.delete(db, sourceKey);
      keyspace.notify('g', 'del', db, sourceKey);
    }
    const target = existing ?? newSetFor(server, db, targetKey, member);
    keyspace.modified(db, sourceKey);
    keyspace.dirty++;
    if (setAdd(env, target, member, setLimits(server, encodingStepEmitter(server, targetKey)))) {
      keyspace.dirty++;
      keyspace.modified(db, targetKey);
      keyspace.notify('s', 'sadd', db, targetKey);
    }
    reply.integer(1);
  },
};

export const changeSetCommands: readonly Command[] = [sadd, srem, smove];
