/**
 * All databases of a server and the rules for looking up, adding, overwriting, deleting and expiring keys. Mirrors
 * db.c, down to the number of dictionary operations of each call: during a rehash each operation moves a bucket, and
 * the learner counts them.
 */

import { repr } from '../base/bytes.ts';
import { assert } from '../base/errors.ts';
import type { Int64 } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import { Dict, type DictEntry } from '../structures/dict.ts';
import { DICT_ENTRY_BYTES } from '../structures/dict-entry.ts';
import { type RedisObject, TYPE_MODULE, TYPE_STREAM } from '../types/object.ts';
import { releaseObject } from '../types/release.ts';
import { AccessStamps } from './access-stamps.ts';
import { Database } from './database.ts';
import { freeMicroseconds, LazyFree } from './lazy-free.ts';
import { LookupHistory } from './lookup-history.ts';
import { ReplicaExpires } from './replica-expires.ts';

/** Do not update the access time. */
export const NO_TOUCH = 1;
/** Do not count a hit or a miss. */
export const NO_STATS = 2;
/** Do not notify the listener of a miss. */
export const NO_NOTIFY = 4;

/** Classes of keyspace events, one letter each as in notify-keyspace-events. */
export type EventClass = 'g' | '$' | 'l' | 's' | 'h' | 'z' | 'x' | 'e' | 't' | 'm' | 'd' | 'n';

/** Notified of changes to keys: keyspace events, watched keys and tracking use it. */
export interface KeyspaceListener {
  /** `byServer`: no command changed it, its time had come. */
  modified(db: Database, key: Uint8Array, byServer?: boolean): void;
  event(eventClass: EventClass, event: string, db: Database, key: Uint8Array): void;
  /** A value of a module got a key. */
  moduleValueAdded?(db: Database, key: Uint8Array, object: RedisObject): void;
}

/** Clients that wait for keys to appear: the blocking commands. */
export interface KeyWaiters {
  /** A key holds a value of this type now; or it held a stream, and is gone or holds something else. */
  ready(db: Database, key: Uint8Array, type: number): void;
  /** `db` is about to be emptied, or to get the contents of another. */
  emptied(db: Database, replacedWith: Database | null): void;
  /** `db` has got the contents of another. */
  replaced(db: Database): void;
}

/** Where the keys of each slot are: a cluster asks. */
export interface KeysBySlot {
  added(entry: DictEntry<RedisObject>): void;
  removed(entry: DictEntry<RedisObject>): void;
  emptied(): void;
}

/** Clients that want to know whether keys were changed: WATCH. */
export interface KeyWatchers {
  touched(db: Database, key: Uint8Array): void;
  emptied(db: Database, replacedWith: Database | null): void;
}

export class Keyspace {
  readonly env: Environment;
  readonly databases: readonly Database[];
  /** The time of the current step. */
  nowMs = 0;
  /** What objects are stamped with when they are made and used. */
  readonly stamps: AccessStamps;
  /** Frees large values beside the commands. */
  readonly lazyFree: LazyFree;
  /** lazyfree-lazy-server-del: whether values that a command replaces or removes are freed lazily. */
  lazyServerDelete = false;
  /** lazyfree-lazy-expire. */
  lazyExpire = false;
  /** While clients are paused nothing is deleted: what has expired is only said to be gone. */
  holdsStill = false;
  /** This server is a replica: its keys expire when the master says so, and until then only seem to be gone. */
  followsMaster = false;
  /** Its clients may not write; where they may, a key that has expired goes before they write it. */
  isReadOnlyReplica = false;
  /** As before 3.2: reading a key whose time is over gives its value until the master deletes it. */
  servesExpired = false;
  /** What expires on a replica that clients write to. */
  readonly replicaExpires = new ReplicaExpires();
  /** A command of the master runs: it sees what the master saw. */
  obeysMaster = false;
  /** Changes to the data set since the last save. */
  dirty = 0;
  hits = 0;
  misses = 0;
  /** The same over time. */
  readonly lookups = new LookupHistory();
  expiredKeys = 0;
  /** How many of them a command found, and not the cycle. */
  expiredOnAccess = 0;
  readonly listeners: KeyspaceListener[] = [];
  /** Null while no client waits for a key. */
  waiters: KeyWaiters | null = null;
  /** Null while no key is watched. */
  watchers: KeyWatchers | null = null;
  /** Null outside of a cluster. There only database 0 has keys. */
  slotKeys: KeysBySlot | null = null;
  /** Called for keys that the server deletes on its own, so that copies of the data lose them too. */
  onDeletion: (db: Database, key: Uint8Array, lazy: boolean) => void = () => {};
  /** A key has expired, and freeing its value took so many microseconds. */
  onExpired: (freeUs: number) => void = () => {};

  /** No database above this one has ever had a key. */
  highestUsedId = 0;
  /** The latest key that was found or added, and where. */
  #foundKey: Uint8Array | null = null;
  #foundEntry: DictEntry<RedisObject> | null = null;
  #foundIn: Dict<RedisObject> | null = null;

  constructor(env: Environment, databases: number) {
    this.env = env;
    this.stamps = new AccessStamps(env);
    this.lazyFree = new LazyFree(env);
    this.databases = Array.from({ length: databases }, (_, id) => new Database(id, env));
  }

  setTime(nowMs: number): void {
    this.nowMs = Math.floor(nowMs);
    this.stamps.setTime(nowMs);
  }

  /** The LRU clock: seconds, 24 bits. */
  get lruClock(): number {
    return this.stamps.clock;
  }

  /** Looks a key up to read it. */
  lookupRead(db: Database, key: Uint8Array, flags = 0): RedisObject | null {
    const object = this.#lookup(db, key, flags);
    if (object === null) {
      if ((flags & NO_NOTIFY) === 0) this.notify('m', 'keymiss', db, key);
      if ((flags & NO_STATS) === 0) {
        this.misses++;
        this.lookups.add(0);
      }
    } else if ((flags & NO_STATS) === 0) {
      this.hits++;
      this.lookups.add(1);
    }
    return object;
  }

  /** Looks a key up to change it; hits and misses are not counted. */
  lookupWrite(db: Database, key: Uint8Array, flags = 0): RedisObject | null {
    return this.#lookup(db, key, flags, true);
  }

  #lookup(db: Database, key: Uint8Array, flags: number, toWrite = false): RedisObject | null {
    const entry = db.keys.find(key);
    if (entry === null) return null;
    this.#foundKey = key;
    this.#foundEntry = entry;
    this.#foundIn = db.keys;
    if (this.isExpired(db, key) && this.#isGone(db, key, toWrite)) return null;
    const object = entry.value;
    // While a child saves, writing to the object would copy its page: dicts hold still then, and so do stamps.
    if ((flags & NO_TOUCH) === 0 && this.env.dictCanResize) {
      if (this.stamps.isLfu) this.stamps.countUse(object, key);
      else object.lru = this.stamps.clock;
    }
    return object;
  }

  /**
   * Finds a key that the command has already looked up. If the dict is not rehashing and nothing watches it, a second
   * search would have no visible effect, so it is skipped.
   */
  #findAgain(db: Database, key: Uint8Array): DictEntry<RedisObject> | null {
    const { keys } = db;
    const entry = this.#foundEntry;
    const isKnown =
      key === this.#foundKey && keys === this.#foundIn && entry !== null && entry.keyLength !== -1;
    if (isKnown && keys.rehashIndex === -1 && this.env.probe === null) return entry;
    return keys.find(key);
  }

  /** Adds a key that is known to be absent. */
  add(db: Database, key: Uint8Array, object: RedisObject): DictEntry<RedisObject> {
    const entry = db.keys.addNew(key, object);
    if (this.slotKeys !== null) this.slotKeys.added(entry);
    if (db.id > this.highestUsedId) this.highestUsedId = db.id;
    this.#foundKey = key;
    this.#foundEntry = entry;
    this.#foundIn = db.keys;
    if (object.type === TYPE_MODULE) this.notifyModuleValue(db, key, object);
    if (this.waiters !== null) this.waiters.ready(db, key, object.type);
    this.notify('n', 'new', db, key);
    return entry;
  }

  /** Notifies the module that one of its values got a key. */
  notifyModuleValue(db: Database, key: Uint8Array, object: RedisObject): void {
    for (const listener of this.listeners) listener.moduleValueAdded?.(db, key, object);
  }

  /** Gives an existing key another value; its expiry stays. */
  overwrite(db: Database, key: Uint8Array, object: RedisObject): void {
    const entry = this.#findAgain(db, key);
    assert(entry !== null, 'overwrite of a key that is not there');
    const old = entry.value;
    // The access counter belongs to the key and survives a new value.
    if (this.stamps.isLfu) object.lru = old.lru;
    if (this.waiters !== null && old.type === TYPE_STREAM) this.waiters.ready(db, key, TYPE_STREAM);
    entry.value = object;
    this.env.heap.wrote(entry.place, DICT_ENTRY_BYTES);
    this.#free(old, key, this.lazyServerDelete);
  }

  /** Adds or overwrites, and removes the expiry unless asked to keep it. */
  set(
    db: Database,
    key: Uint8Array,
    object: RedisObject,
    options: { exists?: boolean; keepTtl?: boolean } = {},
  ): void {
    const exists = options.exists ?? this.lookupWrite(db, key) !== null;
    if (exists) this.overwrite(db, key, object);
    else this.add(db, key, object);
    if (!options.keepTtl) this.removeExpire(db, key);
    this.modified(db, key);
  }

  /** Removes a key with its value and expiry; false when it was not there. `lazy`: a large value is freed later. */
  delete(db: Database, key: Uint8Array, lazy = this.lazyServerDelete): boolean {
    const object = this.#takeOut(db, key);
    if (object === null) return false;
    this.#free(object, key, lazy);
    return true;
  }

  /** The value of a key that is gone from now on; null when it was not there. */
  #takeOut(db: Database, key: Uint8Array): RedisObject | null {
    if (db.expires.size > 0) db.expires.delete(key);
    const entry = db.keys.delete(key);
    if (entry === null) return null;
    if (this.slotKeys !== null) this.slotKeys.removed(entry);
    if (this.waiters !== null && entry.value.type === TYPE_STREAM) this.waiters.ready(db, key, TYPE_STREAM);
    return entry.value;
  }

  #free(object: RedisObject, key: Uint8Array, lazy: boolean): void {
    if (lazy) this.lazyFree.release(object, key);
    else releaseObject(this.env, object);
  }

  /** Unix milliseconds, or -1 when the key has no expiry. */
  expireAt(db: Database, key: Uint8Array): Int64 {
    if (db.expires.size === 0) return -1;
    const entry = db.expires.find(key);
    return entry === null ? -1 : entry.value;
  }

  setExpire(db: Database, key: Uint8Array, atMs: Int64): void {
    const entry = this.#findAgain(db, key);
    assert(entry !== null, 'expiry of a key that is not there');
    db.expires.replaceShared(entry, atMs);
    if (this.followsMaster && !this.isReadOnlyReplica && !this.obeysMaster) {
      this.replicaExpires.remember(db, key);
    }
  }

  /** True when there was an expiry to remove. */
  removeExpire(db: Database, key: Uint8Array): boolean {
    assert(this.#findAgain(db, key) !== null, 'expiry of a key that is not there');
    return db.expires.delete(key) !== null;
  }

  isExpired(db: Database, key: Uint8Array): boolean {
    const atMs = this.expireAt(db, key);
    return atMs >= 0 && this.nowMs > atMs;
  }

  /** Whether a key that is to expire then is deleted instead: checkAlreadyExpired. A replica waits for its master. */
  isPast(atMs: Int64): boolean {
    return atMs <= this.nowMs && !this.followsMaster;
  }

  /** Deletes the key if its time has passed: the lazy way of expiring. */
  expireIfNeeded(db: Database, key: Uint8Array): boolean {
    return this.isExpired(db, key) && this.#expire(db, key, false);
  }

  /** Whether an expired key is no longer to be seen. */
  #isGone(db: Database, key: Uint8Array, toWrite: boolean): boolean {
    return this.#expire(db, key, toWrite) && !(this.followsMaster && this.servesExpired);
  }

  #expire(db: Database, key: Uint8Array, toWrite: boolean): boolean {
    if (this.followsMaster) {
      if (this.obeysMaster) return false;
      if (!toWrite || this.isReadOnlyReplica || this.servesExpired) return true;
    }
    if (this.holdsStill) return true;
    this.expireNow(db, key, 'lazy');
    return true;
  }

  /** Gives how long it takes to free the value, in microseconds. */
  expireNow(db: Database, key: Uint8Array, how: 'lazy' | 'active'): number {
    // The dictionary's own key may be what `key` is a view of, and it is about to be released.
    const kept = key.slice();
    const { probe } = this.env;
    const object = this.#takeOut(db, kept);
    const freeUs = object === null ? 0 : freeMicroseconds(object, this.lazyExpire);
    if (object !== null) this.#free(object, kept, this.lazyExpire);
    this.expiredKeys++;
    if (how === 'lazy') this.expiredOnAccess++;
    if (probe !== null) probe.emit({ type: 'key.expired', db: db.id, key: repr(kept), how });
    this.notify('x', 'expired', db, kept);
    this.modified(db, kept, true);
    this.onDeletion(db, kept, this.lazyExpire);
    this.onExpired(freeUs);
    return freeUs;
  }

  /** Empties one database and returns how many keys it had. `lazy`: the thread frees all of it, tables included. */
  flush(db: Database, lazy = false): number {
    const removed = db.keys.size;
    if (this.waiters !== null) this.waiters.emptied(db, null);
    if (this.watchers !== null) this.watchers.emptied(db, null);
    if (this.slotKeys !== null) this.slotKeys.emptied();
    if (lazy && db.keys.slots > 0) {
      const { keys, expires } = db;
      db.keys = new Dict<RedisObject>(this.env);
      db.expires = new Dict<Int64>(this.env, false);
      this.lazyFree.releaseDatabase(db.id, keys, expires);
    } else {
      for (const entry of db.keys.entries()) releaseObject(this.env, entry.value);
      db.expires.clear();
      db.keys.clear();
    }
    db.averageTtlMs = 0;
    db.expiresCursor = 0;
    return removed;
  }

  swap(first: Database, second: Database): void {
    this.#announceSwap(first, second);
    this.highestUsedId = Math.max(this.highestUsedId, first.id, second.id);
    const { keys, expires, averageTtlMs, expiresCursor } = first;
    first.keys = second.keys;
    first.expires = second.expires;
    first.averageTtlMs = second.averageTtlMs;
    first.expiresCursor = second.expiresCursor;
    second.keys = keys;
    second.expires = expires;
    second.averageTtlMs = averageTtlMs;
    second.expiresCursor = expiresCursor;
    if (this.waiters !== null) {
      this.waiters.replaced(first);
      this.waiters.replaced(second);
    }
  }

  /** Who watches or waits keeps to its database, and finds other keys in it. */
  #announceSwap(first: Database, second: Database): void {
    if (this.watchers !== null) {
      this.watchers.emptied(first, second);
      this.watchers.emptied(second, first);
    }
    if (this.waiters !== null) {
      this.waiters.emptied(first, second);
      this.waiters.emptied(second, first);
    }
  }

  /** Notifies the listeners that this key changed. */
  modified(db: Database, key: Uint8Array, byServer = false): void {
    if (this.watchers !== null) this.watchers.touched(db, key);
    for (let i = 0; i < this.listeners.length; i++) this.listeners[i].modified(db, key, byServer);
  }

  notify(eventClass: EventClass, event: string, db: Database, key: Uint8Array): void {
    for (let i = 0; i < this.listeners.length; i++) this.listeners[i].event(eventClass, event, db, key);
  }
}
