/** Reading hashes: one field, some, all of them. */
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { hashGet, hashHas, hashLength, visitPairs } from '../../types/hash.ts';
import { textLength } from '../../types/text.ts';
import { replyText } from '../reply-text.ts';
import { key, many, string } from '../syntax.ts';
import { readHash } from './value.ts';

const common = { categories: ['hash'], group: 'hash' } as const;

const hget: Command = {
  ...common,
  name: 'hget',
  arity: 3,
  flags: ['readonly', 'fast'],
  since: '2.0.0',
  complexity: 'O(1)',
  summary: { en: 'Reads the value of a field.', zh: '读取哈希中一个字段的值。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), string('field')],
  run(server, client, args) {
    const object = readHash(server, client.db, args[1]);
    const value = object === null ? null : hashGet(object, args[2]);
    if (value === null) client.reply.nil();
    else replyText(client.reply, server.env.heap, value);
  },
};

const hmget: Command = {
  ...common,
  name: 'hmget',
  arity: -3,
  flags: ['readonly', 'fast'],
  since: '2.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Reads the values of several fields; a field that is not there gives nil.',
    zh: '一次读取多个字段的值，不存在的字段对应位置为 nil。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), many(string('field'))],
  run(server, client, args) {
    const { reply } = client;
    const object = readHash(server, client.db, args[1]);
    reply.array(args.length - 2);
    for (let at = 2; at < args.length; at++) {
      const value = object === null ? null : hashGet(object, args[at]);
      if (value === null) reply.nil();
      else replyText(reply, server.env.heap, value);
    }
  },
};

const hgetall: Command = {
  ...common,
  name: 'hgetall',
  arity: 2,
  flags: ['readonly'],
  since: '2.0.0',
  complexity: 'O(N)',
  summary: { en: 'Reads all fields with their values.', zh: '读取全部字段及其值。' },
  tips: ['nondeterministic_output_order'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [key()],
  run(server, client, args) {
    replyAll(server, client, args[1], true, true);
  },
};

const hkeys: Command = {
  ...common,
  name: 'hkeys',
  arity: 2,
  flags: ['readonly'],
  since: '2.0.0',
  complexity: 'O(N)',
  summary: { en: 'Lists all fields.', zh: '列出全部字段名。' },
  tips: ['nondeterministic_output_order'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [key()],
  run(server, client, args) {
    replyAll(server, client, args[1], true, false);
  },
};

const hvals: Command = {
  ...common,
  name: 'hvals',
  arity: 2,
  flags: ['readonly'],
  since: '2.0.0',
  complexity: 'O(N)',
  summary: { en: 'Lists all values.', zh: '列出全部字段的值。' },
  tips: ['nondeterministic_output_order'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [key()],
  run(server, client, args) {
    replyAll(server, client, args[1], false, true);
  },
};

/** A map of both, or an array of either. */
function replyAll(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  withFields: boolean,
  withValues: boolean,
): void {
  const { reply } = client;
  const { heap } = server.env;
  const object = readHash(server, client.db, keyBytes);
  const length = object === null ? 0 : hashLength(object);
  if (withFields && withValues) reply.map(length);
  else reply.array(length);
  if (object === null) return;
  visitPairs(object, (field, value) => {
    if (withFields) replyText(reply, heap, field);
    if (withValues) replyText(reply, heap, value);
  });
}

const hlen: Command = {
  ...common,
  name: 'hlen',
  arity: 2,
  flags: ['readonly', 'fast'],
  since: '2.0.0',
  complexity: 'O(1)',
  summary: { en: 'Counts the fields.', zh: '返回字段数量。' },
  keys: [keyRange(['RO'])],
  arguments: [key()],
  run(server, client, args) {
    const object = readHash(server, client.db, args[1]);
    client.reply.integer(object === null ? 0 : hashLength(object));
  },
};

const hstrlen: Command = {
  ...common,
  name: 'hstrlen',
  arity: 3,
  flags: ['readonly', 'fast'],
  since: '3.2.0',
  complexity: 'O(1)',
  summary: { en: 'Tells how many bytes the value of a field has.', zh: '返回某个字段的值有多少字节。' },
  keys: [keyRange(['RO'])],
  arguments: [key(), string('field')],
  run(server, client, args) {
    const object = readHash(server, client.db, args[1]);
    const value = object === null ? null : hashGet(object, args[2]);
    client.reply.integer(value === null ? 0 : textLength(value));
  },
};

const hexists: Command = {
  ...common,
  name: 'hexists',
  arity: 3,
  flags: ['readonly', 'fast'],
  since: '2.0.0',
  complexity: 'O(1)',
  summary: { en: 'Tells whether a field is there.', zh: '判断字段是否存在。' },
  keys: [keyRange(['RO'])],
  arguments: [key(), string('field')],
  run(server, client, args) {
    const object = readHash(server, client.db, args[1]);
    client.reply.integer(object !== null && hashHas(object, args[2]) ? 1 : 0);
  },
};

export const readHashCommands: readonly Command[] = [
  hget,
  hmget,
  hgetall,
  hkeys,
  hvals,
  hlen,
  hstrlen,
  hexists,
];
