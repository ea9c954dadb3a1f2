/**
 * Union, intersection and difference of sorted sets, and of plain sets, whose members all have the score 1. With the
 * algorithms of t_zset.c.
 *
 *   union          one dict from member to the scores so far, input by input, the smallest first; a sorted
 *                  set is made of it at the end
 *   intersection   every member of the smallest input is looked for in the others, the next smallest first
 *   difference     two ways, chosen as for plain sets (set-algebra.ts says how): look every member of the
 *                  first input up in the others, or copy it and remove the members of the others
 *
 * The order of the inputs decides in which order scores are added, and so the last digits of the sum. Sums and products
 * that are not a number (inf - inf, 0 * inf) count as 0.
 *
 * The result is always built as a table, from the highest score down, because then each new node of the skiplist comes
 * first; it is packed afterwards if it is small.
 */
import { assert } from '../base/errors.ts';
import type { Environment } from '../base/probe.ts';
import { Dict } from '../structures/dict.ts';
import { StoredString } from '../structures/stored-string.ts';
import { type RedisObject, TYPE_SET } from './object.ts';
import { setHas, setSize, visitMembers } from './set.ts';
import { type Text, textBytes } from './text.ts';
import { unwatched } from './unwatched.ts';
import { zsetScore, zsetSize } from './zset.ts';
import { ZsetTable } from './zset-table.ts';
import { visitBackwards } from './zset-walk.ts';

/** One of the inputs. */
export interface ScoredSource {
  /** A set or a sorted set, null for a key that does not exist. */
  readonly object: RedisObject | null;
  readonly weight: number;
}

export type Aggregate = (score: number, other: number) => number;

export const aggregates: Readonly<Record<'sum' | 'min' | 'max', Aggregate>> = {
  sum(score, other) {
    const sum = score + other;
    return Number.isNaN(sum) ? 0 : sum;
  },
  min: (score, other) => (other < score ? other : score),
  max: (score, other) => (other > score ? other : score),
};

/** A sorted set in the making, with what decides whether it can be packed. */
export class ScoredResult {
  readonly table: ZsetTable;
  longestBytes = 0;
  totalBytes = 0;
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
    this.table = unwatched(env, () => new ZsetTable(env));
  }

  /** A member that is not there yet. */
  add(member: Uint8Array, score: number): void {
    this.#measure(member.length);
    unwatched(this.#env, () => this.table.add(member, score));
  }

  addStored(member: StoredString, memberBytes: Uint8Array, score: number): void {
    this.#measure(memberBytes.length);
    unwatched(this.#env, () => this.table.addStored(member, memberBytes, score));
  }

  remove(member: Uint8Array): void {
    unwatched(this.#env, () => this.table.remove(member));
  }

  /** Measures the rest after removals and shrinks the dict as far as possible. */
  settle(): void {
    unwatched(this.#env, () => this.table.shrinkIfSparse());
    this.longestBytes = 0;
    this.totalBytes = 0;
    for (const { keyLength } of this.table.dict.entries()) this.#measure(keyLength);
  }

  #measure(memberBytes: number): void {
    this.totalBytes += memberBytes;
    if (memberBytes > this.longestBytes) this.longestBytes = memberBytes;
  }
}

export function sourceSize({ object }: ScoredSource): number {
  if (object === null) return 0;
  return object.type === TYPE_SET ? setSize(object) : zsetSize(object);
}

/** Every member with its score, until `visit` says false. */
function visitSource(source: ScoredSource, visit: (member: Text, score: number) => boolean): void {
  const { object } = source;
  if (object === null) return;
  if (object.type === TYPE_SET) visitMembers(object, (member) => visit(member, 1));
  else visitBackwards(object, visit);
}

function scoreIn({ object }: ScoredSource, member: Uint8Array): number | null {
  if (object === null) return null;
  if (object.type !== TYPE_SET) return zsetScore(object, member);
  return setHas(object, member) ? 1 : null;
}

/** The smallest input first; those of equal size in the order given. */
export function bySize(sources: readonly ScoredSource[]): ScoredSource[] {
  return [...sources].sort((a, b) => sourceSize(a) - sourceSize(b));
}

function weighted(weight: number, score: number): number {
  const product = weight * score;
  return Number.isNaN(product) ? 0 : product;
}

export function scoredUnion(
  env: Environment,
  sources: readonly ScoredSource[],
  aggregate: Aggregate,
): ScoredResult {
  const sorted = bySize(sources);
  // The result takes over the keys of the accumulator, so the accumulator does not own them.
  const accumulator = unwatched(env, () => {
    const dict = new Dict<number>(env, false);
    dict.expand(sourceSize(sorted[sorted.length - 1]));
    return dict;
  });
  for (const source of sorted) {
    visitSource(source, (member, score) => {
      const bytes = textBytes(env.heap, member);
      unwatched(env, () => accumulate(env, accumulator, bytes, weighted(source.weight, score), aggregate));
      return true;
    });
  }
  const result = new ScoredResult(env);
  unwatched(env, () => result.table.dict.expand(accumulator.size));
  for (const { keyPlace, keyLength, keyBytes, value } of accumulator.entries()) {
    result.addStored(new StoredString(keyPlace, keyLength), keyBytes, value);
  }
  accumulator.release();
  return result;
}

function accumulate(
  env: Environment,
  accumulator: Dict<number>,
  member: Uint8Array,
  score: number,
  aggregate: Aggregate,
): void {
  const entry = accumulator.find(member);
  if (entry !== null) {
    entry.value = aggregate(entry.value, score);
    return;
  }
  const added = accumulator.addShared(member, StoredString.create(env, member).place, score);
  assert(added !== null, 'a member that was not found must be new');
}

/** Every member that all inputs have, until `take` says false. */
export function visitScoredIntersection(
  env: Environment,
  sources: readonly ScoredSource[],
  aggregate: Aggregate,
  take: (member: Uint8Array, score: number) => boolean,
): void {
  const [smallest, ...others] = bySize(sources);
  if (sourceSize(smallest) === 0) return;
  visitSource(smallest, (member, ownScore) => {
    const bytes = textBytes(env.heap, member);
    let score = weighted(smallest.weight, ownScore);
    for (const other of others) {
      const found = other.object === smallest.object ? ownScore : scoreIn(other, bytes);
      if (found === null) return true;
      score = aggregate(score, found * other.weight);
    }
    return take(bytes, score);
  });
}

export function scoredIntersection(
  env: Environment,
  sources: readonly ScoredSource[],
  aggregate: Aggregate,
): ScoredResult {
  const result = new ScoredResult(env);
  visitScoredIntersection(env, sources, aggregate, (member, score) => {
    result.add(member, score);
    return true;
  });
  return result;
}

export function scoredDifference(env: Environment, sources: readonly ScoredSource[]): ScoredResult {
  const result = new ScoredResult(env);
  const [first, ...others] = sources;
  // Minus itself leaves nothing.
  if (first.object === null || others.some(({ object }) => object === first.object)) return result;
  const largestFirst = [...others].sort((a, b) => sourceSize(b) - sourceSize(a));
  if (looksUpRatherThanRemoves(first, others)) {
    visitSource(first, (member, score) => {
      const bytes = textBytes(env.heap, member);
      if (!largestFirst.some((other) => scoreIn(other, bytes) !== null)) result.add(bytes, score);
      return true;
    });
    return result;
  }
  visitSource(first, (member, score) => {
    result.add(textBytes(env.heap, member), score);
    return true;
  });
  for (const other of others) {
    visitSource(other, (member) => {
      result.remove(textBytes(env.heap, member));
      return result.table.size > 0;
    });
    if (result.table.size === 0) break;
  }
  result.settle();
  return result;
}

/** The choice between the two ways of a difference. */
function looksUpRatherThanRemoves(first: ScoredSource, others: readonly ScoredSource[]): boolean {
  const own = sourceSize(first);
  const lookups = own * (1 + others.length);
  const operations = others.reduce((sum, other) => sum + sourceSize(other), own);
  return Math.floor(lookups / 2) <= operations;
}
