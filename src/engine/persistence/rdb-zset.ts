/**
 * Sorted sets in RDB (rdb.c):
 *
 *   ZSET_2          count, then member and score (eight bytes) …, the highest score first: what a table is
 *                   written as. Read in this order every new node of the skiplist comes first.
 *   ZSET            the same with scores as text, one byte for its length: older than 4.0
 *   ZSET_LISTPACK   one string, the listpack: 7.0
 *   ZSET_ZIPLIST    one string, the ziplist: 6.2; 7.0 makes a listpack of it
 *
 * Worked example: {a: 1} as ZSET_2 is 01 | 01 61 | 00 00 00 00 00 00 f0 3f.
 */
import { latin1 } from '../base/bytes.ts';
import { zsetLimits } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { Listpack } from '../structures/listpack.ts';
import { isValidListpackOfPairs } from '../structures/listpack-validate.ts';
import { NOWHERE, type PackedList } from '../structures/packed-list.ts';
import { Ziplist } from '../structures/ziplist.ts';
import { isValidZiplistOfPairs, listpackFromZiplistOfPairs } from '../structures/ziplist-validate.ts';
import { ENCODING_LISTPACK, type RedisObject, TYPE_ZSET } from '../types/object.ts';
import {
  convertToTable,
  createTableZset,
  isPacked,
  packedOf,
  packedZset,
  packIfSmall,
  tableOf,
  zsetSize,
} from '../types/zset.ts';
import { nextPair, scoreOfPair, scoreOfText } from '../types/zset-packed.ts';
import { ZsetTable } from '../types/zset-table.ts';
import type { RdbKind } from './rdb-kind.ts';
import { type RdbReader, refuse } from './rdb-reader.ts';
import { RDB_ZSET, RDB_ZSET_2, RDB_ZSET_LISTPACK, RDB_ZSET_ZIPLIST } from './rdb-types.ts';

/** A score as text that has no digits: its length says which. */
const NAN_TEXT = 253;
const INFINITE_TEXT = 254;
const MINUS_INFINITE_TEXT = 255;

export const rdbZset: RdbKind = {
  type: TYPE_ZSET,
  form(object) {
    if (!isPacked(object)) return RDB_ZSET_2;
    return object.encoding === ENCODING_LISTPACK ? RDB_ZSET_LISTPACK : RDB_ZSET_ZIPLIST;
  },
  write(writer, object) {
    if (isPacked(object)) {
      writer.string(packedOf(object).bytes());
      return;
    }
    const { skiplist } = tableOf(object);
    writer.count(skiplist.length);
    for (let node = skiplist.tail; node !== 0; node = skiplist.previousOf(node)) {
      writer.string(skiplist.memberBytesOf(node));
      writer.double(skiplist.scoreOf(node));
    }
  },
  forms(generation) {
    const old = [RDB_ZSET, RDB_ZSET_2, RDB_ZSET_ZIPLIST];
    return generation === '7.0' ? [...old, RDB_ZSET_LISTPACK] : old;
  },
  read(form, reader, server) {
    if (form === RDB_ZSET || form === RDB_ZSET_2) return fromScored(server, readScored(form, reader));
    return fromPacked(server, form, reader.string());
  },
};

interface Scored {
  readonly member: Uint8Array;
  readonly score: number;
}

function readScored(form: number, reader: RdbReader): Scored[] {
  const scored: Scored[] = [];
  const members = new Set<string>();
  for (let left = reader.count(); left > 0; left--) {
    const member = reader.string();
    const score = form === RDB_ZSET_2 ? reader.double() : readScoreText(reader);
    if (Number.isNaN(score)) refuse('a score that is not a number');
    members.add(latin1(member));
    scored.push({ member, score });
  }
  if (scored.length === 0) refuse('a sorted set without members');
  if (members.size < scored.length) refuse('a sorted set with a member twice');
  return scored;
}

/** rdbLoadDoubleValue. */
function readScoreText(reader: RdbReader): number {
  const length = reader.byte();
  switch (length) {
    case NAN_TEXT:
      return Number.NaN;
    case INFINITE_TEXT:
      return Number.POSITIVE_INFINITY;
    case MINUS_INFINITE_TEXT:
      return Number.NEGATIVE_INFINITY;
    default:
      return scoreOfText(reader.raw(length)) ?? refuse('a score without a digit');
  }
}

/** Built as a table, and packed if it fits. */
function fromScored(server: Server, scored: readonly Scored[]): RedisObject {
  const { env, keyspace } = server;
  const table = new ZsetTable(env);
  table.dict.expand(scored.length);
  let longestBytes = 0;
  let totalBytes = 0;
  for (const { member, score } of scored) {
    table.add(member, score);
    totalBytes += member.length;
    longestBytes = Math.max(longestBytes, member.length);
  }
  const object = createTableZset(env, keyspace.stamps.fresh, table);
  packIfSmall(env, object, longestBytes, totalBytes, zsetLimits(server));
  return object;
}

/** The lengths of the members are not looked at: a packed set stays packed unless it has too many. */
function fromPacked(server: Server, form: number, bytes: Uint8Array): RedisObject {
  const list = packedFrom(server, form, bytes);
  const problem = problemOf(list);
  if (problem !== null) {
    list.release();
    refuse(problem);
  }
  const limits = zsetLimits(server);
  const object = packedZset(server.env, list, server.keyspace.stamps.fresh);
  if (zsetSize(object) > limits.entries) convertToTable(server.env, object, limits);
  return object;
}

function packedFrom({ env, generation }: Server, form: number, bytes: Uint8Array): PackedList {
  if (form === RDB_ZSET_LISTPACK) {
    if (!isValidListpackOfPairs(bytes, true)) refuse('a damaged listpack');
    return Listpack.fromBytes(env, bytes);
  }
  if (generation === '7.0') return listpackFromZiplistOfPairs(env, bytes) ?? refuse('a damaged ziplist');
  if (!isValidZiplistOfPairs(bytes, true)) refuse('a damaged ziplist');
  return Ziplist.fromBytes(env, bytes);
}

/** A NaN score would break the skiplist sooner or later. */
function problemOf(list: PackedList): string | null {
  if (list.length === 0) return 'a sorted set without members';
  for (let pair = list.first(); pair !== NOWHERE; pair = nextPair(list, pair)) {
    if (Number.isNaN(scoreOfPair(list, pair))) return 'a score that is not a number';
  }
  return null;
}
