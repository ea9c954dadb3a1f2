/** Changing sorted sets: adding members, counting in their scores, removing them. */
import { errors, ReplyError } from '../../base/errors.ts';
import { parseDouble } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { zsetLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import {
  ADD_EXISTING_ONLY,
  ADD_GREATER,
  ADD_INCREMENT,
  ADD_LESS,
  ADD_NEW_ONLY,
  createZsetFor,
  ZsetAddition,
  zsetRemove,
  zsetSize,
} from '../../types/zset.ts';
import { isWord } from '../arguments.ts';
import { encodingStepEmitter } from '../encoding-step.ts';
import { block, double, integer, key, many, oneOf, optional, since, string, token } from '../syntax.ts';
import { writableZset } from './value.ts';

const common = { categories: ['sortedset'], group: 'sorted-set' } as const;

const zadd: Command = {
  ...common,
  name: 'zadd',
  arity: -4,
  flags: ['write', 'denyoom', 'fast'],
  since: '1.2.0',
  complexity: 'O(log(N))',
  summary: {
    en: 'Adds members with their scores, or gives members other scores; answers how many are new.',
    zh: '添加成员及其分数，或更新已有成员的分数，返回新增的成员数。',
  },
  keys: [keyRange(['RW', 'update'])],
  arguments: [
    key(),
    optional(since('3.0.2', oneOf('condition', token('nx', 'NX'), token('xx', 'XX')))),
    optional(since('6.2.0', oneOf('comparison', token('gt', 'GT'), token('lt', 'LT')))),
    optional(since('3.0.2', token('change', 'CH'))),
    optional(since('3.0.2', token('increment', 'INCR'))),
    many(block('score_member', double('score'), string('member'))),
  ],
  run(server, client, args) {
    addMembers(server, client, args, 0);
  },
};

const zincrby: Command = {
  ...common,
  name: 'zincrby',
  arity: 4,
  flags: ['write', 'denyoom', 'fast'],
  since: '1.2.0',
  complexity: 'O(log(N))',
  summary: { en: 'Adds a number to the score of a member.', zh: '将成员的分数加上给定的数。' },
  keys: [keyRange(['RW', 'access', 'update'])],
  arguments: [key(), integer('increment'), string('member')],
  run(server, client, args) {
    addMembers(server, client, args, ADD_INCREMENT);
  },
};

const OPTIONS: readonly (readonly [word: string, flag: number])[] = [
  ['nx', ADD_NEW_ONLY],
  ['xx', ADD_EXISTING_ONLY],
  ['incr', ADD_INCREMENT],
  ['gt', ADD_GREATER],
  ['lt', ADD_LESS],
];

/** ZINCRBY, which is ZADD with INCR, reads the same options before the increment. */
function addMembers(server: Server, client: Client, args: readonly Uint8Array[], givenFlags: number): void {
  let flags = givenFlags;
  let countsChanges = false;
  let first = 2;
  for (; first < args.length; first++) {
    const option = optionOf(args[first]);
    if (option !== 0) flags |= option;
    else if (isWord(args[first], 'ch')) countsChanges = true;
    else break;
  }
  const scores = parseScores(args, first, flags);
  addScored(server, client, args, first, 2, scores, flags, countsChanges);
}

function optionOf(argument: Uint8Array): number {
  // No option is longer, and most arguments are scores.
  if (argument.length < 2 || argument[0] < 0x41) return 0;
  for (const [word, flag] of OPTIONS) if (isWord(argument, word)) return flag;
  return 0;
}

function parseScores(args: readonly Uint8Array[], first: number, flags: number): number[] {
  const strings = args.length - first;
  if (strings === 0 || strings % 2 === 1) throw errors.syntax();
  const has = (flag: number) => (flags & flag) !== 0;
  if (has(ADD_NEW_ONLY) && has(ADD_EXISTING_ONLY)) {
    throw new ReplyError('ERR XX and NX options at the same time are not compatible');
  }
  if ((has(ADD_GREATER | ADD_LESS) && has(ADD_NEW_ONLY)) || (has(ADD_GREATER) && has(ADD_LESS))) {
    throw new ReplyError('ERR GT, LT, and/or NX options at the same time are not compatible');
  }
  if (has(ADD_INCREMENT) && strings > 2) {
    throw new ReplyError('ERR INCR option supports a single increment-element pair');
  }
  const scores: number[] = [];
  for (let at = first; at < args.length; at += 2) {
    const score = parseDouble(args[at]);
    if (score === null) throw errors.notAFloat();
    scores.push(score);
  }
  return scores;
}

/**
 * Adds the members that stand last in each group of `width` arguments from `first` on, with these scores:
 * GEOADD does this too.
 */
export function addScored(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  first: number,
  width: number,
  scores: readonly number[],
  flags: number,
  countsChanges: boolean,
): void {
  const { env, keyspace } = server;
  const { db, reply } = client;
  const isIncrement = (flags & ADD_INCREMENT) !== 0;
  let object = writableZset(server, db, args[1]);
  if (object === null && (flags & ADD_EXISTING_ONLY) !== 0) {
    if (isIncrement) reply.nil();
    else reply.integer(0);
    return;
  }
  const limits = zsetLimits(server, encodingStepEmitter(server, args[1]));
  if (object === null) {
    object = createZsetFor(env, args[first + width - 1], limits, keyspace.stamps.fresh);
    keyspace.add(db, args[1], object);
  }
  const addition = new ZsetAddition(env, object, flags, limits);
  for (let index = 0; index < scores.length; index++) {
    if (!addition.add(args[first + index * width + width - 1], scores[index])) {
      throw new ReplyError('ERR resulting score is not a number (NaN)');
    }
  }
  const changed = addition.added + addition.updated;
  keyspace.dirty += changed;
  if (!isIncrement) reply.integer(countsChanges ? changed : addition.added);
  else if (addition.processed > 0) reply.double(addition.score);
  else reply.nil();
  if (changed > 0) {
    keyspace.modified(db, args[1]);
    keyspace.notify('z', isIncrement ? 'zincr' : 'zadd', db, args[1]);
  }
}

const zrem: Command = {
  ...common,
  name: 'zrem',
  arity: -3,
  flags: ['write', 'fast'],
  since: '1.2.0',
  complexity: 'O(M*log(N))',
  summary: {
    en: 'Removes members; with the last of them the key goes too.',
    zh: '移除一个或多个成员；成员全部移除后键也随之删除。',
  },
  keys: [keyRange(['RW', 'delete'])],
  arguments: [key(), many(string('member'))],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const object = writableZset(server, db, args[1]);
    if (object === null) return reply.integer(0);

    let removed = 0;
    let isEmpty = false;
    for (let at = 2; at < args.length && !isEmpty; at++) {
      if (zsetRemove(object, args[at])) removed++;
      isEmpty = zsetSize(object) === 0;
    }
    if (isEmpty) keyspace.delete(db, args[1]);
    if (removed > 0) {
      keyspace.notify('z', 'zrem', db, args[1]);
      if (isEmpty) keyspace.notify('g', 'del', db, args[1]);
      keyspace.modified(db, args[1]);
      keyspace.dirty += removed;
    }
    reply.integer(removed);
  },
};

export const changeZsetCommands: readonly Command[] = [zadd, zincrby, zrem];
