/** Single bits of a string. Bit 0 is the highest bit of the first byte. */
import { repr } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { parseInteger } from '../../base/numbers.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { stringBytes } from '../../types/string.ts';
import { readString } from '../strings/value.ts';
import { integer, key } from '../syntax.ts';
import { bitOffsetOf, writableBits } from './value.ts';

const common = { categories: ['bitmap'], group: 'bitmap' } as const;

const setbit: Command = {
  ...common,
  name: 'setbit',
  arity: 4,
  flags: ['write', 'denyoom'],
  since: '2.2.0',
  complexity: 'O(1)',
  summary: {
    en: 'Sets one bit of a string to 0 or 1 and answers what it was; the string grows as far as needed.',
    zh: '把字符串的某一位设为 0 或 1，返回它原来的值；长度不够时自动补零扩展。',
  },
  keys: [keyRange(['RW', 'access', 'update'])],
  arguments: [key(), integer('offset'), integer('value')],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const offset = bitOffsetOf(server, args[2]);
    const bit = parseInteger(args[3]);
    if (bit !== 0 && bit !== 1) throw new ReplyError('ERR bit is not an integer or out of range');

    const { sds, hasGrown } = writableBits(server, db, args[1], offset);
    const at = Math.floor(offset / 8);
    const shift = 7 - (offset % 8);
    const before = (sds.bytes[at] >> shift) & 1;
    if (hasGrown || before !== bit) {
      sds.bytes[at] = (sds.bytes[at] & ~(1 << shift)) | (bit << shift);
      sds.wrote(server.env, at, 1);
      keyspace.modified(db, args[1]);
      keyspace.notify('$', 'setbit', db, args[1]);
      keyspace.dirty++;
    }
    server.latestWork.bitWork = null;
    const { probe } = server.env;
    if (probe !== null) {
      probe.emit({ type: 'bits.set', key: repr(args[1]), offset, before: before as 0 | 1, after: bit });
    }
    client.reply.integer(before);
  },
};

const getbit: Command = {
  ...common,
  name: 'getbit',
  arity: 3,
  flags: ['readonly', 'fast'],
  since: '2.2.0',
  complexity: 'O(1)',
  summary: {
    en: 'Reads one bit of a string; beyond its end every bit is 0.',
    zh: '读取字符串的某一位；超出末尾的位都是 0。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), integer('offset')],
  run(server, client, args) {
    const offset = bitOffsetOf(server, args[2]);
    const object = readString(server, client.db, args[1]);
    const byte = object === null ? undefined : stringBytes(object)[Math.floor(offset / 8)];
    const bit = (((byte ?? 0) >> (7 - (offset % 8))) & 1) as 0 | 1;
    server.latestWork.bitWork = null;
    const { probe } = server.env;
    if (probe !== null) {
      probe.emit({ type: 'bits.get', key: repr(args[1]), offset, bit, isBeyond: byte === undefined });
    }
    client.reply.integer(bit);
  },
};

export const singleBitCommands: readonly Command[] = [setbit, getbit];
