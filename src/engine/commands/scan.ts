/** What SCAN, SSCAN, HSCAN and ZSCAN have in common: the cursor, the options, the walk over a table, the reply. */
import { latin1 } from '../base/bytes.ts';
import { errors } from '../base/errors.ts';
import { globMatch } from '../base/glob.ts';
import type { Client } from '../state/client/client.ts';
import { keyRange } from '../state/command/command.ts';
import type { Server } from '../state/server.ts';
import type { Dict, DictEntry } from '../structures/dict.ts';
import type { RedisObject } from '../types/object.ts';
import { type Text, textBytes } from '../types/text.ts';
import { integerOf, isWord } from './arguments.ts';
import { replyText } from './reply-text.ts';
import { integer, key, optional, pattern } from './syntax.ts';

const DEFAULT_COUNT = 10;
/** SCAN stops after this many buckets for each key wanted, found or not: a nearly empty table must not block. */
const BUCKETS_PER_KEY = 10;
const STAR = 0x2a;

export interface ScanOptions {
  readonly count: number;
  /** Null when every name matches. */
  readonly pattern: Uint8Array | null;
  readonly type: Uint8Array | null;
}

/**
 * A cursor as strtoul reads it: an empty one is 0, one with a sign is taken modulo 2^64. Only the low bits
 * are kept, for no table has more buckets than 2^30.
 */
export function scanCursor(argument: Uint8Array): number {
  const end = argument.indexOf(0);
  const text = latin1(argument, 0, end === -1 ? argument.length : end);
  if (text === '') return 0;
  const parts = /^([+-]?)0*([0-9]{1,20})$/.exec(text);
  if (parts === null) throw errors.invalidCursor();
  const magnitude = BigInt(parts[2]);
  if (BigInt.asUintN(64, magnitude) !== magnitude) throw errors.invalidCursor();
  return Number(BigInt.asUintN(30, parts[1] === '-' ? -magnitude : magnitude));
}

/** COUNT and MATCH; TYPE only for keys: elements of a collection have none. */
export function parseScanOptions(args: readonly Uint8Array[], from: number, ofKeys = true): ScanOptions {
  let count = DEFAULT_COUNT;
  let wanted: Uint8Array | null = null;
  let type: Uint8Array | null = null;
  for (let at = from; at < args.length; at += 2) {
    if (at + 1 === args.length) throw errors.syntax();
    if (isWord(args[at], 'count')) {
      count = Number(integerOf(args[at + 1]));
      if (count < 1) throw errors.syntax();
    } else if (isWord(args[at], 'match')) {
      wanted = narrowing(args[at + 1]);
    } else if (ofKeys && isWord(args[at], 'type')) {
      type = args[at + 1];
    } else {
      throw errors.syntax();
    }
  }
  return { count, pattern: wanted, type };
}

/**
 * Walks buckets until there are `count` entries, and gives the cursor of the next. `stringsEach` is how many
 * strings of the reply an entry makes: the C code counts those, and so looks at twice the buckets in a hash.
 */
export function walkTable<V>(
  table: Dict<V>,
  start: number,
  count: number,
  stringsEach: 1 | 2,
  take: (entry: DictEntry<V>) => void,
): number {
  let cursor = start;
  let found = 0;
  let bucketsLeft = count * stringsEach * BUCKETS_PER_KEY;
  const visit = (entry: DictEntry<V>) => {
    found++;
    take(entry);
  };
  do {
    cursor = table.scan(cursor, visit);
  } while (cursor !== 0 && bucketsLeft-- !== 0 && found < count);
  return cursor;
}

/** A pattern, or null for the one that lets everything through. */
export function narrowing(given: Uint8Array): Uint8Array | null {
  return given.length === 1 && given[0] === STAR ? null : given;
}

/** The metadata that SSCAN, HSCAN and ZSCAN share. */
export const scanningCollection = {
  arity: -3,
  flags: ['readonly'],
  since: '2.8.0',
  complexity: 'O(1)',
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    integer('cursor'),
    optional(pattern('pattern', { token: 'MATCH' })),
    optional(integer('count', { token: 'COUNT' })),
  ],
} as const;

/** The name that MATCH checks, and the string after it in the reply. */
type Found = readonly [name: Text] | readonly [name: Text, value: Text];

/**
 * `key cursor [MATCH pattern] [COUNT count]`. The key comes before the options: where it is missing, wrong options go
 * unnoticed. `walk` collects what it finds from the cursor on and returns the next cursor; 0 ends the scan.
 */
export function scanCollection<Entry extends Found>(
  server: Server,
  { db, reply }: Client,
  args: readonly Uint8Array[],
  read: (server: Server, db: Client['db'], keyBytes: Uint8Array) => RedisObject | null,
  walk: (object: RedisObject, start: number, count: number, found: Entry[]) => number,
): void {
  const { heap } = server.env;
  const start = scanCursor(args[2]);
  const object = read(server, db, args[1]);
  if (object === null) {
    reply.array(2);
    reply.text('0');
    reply.array(0);
    return;
  }
  const options = parseScanOptions(args, 3, false);

  const found: Entry[] = [];
  const cursor = walk(object, start, options.count, found);
  reply.array(2);
  reply.integerText(cursor);
  const mark = reply.begin();
  let strings = 0;
  for (const entry of found) {
    if (options.pattern !== null && !globMatch(options.pattern, textBytes(heap, entry[0]))) continue;
    for (const text of entry) replyText(reply, heap, text);
    strings += entry.length;
  }
  reply.endArray(mark, strings);
}
