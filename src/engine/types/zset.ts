/**
 * Sorted sets: members, each once, in order of their scores and then of their bytes (t_zset.c), in one of two
 * encodings.
 *
 *   listpack    up to zset-max-listpack-entries members, none longer than zset-max-listpack-value
 *   (ziplist)   (zset-packed.ts)
 *   skiplist    a dict and a skiplist over the same members (zset-table.ts)
 *
 * One member too many or one too long makes a table of a packed set, before it is added. A set does not
 * become packed again when it gets smaller; only the result of ZUNIONSTORE and its like, which is built as a
 * table, is packed at the end if it fits.
 *
 * Worked example: ZADD z 1 a gives the listpack 0c 00 00 00 | 02 00 | 81 61 | 02 | 01 | 01 | ff.
 */
import type { Generation } from '../../protocol/session.ts';
import { repr } from '../base/bytes.ts';
import { formatDouble } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import { Listpack } from '../structures/listpack.ts';
import { bytesAt, NOWHERE, type PackedList } from '../structures/packed-list.ts';
import { Ziplist } from '../structures/ziplist.ts';
import {
  ENCODING_LISTPACK,
  ENCODING_SKIPLIST,
  ENCODING_ZIPLIST,
  OBJECT_BYTES,
  RedisObject,
  TYPE_ZSET,
} from './object.ts';
import { unwatched } from './unwatched.ts';
import {
  appendPair,
  deletePair,
  findMember,
  insertPair,
  nextPair,
  packedSize,
  scoreOfPair,
} from './zset-packed.ts';
import { ZsetTable } from './zset-table.ts';

/** The limits of a packed sorted set, and the callback for its conversion to a table. */
export interface ZsetLimits {
  readonly entries: number;
  readonly valueBytes: number;
  readonly generation: Generation;
  readonly onConverted: ((from: number, to: number) => void) | null;
}

/** Packed bytes beyond this are not trusted to grow, whatever the limits say: lpSafeToAdd. */
const MAX_PACKED_BYTES = 2 ** 30;

/** An empty sorted set that can hold this member. */
export function createZsetFor(
  env: Environment,
  member: Uint8Array,
  limits: ZsetLimits,
  lru: number,
): RedisObject {
  const isTable = limits.entries === 0 || member.length > limits.valueBytes;
  return isTable ? createTableZset(env, lru) : createPackedZset(env, limits.generation, lru);
}

export function createPackedZset(env: Environment, generation: Generation, lru: number): RedisObject {
  return packedZset(env, newPacked(env, generation), lru);
}

/** A sorted set around a packed list of pairs. */
export function packedZset(env: Environment, list: PackedList, lru: number): RedisObject {
  return new RedisObject(TYPE_ZSET, packedEncoding(list), list, env.heap.take(OBJECT_BYTES), lru);
}

export function createTableZset(env: Environment, lru: number, table = new ZsetTable(env)): RedisObject {
  return new RedisObject(TYPE_ZSET, ENCODING_SKIPLIST, table, env.heap.take(OBJECT_BYTES), lru);
}

function newPacked(env: Environment, generation: Generation): PackedList {
  return generation === '7.0' ? Listpack.create(env) : Ziplist.create(env);
}

function packedEncoding(list: PackedList): number {
  return list.format === 'listpack' ? ENCODING_LISTPACK : ENCODING_ZIPLIST;
}

export function isPacked(object: RedisObject): boolean {
  return object.encoding !== ENCODING_SKIPLIST;
}

export function packedOf(object: RedisObject): PackedList {
  return object.value as PackedList;
}

export function tableOf(object: RedisObject): ZsetTable {
  return object.value as ZsetTable;
}

/** The number of members. */
export function zsetSize(object: RedisObject): number {
  return isPacked(object) ? packedSize(packedOf(object)) : tableOf(object).size;
}

/** Null if it is not a member. */
export function zsetScore(object: RedisObject, member: Uint8Array): number | null {
  if (isPacked(object)) {
    const list = packedOf(object);
    const pair = findMember(list, member);
    return pair === NOWHERE ? null : scoreOfPair(list, pair);
  }
  const table = tableOf(object);
  const entry = table.find(member);
  return entry === null ? null : table.scoreOf(entry);
}

/** The options of ZADD, one bit each. */
export const ADD_INCREMENT = 1;
/** Only members that are not there. */
export const ADD_NEW_ONLY = 2;
/** Only existing members. */
export const ADD_EXISTING_ONLY = 4;
/** For an existing member: only a greater score, only a smaller one. */
export const ADD_GREATER = 8;
export const ADD_LESS = 16;

/** Adds members or changes their scores, and counts what came of it. */
export class ZsetAddition {
  added = 0;
  updated = 0;
  /** Changes that no option prevented. */
  processed = 0;
  /** The score of the last one processed. */
  score = 0;
  private readonly env: Environment;
  private readonly object: RedisObject;
  private readonly flags: number;
  private readonly limits: ZsetLimits;

  constructor(env: Environment, object: RedisObject, flags: number, limits: ZsetLimits) {
    this.env = env;
    this.object = object;
    this.flags = flags;
    this.limits = limits;
  }

  /** False when the sum would be no number, which only an increment can be; nothing is changed then. */
  add(member: Uint8Array, score: number): boolean {
    return isPacked(this.object) ? this.addToPacked(member, score) : this.addToTable(member, score);
  }

  private addToPacked(member: Uint8Array, score: number): boolean {
    const list = packedOf(this.object);
    const pair = findMember(list, member);
    if (pair !== NOWHERE) {
      const current = scoreOfPair(list, pair);
      const wanted = this.wantedScore(current, score);
      if (wanted === null || Number.isNaN(wanted)) return wanted === null;
      if (wanted !== current) {
        const fromRank = this.rankNow(member, current);
        deletePair(list, pair);
        insertPair(list, member, wanted);
        this.updated++;
        this.emitMoved(member, current, wanted, fromRank);
      }
      return true;
    }
    if ((this.flags & ADD_EXISTING_ONLY) !== 0) return true;
    const { entries, valueBytes } = this.limits;
    if (
      packedSize(list) + 1 > entries ||
      member.length > valueBytes ||
      list.totalBytes + member.length > MAX_PACKED_BYTES
    ) {
      convertToTable(this.env, this.object, this.limits);
      // The server looks once more, now in the table.
      return this.addToTable(member, score);
    }
    insertPair(list, member, score);
    this.countNew(score);
    this.emitMoved(member, null, score, -1);
    return true;
  }

  private addToTable(member: Uint8Array, score: number): boolean {
    const table = tableOf(this.object);
    const entry = table.find(member);
    if (entry === null) {
      if ((this.flags & ADD_EXISTING_ONLY) !== 0) return true;
      table.add(member, score);
      this.countNew(score);
      this.emitMoved(member, null, score, -1);
      return true;
    }
    const current = table.scoreOf(entry);
    const wanted = this.wantedScore(current, score);
    if (wanted === null || Number.isNaN(wanted)) return wanted === null;
    if (wanted !== current) {
      const fromRank = this.rankNow(member, current);
      table.setScore(entry, member, wanted);
      this.updated++;
      this.emitMoved(member, current, wanted, fromRank);
    }
    return true;
  }

  /** The new score of an existing member; null if an option prevents it, NaN if the result is not a number. */
  private wantedScore(current: number, given: number): number | null {
    const { flags } = this;
    if ((flags & ADD_NEW_ONLY) !== 0) return null;
    const wanted = (flags & ADD_INCREMENT) !== 0 ? current + given : given;
    if (Number.isNaN(wanted)) return wanted;
    if ((flags & ADD_LESS) !== 0 && wanted >= current) return null;
    if ((flags & ADD_GREATER) !== 0 && wanted <= current) return null;
    this.processed++;
    this.score = wanted;
    return wanted;
  }

  private countNew(score: number): void {
    this.added++;
    this.processed++;
    this.score = score;
  }

  /** The rank from 0, only computed for a watcher. The search for it is not part of the work and emits no steps. */
  private rankNow(member: Uint8Array, score: number): number {
    if (this.env.probe === null) return -1;
    const { object } = this;
    return unwatched(this.env, () =>
      isPacked(object)
        ? packedRank(packedOf(object), member) - 1
        : tableOf(object).skiplist.rankOf(score, member) - 1,
    );
  }

  private emitMoved(member: Uint8Array, from: number | null, to: number, fromRank: number): void {
    const { probe } = this.env;
    if (probe === null) return;
    probe.emit({
      type: 'zset.moved',
      zset: this.object.address,
      member: repr(member),
      fromScore: from === null ? null : formatDouble(from),
      toScore: formatDouble(to),
      fromRank,
      toRank: this.rankNow(member, to),
    });
  }
}

/** False if it was not a member. */
export function zsetRemove(object: RedisObject, member: Uint8Array): boolean {
  if (isPacked(object)) {
    const list = packedOf(object);
    const pair = findMember(list, member);
    if (pair === NOWHERE) return false;
    deletePair(list, pair);
    return true;
  }
  const table = tableOf(object);
  if (!table.remove(member)) return false;
  table.shrinkIfSparse();
  return true;
}

/** How many members come before this one, or after it with `reverse`; -1 if it is not a member. */
export function zsetRank(object: RedisObject, member: Uint8Array, reverse: boolean): number {
  const rank = isPacked(object) ? packedRank(packedOf(object), member) : tableRank(tableOf(object), member);
  if (rank === 0) return -1;
  return reverse ? zsetSize(object) - rank : rank - 1;
}

function packedRank(list: PackedList, member: Uint8Array): number {
  let rank = 1;
  for (let pair = list.first(); pair !== NOWHERE; pair = nextPair(list, pair)) {
    if (list.equals(pair, member)) return rank;
    rank++;
  }
  return 0;
}

function tableRank(table: ZsetTable, member: Uint8Array): number {
  const entry = table.find(member);
  return entry === null ? 0 : table.skiplist.rankOf(table.scoreOf(entry), member);
}

/** Makes a table of a packed sorted set. */
export function convertToTable(env: Environment, object: RedisObject, limits: ZsetLimits): void {
  const list = packedOf(object);
  const from = object.encoding;
  object.value = unwatched(env, () => tableFromPacked(env, list));
  object.encoding = ENCODING_SKIPLIST;
  list.release();
  limits.onConverted?.(from, ENCODING_SKIPLIST);
}

/** The dict starts empty and grows on the way, as the server's does. */
export function tableFromPacked(env: Environment, list: PackedList): ZsetTable {
  const table = new ZsetTable(env);
  for (let pair = list.first(); pair !== NOWHERE; pair = nextPair(list, pair)) {
    table.add(bytesAt(list, pair), scoreOfPair(list, pair));
  }
  return table;
}

/** Packs a new sorted set that was built as a table, if it is small enough: zsetConvertToListpackIfNeeded. */
export function packIfSmall(
  env: Environment,
  object: RedisObject,
  longestBytes: number,
  totalBytes: number,
  limits: ZsetLimits,
): void {
  if (isPacked(object)) return;
  const table = tableOf(object);
  if (table.size > limits.entries || longestBytes > limits.valueBytes || totalBytes > MAX_PACKED_BYTES)
    return;
  const list = unwatched(env, () => packedFromTable(env, table, limits.generation));
  table.release();
  object.value = list;
  object.encoding = packedEncoding(list);
}

function packedFromTable(env: Environment, { skiplist }: ZsetTable, generation: Generation): PackedList {
  const list = newPacked(env, generation);
  for (let node = skiplist.first; node !== 0; node = skiplist.nextOf(node)) {
    appendPair(list, skiplist.memberBytesOf(node), skiplist.scoreOf(node));
  }
  return list;
}
