/**
 * redisObject: what a key points to. In memory 16 bytes:
 *
 *   | type 4 bits | encoding 4 bits | lru 24 bits | refcount 32 bits | ptr 64 bits |
 *
 * An embstr string has its sds right behind the object in one allocation; an int string keeps the
 * number in ptr itself and owns nothing else. Mirrors object.c.
 */
import { addressOf } from '../base/heap.ts';

export const OBJECT_BYTES = 16;
export const SHARED_REFCOUNT = 2147483647;

export const TYPE_STRING = 0;
export const TYPE_LIST = 1;
export const TYPE_SET = 2;
export const TYPE_ZSET = 3;
export const TYPE_HASH = 4;
export const TYPE_MODULE = 5;
export const TYPE_STREAM = 6;

export const TYPE_NAMES = ['string', 'list', 'set', 'zset', 'hash', 'module', 'stream'] as const;

export const ENCODING_RAW = 0;
export const ENCODING_INT = 1;
export const ENCODING_HT = 2;
export const ENCODING_LINKEDLIST = 4;
export const ENCODING_ZIPLIST = 5;
export const ENCODING_INTSET = 6;
export const ENCODING_SKIPLIST = 7;
export const ENCODING_EMBSTR = 8;
export const ENCODING_QUICKLIST = 9;
export const ENCODING_STREAM = 10;
export const ENCODING_LISTPACK = 11;

export const ENCODING_NAMES: Readonly<Record<number, string>> = {
  [ENCODING_RAW]: 'raw',
  [ENCODING_INT]: 'int',
  [ENCODING_HT]: 'hashtable',
  [ENCODING_LINKEDLIST]: 'linkedlist',
  [ENCODING_ZIPLIST]: 'ziplist',
  [ENCODING_INTSET]: 'intset',
  [ENCODING_SKIPLIST]: 'skiplist',
  [ENCODING_EMBSTR]: 'embstr',
  [ENCODING_QUICKLIST]: 'quicklist',
  [ENCODING_STREAM]: 'stream',
  [ENCODING_LISTPACK]: 'listpack',
};

export class RedisObject {
  readonly type: number;
  encoding: number;
  /** 24 bits: the LRU clock in seconds at the last access, or LFU's minutes and counter. */
  lru: number;
  refcount = 1;
  /** What ptr points to; its class follows from type and encoding. */
  value: unknown;
  /** Where it lies, in units of the heap. */
  readonly place: number;

  constructor(type: number, encoding: number, value: unknown, place: number, lru: number) {
    this.type = type;
    this.encoding = encoding;
    this.value = value;
    this.place = place;
    this.lru = lru;
  }

  get address(): number {
    return addressOf(this.place);
  }
}
