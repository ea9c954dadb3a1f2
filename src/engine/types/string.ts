/**
 * Strings and their three encodings (object.c, t_string.c):
 *
 *   int     the value reads as a 64-bit integer of at most 20 characters: kept in the pointer
 *   embstr  up to 44 bytes: object and sds in one allocation, never changed in place
 *   raw     longer, or changed in place: an sds of its own, with spare room after it grew
 *
 * 44 is what is left of 64 bytes after 16 of object, 3 of sds header and 1 of terminator.
 */
import type { Heap } from '../base/heap.ts';
import type { Int64 } from '../base/numbers.ts';
import { integerBytes, parseInteger } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import { Sds } from '../structures/sds.ts';
import {
  ENCODING_EMBSTR,
  ENCODING_INT,
  ENCODING_RAW,
  OBJECT_BYTES,
  RedisObject,
  SHARED_REFCOUNT,
  TYPE_STRING,
} from './object.ts';

export const EMBSTR_MAX_BYTES = 44;
const EMBEDDED_HEADER_BYTES = 3;
const INTEGER_MAX_CHARACTERS = 20;
export const SHARED_INTEGERS = 10_000;
/** Spare room beyond this part of the length is freed when a string is stored. */
const SPARE_FRACTION = 10;

/** What an embstr of `length` bytes asks of the allocator, object included. */
export function embstrBytes(length: number): number {
  return OBJECT_BYTES + EMBEDDED_HEADER_BYTES + length + 1;
}

/**
 * An embstr. Its characters lie on the heap, where the keys lie too: by far most values are of this kind,
 * and an array object for each would take more memory than all the rest of it.
 */
export class EmbeddedString extends RedisObject {
  readonly heap: Heap;
  readonly length: number;

  constructor(heap: Heap, place: number, length: number, lru: number) {
    super(TYPE_STRING, ENCODING_EMBSTR, null, place, lru);
    this.heap = heap;
    this.length = length;
  }

  /** A copy of the characters. */
  bytes(): Uint8Array {
    return this.heap.read(this.place, this.length);
  }

  /** The sds inside the object. */
  sds(): Sds {
    return Sds.embedded(this.bytes(), this.address + OBJECT_BYTES + EMBEDDED_HEADER_BYTES);
  }
}

export class StringFactory {
  readonly #env: Environment;
  readonly #shared: RedisObject[] = [];
  readonly #startLru: number;
  /** False where the policy of eviction needs to know each value's own use: a shared one has none. */
  sharesIntegers = true;

  /** `startLru` is the clock at the server's start, when the shared integers are said to be made. */
  constructor(env: Environment, startLru = 0) {
    this.#env = env;
    this.#startLru = startLru;
  }

  /** A string as SET stores it: int if it reads as one, else embstr or raw by length. */
  encoded(bytes: Uint8Array, lru: number): RedisObject {
    if (bytes.length <= INTEGER_MAX_CHARACTERS) {
      const integer = parseInteger(bytes);
      if (integer !== null) return this.integer(integer, lru);
    }
    if (bytes.length <= EMBSTR_MAX_BYTES) return this.#embedded(bytes, lru);
    const sds = Sds.create(this.#env, bytes);
    // The allocator may have given more than was asked for. A tenth of the length is not worth the trouble;
    // more is given up, and the first APPEND will have to ask for room.
    if (sds.available > Math.floor(bytes.length / SPARE_FRACTION)) sds.removeFreeSpace(this.#env);
    return this.adopt(sds, lru);
  }

  /** embstr or raw by length, without looking for an integer. */
  plain(bytes: Uint8Array, lru: number): RedisObject {
    return bytes.length <= EMBSTR_MAX_BYTES ? this.#embedded(bytes, lru) : this.raw(bytes, lru);
  }

  raw(bytes: Uint8Array, lru: number): RedisObject {
    return this.adopt(Sds.create(this.#env, bytes), lru);
  }

  /** A raw string around an sds that is already there. */
  adopt(sds: Sds, lru: number): RedisObject {
    const place = this.#env.heap.take(OBJECT_BYTES);
    return new RedisObject(TYPE_STRING, ENCODING_RAW, sds, place, lru);
  }

  /** Small integers are shared by all keys, made once, and never freed. */
  integer(value: Int64, lru: number): RedisObject {
    if (this.sharesIntegers && typeof value === 'number' && value >= 0 && value < SHARED_INTEGERS) {
      return this.#sharedInteger(value);
    }
    return this.ownInteger(value, lru);
  }

  /** An unshared integer object, for values that will be changed in place. */
  ownInteger(value: Int64, lru: number): RedisObject {
    const place = this.#env.heap.take(OBJECT_BYTES);
    return new RedisObject(TYPE_STRING, ENCODING_INT, value, place, lru);
  }

  #embedded(bytes: Uint8Array, lru: number): RedisObject {
    const { heap } = this.#env;
    const place = heap.takeWith(bytes, embstrBytes(bytes.length));
    return new EmbeddedString(heap, place, bytes.length, lru);
  }

  #sharedInteger(value: number): RedisObject {
    const known = this.#shared[value];
    if (known !== undefined) return known;
    const object = this.ownInteger(value, this.#startLru);
    object.refcount = SHARED_REFCOUNT;
    this.#shared[value] = object;
    return object;
  }
}

/** The bytes a client would read. For raw a view of the live value: copy before keeping. */
export function stringBytes(object: RedisObject): Uint8Array {
  if (object.encoding === ENCODING_INT) return integerBytes(object.value as Int64);
  if (object.encoding === ENCODING_EMBSTR) return (object as EmbeddedString).bytes();
  return (object.value as Sds).view();
}

export function stringLength(object: RedisObject): number {
  if (object.encoding === ENCODING_INT) return String(object.value).length;
  if (object.encoding === ENCODING_EMBSTR) return (object as EmbeddedString).length;
  return (object.value as Sds).length;
}

/** The sds of an embstr or raw string: of an embstr a copy, of a raw string the live one. */
export function stringSds(object: RedisObject): Sds {
  return object.encoding === ENCODING_EMBSTR ? (object as EmbeddedString).sds() : (object.value as Sds);
}
