/** SORT and SORT_RO: the elements of a list, a set or a sorted set in another order, or what they lead to. */
import { compareBytes } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { parseSortWeight } from '../../base/sort-weight.ts';
import { mayReadAll } from '../../state/acl/check.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, type KeySpec, type KeyUse, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { sortRange } from '../../structures/partial-sort.ts';
import { createList, quicklistOf } from '../../types/list.ts';
import { releaseObject } from '../../types/release.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, key, oneOf, optional, pattern, token } from '../syntax.ts';
import { lookUpPattern, parseSortPattern, type SortPattern } from './sort-pattern.ts';
import { SortSource } from './sort-source.ts';

interface SortOptions {
  readonly isDescending: boolean;
  readonly isAlpha: boolean;
  readonly offset: number;
  /** Negative for all. */
  readonly limit: number;
  /** Null: the elements themselves are compared. */
  readonly by: SortPattern | null;
  /** BY without a star: the order is left as it is. */
  readonly isUnsorted: boolean;
  readonly gets: readonly SortPattern[];
  readonly store: Uint8Array | null;
}

/** An element with what it is compared by. */
interface Sorted {
  readonly element: Uint8Array;
  /** Numbers. */
  score: number;
  /** Text; null when BY found none. */
  text: Uint8Array | null;
}

const unknownKeys = (notes: string, flags: KeySpec['flags']): KeySpec => ({
  notes,
  flags,
  begin: { type: 'unknown' },
  find: { type: 'unknown' },
});
const patternKeys = unknownKeys('BY and GET read keys whose names follow from the elements', [
  'RO',
  'access',
]);
const storeKey = unknownKeys('STORE may stand anywhere among the options', ['OW', 'update']);

const common = {
  arity: -2,
  categories: ['set', 'sortedset', 'list', 'dangerous'],
  group: 'generic',
  complexity: 'O(N+M*log(M))',
} as const;
const sortArguments = [
  key(),
  optional(pattern('pattern', { keySpecIndex: 1, token: 'BY' })),
  optional({ ...block('offset_count', integer('offset'), integer('count')), token: 'LIMIT' }),
  optional(pattern('pattern', { keySpecIndex: 1, token: 'GET', multiple: true, multipleToken: true })),
  optional(oneOf('order', token('asc', 'ASC'), token('desc', 'DESC'))),
  optional(token('sorting', 'ALPHA')),
];

const sort: Command = {
  ...common,
  name: 'sort',
  flags: ['write', 'denyoom'],
  since: '1.0.0',
  summary: {
    en: 'Sorts elements by number or by text, also by what other keys say of them, and may store the result.',
    zh: '对列表、集合或有序集合的元素排序，可按其他键的值排序，也可把结果存为列表。',
  },
  keys: [keyRange(['RO', 'access']), patternKeys, storeKey],
  arguments: [...sortArguments, optional(key('destination', { keySpecIndex: 2, token: 'STORE' }))],
  findKeys: (args) => keysOfSort(args),
  run: (server, client, args) => runSort(server, client, args, true),
};

const sortRo: Command = {
  ...common,
  name: 'sort_ro',
  flags: ['readonly'],
  since: '7.0.0',
  summary: { en: 'SORT that cannot store its result.', zh: '只读版的 SORT，不能保存结果。' },
  keys: [keyRange(['RO', 'access']), patternKeys],
  arguments: sortArguments,
  findKeys: () => [{ index: 1, flags: ['RO', 'access'] }],
  run: (server, client, args) => runSort(server, client, args, false),
};

/** Arguments behind an option that are not options themselves. */
const SKIPPED: readonly (readonly [word: string, count: number])[] = [
  ['limit', 2],
  ['get', 1],
  ['by', 1],
];

/** The last STORE counts. */
function keysOfSort(args: readonly Uint8Array[]): KeyUse[] {
  const source: KeyUse = { index: 1, flags: ['RO', 'access'] };
  let store: KeyUse | null = null;
  for (let at = 2; at < args.length; at++) {
    const skipped = SKIPPED.find(([word]) => isWord(args[at], word));
    if (skipped !== undefined) at += skipped[1];
    else if (isWord(args[at], 'store') && at + 1 < args.length) {
      store = { index: at + 1, flags: ['OW', 'update'] };
    }
  }
  return store === null ? [source] : [source, store];
}

function parseOptions(
  args: readonly Uint8Array[],
  mayStore: boolean,
  mayFollow: () => boolean,
  isInCluster: boolean,
): SortOptions {
  let isDescending = false;
  let isAlpha = false;
  let offset = 0;
  let limit = -1;
  let by: SortPattern | null = null;
  let isUnsorted = false;
  let store: Uint8Array | null = null;
  const gets: SortPattern[] = [];
  for (let at = 2; at < args.length; at++) {
    const left = args.length - at - 1;
    if (isWord(args[at], 'asc')) {
      isDescending = false;
    } else if (isWord(args[at], 'desc')) {
      isDescending = true;
    } else if (isWord(args[at], 'alpha')) {
      isAlpha = true;
    } else if (isWord(args[at], 'limit') && left >= 2) {
      offset = Number(integerOf(args[++at]));
      limit = Number(integerOf(args[++at]));
    } else if (mayStore && isWord(args[at], 'store') && left >= 1) {
      store = args[++at];
    } else if (isWord(args[at], 'by') && left >= 1) {
      by = parseSortPattern(args[++at]);
      // It stays set, even after a second BY.
      if (by.kind !== 'key') isUnsorted = true;
      else if (isInCluster) throw new ReplyError('ERR BY option of SORT denied in Cluster mode.');
      else if (!mayFollow()) throw deniedOption('BY');
    } else if (isWord(args[at], 'get') && left >= 1) {
      if (isInCluster) throw new ReplyError('ERR GET option of SORT denied in Cluster mode.');
      if (!mayFollow()) throw deniedOption('GET');
      gets.push(parseSortPattern(args[++at]));
    } else {
      throw errors.syntax();
    }
  }
  return { isDescending, isAlpha, offset, limit, by, isUnsorted, gets, store };
}

/** The keys of a pattern are unknown beforehand, so only a user who may read all keys may use one. */
function deniedOption(option: 'BY' | 'GET'): ReplyError {
  return new ReplyError(`ERR ${option} option of SORT denied due to insufficient ACL permissions.`);
}

function runSort(server: Server, client: Client, args: readonly Uint8Array[], mayStore: boolean): void {
  // A script has its caller's permissions.
  const { user } = client.isScript ? (server.commandingClient ?? client) : client;
  const entry = server.commands.find(args[0]);
  const mayFollow = () => entry === null || mayReadAll(user, entry, args);
  const given = parseOptions(args, mayStore, mayFollow, server.cluster !== null);
  const source = SortSource.at(server, client, args[1]);
  // A stored result, or one for a script, must not depend on the order of a table: sort a set anyway.
  const isForced = given.isUnsorted && !source.isOrdered && (given.store !== null || client.isScript);
  const options = isForced ? { ...given, isUnsorted: false, isAlpha: true, by: null } : given;
  const { first, last } = rangeOf(source.length, options);
  const count = last - first + 1;

  let elements: Uint8Array[];
  if (options.isUnsorted && source.isOrdered) elements = source.range(first, count, options.isDescending);
  else if (options.isUnsorted) elements = source.all().slice(first, last + 1);
  else elements = sorted(server, client, source.all(), options, first, last);

  if (options.store === null) replyElements(server, client, elements, options.gets);
  else storeElements(server, client, elements, options.gets, options.store);
}

/** Both ends of what LIMIT asks for; the last is before the first where that is nothing. */
function rangeOf(length: number, { offset, limit }: SortOptions): { first: number; last: number } {
  const first = Math.min(Math.max(offset, 0), length);
  if (first === length) return { first: length - 1, last: length - 2 };
  const last = limit < 0 ? length - 1 : first + Math.min(limit, length) - 1;
  return { first, last: Math.min(last, length - 1) };
}

function sorted(
  server: Server,
  client: Client,
  elements: readonly Uint8Array[],
  options: SortOptions,
  first: number,
  last: number,
): Uint8Array[] {
  const { by, isAlpha, store } = options;
  let isConvertible = true;
  const rows = elements.map((element): Sorted => {
    const value = by === null ? element : lookUpPattern(server, client.db, by, element);
    if (isAlpha)
      return { element, score: 0, text: value === null || store !== null ? value : untilNul(value) };
    const score = value === null ? 0 : parseSortWeight(value);
    if (score === null) isConvertible = false;
    return { element, score: score ?? 0, text: null };
  });
  if (!isConvertible) throw new ReplyError("ERR One or more scores can't be converted into double");

  const ascending = isAlpha ? compareTexts : compareScores;
  const compare = options.isDescending ? (a: Sorted, b: Sorted) => -ascending(a, b) : ascending;
  if (by !== null && (first !== 0 || last !== rows.length - 1)) sortRange(rows, compare, first, last);
  else rows.sort(compare);
  return rows.slice(first, last + 1).map(({ element }) => element);
}

/** Equal numbers are ordered by their elements. */
function compareScores(a: Sorted, b: Sorted): number {
  if (a.score !== b.score) return a.score > b.score ? 1 : -1;
  return compareBytes(a.element, b.element);
}

/** Elements without a BY value come first. */
function compareTexts({ text: a }: Sorted, { text: b }: Sorted): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return compareBytes(a, b);
}

/** Unless the result is stored, the locale compares texts, up to their first NUL. */
function untilNul(text: Uint8Array): Uint8Array {
  const nul = text.indexOf(0);
  return nul < 0 ? text : text.subarray(0, nul);
}

function replyElements(
  server: Server,
  client: Client,
  elements: readonly Uint8Array[],
  gets: readonly SortPattern[],
): void {
  const { db, reply } = client;
  reply.array(elements.length * Math.max(1, gets.length));
  for (const element of elements) {
    if (gets.length === 0) reply.bulk(element);
    for (const get of gets) {
      const value = lookUpPattern(server, db, get, element);
      if (value === null) reply.nil();
      else reply.bulk(value);
    }
  }
}

function storeElements(
  server: Server,
  client: Client,
  elements: readonly Uint8Array[],
  gets: readonly SortPattern[],
  target: Uint8Array,
): void {
  const { env, generation, keyspace, packedThresholdBytes } = server;
  const { db, reply } = client;
  // The configured node limits do not apply here.
  const object = createList(env, generation, { packedThresholdBytes }, keyspace.stamps.fresh);
  const list = quicklistOf(object);
  for (const element of elements) {
    if (gets.length === 0) list.pushTail(element);
    for (const get of gets) list.pushTail(lookUpPattern(server, db, get, element) ?? new Uint8Array(0));
  }
  const { count } = list;
  if (count > 0) {
    keyspace.set(db, target, object);
    keyspace.notify('l', 'sortstore', db, target);
    keyspace.dirty += count;
  } else {
    releaseObject(env, object);
    if (keyspace.delete(db, target)) {
      keyspace.modified(db, target);
      keyspace.notify('g', 'del', db, target);
      keyspace.dirty++;
    }
  }
  reply.integer(count);
}

export const sortCommands: readonly Command[] = [sort, sortRo];
