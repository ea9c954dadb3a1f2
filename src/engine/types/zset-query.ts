/**
 * The query of a command on a sorted set: a range of ranks, scores or members, or one member. The server keeps the
 * latest one for the panels; nothing depends on it. Its position is found without a trace: no step is emitted, no
 * rehash advances.
 */
import { equalBytes } from '../base/bytes.ts';
import { bytesAt, NOWHERE } from '../structures/packed-list.ts';
import type { Skiplist } from '../structures/skiplist.ts';
import {
  isAboveLexMin,
  isAboveMin,
  isBelowLexMax,
  isBelowMax,
  type LexRange,
  type ScoreRange,
} from '../structures/zset-range.ts';
import type { RedisObject } from './object.ts';
import { isPacked, packedOf, tableOf, zsetSize } from './zset.ts';
import { nextPair, scoreOfPair } from './zset-packed.ts';

/** Which part: ranks as they were given, negative ones from the end; backwards rank 0 is the highest. */
export type ZsetWanted =
  | { readonly kind: 'rank'; readonly start: number; readonly stop: number }
  | { readonly kind: 'score'; readonly range: ScoreRange }
  | { readonly kind: 'lex'; readonly range: LexRange }
  /** The one named behind the key. */
  | { readonly kind: 'member' };

export class ZsetQuery {
  readonly db: number;
  readonly wanted: ZsetWanted;
  readonly reverse: boolean;
  /** LIMIT; a negative limit means none. */
  readonly offset: number;
  readonly limit: number;
  readonly #keyAt: number;
  #args: readonly Uint8Array[];
  #isKept = false;

  constructor(
    db: number,
    args: readonly Uint8Array[],
    keyAt: number,
    wanted: ZsetWanted,
    reverse: boolean,
    offset: number,
    limit: number,
  ) {
    this.db = db;
    this.#args = args;
    this.#keyAt = keyAt;
    this.wanted = wanted;
    this.reverse = reverse;
    this.offset = offset;
    this.limit = limit;
  }

  /** As they came, name included. */
  get args(): readonly Uint8Array[] {
    return this.#args;
  }

  get key(): Uint8Array {
    return this.#args[this.#keyAt];
  }

  get member(): Uint8Array {
    return this.#args[this.#keyAt + 1];
  }

  /** Their bytes are another's when the step is over: copied then, once, and not at every command of a pipeline. */
  keep(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    this.#args = this.#args.map((arg) => arg.slice());
  }
}

/** Ranks from the lowest score on, the first is 0. */
export interface Ranks {
  readonly from: number;
  readonly count: number;
}

/** The part of a range of ranks that exists; negative ranks count from the end. */
export function ranksWithin(
  object: RedisObject,
  start: number,
  stop: number,
): { start: number; count: number } {
  const size = zsetSize(object);
  const first = Math.max(start < 0 ? size + start : start, 0);
  const last = Math.min(stop < 0 ? size + stop : stop, size - 1);
  return { start: first, count: Math.max(last - first + 1, 0) };
}

/** Where that lies now, LIMIT left aside. */
export function ranksAsked(object: RedisObject, query: ZsetQuery): Ranks {
  const { wanted, reverse } = query;
  const size = zsetSize(object);
  switch (wanted.kind) {
    case 'rank': {
      const { start, count } = ranksWithin(object, wanted.start, wanted.stop);
      return { from: Math.max(0, reverse ? size - start - count : Math.min(start, size)), count };
    }
    case 'score': {
      const { range } = wanted;
      const from = ranksBefore(object, (_, score) => !isAboveMin(range, score));
      const end = ranksBefore(object, (_, score) => isBelowMax(range, score));
      return { from, count: Math.max(0, end - from) };
    }
    case 'lex': {
      const { range } = wanted;
      const from = ranksBefore(object, (member) => !isAboveLexMin(range, member));
      const end = ranksBefore(object, (member) => isBelowLexMax(range, member));
      return { from, count: Math.max(0, end - from) };
    }
    case 'member': {
      const from = rankOfMember(object, query.member);
      return { from: Math.max(0, from), count: from < 0 ? 0 : 1 };
    }
  }
}

/** Those of the ranks that LIMIT leaves. A negative offset leaves nothing, as in the server. */
export function ranksTaken({ from, count }: Ranks, { reverse, offset, limit }: ZsetQuery): Ranks {
  const skipped = offset < 0 ? count : Math.min(offset, count);
  const taken = limit < 0 ? count - skipped : Math.min(limit, count - skipped);
  return { from: reverse ? from + count - skipped - taken : from + skipped, count: taken };
}

type Holds = (member: Uint8Array, score: number) => boolean;

/** How many members come before the first for which it is false; it is false for all after that. */
function ranksBefore(object: RedisObject, holds: Holds): number {
  if (!isPacked(object)) return descend(tableOf(object).skiplist, holds);
  const list = packedOf(object);
  let rank = 0;
  for (let pair = list.first(); pair !== NOWHERE; pair = nextPair(list, pair)) {
    if (!holds(bytesAt(list, pair), scoreOfPair(list, pair))) break;
    rank++;
  }
  return rank;
}

function descend(list: Skiplist, holds: Holds): number {
  let node = list.header;
  let rank = 0;
  for (let level = list.level - 1; level >= 0; level--) {
    let next = list.nextOf(node, level);
    while (next !== 0 && holds(list.memberBytesOf(next), list.scoreOf(next))) {
      rank += list.spanOf(node, level);
      node = next;
      next = list.nextOf(node, level);
    }
  }
  return rank;
}

/** From the lowest score on; -1 if it is not a member. Walks the list, because a lookup would advance a rehash. */
function rankOfMember(object: RedisObject, member: Uint8Array): number {
  let rank = 0;
  let isThere = false;
  const isOther: Holds = (bytes) => {
    isThere = equalBytes(bytes, member);
    return !isThere;
  };
  if (isPacked(object)) {
    rank = ranksBefore(object, isOther);
  } else {
    const { skiplist } = tableOf(object);
    for (let node = skiplist.first; node !== 0; node = skiplist.nextOf(node)) {
      if (!isOther(skiplist.memberBytesOf(node), 0)) break;
      rank++;
    }
  }
  return isThere ? rank : -1;
}
