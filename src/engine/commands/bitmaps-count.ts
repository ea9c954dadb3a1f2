/** How many bits are set in a string, and where the first 1 or 0 is: in all of it or between two places. */
import { errors, ReplyError } from '../base/errors.ts';
import type { Int64 } from '../base/numbers.ts';
import { type Command, keyRange } from '../state/command.ts';
import { stringBytes } from '../types/string.ts';
import { integerOf, isWord } from './arguments.ts';
import { readString } from './strings-value.ts';
import { block, integer, key, oneOf, optional, since, token } from './syntax.ts';

const common = { categories: ['bitmap'], group: 'bitmap', flags: ['readonly'] } as const;

const SET_BITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
});

const unit = since('7.0.0', optional(oneOf('index_unit', token('byte', 'BYTE'), token('bit', 'BIT'))));

const bitcount: Command = {
  ...common,
  name: 'bitcount',
  arity: -2,
  since: '2.6.0',
  complexity: 'O(N)',
  summary: { en: 'Counts the bits that are 1.', zh: '统计字符串中值为 1 的位数。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), optional(block('index', integer('start'), integer('end'), unit))],
  run(server, client, args) {
    const { reply } = client;
    const object = readString(server, client.db, args[1]);
    if (object === null) return reply.integer(0);

    const bytes = stringBytes(object);
    if (args.length === 2) return reply.integer(countBits(bytes, 0, bytes.length * 8 - 1));
    if (args.length !== 4 && args.length !== 5) throw errors.syntax();
    const start = integerOf(args[2]);
    const end = integerOf(args[3]);
    // Backwards from the end is nothing; what the unit is called is not even looked at.
    if (start < 0 && end < 0 && start > end) return reply.integer(0);
    const inBits = args.length === 5 && isInBits(args[4]);
    const [firstBit, lastBit] = bitRange(start, end, bytes.length, inBits);
    reply.integer(countBits(bytes, firstBit, lastBit));
  },
};

const bitpos: Command = {
  ...common,
  name: 'bitpos',
  arity: -3,
  since: '2.8.7',
  complexity: 'O(N)',
  summary: {
    en: 'Finds the first bit that is 1, or the first that is 0.',
    zh: '查找第一个值为 1 或 0 的位。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    integer('bit'),
    optional(block('index', integer('start'), optional(block('end_index', integer('end'), unit)))),
  ],
  run(server, client, args) {
    const { reply } = client;
    const bit = integerOf(args[2]);
    if (bit !== 0 && bit !== 1) throw new ReplyError('ERR The bit argument must be 1 or 0.');
    const object = readString(server, client.db, args[1]);
    // A key that is not there is an endless row of zeros.
    if (object === null) return reply.integer(bit === 1 ? -1 : 0);
    if (args.length > 6) throw errors.syntax();

    const bytes = stringBytes(object);
    const start = args.length > 3 ? integerOf(args[3]) : 0;
    const inBits = args.length === 6 && isInBits(args[5]);
    const hasEnd = args.length >= 5;
    const end = hasEnd ? integerOf(args[4]) : -1;
    const [firstBit, lastBit] = bitRange(start, end, bytes.length, inBits);
    if (firstBit > lastBit) return reply.integer(-1);
    const found = findBit(bytes, bit, firstBit, lastBit);
    // Without an end the string goes on in zeros, and the first of them is found.
    reply.integer(found === -1 && bit === 0 && !hasEnd ? lastBit + 1 : found);
  },
};

function isInBits(word: Uint8Array): boolean {
  if (isWord(word, 'bit')) return true;
  if (isWord(word, 'byte')) return false;
  throw errors.syntax();
}

/** First and last bit of a range whose places count from the end where they are negative. */
function bitRange(
  start: Int64,
  end: Int64,
  lengthBytes: number,
  inBits: boolean,
): [firstBit: number, lastBit: number] {
  const total = inBits ? lengthBytes * 8 : lengthBytes;
  const fromFront = (place: Int64) => {
    const plain = Number(place);
    return plain < 0 ? Math.max(0, total + plain) : plain;
  };
  const first = fromFront(start);
  const last = Math.min(fromFront(end), total - 1);
  return inBits ? [first, last] : [first * 8, last * 8 + 7];
}

/** The bits of a byte from one place to another that may lie outside it; bit 0 is the highest. */
function maskOf(from: number, to: number): number {
  const left = from > 0 ? 0xff >> from : 0xff;
  const right = to < 7 ? (0xff << (7 - to)) & 0xff : 0xff;
  return left & right;
}

function countBits(bytes: Uint8Array, firstBit: number, lastBit: number): number {
  if (firstBit > lastBit) return 0;
  const first = Math.floor(firstBit / 8);
  const last = Math.floor(lastBit / 8);
  const from = firstBit % 8;
  const to = lastBit % 8;
  if (first === last) return SET_BITS[bytes[first] & maskOf(from, to)];
  let count = SET_BITS[bytes[first] & maskOf(from, 7)] + SET_BITS[bytes[last] & maskOf(0, to)];
  for (let at = first + 1; at < last; at++) count += SET_BITS[bytes[at]];
  return count;
}

/** The first such bit of the range, or -1. */
function findBit(bytes: Uint8Array, bit: number, firstBit: number, lastBit: number): number {
  const first = Math.floor(firstBit / 8);
  const last = Math.floor(lastBit / 8);
  // What is looked for is a 1 in the byte as it is, or in its complement.
  const flip = bit === 1 ? 0 : 0xff;
  for (let at = first; at <= last; at++) {
    let hits = bytes[at] ^ flip;
    if (hits === 0) continue;
    if (at === first) hits &= maskOf(firstBit % 8, 7);
    if (at === last) hits &= maskOf(0, lastBit % 8);
    if (hits !== 0) return at * 8 + Math.clz32(hits) - 24;
  }
  return -1;
}

export const countBitCommands: readonly Command[] = [bitcount, bitpos];
