/**
 * Hashes in RDB (rdb.c):
 *
 *   HASH            count, then field, value, field, value … as strings: what a table is written as
 *   HASH_LISTPACK   one string, the listpack: 7.0
 *   HASH_ZIPLIST    one string, the ziplist: 6.2; 7.0 makes a listpack of it
 *   HASH_ZIPMAP     one string, a zipmap: older than 2.6
 */

import { latin1 } from '../base/bytes.ts';
import { hashLimits } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { Listpack } from '../structures/listpack.ts';
import { isValidListpackOfPairs } from '../structures/listpack-validate.ts';
import type { PackedList } from '../structures/packed-list.ts';
import { Ziplist } from '../structures/ziplist.ts';
import { isValidZiplistOfPairs, listpackFromZiplistOfPairs } from '../structures/ziplist-validate.ts';
import {
  convertToTable,
  createHash,
  hashLength,
  hashSet,
  isPacked,
  packedHash,
  packedOf,
  tableOf,
} from '../types/hash.ts';
import type { RedisObject } from '../types/object.ts';
import { ENCODING_LISTPACK, TYPE_HASH } from '../types/object.ts';
import type { RdbKind } from './rdb-kind.ts';
import { type RdbReader, refuse } from './rdb-reader.ts';
import { RDB_HASH, RDB_HASH_LISTPACK, RDB_HASH_ZIPLIST, RDB_HASH_ZIPMAP } from './rdb-types.ts';
import { type Pair, pairsOfZipmap } from './rdb-zipmap.ts';

/** A table starts with this many buckets. */
const INITIAL_BUCKETS = 4;

export const rdbHash: RdbKind = {
  type: TYPE_HASH,
  form(object) {
    if (!isPacked(object)) return RDB_HASH;
    return object.encoding === ENCODING_LISTPACK ? RDB_HASH_LISTPACK : RDB_HASH_ZIPLIST;
  },
  write(writer, object, env) {
    if (isPacked(object)) {
      writer.string(packedOf(object).bytes());
      return;
    }
    const table = tableOf(object);
    writer.count(table.size);
    for (const entry of table.entries()) {
      writer.string(entry.keyBytes);
      writer.string(entry.value.bytes(env.heap));
    }
  },
  forms(generation) {
    const old = [RDB_HASH, RDB_HASH_ZIPMAP, RDB_HASH_ZIPLIST];
    return generation === '7.0' ? [...old, RDB_HASH_LISTPACK] : old;
  },
  read(form, reader, server) {
    switch (form) {
      case RDB_HASH:
        return fromPairs(server, readPairs(reader));
      case RDB_HASH_ZIPMAP:
        return fromZipmap(server, reader.string());
      default:
        return fromPacked(server, form, reader.string());
    }
  },
};

function readPairs(reader: RdbReader): Pair[] {
  const pairs: Pair[] = [];
  for (let left = reader.count(); left > 0; left--) pairs.push([reader.string(), reader.string()]);
  return pairs;
}

function checkPairs(pairs: readonly Pair[]): void {
  if (pairs.length === 0) refuse('a hash without fields');
  const fields = new Set<string>();
  for (const [field] of pairs) fields.add(latin1(field));
  if (fields.size < pairs.length) refuse('a hash with a field twice');
}

/** Packed as long as allowed. A table gets room for the remaining elements. */
function fromPairs(server: Server, pairs: readonly Pair[]): RedisObject {
  checkPairs(pairs);
  const { env } = server;
  const limits = hashLimits(server);
  const object = emptyHash(server);
  if (pairs.length > limits.entries) convertToTable(env, object, limits).expand(pairs.length);
  for (const [index, [field, value]] of pairs.entries()) {
    const wasPacked = isPacked(object);
    hashSet(env, object, field, value, limits);
    const left = pairs.length - index - 1;
    if (wasPacked && !isPacked(object) && left > INITIAL_BUCKETS) tableOf(object).expand(left);
  }
  return object;
}

function fromZipmap(server: Server, bytes: Uint8Array): RedisObject {
  const pairs = pairsOfZipmap(bytes) ?? refuse('a damaged zipmap');
  checkPairs(pairs);
  const limits = hashLimits(server);
  const object = emptyHash(server);
  const list = packedOf(object);
  let longestBytes = 0;
  for (const [field, value] of pairs) {
    list.append(field);
    list.append(value);
    longestBytes = Math.max(longestBytes, field.length, value.length);
  }
  if (pairs.length > limits.entries || longestBytes > limits.valueBytes) {
    convertToTable(server.env, object, limits);
  }
  return object;
}

/** The lengths of the strings are not looked at: a packed hash stays packed unless it has too many fields. */
function fromPacked(server: Server, form: number, bytes: Uint8Array): RedisObject {
  const list = packedFrom(server, form, bytes);
  if (list.length === 0) {
    list.release();
    refuse('a hash without fields');
  }
  const limits = hashLimits(server);
  const object = packedHash(server.env, list, server.keyspace.stamps.fresh);
  if (hashLength(object) > limits.entries) convertToTable(server.env, object, limits);
  return object;
}

function packedFrom({ env, generation }: Server, form: number, bytes: Uint8Array): PackedList {
  if (form === RDB_HASH_LISTPACK) {
    if (!isValidListpackOfPairs(bytes, true)) refuse('a damaged listpack');
    return Listpack.fromBytes(env, bytes);
  }
  if (generation === '7.0') return listpackFromZiplistOfPairs(env, bytes) ?? refuse('a damaged ziplist');
  if (!isValidZiplistOfPairs(bytes, true)) refuse('a damaged ziplist');
  return Ziplist.fromBytes(env, bytes);
}

function emptyHash({ env, generation, keyspace }: Server): RedisObject {
  return createHash(env, generation, keyspace.stamps.fresh);
}
