/**
 * Dict, the hash table behind databases, hashes, sets and sorted sets.
 *
 * Mirrors dict.c. Two tables; the second exists only while the dict changes its size:
 *
 *     ht[0]  size 4, used 2             ht[1]  size 8, used 3
 *     0  done                           0
 *     1  done                           1  entry "b" -> entry "f"
 *     2  entry "a" -> entry "k"         …
 *     3                                 7  entry "q"
 *        rehashidx = 2: everything before it has moved to ht[1]
 *
 * - A bucket is the head of a chain; a new entry becomes the head. The bucket of a key is the low bits of
 *   its SipHash, as many as the size has.
 * - When there are as many entries as buckets, ht[1] is allocated with the next power of two, and from then
 *   on every lookup, insertion and removal first carries one bucket over. While a child process saves, the
 *   table grows only beyond five entries per bucket.
 * - During a rehash a key is looked for in ht[0] and then in ht[1], and inserted into ht[1] only; so ht[0]
 *   runs empty, is freed, and ht[1] takes its place.
 *
 * Worked example: the first key allocates 4 buckets. The fifth finds 4 entries in them: 8 buckets are
 * allocated as ht[1] and the fifth key goes there. The next operations move one bucket each until ht[0] is
 * empty; then 8 buckets are all there is.
 *
 * Entries and tables are in dict-entry.ts, SCAN's order in dict-scan.ts, random entries in dict-random.ts, DEBUG
 * HTSTATS in dict-statistics.ts, and the steps in dict-steps.ts.
 */
import { placeOf } from '../base/heap.ts';
import type { Environment } from '../base/probe.ts';
import type { RandomStream } from '../base/random.ts';
import {
  DICT_BUCKET_BYTES,
  DICT_BYTES,
  DICT_ENTRY_BYTES,
  DictEntry,
  DictTable,
  noTable,
} from './dict-entry.ts';
import { fairRandomEntry, randomEntry, someEntries } from './dict-random.ts';
import { scanDict } from './dict-scan.ts';
import { dictStatistics } from './dict-statistics.ts';
import {
  emitBucket,
  emitEntry,
  emitHash,
  emitMove,
  emitRehash,
  emitResize,
  emitSwap,
  emitWalk,
} from './dict-steps.ts';
import { newSdsBytes } from './sds.ts';

export { DICT_BUCKET_BYTES, DICT_BYTES, DICT_ENTRY_BYTES, DictEntry, DictTable } from './dict-entry.ts';

const INITIAL_SIZE = 4;
/** More entries per bucket than this, and the table grows even while a child saves. */
const FORCE_RESIZE_RATIO = 5;
/** A step of rehashing passes at most this many empty buckets for each bucket it was asked to move. */
const EMPTY_VISITS_PER_BUCKET = 10;
/** A table filled less than this many percent is worth shrinking. */
const MINIMAL_FILL_PERCENT = 10;
/** The bits of the hash an entry remembers: a small integer on every JavaScript engine. */
const HASH_MASK = 0x3fff_ffff;

export class Dict<V> {
  readonly address: number;
  readonly tables: [DictTable<V>, DictTable<V>];
  /** The next bucket of ht[0] to move; -1 if no rehash is running. */
  rehashIndex = -1;
  /** Above zero during an iteration: then entries stay in their tables. */
  pauseRehash = 0;

  readonly env: Environment;
  private readonly ownsKeys: boolean;

  /** A dict that does not own its keys is filled by `addShared` or `replaceShared` and never releases them. */
  constructor(env: Environment, ownsKeys = true) {
    this.env = env;
    this.ownsKeys = ownsKeys;
    this.address = env.heap.allocate(DICT_BYTES);
    this.tables = [noTable<V>(), noTable<V>()];
  }

  /** The number of entries. */
  get size(): number {
    return this.tables[0].used + this.tables[1].used;
  }

  /** The number of buckets in both tables. */
  get slots(): number {
    return this.tables[0].size + this.tables[1].size;
  }

  get isRehashing(): boolean {
    return this.rehashIndex !== -1;
  }

  /** The heap size of the dict with its tables and entries, but without keys and values. */
  get allocationBytes(): number {
    return DICT_BYTES + this.slots * DICT_BUCKET_BYTES + this.size * DICT_ENTRY_BYTES;
  }

  find(key: Uint8Array): DictEntry<V> | null {
    if (this.size === 0) return null;
    if (this.rehashIndex !== -1) this.rehashStep();
    return this.lookUp(key, this.hash(key));
  }

  /** A new entry, or null if the key already exists. */
  add(key: Uint8Array, value: V): DictEntry<V> | null {
    if (this.rehashIndex !== -1) this.rehashStep();
    const hash = this.hash(key);
    this.expandIfNeeded();
    if (this.lookUp(key, hash) !== null) return null;
    return this.insert(this.storeKey(key), key.length, value, hash);
  }

  /** A new entry for a key that the caller has just failed to find. */
  addNew(key: Uint8Array, value: V): DictEntry<V> {
    if (this.rehashIndex !== -1) this.rehashStep();
    const hash = this.env.hasher.recall(key) & HASH_MASK;
    this.expandIfNeeded();
    return this.insert(this.storeKey(key), key.length, value, hash);
  }

  /** Sets the value of the key and adds the key if it is missing. True if it was added. */
  replace(key: Uint8Array, value: V): boolean {
    if (this.rehashIndex !== -1) this.rehashStep();
    const hash = this.hash(key);
    this.expandIfNeeded();
    const entry = this.lookUp(key, hash);
    if (entry === null) {
      this.insert(this.storeKey(key), key.length, value, hash);
      return true;
    }
    entry.value = value;
    this.env.heap.wrote(entry.place, DICT_ENTRY_BYTES);
    return false;
  }

  /** A new entry whose key lies on the heap already and stays its owner's. Null when there is such a key. */
  addShared(key: Uint8Array, keyPlace: number, value: V): DictEntry<V> | null {
    if (this.ownsKeys) throw new Error('a dict that owns its keys cannot share one');
    if (this.rehashIndex !== -1) this.rehashStep();
    const hash = this.hash(key);
    this.expandIfNeeded();
    if (this.lookUp(key, hash) !== null) return null;
    return this.insert(keyPlace, key.length, value, hash);
  }

  /** `replace` with the key of an entry in another dict, which both then share. */
  replaceShared(owner: DictEntry<unknown>, value: V): boolean {
    if (this.ownsKeys) throw new Error('a dict that owns its keys cannot share one');
    if (this.rehashIndex !== -1) this.rehashStep();
    const key = owner.keyBytes;
    // One seed for all dicts: the owner knows the hash already.
    const hash = owner.hash;
    if (this.env.probe !== null) emitHash(this, key);
    this.expandIfNeeded();
    const entry = this.lookUp(key, hash);
    if (entry === null) {
      this.insert(owner.keyPlace, owner.keyLength, value, hash);
      return true;
    }
    entry.value = value;
    this.env.heap.wrote(entry.place, DICT_ENTRY_BYTES);
    return false;
  }

  /** Removes the key and frees its entry. Returns the entry for its value, which belongs to the caller. */
  delete(key: Uint8Array): DictEntry<V> | null {
    const entry = this.unlink(key);
    if (entry !== null) this.freeUnlinked(entry);
    return entry;
  }

  /** Takes the entry out and leaves it to the caller, who ends with `freeUnlinked`. */
  unlink(key: Uint8Array): DictEntry<V> | null {
    const entry = this.find(key);
    if (entry !== null) this.detach(entry);
    return entry;
  }

  freeUnlinked(entry: DictEntry<V>): void {
    const { heap } = this.env;
    if (this.ownsKeys) heap.give(entry.keyPlace, newSdsBytes(entry.keyLength));
    heap.give(entry.place, DICT_ENTRY_BYTES);
    entry.keyLength = -1;
  }

  /** Removes everything, tables included. Values are the caller's: see to them before. */
  clear(): void {
    for (const entry of this.entries()) this.freeUnlinked(entry);
    this.freeTable(0);
    this.freeTable(1);
    this.rehashIndex = -1;
  }

  /** `clear`, and the dict itself goes too. */
  release(): void {
    this.clear();
    this.env.heap.free(this.address, DICT_BYTES);
  }

  /** Starts a rehash to at least `size` buckets. False if one is running or nothing would change. */
  expand(size: number): boolean {
    const [main] = this.tables;
    if (this.rehashIndex !== -1 || main.used > size) return false;
    const newSize = nextPowerOfTwo(size);
    if (newSize === main.size) return false;
    const table = new DictTable<V>(newSize, this.env.heap.allocate(newSize * DICT_BUCKET_BYTES));
    if (main.size === 0) {
      this.tables[0] = table;
    } else {
      this.tables[1] = table;
      this.rehashIndex = 0;
    }
    if (this.env.probe !== null) emitResize(this, main.size, newSize);
    return true;
  }

  /** Starts a rehash to the smallest table that holds all entries: dictResize. */
  resizeToFit(): boolean {
    if (!this.env.dictCanResize || this.rehashIndex !== -1) return false;
    return this.expand(Math.max(this.tables[0].used, INITIAL_SIZE));
  }

  /** Whether the tables are so empty that shrinking pays: htNeedsResize. */
  needsShrink(): boolean {
    const slots = this.slots;
    return slots > INITIAL_SIZE && (this.size * 100) / slots < MINIMAL_FILL_PERCENT;
  }

  /** Moves one bucket, unless an iteration is running. */
  rehashStep(): void {
    if (this.pauseRehash === 0) this.rehash(1);
  }

  /**
   * Carries up to `count` buckets over, passing at most ten times as many empty ones. True while there is
   * more to do. While a child saves, a rehash that does not change the size fivefold waits.
   */
  rehash(count: number): boolean {
    if (this.rehashIndex === -1) return false;
    const [main, target] = this.tables;
    if (!this.env.dictCanResize) {
      const ratio = Math.max(main.size, target.size) / Math.min(main.size, target.size);
      if (ratio < FORCE_RESIZE_RATIO) return false;
    }
    let emptyVisits = count * EMPTY_VISITS_PER_BUCKET;
    for (let done = 0; done < count && main.used > 0; done++) {
      let empty = 0;
      while (main.buckets[this.rehashIndex] === null) {
        this.rehashIndex++;
        empty++;
        if (--emptyVisits === 0) {
          if (this.env.probe !== null) emitRehash(this, this.rehashIndex - 1, 0, empty - 1);
          return true;
        }
      }
      const moved = this.moveBucket(main, target);
      this.rehashIndex++;
      if (this.env.probe !== null) emitRehash(this, this.rehashIndex - 1, moved, empty);
    }
    if (main.used > 0) return true;

    this.freeTable(0);
    this.tables[0] = target;
    this.tables[1] = noTable<V>();
    this.rehashIndex = -1;
    if (this.env.probe !== null) emitSwap(this);
    return false;
  }

  /** A random entry; within a chain and among chains of unequal length not all are equally likely. */
  randomEntry(stream: RandomStream): DictEntry<V> | null {
    return randomEntry(this, stream);
  }

  /** A random entry with a distribution much closer to even: one of several neighbours. */
  fairRandomEntry(stream: RandomStream): DictEntry<V> | null {
    return fairRandomEntry(this, stream);
  }

  /** About `count` entries from a random place on: perhaps fewer, perhaps one of them twice, but quickly. */
  someEntries(stream: RandomStream, count: number): DictEntry<V>[] {
    return someEntries(this, stream, count);
  }

  /** Visits one bucket (and its kin in the other table) and gives the next cursor, 0 at the end. */
  scan(cursor: number, visit: (entry: DictEntry<V>) => void): number {
    return scanDict(this, cursor, visit);
  }

  /** All entries, bucket by bucket. Rehashing waits; the entry just given may be deleted. */
  *entries(): Generator<DictEntry<V>, void, void> {
    this.pauseRehash++;
    try {
      for (let number = 0; number < 2; number++) {
        const { buckets } = this.tables[number];
        for (let bucket = 0; bucket < buckets.length; bucket++) {
          let entry = buckets[bucket];
          while (entry !== null) {
            const next: DictEntry<V> | null = entry.next;
            yield entry;
            entry = next;
          }
        }
      }
    } finally {
      this.pauseRehash--;
    }
  }

  /** What DEBUG HTSTATS prints about this dict. */
  statistics(): string {
    return dictStatistics(this);
  }

  private hash(key: Uint8Array): number {
    if (this.env.probe !== null) emitHash(this, key);
    return this.env.hasher.recall(key) & HASH_MASK;
  }

  private lookUp(key: Uint8Array, hash: number): DictEntry<V> | null {
    const { heap, probe } = this.env;
    const length = key.length;
    let number: 0 | 1 = 0;
    while (true) {
      const table = this.tables[number];
      const bucket = hash & (table.size - 1);
      if (probe !== null) emitBucket(this, number, bucket);
      let entry = table.buckets[bucket];
      while (entry !== null) {
        const match = entry.hash === hash && entry.keyLength === length && heap.holds(entry.keyPlace, key);
        if (probe !== null) emitWalk(this, number, bucket, entry, match);
        if (match) return entry;
        entry = entry.next;
      }
      if (number === 1 || this.rehashIndex === -1) return null;
      number = 1;
    }
  }

  /** A copy of the key on the heap. */
  private storeKey(key: Uint8Array): number {
    return this.env.heap.takeWith(key, newSdsBytes(key.length));
  }

  private insert(keyPlace: number, keyLength: number, value: V, hash: number): DictEntry<V> {
    const number = this.rehashIndex !== -1 ? 1 : 0;
    const table = this.tables[number];
    const bucket = hash & (table.size - 1);
    const head = table.buckets[bucket];
    const entry = new DictEntry<V>(this.env.heap, value, head, hash, keyPlace, keyLength);
    table.buckets[bucket] = entry;
    table.used++;
    if (this.env.heap.copies !== null) this.wroteBucket(table, bucket);
    if (this.env.probe !== null) emitEntry(this, 'dict.insert', number, entry);
    return entry;
  }

  /** Takes an entry that is in the dict out of its chain. */
  private detach(entry: DictEntry<V>): void {
    const number = cutOut(this.tables[0], entry) ? 0 : 1;
    if (number === 1) cutOut(this.tables[1], entry);
    // The pointer to it was in the bucket, or in the entry before it: that one is taken for the bucket.
    const table = this.tables[number];
    if (this.env.heap.copies !== null) this.wroteBucket(table, entry.hash & (table.size - 1));
    if (this.env.probe !== null) emitEntry(this, 'dict.remove', number, entry);
  }

  private expandIfNeeded(): void {
    if (this.rehashIndex !== -1) return;
    const { size, used } = this.tables[0];
    if (size === 0) {
      this.expand(INITIAL_SIZE);
    } else if (used >= size && (this.env.dictCanResize || Math.floor(used / size) > FORCE_RESIZE_RATIO)) {
      this.expand(used + 1);
    }
  }

  /** Carries the chain at the rehash index over, head first, and says how many entries it had. */
  private moveBucket(main: DictTable<V>, target: DictTable<V>): number {
    const fromBucket = this.rehashIndex;
    let moved = 0;
    let entry = main.buckets[fromBucket];
    while (entry !== null) {
      const next: DictEntry<V> | null = entry.next;
      const toBucket = entry.hash & (target.size - 1);
      main.buckets[fromBucket] = next;
      main.used--;
      entry.next = target.buckets[toBucket];
      target.buckets[toBucket] = entry;
      target.used++;
      moved++;
      if (this.env.heap.copies !== null) {
        this.env.heap.wrote(entry.place, DICT_ENTRY_BYTES);
        this.wroteBucket(main, fromBucket);
        this.wroteBucket(target, toBucket);
      }
      if (this.env.probe !== null) emitMove(this, fromBucket, toBucket, entry);
      entry = next;
    }
    return moved;
  }

  /** A pointer of the table was changed in place. */
  private wroteBucket(table: DictTable<V>, bucket: number): void {
    this.env.heap.wrote(placeOf(table.address + bucket * DICT_BUCKET_BYTES), DICT_BUCKET_BYTES);
    this.env.heap.wrote(placeOf(this.address), DICT_BYTES);
  }

  private freeTable(number: 0 | 1): void {
    const table = this.tables[number];
    if (table.size > 0) this.env.heap.free(table.address, table.size * DICT_BUCKET_BYTES);
    this.tables[number] = noTable<V>();
  }
}

/** Removes the entry from its chain in this table; false when it is in the other one. */
function cutOut<V>(table: DictTable<V>, entry: DictEntry<V>): boolean {
  if (table.used === 0) return false;
  const bucket = entry.hash & (table.size - 1);
  let previous: DictEntry<V> | null = null;
  let current = table.buckets[bucket];
  while (current !== entry) {
    if (current === null) return false;
    previous = current;
    current = current.next;
  }
  if (previous === null) table.buckets[bucket] = entry.next;
  else previous.next = entry.next;
  table.used--;
  return true;
}

function nextPowerOfTwo(size: number): number {
  let power = INITIAL_SIZE;
  while (power < size) power *= 2;
  return power;
}
