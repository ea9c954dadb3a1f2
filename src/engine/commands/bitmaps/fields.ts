/**
 * BITFIELD: a string as an array of integers of any width, at any bit. `u5` is five bits without a sign,
 * `i16` sixteen with one; at most 63 and 64.
 */
import { repr } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { normalizeInt64, parseInteger } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import {
  type BitField,
  fieldName,
  fitted,
  type Overflow,
  readBitField,
  writeBitField,
} from '../../structures/bit-field.ts';
import type { BitFieldsWork } from '../../types/bit-work.ts';
import { stringBytes } from '../../types/string.ts';
import { integerOf, isWord } from '../arguments.ts';
import { readString } from '../strings/value.ts';
import { block, integer, key, many, oneOf, optional, string, token } from '../syntax.ts';
import { bitOffsetOf, writableBits } from './value.ts';

interface FieldOperation {
  readonly name: 'get' | 'set' | 'incrby';
  readonly field: BitField;
  /** The value to set or to add. */
  readonly operand: bigint;
  readonly overflow: Overflow;
}

const OVERFLOWS = ['wrap', 'sat', 'fail'] as const;
const LETTER_I = 0x69;
const LETTER_U = 0x75;
const SIGNED_MAX_BITS = 64;
const UNSIGNED_MAX_BITS = 63;
const EMPTY = new Uint8Array(0);

const common = { categories: ['bitmap'], group: 'bitmap' } as const;
const get = { ...block('encoding_offset', string('encoding'), integer('offset')), token: 'GET' };

const bitfield: Command = {
  ...common,
  name: 'bitfield',
  arity: -2,
  flags: ['write', 'denyoom'],
  since: '3.2.0',
  complexity: 'O(1)',
  summary: {
    en: 'Reads, sets and adds to integers of any width inside a string.',
    zh: '把字符串当作任意位宽的整数数组，读取、设置或增减其中的整数。',
  },
  keys: [
    {
      ...keyRange(['RW', 'access', 'update', 'variable_flags']),
      notes: 'With GET alone the key is only read.',
    },
  ],
  arguments: [
    key(),
    optional(
      many(
        oneOf(
          'operation',
          get,
          block(
            'write',
            optional({
              ...oneOf('wrap_sat_fail', token('wrap', 'WRAP'), token('sat', 'SAT'), token('fail', 'FAIL')),
              token: 'OVERFLOW',
            }),
            oneOf(
              'write_operation',
              {
                ...block('encoding_offset_value', string('encoding'), integer('offset'), integer('value')),
                token: 'SET',
              },
              {
                ...block(
                  'encoding_offset_increment',
                  string('encoding'),
                  integer('offset'),
                  integer('increment'),
                ),
                token: 'INCRBY',
              },
            ),
          ),
        ),
      ),
    ),
  ],
  findKeys(args) {
    return [{ index: 1, flags: onlyReads(args) ? ['RO', 'access'] : ['RW', 'access', 'update'] }];
  },
  run(server, client, args) {
    const operations = parseOperations(server, args);
    if (operations.every(({ name }) => name === 'get')) replyFields(server, client, args[1], operations);
    else changeFields(server, client, args[1], operations);
  },
};

const bitfieldRo: Command = {
  ...common,
  name: 'bitfield_ro',
  arity: -2,
  flags: ['readonly', 'fast'],
  since: '6.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Reads integers of any width inside a string: BITFIELD for replicas and readers.',
    zh: '只读版的 BITFIELD：读取字符串中任意位宽的整数。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), optional(many({ ...get, multipleToken: true }))],
  run(server, client, args) {
    const operations = parseOperations(server, args);
    if (operations.some(({ name }) => name !== 'get')) {
      throw new ReplyError('ERR BITFIELD_RO only supports the GET subcommand');
    }
    replyFields(server, client, args[1], operations);
  },
};

function parseOperations(server: Server, args: readonly Uint8Array[]): FieldOperation[] {
  const operations: FieldOperation[] = [];
  let overflow: Overflow = 'wrap';
  for (let at = 2; at < args.length; ) {
    const left = args.length - at - 1;
    if (isWord(args[at], 'overflow') && left >= 1) {
      const named = OVERFLOWS.find((word) => isWord(args[at + 1], word));
      if (named === undefined) throw new ReplyError('ERR Invalid OVERFLOW type specified');
      overflow = named;
      at += 2;
      continue;
    }
    const name = operationName(args[at], left);
    const type = fieldTypeOf(args[at + 1]);
    const field = { ...type, offset: bitOffsetOf(server, args[at + 2], type.bits) };
    const operand = name === 'get' ? 0n : BigInt(integerOf(args[at + 3]));
    operations.push({ name, field, operand, overflow });
    at += name === 'get' ? 3 : 4;
  }
  return operations;
}

function operationName(word: Uint8Array, left: number): FieldOperation['name'] {
  if (isWord(word, 'get') && left >= 2) return 'get';
  if (isWord(word, 'set') && left >= 3) return 'set';
  if (isWord(word, 'incrby') && left >= 3) return 'incrby';
  throw errors.syntax();
}

function fieldTypeOf(word: Uint8Array): { signed: boolean; bits: number } {
  const signed = word[0] === LETTER_I;
  // C sees the word end at its first NUL byte.
  const end = word.indexOf(0);
  const bits = parseInteger(word.subarray(1, end === -1 ? word.length : Math.max(1, end)));
  const isKnown = signed || word[0] === LETTER_U;
  if (!isKnown || bits === null || bits < 1 || bits > (signed ? SIGNED_MAX_BITS : UNSIGNED_MAX_BITS)) {
    throw new ReplyError(
      'ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64 is.',
    );
  }
  return { signed, bits: Number(bits) };
}

/** Whether BITFIELD would only read, judged by its words: bitfieldGetKeys. */
function onlyReads(args: readonly Uint8Array[]): boolean {
  for (let at = 2; at < args.length; ) {
    const left = args.length - at - 1;
    if (isWord(args[at], 'get') && left >= 2) at += 3;
    else if (isWord(args[at], 'overflow') && left >= 1) at += 2;
    else return false;
  }
  return true;
}

function replyFields(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  operations: readonly FieldOperation[],
): void {
  const object = readString(server, client.db, keyBytes);
  const bytes = object === null ? EMPTY : stringBytes(object);
  const work = noteFields(server, client, keyBytes, operations);
  client.reply.array(operations.length);
  for (const [nth, { field }] of operations.entries()) {
    const value = readBitField(bytes, bytes.length, field);
    client.reply.integer(normalizeInt64(value));
    noteField(server, work, nth, value, value);
  }
}

/** Makes the string long enough for all of them first, even if none writes in the end. */
function changeFields(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  operations: readonly FieldOperation[],
): void {
  const { keyspace } = server;
  const { db, reply } = client;
  let lastBit = 0;
  for (const { name, field } of operations) {
    if (name !== 'get') lastBit = Math.max(lastBit, field.offset + field.bits - 1);
  }
  const { sds, hasGrown } = writableBits(server, db, keyBytes, lastBit);
  let changes = 0;
  const work = noteFields(server, client, keyBytes, operations);
  reply.array(operations.length);
  for (const [nth, { name, field, operand, overflow }] of operations.entries()) {
    const before = readBitField(sds.bytes, sds.length, field);
    if (name === 'get') {
      reply.integer(normalizeInt64(before));
      noteField(server, work, nth, before, before);
      continue;
    }
    const after =
      name === 'set' ? fitted(operand, 0n, field, overflow) : fitted(before, operand, field, overflow);
    if (after === null) {
      reply.nil();
      noteField(server, work, nth, before, null);
      continue;
    }
    reply.integer(normalizeInt64(name === 'set' ? before : after));
    writeBitField(sds.bytes, field, after);
    if (hasGrown || after !== before) changes++;
    noteField(server, work, nth, before, after);
  }
  if (changes === 0) return;
  keyspace.modified(db, keyBytes);
  keyspace.notify('$', 'setbit', db, keyBytes);
  keyspace.dirty += changes;
}

/** Notes the operations, for the panels. */
function noteFields(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  operations: readonly FieldOperation[],
): BitFieldsWork {
  const fields = operations.map((operation) => ({ ...operation, before: null, outcome: 'waiting' as const }));
  const work: BitFieldsWork = { kind: 'fields', db: client.db.id, key: keyBytes.slice(), fields };
  server.latestWork.bitWork = work;
  return work;
}

/** Notes the result of one operation and emits its step; `after` is null if OVERFLOW FAIL refused it. */
function noteField(
  server: Server,
  { key: keyBytes, fields }: BitFieldsWork,
  nth: number,
  before: bigint,
  after: bigint | null,
): void {
  const noted = fields[nth];
  const { name, field, operand, overflow } = noted;
  const meant = name === 'get' ? before : name === 'set' ? operand : before + operand;
  noted.before = before;
  noted.outcome = after === null ? 'failed' : after === meant ? 'done' : 'clipped';
  const { probe } = server.env;
  if (probe === null) return;
  probe.emit({
    type: 'bits.field',
    key: repr(keyBytes),
    nth,
    name,
    field: fieldName(field),
    offset: field.offset,
    bits: field.bits,
    before: String(before),
    after: after === null ? null : String(after),
    operand: name === 'get' ? null : String(operand),
    overflow,
    fits: noted.outcome === 'done',
  });
}

export const fieldCommands: readonly Command[] = [bitfield, bitfieldRo];
