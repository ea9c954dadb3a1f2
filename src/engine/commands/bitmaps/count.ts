/** How many bits are set in a string, and where the first 1 or 0 is: in all of it or between two places. */
import { repr } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import type { Probe } from '../../base/probe.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { countBits, findBit } from '../../structures/bit-scan.ts';
import type { BitRangeWork } from '../../types/bit-work.ts';
import { stringBytes } from '../../types/string.ts';
import { integerOf, isWord } from '../arguments.ts';
import { readString } from '../strings/value.ts';
import { block, integer, key, oneOf, optional, since, token } from '../syntax.ts';
import { MAX_STEPS } from './value.ts';

const common = { categories: ['bitmap'], group: 'bitmap', flags: ['readonly'] } as const;

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
    server.latestWork.bitWork = null;
    if (object === null) return reply.integer(0);

    const bytes = stringBytes(object);
    const asked = { kind: 'range', command: 'bitcount', db: client.db.id, key: args[1].slice() } as const;
    if (args.length === 2) {
      const work = { ...asked, unit: 'byte', firstBit: 0, lastBit: bytes.length * 8 - 1 } as const;
      return reply.integer(count(server, bytes, { ...work, looksFor: null, result: null }));
    }
    if (args.length !== 4 && args.length !== 5) throw errors.syntax();
    const start = integerOf(args[2]);
    const end = integerOf(args[3]);
    // A reversed range is empty; the unit is not even parsed.
    if (start < 0 && end < 0 && start > end) return reply.integer(0);
    const inBits = args.length === 5 && isInBits(args[4]);
    const [firstBit, lastBit] = bitRange(start, end, bytes.length, inBits);
    const unit = inBits ? 'bit' : 'byte';
    reply.integer(count(server, bytes, { ...asked, unit, firstBit, lastBit, looksFor: null, result: null }));
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
    server.latestWork.bitWork = null;
    // A missing key counts as endless zeros.
    if (object === null) return reply.integer(bit === 1 ? -1 : 0);
    if (args.length > 6) throw errors.syntax();

    const bytes = stringBytes(object);
    const start = args.length > 3 ? integerOf(args[3]) : 0;
    const inBits = args.length === 6 && isInBits(args[5]);
    const hasEnd = args.length >= 5;
    const end = hasEnd ? integerOf(args[4]) : -1;
    const [firstBit, lastBit] = bitRange(start, end, bytes.length, inBits);
    const work: BitRangeWork = {
      kind: 'range',
      command: 'bitpos',
      db: client.db.id,
      key: args[1].slice(),
      unit: inBits ? 'bit' : 'byte',
      firstBit,
      lastBit,
      looksFor: bit,
      result: null,
    };
    server.latestWork.bitWork = work;
    reply.integer(find(server, bytes, bit, work, hasEnd));
  },
};

/** Counts the bits of the range, and emits steps. */
function count(server: Server, bytes: Uint8Array, work: BitRangeWork): number {
  const { firstBit, lastBit } = work;
  const { probe } = server.env;
  server.latestWork.bitWork = work;
  if (probe === null || firstBit > lastBit) {
    work.result = countBits(bytes, firstBit, lastBit);
    return work.result;
  }
  let total = 0;
  const key = repr(work.key);
  for (const { from, until } of portions(firstBit, lastBit)) {
    const ones = countBits(bytes, Math.max(firstBit, from * 8), Math.min(lastBit, until * 8 - 1));
    total += ones;
    work.result = total;
    probe.emit({ type: 'bits.count', key, from, until, ones, total });
  }
  return total;
}

/** The place of the bit, or -1. Without an end the string goes on in zeros, and the first of them is found. */
function find(server: Server, bytes: Uint8Array, bit: 0 | 1, work: BitRangeWork, hasEnd: boolean): number {
  const { firstBit, lastBit } = work;
  const { probe } = server.env;
  const isNothing = firstBit > lastBit;
  const inside = isNothing
    ? -1
    : probe === null
      ? findBit(bytes, bit, firstBit, lastBit)
      : findWithSteps(probe, bytes, bit, work);
  const isBeyond = inside === -1 && bit === 0 && !hasEnd && !isNothing;
  const offset = isBeyond ? lastBit + 1 : inside;
  work.result = offset;
  if (probe !== null) probe.emit({ type: 'bits.found', key: repr(work.key), offset, bit, isBeyond });
  return offset;
}

function findWithSteps(probe: Probe, bytes: Uint8Array, bit: 0 | 1, work: BitRangeWork): number {
  const { firstBit, lastBit } = work;
  const key = repr(work.key);
  for (const { from, until } of portions(firstBit, lastBit)) {
    const found = findBit(bytes, bit, Math.max(firstBit, from * 8), Math.min(lastBit, until * 8 - 1));
    if (found !== -1) return found;
    probe.emit({ type: 'bits.pass', key, from, until, bit });
  }
  return -1;
}

/** The bytes between two bits, cut into one portion per step. */
function portions(firstBit: number, lastBit: number): { from: number; until: number }[] {
  const first = Math.floor(firstBit / 8);
  const end = Math.floor(lastBit / 8) + 1;
  const grain = Math.ceil((end - first) / MAX_STEPS);
  const found: { from: number; until: number }[] = [];
  for (let from = first; from < end; from += grain) found.push({ from, until: Math.min(end, from + grain) });
  return found;
}

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

export const countBitCommands: readonly Command[] = [bitcount, bitpos];
