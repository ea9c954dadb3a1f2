/**
 * LCS: the longest sequence of bytes that two strings share in the same order, gaps allowed.
 *
 * A table holds, for every beginning of the one and every beginning of the other, how long their common
 * sequence is:
 *
 *            m e t        cell = the one up and to the left, plus one, where the bytes are equal;
 *          0 0 0 0               the larger of the one above and the one to the left, where they are not
 *        t 0 0 0 1
 *        e 0 0 1 1        the last cell is the answer's length: 1
 *
 * The answer is read backwards from the last cell. Where the cells above and to the left are equal the way
 * goes left, which decides between several answers of the same length. Matches that are adjacent in both
 * strings make up the ranges of the IDX reply, the last one first. Mirrors lcsCommand of t_string.c.
 */
import { errors, ReplyError } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { RedisObject } from '../../types/object.ts';
import { TYPE_STRING } from '../../types/object.ts';
import { stringBytes } from '../../types/string.ts';
import { integerOf, isWord } from '../arguments.ts';
import { integer, key, optional, token } from '../syntax.ts';

const CELL_BYTES = 4;
const EMPTY = new Uint8Array(0);

const lcs: Command = {
  name: 'lcs',
  arity: -3,
  flags: ['readonly'],
  categories: ['string'],
  group: 'string',
  since: '7.0.0',
  complexity: 'O(N*M)',
  summary: {
    en: 'Finds the longest common subsequence of two strings: itself, its length, or where it lies.',
    zh: '求两个字符串的最长公共子序列，可返回内容、长度或各段的位置。',
  },
  keys: [keyRange(['RO', 'access'], 1, 1)],
  arguments: [
    key('key1'),
    key('key2'),
    optional(token('len', 'LEN')),
    optional(token('idx', 'IDX')),
    optional(integer('len', { token: 'MINMATCHLEN' })),
    optional(token('withmatchlen', 'WITHMATCHLEN')),
  ],
  run(server, client, args) {
    const first = server.keyspace.lookupRead(client.db, args[1]);
    const second = server.keyspace.lookupRead(client.db, args[2]);
    if (!isStringOrNothing(first) || !isStringOrNothing(second)) {
      throw new ReplyError('ERR The specified keys must contain string values');
    }
    const options = parseOptions(args);
    const a = first === null ? EMPTY : stringBytes(first);
    const b = second === null ? EMPTY : stringBytes(second);
    if ((a.length + 1) * (b.length + 1) * CELL_BYTES > server.config.maxBulkBytes) {
      throw new ReplyError('ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len');
    }

    const lengths = lengthTable(a, b);
    const length = lengths[lengths.length - 1];
    const { reply } = client;
    if (options.ranges) replyRanges(reply, a, b, lengths, options);
    else if (options.lengthOnly) reply.integer(length);
    else reply.bulk(commonSequence(a, b, lengths));
  },
};

interface Options {
  readonly lengthOnly: boolean;
  readonly ranges: boolean;
  readonly rangeLengths: boolean;
  /** The reply leaves out shorter ranges. */
  readonly minLength: Int64;
}

function parseOptions(args: readonly Uint8Array[]): Options {
  let lengthOnly = false;
  let ranges = false;
  let rangeLengths = false;
  let minLength: Int64 = 0;
  for (let at = 3; at < args.length; at++) {
    const word = args[at];
    if (isWord(word, 'idx')) {
      ranges = true;
    } else if (isWord(word, 'len')) {
      lengthOnly = true;
    } else if (isWord(word, 'withmatchlen')) {
      rangeLengths = true;
    } else if (isWord(word, 'minmatchlen') && at + 1 < args.length) {
      minLength = integerOf(args[++at]);
    } else {
      throw errors.syntax();
    }
  }
  if (ranges && lengthOnly) {
    throw new ReplyError('ERR If you want both the length and indexes, please just use IDX.');
  }
  return { lengthOnly, ranges, rangeLengths, minLength };
}

function isStringOrNothing(object: RedisObject | null): boolean {
  return object === null || object.type === TYPE_STRING;
}

/** Row by row: the cell for the first `i` bytes of `a` and the first `j` of `b` is at i × (b.length + 1) + j. */
function lengthTable(a: Uint8Array, b: Uint8Array): Uint32Array {
  const width = b.length + 1;
  const cells = allocateCells((a.length + 1) * width);
  for (let i = 1; i <= a.length; i++) {
    const byte = a[i - 1];
    const row = i * width;
    for (let j = 1; j <= b.length; j++) {
      const at = row + j;
      if (byte === b[j - 1]) {
        cells[at] = cells[at - width - 1] + 1;
      } else {
        const above = cells[at - width];
        const left = cells[at - 1];
        cells[at] = above > left ? above : left;
      }
    }
  }
  return cells;
}

function allocateCells(count: number): Uint32Array {
  try {
    return new Uint32Array(count);
  } catch {
    throw new ReplyError('ERR Insufficient memory, failed allocating transient memory for LCS');
  }
}

function commonSequence(a: Uint8Array, b: Uint8Array, lengths: Uint32Array): Uint8Array {
  const sequence = new Uint8Array(lengths[lengths.length - 1]);
  let left = sequence.length;
  walkBack(a, b, lengths, (i) => {
    sequence[--left] = a[i];
  });
  return sequence;
}

/** Follows the table from its last cell to an edge and names each pair of places where the bytes match. */
function walkBack(
  a: Uint8Array,
  b: Uint8Array,
  lengths: Uint32Array,
  match: (i: number, j: number) => void,
  miss?: () => void,
): void {
  const width = b.length + 1;
  let i = a.length;
  let j = b.length;
  while (i > 0 && j > 0) {
    if (a[i - 1] === b[j - 1]) {
      i--;
      j--;
      match(i, j);
    } else {
      const at = i * width + j;
      if (lengths[at - width] > lengths[at - 1]) i--;
      else j--;
      miss?.();
    }
  }
}

function replyRanges(
  reply: ReplyBuffer,
  a: Uint8Array,
  b: Uint8Array,
  lengths: Uint32Array,
  options: Options,
): void {
  reply.map(2);
  reply.text('matches');
  const mark = reply.begin();
  let replied = 0;
  /** The run being followed, as the places of its first and last byte; none while `open` is false. */
  let open = false;
  let startA = 0;
  let endA = 0;
  let startB = 0;
  let endB = 0;

  const close = () => {
    open = false;
    const length = endA - startA + 1;
    if (options.minLength > 0 && length < options.minLength) return;
    reply.array(options.rangeLengths ? 3 : 2);
    reply.array(2);
    reply.integer(startA);
    reply.integer(endA);
    reply.array(2);
    reply.integer(startB);
    reply.integer(endB);
    if (options.rangeLengths) reply.integer(length);
    replied++;
  };

  walkBack(
    a,
    b,
    lengths,
    (i, j) => {
      if (!open) {
        open = true;
        startA = i;
        endA = i;
        startB = j;
        endB = j;
      } else {
        startA = i;
        startB = j;
      }
      if (startA === 0 || startB === 0) close();
    },
    () => {
      if (open) close();
    },
  );
  reply.endArray(mark, replied);
  reply.text('len');
  reply.integer(lengths[lengths.length - 1]);
}

export const lcsCommands: readonly Command[] = [lcs];
