/** XGROUP: making and removing consumer groups and their consumers. */
import { ReplyError } from '../../base/errors.ts';
import { type Int64, normalizeInt64 } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { MIN_STREAM_ID } from '../../structures/stream-id.ts';
import { TYPE_STREAM } from '../../types/object.ts';
import type { Stream } from '../../types/stream.ts';
import { ENTRIES_READ_UNKNOWN, type StreamGroup } from '../../types/stream-group.ts';
import { integerOf, isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { integer, key, oneOf, optional, string, token } from '../syntax.ts';
import {
  addNewStream,
  createConsumer,
  idOf,
  nameIn,
  noSuchGroup,
  strictIdOf,
  writableStream,
} from './value.ts';

const common = { categories: ['stream'], group: 'stream', since: '5.0.0' } as const;

const idArgument = oneOf('id', string('id'), token('new_id', '$'));
const entriesReadArgument = optional(integer('entries_read', { token: 'ENTRIESREAD' }));

const CREATE_MAX_ARGUMENTS = 8;

const create: Command = {
  ...common,
  name: 'create',
  arity: -5,
  flags: ['write', 'denyoom'],
  complexity: 'O(1)',
  summary: {
    en: 'Makes a consumer group that reads on after an id.',
    zh: '创建消费组，从指定 ID 之后开始消费。',
  },
  keys: [keyRange(['RW', 'insert'], 2)],
  arguments: [
    key(),
    string('groupname'),
    idArgument,
    optional(token('mkstream', 'MKSTREAM')),
    entriesReadArgument,
  ],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const { entriesRead, makesStream } = parseOptions(args, true);
    const found = writableStream(server, db, args[2]);
    if (found === null && !makesStream) throw keyIsMissing();
    if (args.length > CREATE_MAX_ARGUMENTS) throw wrongSubcommand(args);
    const lastId = isWord(args[4], '$') ? (found?.lastId ?? MIN_STREAM_ID) : strictIdOf(args[4]);

    const stream = found ?? addNewStream(server, db, args[2]);
    if (found === null) keyspace.modified(db, args[2]);
    if (stream.createGroup(args[3], lastId, entriesRead) === null) {
      throw new ReplyError('BUSYGROUP Consumer Group name already exists');
    }
    client.reply.ok();
    keyspace.dirty++;
    keyspace.notify('t', 'xgroup-create', db, args[2]);
  },
};

const setid: Command = {
  ...common,
  name: 'setid',
  arity: -5,
  flags: ['write'],
  complexity: 'O(1)',
  summary: {
    en: 'Sets the id up to which a group counts as having read.',
    zh: '设置消费组已读到的位置。',
  },
  keys: [keyRange(['RW', 'update'], 2)],
  arguments: [key(), string('groupname'), idArgument, entriesReadArgument],
  run(server, client, args) {
    const { keyspace } = server;
    const { entriesRead } = parseOptions(args, false);
    const { stream, group } = existingGroup(server, client, args);
    if (args.length !== 5 && args.length !== 7) throw wrongSubcommand(args);
    group.moveTo(isWord(args[4], '$') ? stream.lastId : idOf(args[4]));
    group.entriesRead = entriesRead;
    client.reply.ok();
    keyspace.dirty++;
    keyspace.notify('t', 'xgroup-setid', client.db, args[2]);
  },
};

const destroy: Command = {
  ...common,
  name: 'destroy',
  arity: 4,
  flags: ['write'],
  complexity: 'O(N)',
  summary: {
    en: 'Removes a group with everything that is pending in it.',
    zh: '删除消费组及其全部待确认记录。',
  },
  keys: [keyRange(['RW', 'delete'], 2)],
  arguments: [key(), string('groupname')],
  run(server, client, args) {
    const { keyspace } = server;
    const stream = writableStream(server, client.db, args[2]);
    if (stream === null) throw keyIsMissing();
    const isDestroyed = stream.deleteGroup(args[3]);
    client.reply.integer(isDestroyed ? 1 : 0);
    if (!isDestroyed) return;
    keyspace.dirty++;
    keyspace.notify('t', 'xgroup-destroy', client.db, args[2]);
    // Clients blocked on this group get the error that it is gone.
    if (keyspace.waiters !== null) keyspace.waiters.ready(client.db, args[2], TYPE_STREAM);
  },
};

const createconsumer: Command = {
  ...common,
  name: 'createconsumer',
  arity: 5,
  flags: ['write', 'denyoom'],
  since: '6.2.0',
  complexity: 'O(1)',
  summary: { en: 'Makes a consumer in a group.', zh: '在消费组中创建一个消费者。' },
  keys: [keyRange(['RW', 'insert'], 2)],
  arguments: [key(), string('groupname'), string('consumername')],
  run(server, client, args) {
    const { group } = existingGroup(server, client, args);
    const created = createConsumer(server, client, args[2], group, args[4]);
    client.reply.integer(created === null ? 0 : 1);
  },
};

const delconsumer: Command = {
  ...common,
  name: 'delconsumer',
  arity: 5,
  flags: ['write'],
  complexity: 'O(1)',
  summary: {
    en: 'Removes a consumer; answers how many entries were pending for it.',
    zh: '删除消费者，返回它名下待确认条目的数量。',
  },
  keys: [keyRange(['RW', 'delete'], 2)],
  arguments: [key(), string('groupname'), string('consumername')],
  run(server, client, args) {
    const { keyspace } = server;
    const { group } = existingGroup(server, client, args);
    const consumer = group.consumer(args[4]);
    if (consumer === null) return client.reply.integer(0);
    const pending = group.deleteConsumer(consumer);
    keyspace.dirty++;
    keyspace.notify('t', 'xgroup-delconsumer', client.db, args[2]);
    client.reply.integer(pending);
  },
};

const xgroup: Command = {
  name: 'xgroup',
  arity: -2,
  flags: [],
  group: 'stream',
  since: '5.0.0',
  complexity: 'Depends on subcommand.',
  summary: { en: 'Manages the consumer groups of a stream.', zh: '管理流的消费组。' },
  subcommands: [create, createconsumer, delconsumer, destroy, help('stream', '5.0.0', ['stream']), setid],
};

function parseOptions(
  args: readonly Uint8Array[],
  mayMakeStream: boolean,
): { entriesRead: bigint; makesStream: boolean } {
  let entriesRead: Int64 = normalizeInt64(ENTRIES_READ_UNKNOWN);
  let makesStream = false;
  for (let at = 5; at < args.length; at++) {
    if (mayMakeStream && isWord(args[at], 'mkstream')) {
      makesStream = true;
    } else if (isWord(args[at], 'entriesread') && at + 1 < args.length) {
      entriesRead = integerOf(args[++at]);
      if (entriesRead < -1) throw new ReplyError('ERR value for ENTRIESREAD must be positive or -1');
    } else {
      throw wrongSubcommand(args);
    }
  }
  return { entriesRead: BigInt(entriesRead), makesStream };
}

function existingGroup(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
): { stream: Stream; group: StreamGroup } {
  const stream = writableStream(server, client.db, args[2]);
  if (stream === null) throw keyIsMissing();
  const group = stream.group(args[3]);
  if (group === null) throw noSuchGroup(args[2], args[3]);
  return { stream, group };
}

function keyIsMissing(): ReplyError {
  return new ReplyError(
    'ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the ' +
      'MKSTREAM option to create an empty stream automatically.',
  );
}

const SUBCOMMAND_MAX_CHARACTERS = 128;

/** addReplySubcommandSyntaxError: the words after the subcommand make no sense. */
export function wrongSubcommand(args: readonly Uint8Array[]): ReplyError {
  const word = nameIn(args[1]).slice(0, SUBCOMMAND_MAX_CHARACTERS);
  const container = nameIn(args[0]).toUpperCase();
  return new ReplyError(
    `ERR unknown subcommand or wrong number of arguments for '${word}'. Try ${container} HELP.`,
  );
}

export const groupStreamCommands: readonly Command[] = [xgroup];
