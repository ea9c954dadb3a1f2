/**
 * Hashes: fields and their values (t_hash.c), in one of two encodings.
 *
 *   listpack    up to hash-max-listpack-entries fields, none of them and no value longer than
 *   (ziplist)   hash-max-listpack-value: field, value, field, value … in the order they were added
 *   hashtable   a dict from field to value
 *
 * A packed hash is searched from its beginning, which for a few hundred bytes is faster than hashing, and
 * takes a tenth of the memory. Once it has become a table it stays one, however small it gets.
 *
 * Worked example: HSET h a 1 gives the listpack 0c 00 00 00 | 02 00 | 81 61 | 02 | 01 | 01 | ff.
 */
import type { Generation } from '../../protocol/session.ts';
import { assert } from '../base/errors.ts';
import type { Environment } from '../base/probe.ts';
import type { RandomStream } from '../base/random.ts';
import { Dict } from '../structures/dict.ts';
import { Listpack } from '../structures/listpack.ts';
import { NOWHERE, type PackedList, valueBytes } from '../structures/packed-list.ts';
import { randomPair } from '../structures/packed-random.ts';
import { StoredString } from '../structures/stored-string.ts';
import { Ziplist } from '../structures/ziplist.ts';
import {
  ENCODING_HT,
  ENCODING_LISTPACK,
  ENCODING_ZIPLIST,
  OBJECT_BYTES,
  RedisObject,
  TYPE_HASH,
} from './object.ts';
import type { Text } from './text.ts';
import { unwatched } from './unwatched.ts';

/** The limits of a packed hash, and the callback for its conversion to a table. */
export interface HashLimits {
  readonly entries: number;
  readonly valueBytes: number;
  readonly onConverted: ((from: number, to: number) => void) | null;
}

export type HashTable = Dict<StoredString>;

/** Packed bytes beyond this are not trusted to grow, whatever the limits say: lpSafeToAdd. */
const MAX_PACKED_BYTES = 2 ** 30;

/** An empty hash, which is packed. */
export function createHash(env: Environment, generation: Generation, lru: number): RedisObject {
  return packedHash(env, generation === '7.0' ? Listpack.create(env) : Ziplist.create(env), lru);
}

/** A hash around a packed list of pairs. */
export function packedHash(env: Environment, list: PackedList, lru: number): RedisObject {
  const encoding = list.format === 'listpack' ? ENCODING_LISTPACK : ENCODING_ZIPLIST;
  return new RedisObject(TYPE_HASH, encoding, list, env.heap.take(OBJECT_BYTES), lru);
}

export function isPacked(object: RedisObject): boolean {
  return object.encoding !== ENCODING_HT;
}

export function packedOf(object: RedisObject): PackedList {
  return object.value as PackedList;
}

export function tableOf(object: RedisObject): HashTable {
  return object.value as HashTable;
}

/** The number of fields. */
export function hashLength(object: RedisObject): number {
  return isPacked(object) ? packedOf(object).length >> 1 : tableOf(object).size;
}

/** The value of a field, or null. */
export function hashGet(object: RedisObject, field: Uint8Array): Text | null {
  if (!isPacked(object)) return tableOf(object).find(field)?.value ?? null;
  const list = packedOf(object);
  const at = list.find(list.first(), field, 1);
  return at === NOWHERE ? null : list.value(list.next(at));
}

export function hashHas(object: RedisObject, field: Uint8Array): boolean {
  if (!isPacked(object)) return tableOf(object).find(field) !== null;
  const list = packedOf(object);
  return list.find(list.first(), field, 1) !== NOWHERE;
}

/** Sets a field. True when it was there before. */
export function hashSet(
  env: Environment,
  object: RedisObject,
  field: Uint8Array,
  value: Uint8Array,
  limits: HashLimits,
): boolean {
  if (!isPacked(object)) return setInTable(env, tableOf(object), field, value);
  if (field.length > limits.valueBytes || value.length > limits.valueBytes) {
    return setInTable(env, convertToTable(env, object, limits), field, value);
  }
  const list = packedOf(object);
  const at = list.find(list.first(), field, 1);
  if (at === NOWHERE) {
    list.append(field);
    list.append(value);
  } else {
    list.replace(list.next(at), value);
  }
  if (list.length >> 1 > limits.entries) convertToTable(env, object, limits);
  return at !== NOWHERE;
}

/** Finds the field and, if it is new, adds it: two operations on the table, each of which may rehash. */
function setInTable(env: Environment, table: HashTable, field: Uint8Array, value: Uint8Array): boolean {
  const entry = table.find(field);
  if (entry === null) {
    table.addNew(field, StoredString.create(env, value));
    return false;
  }
  entry.value.release(env);
  entry.value = StoredString.create(env, value);
  return true;
}

/** True when the field was there. */
export function hashDelete(env: Environment, object: RedisObject, field: Uint8Array): boolean {
  if (isPacked(object)) {
    const list = packedOf(object);
    const at = list.find(list.first(), field, 1);
    if (at === NOWHERE) return false;
    list.deleteFrom(at, 2);
    return true;
  }
  const table = tableOf(object);
  const entry = table.delete(field);
  if (entry === null) return false;
  entry.value.release(env);
  if (table.needsShrink()) table.resizeToFit();
  return true;
}

/**
 * Makes a table of a packed hash that could not hold one of the strings that are about to be added,
 * args[from] and those behind it, or not all of them together: hashTypeTryConversion.
 */
export function convertBeforeAdding(
  env: Environment,
  object: RedisObject,
  args: readonly Uint8Array[],
  from: number,
  limits: HashLimits,
): void {
  if (!isPacked(object)) return;
  let sumBytes = 0;
  let tooLong = false;
  for (let at = from; at < args.length && !tooLong; at++) {
    sumBytes += args[at].length;
    tooLong = args[at].length > limits.valueBytes;
  }
  if (tooLong || packedOf(object).totalBytes + sumBytes > MAX_PACKED_BYTES)
    convertToTable(env, object, limits);
}

/** Makes a table of a packed hash; 7.0 makes it large enough from the start. */
export function convertToTable(env: Environment, object: RedisObject, limits: HashLimits): HashTable {
  const list = packedOf(object);
  const from = object.encoding;
  const table = unwatched(env, () => tableFromPacked(env, list));
  list.release();
  object.value = table;
  object.encoding = ENCODING_HT;
  limits.onConverted?.(from, ENCODING_HT);
  return table;
}

function tableFromPacked(env: Environment, list: PackedList): HashTable {
  const table: HashTable = new Dict(env);
  // 6.2 lets the table grow on the way.
  if (list.format === 'listpack') table.expand(list.length >> 1);
  for (let at = list.first(); at !== NOWHERE; ) {
    const valueAt = list.next(at);
    const added = table.add(
      valueBytes(list.value(at)),
      StoredString.create(env, valueBytes(list.value(valueAt))),
    );
    assert(added !== null, 'a packed hash has a field twice');
    at = list.next(valueAt);
  }
  return table;
}

/** Every field with its value, in the order of the encoding. The hash must not change meanwhile. */
export function visitPairs(object: RedisObject, visit: (field: Text, value: Text) => void): void {
  if (!isPacked(object)) {
    for (const entry of tableOf(object).entries()) {
      visit(new StoredString(entry.keyPlace, entry.keyLength), entry.value);
    }
    return;
  }
  const list = packedOf(object);
  for (let at = list.first(); at !== NOWHERE; ) {
    const valueAt = list.next(at);
    visit(list.value(at), list.value(valueAt));
    at = list.next(valueAt);
  }
}

export interface HashPair {
  readonly field: Text;
  readonly value: Text;
}

/** A random field with its value; there is at least one. */
export function randomHashPair(object: RedisObject, stream: RandomStream): HashPair {
  if (isPacked(object)) return randomPair(packedOf(object), stream);
  const entry = tableOf(object).fairRandomEntry(stream);
  assert(entry !== null, 'a hash without fields must not exist');
  return { field: new StoredString(entry.keyPlace, entry.keyLength), value: entry.value };
}
