/**
 * Popping from lists, and blocking where there is nothing to pop.
 *
 * A blocked client is served when a list appears, as by the commands without the B. Serving does not signal the key
 * as modified: the push did.
 */
import { bytesOf } from '../../base/bytes.ts';
import type { Served } from '../../state/client/blocking.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange, keysCounted } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { End, Quicklist } from '../../structures/quicklist.ts';
import { quicklistOf } from '../../types/list.ts';
import { parseSeveralKeysPop, popCommand, popOrBlock } from '../several-keys-pop.ts';
import { double, integer, key, many, oneOf, optional, token } from '../syntax.ts';
import { deleteIfEmpty, endOf, moveElement, notifyPopped, popRange, writableList } from './value.ts';

const common = { categories: ['list'], group: 'list' } as const;
const ends = [token('left', 'LEFT'), token('right', 'RIGHT')];
const LPOP = bytesOf('LPOP');
const RPOP = bytesOf('RPOP');
const LMOVE = bytesOf('LMOVE');
const RPOPLPUSH = bytesOf('RPOPLPUSH');
const LEFT = bytesOf('left');
const RIGHT = bytesOf('right');

const popping = {
  ...common,
  arity: -3,
  flags: ['write', 'noscript', 'blocking'],
  since: '2.0.0',
  complexity: 'O(N)',
  keys: [keyRange(['RW', 'access', 'delete'], 1, -2)],
  arguments: [many(key()), double('timeout')],
} as const;

const blpop: Command = {
  ...popping,
  name: 'blpop',
  summary: {
    en: 'Takes the first element of the first list that has any, or waits for one.',
    zh: '从第一个非空列表的头部弹出元素；都为空时阻塞等待。',
  },
  run: (server, client, args) => popFromEnd(server, client, args.slice(1, -1), 'head', null, args.at(-1)!),
};

const brpop: Command = {
  ...popping,
  name: 'brpop',
  summary: {
    en: 'Takes the last element of the first list that has any, or waits for one.',
    zh: '从第一个非空列表的尾部弹出元素；都为空时阻塞等待。',
  },
  run: (server, client, args) => popFromEnd(server, client, args.slice(1, -1), 'tail', null, args.at(-1)!),
};

const blmpop: Command = {
  ...common,
  name: 'blmpop',
  arity: -5,
  flags: ['write', 'blocking'],
  since: '7.0.0',
  complexity: 'O(N+M)',
  summary: {
    en: 'Takes elements out of the first of several lists that has any, or waits for one.',
    zh: '从多个列表中第一个非空的列表弹出若干元素；都为空时阻塞等待。',
  },
  keys: [keysCounted(['RW', 'access', 'delete'], 2)],
  arguments: [
    double('timeout'),
    integer('numkeys'),
    many(key()),
    oneOf('where', ...ends),
    optional(integer('count', { token: 'COUNT' })),
  ],
  run(server, client, args) {
    const { keys, end, count } = parseSeveralKeysPop(args, 2, endOf);
    popFromEnd(server, client, keys, end, count, args[1]);
  },
};

/** `count` is null for the commands that pop one element and reply with it without an array of its own. */
function popFromEnd(
  server: Server,
  client: Client,
  keys: readonly Uint8Array[],
  end: End,
  count: number | null,
  timeout: Uint8Array,
): void {
  const { propagation } = server;
  const { db, reply } = client;
  popOrBlock(server, client, timeout, {
    why: 'list',
    keys,
    popNow(keyBytes) {
      const list = writableList(server, db, keyBytes);
      if (list === null) return false;
      const popped = replyPopped(client, keyBytes, list, end, count);
      notifyPopped(server, db, keyBytes, list, end, popped);
      if (propagation.wanted) propagation.rewrite(commandOf(keyBytes, end, count, popped));
      return true;
    },
    serve: (keyBytes, object) => servePop(server, client, keyBytes, quicklistOf(object), end, count),
    replyNothing: () => reply.nilArray(),
  });
}

function servePop(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  list: Quicklist,
  end: End,
  count: number | null,
): Served {
  const { keyspace, propagation } = server;
  const { db } = client;
  list.packedThresholdBytes = server.packedThresholdBytes;
  const popped = replyPopped(client, keyBytes, list, end, count);
  keyspace.notify('l', end === 'head' ? 'lpop' : 'rpop', db, keyBytes);
  deleteIfEmpty(server, db, keyBytes, list);
  // For a single element the push has counted already.
  if (count !== null) keyspace.dirty += popped;
  if (propagation.wanted) propagation.also(db, commandOf(keyBytes, end, count, popped));
  return list.count === 0 ? 'last' : 'yes';
}

/** Pops, and replies with the key and the elements; returns how many they were. */
function replyPopped(
  client: Client,
  keyBytes: Uint8Array,
  list: Quicklist,
  end: End,
  count: number | null,
): number {
  const { reply } = client;
  reply.array(2);
  reply.bulk(keyBytes);
  if (count !== null) return popRange(client, list, end, count);
  reply.bulk(list.pop(end)!);
  return 1;
}

function commandOf(keyBytes: Uint8Array, end: End, count: number | null, popped: number): Uint8Array[] {
  return popCommand(end === 'head' ? LPOP : RPOP, keyBytes, count === null ? null : popped);
}

const moving = {
  ...common,
  flags: ['write', 'denyoom', 'noscript', 'blocking'],
  complexity: 'O(1)',
  keys: [keyRange(['RW', 'access', 'delete']), keyRange(['RW', 'insert'], 2)],
} as const;
const fromAndTo = [key('source'), key('destination', { keySpecIndex: 1 })];

const blmove: Command = {
  ...moving,
  name: 'blmove',
  arity: 6,
  since: '6.2.0',
  summary: {
    en: 'Takes an element from an end of one list and puts it at an end of another, or waits for one.',
    zh: '从一个列表的一端弹出元素，放入另一个列表的一端；源列表为空时阻塞等待。',
  },
  arguments: [...fromAndTo, oneOf('wherefrom', ...ends), oneOf('whereto', ...ends), double('timeout')],
  run(server, client, args) {
    const from = endOf(args[3]);
    const to = endOf(args[4]);
    moveOrBlock(server, client, args, { from, to, timeout: args[5] });
  },
};

const brpoplpush: Command = {
  ...moving,
  name: 'brpoplpush',
  arity: 4,
  since: '2.2.0',
  summary: {
    en: 'Takes the last element of one list and puts it at the head of another, or waits for one.',
    zh: '弹出一个列表的尾部元素，放到另一个列表的头部；源列表为空时阻塞等待。',
  },
  deprecated: { since: '6.2.0', replacedBy: '`BLMOVE` with the `RIGHT` and `LEFT` arguments' },
  arguments: [...fromAndTo, double('timeout')],
  run(server, client, args) {
    moveOrBlock(server, client, args, { from: 'tail', to: 'head', timeout: args[3] });
  },
};

interface Move {
  readonly from: End;
  readonly to: End;
  readonly timeout: Uint8Array;
}

function moveOrBlock(server: Server, client: Client, args: readonly Uint8Array[], move: Move): void {
  const { propagation } = server;
  const { db, reply } = client;
  const [, sourceKey, targetKey] = args;
  const isNamedByEnds = args.length === 6;
  // The arguments lie in a buffer that is reused.
  const target = targetKey.slice();
  popOrBlock(server, client, move.timeout, {
    why: 'list',
    keys: [sourceKey],
    popNow() {
      const source = writableList(server, db, sourceKey);
      if (source === null) return false;
      moveElement(server, client, targetKey, source, move.from, move.to);
      notifyPopped(server, db, sourceKey, source, move.from, 1);
      if (propagation.wanted) propagation.rewrite([isNamedByEnds ? LMOVE : RPOPLPUSH, ...args.slice(1, -1)]);
      return true;
    },
    serve(keyBytes, object) {
      const list = quicklistOf(object);
      list.packedThresholdBytes = server.packedThresholdBytes;
      moveElement(server, client, target, list, move.from, move.to);
      if (propagation.wanted) propagation.also(db, moveCommand(keyBytes, target, move, isNamedByEnds));
      server.keyspace.notify('l', move.from === 'head' ? 'lpop' : 'rpop', db, keyBytes);
      deleteIfEmpty(server, db, keyBytes, list);
      return list.count === 0 ? 'last' : 'yes';
    },
    replyNothing: () => reply.nil(),
  });
}

function moveCommand(
  sourceKey: Uint8Array,
  targetKey: Uint8Array,
  { from, to }: Move,
  isNamedByEnds: boolean,
): Uint8Array[] {
  if (!isNamedByEnds) return [RPOPLPUSH, sourceKey, targetKey];
  const word = (end: End) => (end === 'head' ? LEFT : RIGHT);
  return [LMOVE, sourceKey, targetKey, word(from), word(to)];
}

export const blockingListCommands: readonly Command[] = [blpop, brpop, blmpop, blmove, brpoplpush];
