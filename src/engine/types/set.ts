/**
 * Sets: members, each once (t_set.c of 7.0), in one of two encodings.
 *
 *   intset      integers only, at most set-max-intset-entries of them: sorted, in one piece of memory
 *   hashtable   a dict whose entries have no value
 *
 * The first member that is not an integer, or one integer too many, turns an intset into a table; it never converts
 * back. Generation 6.2 has the same two.
 *
 * Worked example: SADD s 3 1 2 gives the intset 02 00 00 00 | 03 00 00 00 | 01 00 | 02 00 | 03 00.
 */
import { assert } from '../base/errors.ts';
import type { Heap } from '../base/heap.ts';
import { type Int64, integerBytes, parseInteger } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import type { RandomStream } from '../base/random.ts';
import { Dict } from '../structures/dict.ts';
import { Intset } from '../structures/intset.ts';
import { StoredString } from '../structures/stored-string.ts';
import { ENCODING_HT, ENCODING_INTSET, OBJECT_BYTES, RedisObject, TYPE_SET } from './object.ts';
import { unwatched } from './unwatched.ts';

/** The limits of an intset, and the callback for its conversion to a table. */
export interface SetLimits {
  readonly intsetEntries: number;
  readonly onConverted: ((from: number, to: number) => void) | null;
}

export type SetTable = Dict<null>;

/** A member as its set keeps it. */
export type Member = Int64 | StoredString;

/** Whatever the configuration says: an intset counts its bytes in 32 bits. */
const MAX_INTSET_ENTRIES = 2 ** 30;

/** An empty set that can hold this member. */
export function createSetFor(env: Environment, member: Uint8Array, lru: number): RedisObject {
  return parseInteger(member) === null ? createTableSet(env, lru) : createIntsetSet(env, lru);
}

export function createIntsetSet(env: Environment, lru: number, intset = Intset.create(env)): RedisObject {
  return new RedisObject(TYPE_SET, ENCODING_INTSET, intset, env.heap.take(OBJECT_BYTES), lru);
}

export function createTableSet(env: Environment, lru: number): RedisObject {
  const table: SetTable = new Dict(env);
  return new RedisObject(TYPE_SET, ENCODING_HT, table, env.heap.take(OBJECT_BYTES), lru);
}

export function isIntset(object: RedisObject): boolean {
  return object.encoding === ENCODING_INTSET;
}

export function intsetOf(object: RedisObject): Intset {
  return object.value as Intset;
}

export function setTableOf(object: RedisObject): SetTable {
  return object.value as SetTable;
}

/** The number of members. */
export function setSize(object: RedisObject): number {
  return isIntset(object) ? intsetOf(object).length : setTableOf(object).size;
}

export function setHas(object: RedisObject, member: Uint8Array): boolean {
  if (!isIntset(object)) return setTableOf(object).find(member) !== null;
  const integer = parseInteger(member);
  return integer !== null && intsetOf(object).has(integer);
}

/** False when it is a member already. */
export function setAdd(
  env: Environment,
  object: RedisObject,
  member: Uint8Array,
  limits: SetLimits,
): boolean {
  if (!isIntset(object)) return setTableOf(object).add(member, null) !== null;
  const integer = parseInteger(member);
  if (integer === null) {
    const added = convertIntset(env, object, limits).add(member, null);
    assert(added !== null, 'an intset has a member that is no integer');
    return true;
  }
  const intset = intsetOf(object);
  if (!intset.add(integer)) return false;
  if (isTooLongForIntset(intset.length, limits)) convertIntset(env, object, limits);
  return true;
}

export function isTooLongForIntset(length: number, limits: SetLimits): boolean {
  return length > Math.min(limits.intsetEntries, MAX_INTSET_ENTRIES);
}

/** False if it was not a member. */
export function setRemove(object: RedisObject, member: Uint8Array): boolean {
  if (isIntset(object)) {
    const integer = parseInteger(member);
    return integer !== null && intsetOf(object).remove(integer);
  }
  const table = setTableOf(object);
  if (table.delete(member) === null) return false;
  if (table.needsShrink()) table.resizeToFit();
  return true;
}

/** Makes a table of an intset, large enough from the start. */
export function convertIntset(env: Environment, object: RedisObject, limits: SetLimits): SetTable {
  const intset = intsetOf(object);
  const table = unwatched(env, () => tableFromIntset(env, intset));
  intset.release();
  object.value = table;
  object.encoding = ENCODING_HT;
  limits.onConverted?.(ENCODING_INTSET, ENCODING_HT);
  return table;
}

function tableFromIntset(env: Environment, intset: Intset): SetTable {
  const table: SetTable = new Dict(env);
  const { length } = intset;
  table.expand(length);
  for (let index = 0; index < length; index++) {
    const added = table.add(integerBytes(intset.get(index)), null);
    assert(added !== null, 'an intset has an integer twice');
  }
  return table;
}

/** Every member, in the order of the encoding, until `visit` says false. The set must not change meanwhile. */
export function visitMembers(object: RedisObject, visit: (member: Member) => boolean): void {
  if (isIntset(object)) {
    const intset = intsetOf(object);
    const { length } = intset;
    for (let index = 0; index < length; index++) if (!visit(intset.get(index))) return;
    return;
  }
  for (const { keyPlace, keyLength } of setTableOf(object).entries()) {
    if (!visit(new StoredString(keyPlace, keyLength))) return;
  }
}

/** A random member; there is at least one. */
export function randomMember(object: RedisObject, stream: RandomStream): Member {
  if (isIntset(object)) return intsetOf(object).random(stream);
  const entry = setTableOf(object).fairRandomEntry(stream);
  assert(entry !== null, 'a set without members must not exist');
  return new StoredString(entry.keyPlace, entry.keyLength);
}

/** A copy of the member as bytes. */
export function memberBytes(heap: Heap, member: Member): Uint8Array {
  return typeof member === 'object' ? member.bytes(heap) : integerBytes(member);
}
