/** Reading lists: how long, one element, a range, where an element is. */
import { errors, ReplyError } from '../../base/errors.ts';
import { INT64_MIN } from '../../base/numbers.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { integerOf, isWord, naturalOf } from '../arguments.ts';
import { integer, key, optional, string } from '../syntax.ts';
import { readList, replyElement, replyRange } from './value.ts';

const common = { categories: ['list'], group: 'list' } as const;

const llen: Command = {
  ...common,
  name: 'llen',
  arity: 2,
  flags: ['readonly', 'fast'],
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'Counts the elements of a list.', zh: '返回列表的元素个数。' },
  keys: [keyRange(['RO'])],
  arguments: [key()],
  run(server, client, args) {
    client.reply.integer(readList(server, client.db, args[1])?.count ?? 0);
  },
};

const lindex: Command = {
  ...common,
  name: 'lindex',
  arity: 3,
  flags: ['readonly'],
  since: '1.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Reads the element at a position; negative positions count from the tail.',
    zh: '读取指定位置的元素，负数从尾部算起。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), integer('index')],
  run(server, client, args) {
    const { reply } = client;
    const list = readList(server, client.db, args[1]);
    if (list === null) return reply.nil();
    const iterator = list.iterateFrom(Number(integerOf(args[2])), 'forwards');
    if (iterator === null) return reply.nil();
    iterator.next();
    replyElement(reply, iterator.value());
    iterator.release();
  },
};

const lrange: Command = {
  ...common,
  name: 'lrange',
  arity: 4,
  flags: ['readonly'],
  since: '1.0.0',
  complexity: 'O(S+N)',
  summary: {
    en: 'Reads the elements between two positions, both included.',
    zh: '读取两个位置之间（含两端）的元素。',
  },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), integer('start'), integer('stop')],
  run(server, client, args) {
    const start = Number(integerOf(args[2]));
    const stop = Number(integerOf(args[3]));
    const list = readList(server, client.db, args[1]);
    if (list === null) client.reply.array(0);
    else replyRange(client.reply, list, start, stop);
  },
};

interface Search {
  /** Which match the reply begins with; negative from the tail. */
  readonly rank: number;
  /** How many matches to reply with, 0 for all; null replies with one position instead of an array. */
  readonly count: number | null;
  /** How many elements are compared, 0 for all. */
  readonly maxCompared: number;
}

const lpos: Command = {
  ...common,
  name: 'lpos',
  arity: -3,
  flags: ['readonly'],
  since: '6.0.6',
  complexity: 'O(N)',
  summary: { en: 'Finds the positions of an element.', zh: '查找元素在列表中的位置。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    string('element'),
    optional(integer('rank', { token: 'RANK' })),
    optional(integer('num-matches', { token: 'COUNT' })),
    optional(integer('len', { token: 'MAXLEN' })),
  ],
  run(server, client, args) {
    const { reply } = client;
    const { rank, count, maxCompared } = parseSearch(args);
    const list = readList(server, client.db, args[1]);
    if (list === null) return count === null ? reply.nil() : reply.array(0);

    const mark = reply.begin();
    const backwards = rank < 0;
    const iterator = list.iterate(backwards ? 'backwards' : 'forwards');
    const wanted = count === null ? 1 : count;
    let matches = 0;
    let replied = 0;
    for (let index = 0; (maxCompared === 0 || index < maxCompared) && iterator.next(); index++) {
      if (!iterator.equals(args[2]) || ++matches < Math.abs(rank)) continue;
      reply.integer(backwards ? list.count - index - 1 : index);
      replied++;
      if (replied === wanted) break;
    }
    iterator.release();
    if (count !== null) reply.endArray(mark, replied);
    else if (replied === 0) reply.nil();
  },
};

function parseSearch(args: readonly Uint8Array[]): Search {
  let rank = 1;
  let count: number | null = null;
  let maxCompared = 0;
  let isBoundless = false;
  for (let at = 3; at < args.length; at += 2) {
    if (at + 1 >= args.length) throw errors.syntax();
    const value = args[at + 1];
    if (isWord(args[at], 'rank')) {
      const given = integerOf(value);
      // Negated it is itself in 64 bits: every match from the tail is beyond it, and no count is reached.
      isBoundless = given === INT64_MIN;
      rank = isBoundless ? -1 : Number(given);
      if (rank === 0) {
        throw new ReplyError(
          "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list",
        );
      }
    } else if (isWord(args[at], 'count')) {
      count = Number(naturalOf(value, "ERR COUNT can't be negative"));
    } else if (isWord(args[at], 'maxlen')) {
      maxCompared = Number(naturalOf(value, "ERR MAXLEN can't be negative"));
    } else {
      throw errors.syntax();
    }
  }
  return { rank, count: isBoundless && count !== null ? 0 : count, maxCompared };
}

export const readListCommands: readonly Command[] = [llen, lindex, lrange, lpos];
