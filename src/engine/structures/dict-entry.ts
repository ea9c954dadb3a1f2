/**
 * The parts of a dict: entries in chains, chains in buckets, buckets in a table.
 *
 *     table                  dictEntry (24 bytes)               dictEntry
 *     [bucket 0] ---------->  [key *][value][next *] -------->  [key *][value][NULL]
 *     [bucket 1] NULL            |
 *     [bucket 2] …               +--> sds of the key, its characters in the heap's own array
 *
 * Mirrors dictEntry and the ht_* fields of struct dict in dict.h. Unlike in C, an entry also remembers the bits of its
 * hash that choose the bucket, so that moving it hashes nothing.
 */
import { addressOf, type Heap } from '../base/heap.ts';
import { Sds } from './sds.ts';

/** sizeof(dict), sizeof(dictEntry) and the pointer a bucket is. */
export const DICT_BYTES = 56;
export const DICT_ENTRY_BYTES = 24;
export const DICT_BUCKET_BYTES = 8;

export class DictEntry<V> {
  // The fields that a lookup reads come first, so that they lie in one cache line.
  /** The low 30 bits of the key's hash; no table has more buckets. */
  readonly hash: number;
  next: DictEntry<V> | null;
  /** -1 once the entry is freed. */
  keyLength: number;
  /** Where the key lies, in units of the heap. */
  readonly keyPlace: number;
  value: V;
  /** Where the entry itself lies. */
  readonly place: number;
  private readonly heap: Heap;

  constructor(
    heap: Heap,
    value: V,
    next: DictEntry<V> | null,
    hash: number,
    keyPlace: number,
    keyLength: number,
  ) {
    this.hash = hash;
    this.next = next;
    this.keyLength = keyLength;
    this.keyPlace = keyPlace;
    this.value = value;
    this.place = heap.take(DICT_ENTRY_BYTES);
    this.heap = heap;
  }

  get address(): number {
    return addressOf(this.place);
  }

  /** The key, created from the heap's bytes on each call. */
  get key(): Sds {
    return Sds.ofKey(this.keyBytes, this.keyPlace);
  }

  /** A copy of the key's characters. */
  get keyBytes(): Uint8Array {
    if (this.keyLength === -1) throw new Error('the key of an entry was read after it was freed');
    return this.heap.read(this.keyPlace, this.keyLength);
  }
}

export class DictTable<V> {
  /** Number of buckets, a power of two; 0 when the table is not allocated. */
  readonly size: number;
  used = 0;
  readonly buckets: (DictEntry<V> | null)[];
  /** Where the buckets lie; 0 (NULL) when the table is not allocated. */
  readonly address: number;

  constructor(size: number, address: number) {
    this.size = size;
    this.address = address;
    this.buckets = new Array<DictEntry<V> | null>(size).fill(null);
  }
}

/** What stands for every table that is not allocated. A server begins with dozens of them; nothing is ever put in. */
const NO_TABLE = new DictTable<never>(0, 0);

export function noTable<V>(): DictTable<V> {
  return NO_TABLE as unknown as DictTable<V>;
}
