/** Members by chance: SPOP removes them, SRANDMEMBER only replies with them. */
import { errors } from '../../base/errors.ts';
import { INT64_MAX } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { setLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import {
  createSetFor,
  memberBytes,
  randomMember,
  setAdd,
  setRemove,
  setSize,
  visitMembers,
} from '../../types/set.ts';
import { unwatched } from '../../types/unwatched.ts';
import { integerBetween, naturalOf } from '../arguments.ts';
import { alsoPropagate, propagateAs } from '../propagate.ts';
import { copyAndThrowOut, drawUntilDifferent, isThrowingOutCheaper } from '../random-draw.ts';
import { replyRepeatedly, replyText } from '../reply-text.ts';
import { emitEncodingStep } from '../strings/value.ts';
import { integer, key, optional, since } from '../syntax.ts';
import { replyUnion } from './combine.ts';
import { readSet, writableSet } from './value.ts';

/** When fewer than a fifth of the popped members would stay, the rest moves to a new set instead. */
const MOVE_REST_FACTOR = 5;

const spop: Command = {
  name: 'spop',
  arity: -2,
  flags: ['write', 'fast'],
  categories: ['set'],
  group: 'set',
  since: '1.0.0',
  complexity: 'O(N)',
  summary: { en: 'Takes members out by chance.', zh: '随机取出一个或多个成员，并从集合中移除。' },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RW', 'access', 'delete'])],
  arguments: [key(), optional(since('3.2.0', integer('count')))],
  run(server, client, args) {
    if (args.length > 3) throw errors.syntax();
    if (args.length === 3) popMany(server, client, args);
    else popOne(server, client, args[1]);
  },
};

function popOne(server: Server, client: Client, keyBytes: Uint8Array): void {
  const { keyspace } = server;
  const { db, reply } = client;
  const object = writableSet(server, db, keyBytes);
  if (object === null) {
    reply.nil();
    return;
  }
  const member = takeOut(server, object);
  reply.bulk(member);
  propagateAs(server, 'SREM', keyBytes, member);
  keyspace.notify('s', 'spop', db, keyBytes);
  if (setSize(object) === 0) {
    keyspace.delete(db, keyBytes);
    keyspace.notify('g', 'del', db, keyBytes);
  }
  keyspace.modified(db, keyBytes);
  keyspace.dirty++;
}

function takeOut({ env }: Server, object: RedisObject): Uint8Array {
  const member = memberBytes(env.heap, randomMember(object, env.random.stream('sampling')));
  setRemove(object, member);
  return member;
}

function popMany(server: Server, client: Client, args: readonly Uint8Array[]): void {
  const { keyspace } = server;
  const { db, reply } = client;
  const count = Number(naturalOf(args[2]));
  const object = writableSet(server, db, args[1]);
  if (object === null || count === 0) {
    reply.set(0);
    return;
  }
  const size = setSize(object);
  keyspace.notify('s', 'spop', db, args[1]);
  keyspace.dirty += Math.min(count, size);
  if (count >= size) {
    // The server replies through SUNION, which looks the key up once more, for reading.
    replyUnion(server, client, [readSet(server, db, args[1])]);
    keyspace.delete(db, args[1]);
    keyspace.notify('g', 'del', db, args[1]);
    propagateAs(server, server.config.flag('lazyfree-lazy-server-del') ? 'UNLINK' : 'DEL', args[1]);
  } else {
    // Propagate each member: a replica would draw others.
    server.propagation.prevent();
    reply.set(count);
    const stays = size - count;
    if (stays * MOVE_REST_FACTOR > count) {
      for (let left = count; left > 0; left--) {
        const member = takeOut(server, object);
        reply.bulk(member);
        alsoPropagate(server, db, 'SREM', args[1], member);
      }
    } else {
      moveRest(server, client, args[1], object, stays);
    }
  }
  keyspace.modified(db, args[1]);
}

/** Draws the members that stay into a new set and replies with the old one. The new one may well be an intset. */
function moveRest(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  object: RedisObject,
  stays: number,
): void {
  const { env, keyspace } = server;
  const before = object.encoding;
  let rest: RedisObject | null = null;
  for (let left = stays; left > 0; left--) {
    const member = takeOut(server, object);
    rest ??= createSetFor(env, member, keyspace.stamps.fresh);
    const target = rest;
    unwatched(env, () => setAdd(env, target, member, setLimits(server)));
  }
  visitMembers(object, (member) => {
    replyText(client.reply, env.heap, member);
    if (server.propagation.wanted) {
      alsoPropagate(server, client.db, 'SREM', keyBytes, memberBytes(env.heap, member).slice());
    }
    return true;
  });
  keyspace.overwrite(client.db, keyBytes, rest!);
  if (env.probe !== null) emitEncodingStep(server, keyBytes, before, rest!.encoding);
}

const srandmember: Command = {
  name: 'srandmember',
  arity: -2,
  flags: ['readonly'],
  categories: ['set'],
  group: 'set',
  since: '1.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Draws members by chance: with a count different ones, with a negative count repetitions may occur.',
    zh: '随机返回成员；给出数量时不重复，数量为负则允许重复。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), optional(since('2.6.0', integer('count')))],
  run(server, client, args) {
    const { env } = server;
    const { db, reply } = client;
    if (args.length > 3) throw errors.syntax();
    const stream = env.random.stream('sampling');
    if (args.length === 2) {
      const object = readSet(server, db, args[1]);
      if (object === null) return reply.nil();
      return replyText(reply, env.heap, randomMember(object, stream));
    }
    const count = Number(integerBetween(args[2], -INT64_MAX, INT64_MAX));
    const object = readSet(server, db, args[1]);
    if (object === null || count === 0) return reply.array(0);
    if (count > 1) return drawDifferent(server, client, object, count);
    const repetitions = Math.abs(count);
    const begin = () => reply.array(repetitions);
    replyRepeatedly(server, client, repetitions, begin, (some) => {
      for (let drawn = 0; drawn < some; drawn++) replyText(reply, env.heap, randomMember(object, stream));
    });
  },
};

function drawDifferent(server: Server, client: Client, object: RedisObject, count: number): void {
  const { env } = server;
  const { reply } = client;
  const stream = env.random.stream('sampling');
  const draw = () => randomMember(object, stream);
  const size = setSize(object);
  if (count >= size) {
    reply.array(size);
    visitMembers(object, (member) => {
      replyText(reply, env.heap, member);
      return true;
    });
    return;
  }
  const drawn = isThrowingOutCheaper(count, size)
    ? copyAndThrowOut<null>(env, size, size - count, (copy) => {
        visitMembers(object, (member) => copy.add(memberBytes(env.heap, member), null) !== null);
      })
    : drawUntilDifferent(env, count, draw, (member) => member, null);
  reply.array(count);
  for (const { keyPlace, keyLength } of drawn.entries()) reply.bulkFromHeap(env.heap, keyPlace, keyLength);
  drawn.release();
}

export const randomSetCommands: readonly Command[] = [spop, srandmember];
