/** Adding to the ends of lists, and taking from them. */
import { errors } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange, keysCounted } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { End } from '../../structures/quicklist.ts';
import { naturalOf } from '../arguments.ts';
import { propagateAs } from '../propagate.ts';
import { parseSeveralKeysPop } from '../several-keys-pop.ts';
import { integer, key, many, oneOf, optional, since, string, token } from '../syntax.ts';
import { addNewList, endOf, notifyPopped, popRange, writableList } from './value.ts';

const common = { categories: ['list'], group: 'list' } as const;
const pushing = {
  ...common,
  arity: -3,
  flags: ['write', 'denyoom', 'fast'],
  complexity: 'O(1)',
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), many(string('element'))],
} as const;

const lpush: Command = {
  ...pushing,
  name: 'lpush',
  since: '1.0.0',
  summary: {
    en: 'Puts elements at the head of a list one after the other, so that the last one given comes first.',
    zh: '把元素依次插入列表头部，最后给出的元素排在最前。',
  },
  run: (server, client, args) => pushAll(server, client, args, 'head', true),
};

const rpush: Command = {
  ...pushing,
  name: 'rpush',
  since: '1.0.0',
  summary: { en: 'Puts elements at the tail of a list.', zh: '把元素依次追加到列表尾部。' },
  run: (server, client, args) => pushAll(server, client, args, 'tail', true),
};

const lpushx: Command = {
  ...pushing,
  name: 'lpushx',
  since: '2.2.0',
  summary: {
    en: 'Puts elements at the head of a list that is there already.',
    zh: '仅当列表已存在时，把元素插入头部。',
  },
  run: (server, client, args) => pushAll(server, client, args, 'head', false),
};

const rpushx: Command = {
  ...pushing,
  name: 'rpushx',
  since: '2.2.0',
  summary: {
    en: 'Puts elements at the tail of a list that is there already.',
    zh: '仅当列表已存在时，把元素追加到尾部。',
  },
  run: (server, client, args) => pushAll(server, client, args, 'tail', false),
};

function pushAll(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  end: End,
  mayCreate: boolean,
): void {
  const { keyspace } = server;
  const { db, reply } = client;
  const found = writableList(server, db, args[1]);
  if (found === null && !mayCreate) {
    reply.integer(0);
    return;
  }
  const list = found ?? addNewList(server, db, args[1]);
  for (let at = 2; at < args.length; at++) list.push(args[at], end);
  reply.integer(list.count);
  keyspace.modified(db, args[1]);
  keyspace.notify('l', end === 'head' ? 'lpush' : 'rpush', db, args[1]);
  keyspace.dirty += args.length - 2;
}

const popping = {
  ...common,
  arity: -2,
  flags: ['write', 'fast'],
  since: '1.0.0',
  complexity: 'O(N)',
  keys: [keyRange(['RW', 'access', 'delete'])],
  arguments: [key(), since('6.2.0', optional(integer('count')))],
} as const;

const lpop: Command = {
  ...popping,
  name: 'lpop',
  summary: {
    en: 'Takes the first element of a list out, or the first few.',
    zh: '弹出列表头部的一个或多个元素。',
  },
  run: (server, client, args) => popSome(server, client, args, 'head'),
};

const rpop: Command = {
  ...popping,
  name: 'rpop',
  summary: {
    en: 'Takes the last element of a list out, or the last few.',
    zh: '弹出列表尾部的一个或多个元素。',
  },
  run: (server, client, args) => popSome(server, client, args, 'tail'),
};

function popSome(server: Server, client: Client, args: readonly Uint8Array[], end: End): void {
  const { db, reply } = client;
  if (args.length > 3) throw errors.wrongArity(end === 'head' ? 'lpop' : 'rpop');
  const count = args.length === 3 ? Number(naturalOf(args[2])) : null;
  const list = writableList(server, db, args[1]);
  if (list === null) {
    if (count === null) reply.nil();
    else reply.nilArray();
  } else if (count === null) {
    reply.bulk(list.pop(end)!);
    notifyPopped(server, db, args[1], list, end, 1);
  } else if (count === 0) {
    reply.array(0);
  } else {
    const popped = popRange(client, list, end, count);
    notifyPopped(server, db, args[1], list, end, popped);
  }
}

const lmpop: Command = {
  ...common,
  name: 'lmpop',
  arity: -4,
  flags: ['write'],
  since: '7.0.0',
  complexity: 'O(N+M)',
  summary: {
    en: 'Takes elements out of the first of several lists that has any.',
    zh: '从多个列表中第一个非空的列表弹出元素。',
  },
  keys: [keysCounted(['RW', 'access', 'delete'])],
  arguments: [
    integer('numkeys'),
    many(key()),
    oneOf('where', token('left', 'LEFT'), token('right', 'RIGHT')),
    optional(integer('count', { token: 'COUNT' })),
  ],
  run(server, client, args) {
    const { db, reply } = client;
    const { keys, end, count } = parseSeveralKeysPop(args, 1, endOf);
    for (const keyBytes of keys) {
      const list = writableList(server, db, keyBytes);
      if (list === null) continue;
      reply.array(2);
      reply.bulk(keyBytes);
      const popped = popRange(client, list, end, count);
      notifyPopped(server, db, keyBytes, list, end, popped);
      propagateAs(server, end === 'head' ? 'LPOP' : 'RPOP', keyBytes, String(popped));
      return;
    }
    reply.nilArray();
  },
};

export const pushListCommands: readonly Command[] = [lpush, rpush, lpushx, rpushx, lpop, rpop, lmpop];
