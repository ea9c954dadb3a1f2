/** Changing lists elsewhere than at the ends, and moving elements from list to list. */
import { errors, ReplyError } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { End } from '../../structures/quicklist.ts';
import { integerOf, isWord } from '../arguments.ts';
import { integer, key, oneOf, string, token } from '../syntax.ts';
import { deleteIfEmpty, endOf, moveElement, notifyPopped, writableList } from './value.ts';

const common = { categories: ['list'], group: 'list' } as const;

const lset: Command = {
  ...common,
  name: 'lset',
  arity: 4,
  flags: ['write', 'denyoom'],
  since: '1.0.0',
  complexity: 'O(N)',
  summary: { en: 'Replaces the element at a position.', zh: '替换指定位置的元素。' },
  keys: [keyRange(['RW', 'update'])],
  arguments: [key(), integer('index'), string('element')],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const list = writableList(server, db, args[1]);
    if (list === null) throw errors.noSuchKey();
    const index = Number(integerOf(args[2]));
    if (!list.replaceAt(index, args[3])) throw new ReplyError('ERR index out of range');
    client.reply.ok();
    keyspace.modified(db, args[1]);
    keyspace.notify('l', 'lset', db, args[1]);
    keyspace.dirty++;
  },
};

const linsert: Command = {
  ...common,
  name: 'linsert',
  arity: 5,
  flags: ['write', 'denyoom'],
  since: '2.2.0',
  complexity: 'O(N)',
  summary: {
    en: 'Puts an element before or after another one.',
    zh: '在某个元素之前或之后插入新元素。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [
    key(),
    oneOf('where', token('before', 'BEFORE'), token('after', 'AFTER')),
    string('pivot'),
    string('element'),
  ],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const after = isWord(args[2], 'after');
    if (!after && !isWord(args[2], 'before')) throw errors.syntax();
    const list = writableList(server, db, args[1]);
    if (list === null) return reply.integer(0);

    const iterator = list.iterate('forwards');
    let isFound = false;
    while (!isFound && iterator.next()) isFound = iterator.equals(args[3]);
    if (!isFound) return reply.integer(-1);
    list.insert(iterator, args[4], after);
    keyspace.modified(db, args[1]);
    keyspace.notify('l', 'linsert', db, args[1]);
    keyspace.dirty++;
    reply.integer(list.count);
  },
};

const lrem: Command = {
  ...common,
  name: 'lrem',
  arity: 4,
  flags: ['write'],
  since: '1.0.0',
  complexity: 'O(N+M)',
  summary: {
    en: 'Removes elements that equal the one given: so many from the head, with a negative count from the tail, with 0 all.',
    zh: '移除与给定值相等的元素：正数从头部开始，负数从尾部开始，0 表示全部。',
  },
  keys: [keyRange(['RW', 'delete'])],
  arguments: [key(), integer('count'), string('element')],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const limit = Number(integerOf(args[2]));
    const list = writableList(server, db, args[1]);
    if (list === null) return reply.integer(0);

    const wanted = Math.abs(limit);
    let removed = 0;
    const iterator = list.iterate(limit < 0 ? 'backwards' : 'forwards');
    while (iterator.next()) {
      if (!iterator.equals(args[3])) continue;
      iterator.delete();
      removed++;
      if (removed === wanted) break;
    }
    iterator.release();
    keyspace.dirty += removed;
    if (removed > 0) {
      keyspace.modified(db, args[1]);
      keyspace.notify('l', 'lrem', db, args[1]);
    }
    deleteIfEmpty(server, db, args[1], list);
    reply.integer(removed);
  },
};

const ltrim: Command = {
  ...common,
  name: 'ltrim',
  arity: 4,
  flags: ['write'],
  since: '1.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Keeps the elements between two positions and removes all others.',
    zh: '只保留两个位置之间（含两端）的元素，其余全部删除。',
  },
  keys: [keyRange(['RW', 'delete'])],
  arguments: [key(), integer('start'), integer('stop')],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const start = Number(integerOf(args[2]));
    const stop = Number(integerOf(args[3]));
    const list = writableList(server, db, args[1]);
    if (list === null) return reply.ok();

    const { count } = list;
    const first = Math.max(0, start < 0 ? count + start : start);
    const last = Math.min(count - 1, stop < 0 ? count + stop : stop);
    const fromHead = first > last ? count : first;
    const fromTail = first > last ? 0 : count - last - 1;
    list.deleteRange(0, fromHead);
    list.deleteRange(-fromTail, fromTail);
    keyspace.notify('l', 'ltrim', db, args[1]);
    deleteIfEmpty(server, db, args[1], list);
    keyspace.modified(db, args[1]);
    keyspace.dirty += fromHead + fromTail;
    reply.ok();
  },
};

const moving = {
  ...common,
  flags: ['write', 'denyoom'],
  complexity: 'O(1)',
  keys: [keyRange(['RW', 'access', 'delete']), keyRange(['RW', 'insert'], 2)],
} as const;
const fromAndTo = [key('source'), key('destination', { keySpecIndex: 1 })];
const ends = [token('left', 'LEFT'), token('right', 'RIGHT')];

const lmove: Command = {
  ...moving,
  name: 'lmove',
  arity: 5,
  since: '6.2.0',
  summary: {
    en: 'Takes an element from an end of one list and puts it at an end of another.',
    zh: '从一个列表的一端弹出元素，放入另一个列表的一端。',
  },
  arguments: [...fromAndTo, oneOf('wherefrom', ...ends), oneOf('whereto', ...ends)],
  run(server, client, args) {
    const from = endOf(args[3]);
    moveOne(server, client, args, from, endOf(args[4]));
  },
};

const rpoplpush: Command = {
  ...moving,
  name: 'rpoplpush',
  arity: 3,
  since: '1.2.0',
  summary: {
    en: 'Takes the last element of one list and puts it at the head of another.',
    zh: '弹出一个列表的尾部元素，放到另一个列表的头部。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`LMOVE` with the `RIGHT` and `LEFT` arguments' },
  arguments: fromAndTo,
  run(server, client, args) {
    moveOne(server, client, args, 'tail', 'head');
  },
};

function moveOne(server: Server, client: Client, args: readonly Uint8Array[], from: End, to: End): void {
  const { db, reply } = client;
  const source = writableList(server, db, args[1]);
  if (source === null) {
    reply.nil();
    return;
  }
  moveElement(server, client, args[2], source, from, to);
  notifyPopped(server, db, args[1], source, from, 1);
}

export const changeListCommands: readonly Command[] = [lset, linsert, lrem, ltrim, lmove, rpoplpush];
