/**
 * DEBUG: for looking under the hood. It finds its subcommands itself, as in the server, where COMMAND does
 * not know them either. Subcommands that could not be real here are missing.
 */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { INT64_MAX, INT64_MIN } from '../../base/numbers.ts';
import { rdbValueBytes } from '../../persistence/rdb-value.ts';
import type { Client } from '../../state/client/client.ts';
import type { Command } from '../../state/command/command.ts';
import { parseMemory } from '../../state/config/kinds.ts';
import type { DictEntry } from '../../structures/dict.ts';
import { DEFAULT_PACKED_THRESHOLD_BYTES } from '../../structures/quicklist.ts';
import { quicklistOf } from '../../types/list.ts';
import { objectBytes } from '../../types/memory.ts';
import {
  ENCODING_EMBSTR,
  ENCODING_INT,
  ENCODING_NAMES,
  OBJECT_BYTES,
  type RedisObject,
  TYPE_LIST,
  TYPE_STRING,
} from '../../types/object.ts';
import { stringSds } from '../../types/string.ts';
import { integerBetween, isWord, naturalOf } from '../arguments.ts';
import { writeHelp } from '../help.ts';
import { double, integer, key, oneOf, optional, string, token } from '../syntax.ts';
import { persistenceDebugCommands } from './debug-persistence.ts';
import { PROTOCOL_EXAMPLES } from './debug-protocol.ts';
import { switchDebugCommands } from './debug-switches.ts';

const inner = {
  flags: ['admin', 'noscript', 'loading', 'stale'],
  group: 'server',
  since: '1.0.0',
  complexity: 'O(1)',
} as const;
const debugKey = key('key', { keySpecIndex: undefined });

/** The value in the dictionary, expired or not. It does not count as an access. */
function requireEntry(client: Client, name: Uint8Array): DictEntry<RedisObject> {
  const entry = client.db.keys.find(name);
  if (entry === null) throw errors.noSuchKey();
  return entry;
}

const object: Command = {
  ...inner,
  name: 'object',
  arity: 3,
  summary: {
    en: 'Address, reference count, encoding, serialized length and age of a value.',
    zh: '显示值对象的地址、引用计数、编码、序列化长度和空闲时间。',
  },
  arguments: [debugKey],
  run(server, client, args) {
    const { value } = requireEntry(client, args[2]);
    client.reply.status(
      [
        `Value at:0x${value.address.toString(16)}`,
        `refcount:${value.refcount}`,
        `encoding:${ENCODING_NAMES[value.encoding]}`,
        `serializedlength:${rdbValueBytes(server, value)}`,
        `lru:${value.lru}`,
        `lru_seconds_idle:${server.keyspace.stamps.idleSeconds(value)}`,
      ].join(' ') + (value.type === TYPE_LIST ? quicklistOf(value).debugText() : ''),
    );
  },
};

/** A node must stay below 4 GB, and a margin is kept. */
const MAX_PACKED_THRESHOLD_BYTES = 2 ** 32 - 2 ** 20;

const quicklistPackedThreshold: Command = {
  ...inner,
  name: 'quicklist-packed-threshold',
  arity: 3,
  summary: {
    en: 'From which size on an element of a list gets a node of its own; 0 for the usual 1 GB.',
    zh: '设置列表元素超过多大时独占一个节点；0 表示恢复默认的 1 GB。',
  },
  arguments: [string('size')],
  run(server, client, args) {
    const sizeBytes = parseMemory(latin1(args[2]));
    if (sizeBytes === null || sizeBytes > MAX_PACKED_THRESHOLD_BYTES) {
      throw new ReplyError('ERR argument must be a memory value bigger than 1 and smaller than 4gb');
    }
    server.packedThresholdBytes = Number(sizeBytes) || DEFAULT_PACKED_THRESHOLD_BYTES;
    client.reply.ok();
  },
};

const sdslen: Command = {
  ...inner,
  name: 'sdslen',
  arity: 3,
  summary: {
    en: 'Length, spare room and allocation of the key and of its string.',
    zh: '显示键名和字符串值的 SDS 长度、剩余空间和实际分配大小。',
  },
  arguments: [debugKey],
  run(_server, client, args) {
    const { key: name, value } = requireEntry(client, args[2]);
    if (value.type !== TYPE_STRING || value.encoding === ENCODING_INT) {
      throw new ReplyError('ERR Not an sds encoded string.');
    }
    const sds = stringSds(value);
    const valueBytes =
      value.encoding === ENCODING_EMBSTR ? objectBytes(value, 0) - OBJECT_BYTES : sds.allocationBytes;
    client.reply.status(
      `key_sds_len:${name.length}, key_sds_avail:${name.available}, key_zmalloc: ${name.allocationBytes}, ` +
        `val_sds_len:${sds.length}, val_sds_avail:${sds.available}, val_zmalloc: ${valueBytes}`,
    );
  },
};

const htstats: Command = {
  ...inner,
  name: 'htstats',
  arity: 3,
  complexity: 'O(N)',
  summary: {
    en: 'Size, load and chain lengths of the two dictionaries of a database.',
    zh: '显示某个数据库两个字典的大小、装载情况和链长分布。',
  },
  arguments: [integer('dbid')],
  run(server, client, args) {
    const db = server.keyspace.databases[Number(integerBetween(args[2], INT64_MIN, INT64_MAX))];
    if (db === undefined) throw new ReplyError('ERR Out of range database');
    client.reply.verbatim(`[Dictionary HT]\n${db.keys.statistics()}[Expires HT]\n${db.expires.statistics()}`);
  },
};

/** The room in a C buffer of 128 bytes, without its terminator. */
const MAX_POPULATED_KEY = 127;

/** The least memory of a key, with its entry, its object and its place in the table. */
const POPULATED_KEY_BYTES = 80;

const populate: Command = {
  ...inner,
  name: 'populate',
  arity: -3,
  complexity: 'O(N)',
  summary: {
    en: 'Makes keys key:0, key:1 and so on, with values of the size given.',
    zh: '批量创建键 key:0、key:1……，值可指定大小。',
  },
  arguments: [integer('count'), optional(string('prefix')), optional(integer('size'))],
  run(server, client, args) {
    const count = Number(naturalOf(args[2]));
    const size = args.length === 5 ? Number(naturalOf(args[4])) : 0;
    const prefix = args.length === 3 ? 'key' : latin1(args[3]).split('\0')[0];
    const { keyspace, strings } = server;
    // Check before creating the first: there is room for all or for none.
    if (
      count * (POPULATED_KEY_BYTES + prefix.length + size) + server.env.heap.usedBytes >
      server.memoryBytes
    ) {
      throw errors.outOfMemory();
    }
    client.db.keys.expand(count);
    for (let number = 0; number < count; number++) {
      const name = bytesOf(`${prefix}:${number}`.slice(0, MAX_POPULATED_KEY));
      if (keyspace.lookupWrite(client.db, name) !== null) continue;
      const text = bytesOf(`value:${number}`);
      const value = size === 0 ? text : new Uint8Array(size);
      if (size > 0) value.set(text.subarray(0, size));
      keyspace.add(client.db, name, strings.plain(value, keyspace.stamps.fresh));
      keyspace.modified(client.db, name);
    }
    client.reply.ok();
  },
};

const sleep: Command = {
  ...inner,
  name: 'sleep',
  arity: 3,
  summary: {
    en: 'Keeps the server from doing anything for so many seconds.',
    zh: '让服务器停顿若干秒，期间不处理任何事情。',
  },
  arguments: [double('seconds')],
  run(server, client, args) {
    // Bytes that come meanwhile wait, and so does this reply: see the engine's step.
    const microseconds = Math.floor(leadingNumber(latin1(args[2])) * 1_000_000);
    if (microseconds > 0) server.blockedUntilMs = server.nowMs + microseconds / 1000;
    client.reply.ok();
  },
};

/** strtod: the number the text begins with, 0 when it begins with none. */
function leadingNumber(text: string): number {
  return Number(/^\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?/i.exec(text)?.[0] ?? 0);
}

const setActiveExpire: Command = {
  ...inner,
  name: 'set-active-expire',
  arity: 3,
  summary: {
    en: 'Turns the search for expired keys that nobody asks for on or off.',
    zh: '开启或关闭对过期键的主动清理。',
  },
  arguments: [oneOf('enabled', token('off', '0'), token('on', '1'))],
  run(server, client, args) {
    server.activeExpireEnabled = Math.trunc(leadingNumber(latin1(args[2]))) !== 0;
    client.reply.ok();
  },
};

const error: Command = {
  ...inner,
  name: 'error',
  arity: 3,
  summary: { en: 'Answers with the text as an error.', zh: '把给定文本作为错误返回。' },
  arguments: [string('message')],
  run(_server, client, args) {
    // This is no error of the server, so the error counts leave it out.
    client.reply.ascii(`-${latin1(args[2]).replace(/[\r\n]/g, ' ')}\r\n`);
  },
};

const PROTOCOL_TYPES = Object.keys(PROTOCOL_EXAMPLES);

const protocol: Command = {
  ...inner,
  name: 'protocol',
  arity: 3,
  summary: { en: 'Answers with an example of a type of reply.', zh: '返回某种回复类型的示例。' },
  arguments: [oneOf('type', ...PROTOCOL_TYPES.map((type) => token(type, type)))],
  run(_server, client, args) {
    const type = PROTOCOL_TYPES.find((name) => isWord(args[2], name));
    if (type === undefined) {
      throw new ReplyError(
        `ERR Wrong protocol type name. Please use one of the following: ${PROTOCOL_TYPES.join('|')}`,
      );
    }
    PROTOCOL_EXAMPLES[type](client.reply);
  },
};

const helpInside: Command = {
  ...inner,
  name: 'help',
  arity: 2,
  summary: { en: 'Lists the subcommands and what they are for.', zh: '列出全部子命令及其用途。' },
  run(_server, client) {
    writeHelp(client.reply, debugCommand);
  },
};

const MAX_ARGUMENTS: Readonly<Record<string, number>> = {
  populate: 5,
  'crash-and-recover': 3,
  'digest-value': Number.POSITIVE_INFINITY,
  reload: Number.POSITIVE_INFINITY,
  restart: 3,
  replybuffer: 4,
};

export const debugCommand: Command = {
  name: 'debug',
  arity: -2,
  flags: ['admin', 'noscript', 'loading', 'stale', 'protected'],
  group: 'server',
  since: '1.0.0',
  complexity: 'that of the subcommand',
  summary: { en: 'Looks under the hood.', zh: '查看和调试服务器内部。' },
  system: true,
  innerCommands: [
    error,
    helpInside,
    htstats,
    object,
    populate,
    protocol,
    quicklistPackedThreshold,
    sdslen,
    setActiveExpire,
    sleep,
    ...persistenceDebugCommands,
    ...switchDebugCommands,
  ],
  run(server, client, args) {
    const found = this.innerCommands?.find(({ name }) => isWord(args[1], name));
    const max = found === undefined ? 0 : (MAX_ARGUMENTS[found.name] ?? found.arity);
    if (found === undefined || args.length < Math.abs(found.arity) || args.length > max) {
      const asked = latin1(args[1], 0, Math.min(args[1].length, 128));
      throw new ReplyError(
        `ERR unknown subcommand or wrong number of arguments for '${asked}'. Try DEBUG HELP.`,
      );
    }
    found.run?.(server, client, args);
  },
};
