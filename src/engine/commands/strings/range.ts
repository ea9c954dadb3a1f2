/** Parts of a string: its length, a piece of it, a piece written over it, a piece put at its end. */
import { errors } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { Sds } from '../../structures/sds.ts';
import { stringBytes, stringLength } from '../../types/string.ts';
import { integerOf } from '../arguments.ts';
import { integer, key, string } from '../syntax.ts';
import { readString, unshare, writableString } from './value.ts';

const EMPTY = new Uint8Array(0);

const strlen: Command = {
  name: 'strlen',
  arity: 2,
  flags: ['readonly', 'fast'],
  categories: ['string'],
  group: 'string',
  since: '2.2.0',
  complexity: 'O(1)',
  summary: { en: 'Counts the bytes of the string at a key.', zh: '返回字符串的字节数。' },
  keys: [keyRange(['RO'])],
  arguments: [key()],
  run(server, client, args) {
    const object = readString(server, client.db, args[1]);
    client.reply.integer(object === null ? 0 : stringLength(object));
  },
};

const append: Command = {
  name: 'append',
  arity: 3,
  flags: ['write', 'denyoom', 'fast'],
  categories: ['string'],
  group: 'string',
  since: '2.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Puts bytes at the end of the string at a key, or stores them if there is none.',
    zh: '在字符串末尾追加内容；键不存在时直接写入。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), string('value')],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const object = writableString(server, db, args[1]);
    let length: number;
    if (object === null) {
      const fresh = server.strings.encoded(args[2], keyspace.stamps.fresh);
      keyspace.add(db, args[1], fresh);
      length = args[2].length;
    } else {
      checkLength(server, stringLength(object), args[2].length);
      const sds = unshare(server, db, args[1], object);
      sds.append(server.env, args[2]);
      length = sds.length;
    }
    keyspace.modified(db, args[1]);
    keyspace.notify('$', 'append', db, args[1]);
    keyspace.dirty++;
    client.reply.integer(length);
  },
};

const getrange: Command = {
  name: 'getrange',
  arity: 4,
  flags: ['readonly'],
  categories: ['string'],
  group: 'string',
  since: '2.4.0',
  complexity: 'O(N)',
  summary: {
    en: 'Reads a piece of the string at a key; negative places count from the end.',
    zh: '读取字符串的一段，负数下标从末尾数起。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), integer('start'), integer('end')],
  run: replyRange,
};

const substr: Command = {
  ...getrange,
  name: 'substr',
  since: '1.0.0',
  summary: { en: 'The former name of GETRANGE.', zh: 'GETRANGE 的旧名。' },
  deprecated: { since: '2.0.0', replacedBy: '`GETRANGE`' },
};

const setrange: Command = {
  name: 'setrange',
  arity: 4,
  flags: ['write', 'denyoom'],
  categories: ['string'],
  group: 'string',
  since: '2.2.0',
  complexity: 'O(M)',
  summary: {
    en: 'Writes bytes over a string from a place on; a gap before them becomes zero bytes.',
    zh: '从指定偏移开始覆盖字符串，超出原长度的空隙以零字节补齐。',
  },
  keys: [keyRange(['RW', 'update'])],
  arguments: [key(), integer('offset'), string('value')],
  run(server, client, args) {
    const offset = integerOf(args[2]);
    if (offset < 0) throw errors.offsetOutOfRange();
    const { keyspace } = server;
    const { db } = client;
    const value = args[3];
    const object = writableString(server, db, args[1]);
    if (value.length === 0) return client.reply.integer(object === null ? 0 : stringLength(object));
    const place = checkLength(server, offset, value.length);

    let sds: Sds;
    if (object === null) {
      // Allocated at its final length: no room is left at the end.
      sds = Sds.zeros(server.env, place + value.length);
      keyspace.add(db, args[1], server.strings.adopt(sds, keyspace.stamps.fresh));
    } else {
      sds = unshare(server, db, args[1], object);
    }
    sds.setRange(server.env, place, value);
    keyspace.modified(db, args[1]);
    keyspace.notify('$', 'setrange', db, args[1]);
    keyspace.dirty++;
    client.reply.integer(sds.length);
  },
};

function replyRange(server: Server, client: Client, args: readonly Uint8Array[]): void {
  const first = integerOf(args[2]);
  const last = integerOf(args[3]);
  const object = readString(server, client.db, args[1]);
  const bytes = object === null ? EMPTY : stringBytes(object);
  const start = fromFront(first, bytes.length);
  const end = Math.min(fromFront(last, bytes.length), bytes.length - 1);
  // Backwards from the end is nothing, even where both places are before the first byte and count as it.
  const isBackwards = first < 0 && last < 0 && first > last;
  client.reply.bulk(start > end || isBackwards ? EMPTY : bytes.subarray(start, end + 1));
}

/** A place counted from the front; one before the first byte is the first byte. */
function fromFront(place: Int64, length: number): number {
  const plain = Number(place);
  return plain < 0 ? Math.max(0, length + plain) : plain;
}

/** Refuses a string that would be longer than a client may send; otherwise gives `length` as a plain number. */
function checkLength(server: Server, length: Int64, more: number): number {
  const plain = Number(length);
  if (plain + more > server.config.maxBulkBytes) throw errors.stringTooLong();
  return plain;
}

export const rangeCommands: readonly Command[] = [strlen, append, getrange, substr, setrange];
