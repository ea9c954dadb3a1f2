/** A sorted set as an order of members: a window of rungs, and its latest query. */
import type { LadderQueryView, LadderTarget, LadderView, RungView } from '../../protocol/views-ladder.ts';
import { equalBytes, repr } from '../base/bytes.ts';
import { formatDouble } from '../base/numbers.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import { bytesAt, NOWHERE } from '../structures/packed-list.ts';
import { NULL } from '../structures/skiplist-memory.ts';
import type { LexBound, ScoreRange } from '../structures/zset-range.ts';
import { ENCODING_NAMES, type RedisObject, TYPE_ZSET } from '../types/object.ts';
import { isPacked, packedOf, tableOf, zsetSize } from '../types/zset.ts';
import { nextPair, scoreOfPair } from '../types/zset-packed.ts';
import { ranksAsked, ranksTaken, type ZsetQuery } from '../types/zset-query.ts';
import { keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { pointersAcross, pointerTo, zsetAt } from './skiplist.ts';
import { changesMembers } from './step-subjects.ts';
import { typedByHand } from './typed-command.ts';
import { movedTo } from './window.ts';

const MAX_WINDOW = 100;

export const ladderView: ViewKind<'ladder'> = {
  read: readLadder,
  turnsTo: ['sorted-set', 'geo'],
  changedBy: changesMembers,
  /** To the queried members, or the one that moves. */
  follow(db, target, step) {
    const { key } = target;
    if (key === null || !('zset' in step) || step.zset !== zsetAt(db, key)?.address) return target;
    if (step.type === 'zset.moved') return movedTo(target, Math.max(0, step.toRank));
    if (step.type !== 'zset.asked') return target;
    return movedTo(target, Math.max(0, step.reverse ? step.from + step.count - 1 : step.from));
  },
};

function readLadder(server: Server, db: Database, { key, window }: LadderTarget): LadderView {
  const object = key === null ? null : zsetAt(db, key);
  const length = object === null ? 0 : zsetSize(object);
  const count = clamp(window.count, 1, MAX_WINDOW);
  const from = clamp(window.from, 0, Math.max(0, length - count));
  const latest = server.latestWork.zsetQuery;
  const isOurs = key !== null && latest?.db === db.id && equalBytes(latest.key, key);
  return {
    kind: 'ladder',
    db: db.id,
    key: key === null ? null : repr(key),
    address: object?.address ?? 0,
    skiplist: object === null || isPacked(object) ? 0 : tableOf(object).skiplist.address,
    encoding: object === null ? null : ENCODING_NAMES[object.encoding],
    length,
    from,
    rungs: object === null ? [] : readRungs(object, from, count),
    lowest: object === null ? null : (readRungs(object, 0, 1)[0]?.score ?? null),
    highest: object === null ? null : (readRungs(object, length - 1, 1)[0]?.score ?? null),
    query: isOurs && object !== null ? readQuery(object, latest) : null,
    ...keyNames(db, ({ type }) => type === TYPE_ZSET),
  };
}

/** Has its own walk: the structure's walk would emit steps into the picture being taken. */
function readRungs(object: RedisObject, from: number, count: number): RungView[] {
  const rungs: RungView[] = [];
  if (isPacked(object)) {
    const list = packedOf(object);
    let rank = 0;
    for (let pair = list.first(); pair !== NOWHERE && rank < from + count; pair = nextPair(list, pair)) {
      if (rank++ >= from) rungs.push(rung(bytesAt(list, pair), scoreOfPair(list, pair)));
    }
    return rungs;
  }
  const { skiplist } = tableOf(object);
  if (skiplist.length === 0) return rungs;
  let node = pointerTo(skiplist, pointersAcross(skiplist, from));
  while (node !== NULL && rungs.length < count) {
    rungs.push(rung(skiplist.memberBytesOf(node), skiplist.scoreOf(node)));
    node = skiplist.nextOf(node);
  }
  return rungs;
}

function rung(member: Uint8Array, score: number): RungView {
  return { member: repr(member), score: formatDouble(score) };
}

function readQuery(object: RedisObject, query: ZsetQuery): LadderQueryView {
  const { args, wanted, reverse, offset, limit } = query;
  const ranks = ranksAsked(object, query);
  const taken = ranksTaken(ranks, query);
  return {
    command: typedByHand(args),
    by: wanted.kind,
    reverse,
    ...endsOf(query),
    offset,
    limit,
    ...ranks,
    takenFrom: taken.from,
    takenCount: taken.count,
  };
}

function endsOf({ wanted, member }: ZsetQuery): { min: string; max: string } {
  switch (wanted.kind) {
    case 'rank':
      return { min: String(wanted.start), max: String(wanted.stop) };
    case 'score':
      return { min: lowEnd(wanted.range), max: highEnd(wanted.range) };
    case 'lex':
      return { min: lexEnd(wanted.range.min), max: lexEnd(wanted.range.max) };
    case 'member':
      return { min: repr(member), max: repr(member) };
  }
}

function lowEnd({ min, minExclusive }: ScoreRange): string {
  return `${minExclusive ? '(' : ''}${formatDouble(min)}`;
}

function highEnd({ max, maxExclusive }: ScoreRange): string {
  return `${maxExclusive ? '(' : ''}${formatDouble(max)}`;
}

function lexEnd(bound: LexBound): string {
  if (bound.at !== 'member') return bound.at === 'start' ? '-' : '+';
  return `${bound.exclusive ? '(' : '['}${repr(bound.member)}`;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.floor(value)));
}
