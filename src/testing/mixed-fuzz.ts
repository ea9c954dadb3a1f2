/**
 * Random commands of every family at once, for comparing two servers. Each family's own generator makes them; here its
 * keys get names of their own, and now and then a key of another family replaces one, so that commands meet every type,
 * and values of every type are copied, renamed, dumped and restored.
 *
 * An exchange must not make the outcome depend on chance: see `mayStandIn`.
 */

import { latin1 } from '../engine/base/bytes.ts';
import { RandomStream } from '../engine/base/random.ts';
import { replyParts } from '../protocol/resp-spans.ts';
import { BIT_KEYS, BitsFuzz } from './bits-fuzz.ts';
import { COLLECTION_KEYS, CollectionFuzz } from './collection-fuzz.ts';
import { CommandFuzz } from './command-fuzz.ts';
import type { Args, DifferentialCommand } from './differential.ts';
import { GEO_KEYS, GeoFuzz } from './geo-fuzz.ts';
import { LIST_KEYS, ListFuzz } from './list-fuzz.ts';
import { SORT_KEYS, SortFuzz } from './sort-fuzz.ts';
import { STREAM_KEYS, StreamFuzz } from './stream-fuzz.ts';
import { sizeOf, ZSET_KEYS, ZsetFuzz } from './zset-fuzz.ts';

type Word = string | Uint8Array;

/** What the generator must know of a key before it makes a command. */
export interface KeyFacts {
  readonly type: string;
  readonly encoding: string;
}

/** The part of the two servers that the generator uses: they agree on everything up to now. */
export interface Witness {
  facts(key: Word): KeyFacts | null;
  /** The payload of DUMP, null without a key. */
  dump(key: Word): Uint8Array | null;
}

export type FamilyName =
  | 'string'
  | 'bit'
  | 'collection'
  | 'list'
  | 'zset'
  | 'geo'
  | 'stream'
  | 'sort'
  | 'key';

export interface MixedCommand extends DifferentialCommand {
  readonly family: FamilyName;
}

interface Family {
  readonly name: FamilyName;
  /** Of all families together. */
  readonly weight: number;
  /** The keys that are exchanged now and then; those of other families get this family's name as a prefix. */
  readonly keys: readonly string[];
  /** Commands that belong together. */
  next(): readonly { readonly args: Args; readonly comparison: DifferentialCommand['comparison'] | 'size' }[];
}

/** Two or three keys of every family, of every type, to exchange for others. */
export const MEETING_KEYS: readonly string[] = [
  'a',
  'b',
  'bit:a',
  'bit:h1',
  'collection:h1',
  'collection:h2',
  'collection:s1',
  'collection:s2',
  'list:l',
  'list:m',
  'zset:z1',
  'zset:z2',
  'geo:g1',
  'stream:s1',
  'stream:s2',
];

const EXCHANGED_ONE_IN = 9;

export class MixedFuzz {
  readonly #random: RandomStream;
  readonly #families: readonly Family[];
  readonly #weights: number;
  readonly #witness: Witness;

  constructor(seed: number, witness: Witness) {
    this.#random = new RandomStream(seed, 41, 13);
    this.#witness = witness;
    const one = (fuzz: { next(): DifferentialCommand | ReturnType<CollectionFuzz['next']> }) => () => [
      fuzz.next(),
    ];
    const strings = new CommandFuzz(seed);
    const sorts = new SortFuzz(seed);
    this.#families = [
      { name: 'string', weight: 3, keys: ['a', 'b', 'c', 'n', 'm'], next: () => strings.batch(1) },
      { name: 'bit', weight: 3, keys: BIT_KEYS, next: one(new BitsFuzz(seed)) },
      { name: 'collection', weight: 5, keys: COLLECTION_KEYS, next: one(new CollectionFuzz(seed)) },
      { name: 'list', weight: 3, keys: [...LIST_KEYS, 'string'], next: one(new ListFuzz(seed)) },
      { name: 'zset', weight: 4, keys: ZSET_KEYS, next: one(new ZsetFuzz(seed)) },
      { name: 'geo', weight: 2, keys: GEO_KEYS, next: one(new GeoFuzz(seed)) },
      { name: 'stream', weight: 5, keys: STREAM_KEYS, next: one(new StreamFuzz(seed)) },
      { name: 'sort', weight: 2, keys: SORT_KEYS, next: () => [...FORGET_RANGE_ERROR, sorts.next()] },
      { name: 'key', weight: 3, keys: [], next: () => this.#keyCommands() },
    ];
    this.#weights = this.#families.reduce((sum, { weight }) => sum + weight, 0);
  }

  /** One command, or a few that belong together. */
  next(): MixedCommand[] {
    let left = this.#random.below(this.#weights);
    const family = this.#families.find(({ weight }) => {
      left -= weight;
      return left < 0;
    })!;
    const group = family.next();
    const names = new Map<string, string>();
    for (const { args } of group) {
      for (const word of args.slice(1)) {
        if (typeof word !== 'string' || !family.keys.includes(word) || names.has(word)) continue;
        names.set(word, this.#nameOf(family, word, args));
      }
    }
    return group.flatMap(({ args, comparison }) => {
      const named = args.map((word, at) => (at > 0 && names.get(latin1Of(word))) || word);
      return this.#compared(family.name, named, comparison);
    });
  }

  #nameOf(family: Family, key: string, args: Args): string {
    const own = family.name === 'string' ? key : `${family.name}:${key}`;
    if (!this.#oneIn(EXCHANGED_ONE_IN)) return own;
    const other = this.#pick(MEETING_KEYS);
    return this.#mayStandIn(other, family, args) ? other : own;
  }

  /**
   * In a sorted set of several scores, a range of members depends on the levels drawn; and the order of equal sorted
   * elements depends on the order of their table.
   */
  #mayStandIn(other: string, family: Family, args: Args): boolean {
    if (args.some((word) => /lex/i.test(latin1Of(word)))) return false;
    const type = this.#witness.facts(other)?.type;
    return family.name !== 'sort' || (type !== 'set' && type !== 'zset');
  }

  /** The command with the comparison that the present state of its keys allows. */
  #compared(
    family: FamilyName,
    args: Args,
    comparison: DifferentialCommand['comparison'] | 'size',
  ): MixedCommand[] {
    const name = latin1Of(args[0]).toUpperCase();
    if (comparison === 'size' || comparison === sizeOf) return this.#drawn(family, args);
    const facts = args.length < 2 ? null : this.#witness.facts(args.at(name === 'MEMORY' ? 2 : 1) ?? '');
    const inTable = facts?.encoding === 'hashtable' || facts?.encoding === 'skiplist';
    // A sample of a table, and the levels of a skiplist, are random.
    if (name === 'MEMORY' && inTable) return [{ family, args, comparison: 'kind' }];
    if (name === 'DUMP')
      return [{ family, args, comparison: facts?.encoding === 'hashtable' ? 'kind' : dumped }];
    return [{ family, args, comparison }];
  }

  /** A drawn element must exist: the question before it says which do. */
  #drawn(family: FamilyName, args: Args): MixedCommand[] {
    const all = ALL_OF[latin1Of(args[0]).toUpperCase()];
    if (all === undefined || args.length < 2) return [{ family, args, comparison: sizeOf }];
    let there = new Set<string>();
    const remembered = (reply: Uint8Array) => {
      there = new Set(elementsOf(reply));
      return [...there].sort().join('\n');
    };
    const drawn = (reply: Uint8Array) => {
      if (reply[0] === MINUS) return latin1(reply);
      const strange = elementsOf(reply).filter((element) => !there.has(element));
      return `${sizeOf(reply)} ${strange.join(' ')}`;
    };
    return [
      { family, args: all(args[1]), comparison: remembered },
      { family, args, comparison: drawn },
    ];
  }

  #keyCommands(): DifferentialCommand[] {
    const key = this.#pick(MEETING_KEYS);
    const other = this.#pick(MEETING_KEYS);
    const exact = (...args: Word[]): DifferentialCommand[] => [{ args, comparison: 'exact' }];
    switch (this.#random.below(12)) {
      case 0:
      case 1:
      case 2:
        return exact(this.#pick(['DEL', 'UNLINK']), key, other);
      case 3:
        return exact('COPY', key, other, ...(this.#oneIn(3) ? [] : ['REPLACE']));
      case 4:
        return exact(this.#pick(['RENAME', 'RENAMENX']), key, other);
      case 5:
      case 6:
        return this.#restored(key, other);
      case 7:
        return exact(this.#pick(['TYPE', 'EXISTS', 'TOUCH', 'PERSIST', 'EXPIRETIME', 'PEXPIRETIME']), key);
      case 8:
        if (this.#oneIn(3))
          return [{ args: [this.#pick(['TTL', 'PTTL']), key], comparison: withoutDuration }];
        if (this.#oneIn(8)) return [{ args: ['OBJECT', 'IDLETIME', key], comparison: 'kind' }];
        return exact('OBJECT', this.#pick(['ENCODING', 'REFCOUNT', 'FREQ', 'HELP']), key);
      case 9:
        return [{ args: ['RANDOMKEY'], comparison: 'kind' }, ...exact('DBSIZE')];
      case 10:
        return this.#oneIn(20) ? exact(this.#pick(['SWAPDB']), '0', '1') : exact('MOVE', key, '1');
      default:
        return exact('DUMP', key);
    }
  }

  /** A value copied to another key through its RDB bytes, at times damaged ones. */
  #restored(key: string, other: string): DifferentialCommand[] {
    const payload = this.#witness.dump(key);
    if (payload === null) return [{ args: ['DUMP', key], comparison: 'exact' }];
    if (this.#oneIn(6)) payload[this.#random.below(payload.length)] ^= 1 << this.#random.below(8);
    const options: Word[] = this.#oneIn(8) ? [] : ['REPLACE'];
    const isAbsolute = this.#oneIn(4);
    if (isAbsolute) options.push('ABSTTL');
    if (this.#oneIn(8)) options.push('IDLETIME', this.#pick(['1000', '0', '-1', 'x']));
    if (this.#oneIn(8)) options.push('FREQ', this.#pick(['100', '0', '256', 'x']));
    const expiry = isAbsolute
      ? this.#pick(['0', '4102444800499', '1000', '-1', 'x'])
      : this.#pick(['0', '0', '0', '-1', 'x']);
    return [{ args: ['RESTORE', other, expiry, payload, ...options], comparison: 'exact' }];
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}

/**
 * A 7.0 server checks the C library's last error after it has read a number to sort by, but does not reset it before: a
 * too large number in any earlier command makes it refuse to sort. Reading one for INCRBYFLOAT resets it.
 */
const FORGET_RANGE_ERROR: readonly DifferentialCommand[] = [
  { args: ['INCRBYFLOAT', 'sort:error', '1'], comparison: 'exact' },
];

const MINUS = 0x2d;
const FOOTER_BYTES = 10;
const HOUR_MS = 3_600_000;

/** The command that returns everything of which another one draws a part. */
const ALL_OF: Readonly<Record<string, (key: Word) => Word[]>> = {
  HRANDFIELD: (key) => ['HGETALL', key],
  SRANDMEMBER: (key) => ['SMEMBERS', key],
  SPOP: (key) => ['SMEMBERS', key],
  ZRANDMEMBER: (key) => ['ZRANGE', key, '0', '-1', 'WITHSCORES'],
};

/**
 * A reply of DUMP without the footer, whose checksum depends on the rest, and with the times of today, which streams
 * keep and which differ by milliseconds, as zeros.
 */
export function dumped(reply: Uint8Array): string {
  const payload = bulkOf(reply);
  if (payload === null) return latin1(reply);
  const bytes = Buffer.from(payload.subarray(0, -FOOTER_BYTES));
  const now = Date.now();
  for (let at = 0; at + 8 <= bytes.length; at++) {
    if (Math.abs(Number(bytes.readBigInt64LE(at)) - now) < HOUR_MS) bytes.fill(0, at, at + 8);
  }
  return bytes.toString('latin1');
}

/** The time left of a key depends on the clock; its being persistent or missing does not. */
function withoutDuration(reply: Uint8Array): string {
  return latin1(reply).replace(/^:\d+/, ':duration');
}

/** The bytes in a bulk reply, null if there are none. */
export function bulkOf(reply: Uint8Array): Uint8Array | null {
  return reply[0] === 0x24 && reply[1] !== MINUS ? reply.slice(reply.indexOf(10) + 1, -2) : null;
}

/** Every simple value in a reply, however deep. */
function elementsOf(reply: Uint8Array): string[] {
  return replyParts(reply)
    .nodes.filter(({ payloadFrom }) => payloadFrom >= 0)
    .map(({ payloadFrom, payloadTo }) => latin1(reply, payloadFrom, payloadTo));
}

function latin1Of(word: Word): string {
  return typeof word === 'string' ? word : latin1(word);
}
