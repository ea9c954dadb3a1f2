/**
 * Walking over a part of a sorted set, forwards or backwards: by rank, by score, by member. A table is entered
 * by a search of the skiplist and then followed along its lowest level; packed bytes are walked from an end.
 */
import { NOWHERE, type PackedList } from '../structures/packed-list.ts';
import type { Skiplist } from '../structures/skiplist.ts';
import type { SkiplistPointer } from '../structures/skiplist-memory.ts';
import {
  isAboveLexMin,
  isAboveMin,
  isBelowLexMax,
  isBelowMax,
  type LexRange,
  type ScoreRange,
} from '../structures/zset-range.ts';
import type { RedisObject } from './object.ts';
import type { Text } from './text.ts';
import { isPacked, packedOf, tableOf, zsetSize } from './zset.ts';
import * as packed from './zset-packed.ts';

/** Takes a member with its score. The sorted set must not change meanwhile. */
export type Visit = (member: Text, score: number) => void;

/** All members from the highest score down: the way results are built from. Ends when `visit` says false. */
export function visitBackwards(object: RedisObject, visit: (member: Text, score: number) => boolean): void {
  if (isPacked(object)) {
    const list = packedOf(object);
    for (let pair = packed.lastPair(list); pair !== NOWHERE; pair = packed.previousPair(list, pair)) {
      if (!visit(list.value(pair), packed.scoreOfPair(list, pair))) return;
    }
    return;
  }
  const { skiplist } = tableOf(object);
  for (let node = skiplist.tail; node !== 0; node = skiplist.previousOf(node)) {
    if (!visit(skiplist.memberOf(node), skiplist.scoreOf(node))) return;
  }
}

/** `count` members from the rank `start` on; both must lie within. Scores are 0 where they are not wanted. */
export function visitByRank(
  object: RedisObject,
  start: number,
  count: number,
  reverse: boolean,
  withScores: boolean,
  visit: Visit,
): void {
  if (isPacked(object)) {
    const list = packedOf(object);
    let pair = list.seek(reverse ? -2 - 2 * start : 2 * start);
    for (let left = count; left > 0; left--) {
      visit(list.value(pair), withScores ? packed.scoreOfPair(list, pair) : 0);
      pair = stepInPacked(list, pair, reverse);
    }
    return;
  }
  const { skiplist } = tableOf(object);
  let node: SkiplistPointer;
  if (reverse) node = start === 0 ? skiplist.tail : skiplist.byRank(skiplist.length - start);
  else node = start === 0 ? skiplist.first : skiplist.byRank(start + 1);
  for (let left = count, previous = 0; left > 0; left--) {
    skiplist.emitVisit(node, previous, reverse);
    visit(skiplist.memberOf(node), skiplist.scoreOf(node));
    previous = node;
    node = stepInSkiplist(skiplist, node, reverse);
  }
}

/** Which of those in a range are wanted: the first `offset` are left out; a negative limit is none. */
export interface Portion {
  readonly offset: number;
  readonly limit: number;
}

const WHOLE: Portion = { offset: 0, limit: -1 };

/** A negative offset leaves out everything, as in the server. Says how many were visited. */
export function visitByScore(
  object: RedisObject,
  range: ScoreRange,
  reverse: boolean,
  portion: Portion,
  visit: Visit,
): number {
  if (portion.offset > 0 && portion.offset >= zsetSize(object)) return 0;
  return walkScores(object, range, reverse, portion, (member, score) => {
    visit(member, score);
    return true;
  });
}

/** Those of a range of scores from the lowest on, until `visit` says false. */
export function visitScoresWhile(
  object: RedisObject,
  range: ScoreRange,
  visit: (member: Text, score: number) => boolean,
): void {
  walkScores(object, range, false, WHOLE, visit);
}

function walkScores(
  object: RedisObject,
  range: ScoreRange,
  reverse: boolean,
  portion: Portion,
  take: (member: Text, score: number) => boolean,
): number {
  const within = reverse
    ? (score: number) => isAboveMin(range, score)
    : (score: number) => isBelowMax(range, score);
  if (isPacked(object)) {
    const list = packedOf(object);
    const from = reverse ? packed.lastInScoreRange(list, range) : packed.firstInScoreRange(list, range);
    return walkPacked(list, from, reverse, portion, (pair) => {
      const score = packed.scoreOfPair(list, pair);
      return within(score) && take(list.value(pair), score);
    });
  }
  const { skiplist } = tableOf(object);
  const from = reverse ? skiplist.lastInScoreRange(range) : skiplist.firstInScoreRange(range);
  return walkSkiplist(skiplist, from, reverse, portion, (node) => {
    const score = skiplist.scoreOf(node);
    return within(score) && take(skiplist.memberOf(node), score);
  });
}

export function visitByLex(
  object: RedisObject,
  range: LexRange,
  reverse: boolean,
  portion: Portion,
  visit: Visit,
): number {
  const within = reverse
    ? (member: Uint8Array) => isAboveLexMin(range, member)
    : (member: Uint8Array) => isBelowLexMax(range, member);
  if (isPacked(object)) {
    const list = packedOf(object);
    const from = reverse ? packed.lastInLexRange(list, range) : packed.firstInLexRange(list, range);
    return walkPacked(list, from, reverse, portion, (pair) => {
      if (!within(packed.memberAt(list, pair))) return false;
      visit(list.value(pair), packed.scoreOfPair(list, pair));
      return true;
    });
  }
  const { skiplist } = tableOf(object);
  const from = reverse ? skiplist.lastInLexRange(range) : skiplist.firstInLexRange(range);
  return walkSkiplist(skiplist, from, reverse, portion, (node) => {
    if (!within(skiplist.memberBytesOf(node))) return false;
    visit(skiplist.memberOf(node), skiplist.scoreOf(node));
    return true;
  });
}

/** How many members a range has: walked over in packed bytes, two searches and their ranks in a table. */
export function countByScore(object: RedisObject, range: ScoreRange): number {
  if (isPacked(object)) return visitByScore(object, range, false, WHOLE, ignore);
  const { skiplist } = tableOf(object);
  return countBetween(skiplist, skiplist.firstInScoreRange(range), () => skiplist.lastInScoreRange(range));
}

export function countByLex(object: RedisObject, range: LexRange): number {
  if (isPacked(object)) return visitByLex(object, range, false, WHOLE, ignore);
  const { skiplist } = tableOf(object);
  return countBetween(skiplist, skiplist.firstInLexRange(range), () => skiplist.lastInLexRange(range));
}

const ignore: Visit = () => {};

function countBetween(skiplist: Skiplist, first: SkiplistPointer, last: () => SkiplistPointer): number {
  if (first === 0) return 0;
  const firstRank = rankOf(skiplist, first);
  return rankOf(skiplist, last()) - firstRank + 1;
}

function rankOf(skiplist: Skiplist, node: SkiplistPointer): number {
  return skiplist.rankOf(skiplist.scoreOf(node), skiplist.memberBytesOf(node));
}

function walkPacked(
  list: PackedList,
  from: number,
  reverse: boolean,
  { offset, limit }: Portion,
  take: (pair: number) => boolean,
): number {
  let pair = from;
  for (let left = offset; pair !== NOWHERE && left !== 0; left--) pair = stepInPacked(list, pair, reverse);
  let taken = 0;
  while (pair !== NOWHERE && taken !== limit && take(pair)) {
    taken++;
    pair = stepInPacked(list, pair, reverse);
  }
  return taken;
}

function walkSkiplist(
  skiplist: Skiplist,
  from: SkiplistPointer,
  reverse: boolean,
  { offset, limit }: Portion,
  take: (node: SkiplistPointer) => boolean,
): number {
  let node = from;
  for (let left = offset; node !== 0 && left !== 0; left--) node = stepInSkiplist(skiplist, node, reverse);
  let taken = 0;
  let previous: SkiplistPointer = 0;
  while (node !== 0 && taken !== limit && take(node)) {
    skiplist.emitVisit(node, previous, reverse);
    taken++;
    previous = node;
    node = stepInSkiplist(skiplist, node, reverse);
  }
  return taken;
}

function stepInPacked(list: PackedList, pair: number, reverse: boolean): number {
  return reverse ? packed.previousPair(list, pair) : packed.nextPair(list, pair);
}

function stepInSkiplist(skiplist: Skiplist, node: SkiplistPointer, reverse: boolean): SkiplistPointer {
  return reverse ? skiplist.previousOf(node) : skiplist.nextOf(node);
}
