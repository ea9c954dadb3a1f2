/**
 * maxmemory: before a command runs, keys are evicted until the memory used is below the limit (performEvictions of
 * evict.c). The policy chooses them:
 *
 *     lru, lfu, ttl   every database gives a sample of maxmemory-samples keys to the pool; its best goes
 *     random          a random key of the next database that has any
 *     volatile-*      only keys with an expiry are candidates
 *     noeviction      none; commands that need memory are refused
 *
 * The amount to free is computed once. The server checks the clock after every 16 keys (maxmemory-eviction-tenacity: 50
 * µs for each of the first ten steps, then 15 % more per step, no limit at 100) and continues after the next command or
 * turn of its loop. Here a key counts as EVICT_US, as measured on the real server; at the default tenacity of 10 that
 * is 720 keys at a time.
 *
 * Memory is what the engine's heap has allocated: keys, values, tables. Connection buffers are not part of it.
 */
import { repr } from '../base/bytes.ts';
import type { RandomStream } from '../base/random.ts';
import type { RedisObject } from '../types/object.ts';
import type { Database } from './database.ts';
import { type Candidate, EvictionPool, POOL_SIZE } from './eviction-pool.ts';
import { type EvictionPolicy, expiryScore, type Score } from './eviction-score.ts';
import type { Keyspace } from './keyspace.ts';

const EVICT_US = 0.7;
const KEYS_PER_CHECK = 16;
const US_PER_STEP = 50;
const LINEAR_STEPS = 10;
const GROWTH_PER_STEP = 1.15;
const UNLIMITED_TENACITY = 100;
const LFU_MAX = 255;
/** How many evictions are remembered to be shown. */
const KEPT_EVICTIONS = 32;

/** ok: there is room. running: not yet, but eviction continues. failed: nothing more can be freed. */
export type EvictionResult = 'ok' | 'running' | 'failed';

/** A key that went, and why it. */
export interface EvictionRecord {
  readonly atMs: number;
  readonly db: number;
  readonly key: Uint8Array;
  readonly policy: EvictionPolicy;
  /** The score that chose it; null for a random choice. */
  readonly score: Score | null;
  readonly freedBytes: number;
}

/** What one database offered to the pool. */
export interface SampleRecord {
  readonly db: number;
  readonly key: Uint8Array;
  readonly score: Score;
  /** Its place in the pool, or -1. */
  readonly place: number;
}

export class Eviction {
  /** 0 for no limit. */
  maxBytes = 0;
  policy: EvictionPolicy = 'noeviction';
  samples = 5;
  tenacity = 10;
  /** lazyfree-lazy-eviction. */
  isLazy = false;
  readonly pool = new EvictionPool();
  evictedKeys = 0;
  /** The latest evictions, the latest last. */
  readonly records: EvictionRecord[] = [];
  /** The latest round of samples. */
  lastSamples: readonly SampleRecord[] = [];
  /** How long the limit has been exceeded in all, and since when it is now. */
  exceededMs = 0;
  exceededSinceMs: number | null = null;
  /** Lets the thread that frees finish what fits into this time; set by the server. */
  awaitLazyFree: (limitUs: number, isEnough: () => boolean) => void = () => {};
  readonly #keyspace: Keyspace;
  readonly #random: RandomStream;
  #randomDb = 0;

  constructor(keyspace: Keyspace) {
    this.#keyspace = keyspace;
    this.#random = keyspace.env.random.stream('eviction');
  }

  get usedBytes(): number {
    return this.#keyspace.env.heap.usedBytes;
  }

  get isOverLimit(): boolean {
    return this.maxBytes > 0 && this.usedBytes > this.maxBytes;
  }

  get isAllKeys(): boolean {
    return this.policy.startsWith('allkeys-');
  }

  /** How long one call may take, in microseconds. */
  get limitUs(): number {
    if (this.tenacity <= LINEAR_STEPS) return US_PER_STEP * this.tenacity;
    if (this.tenacity >= UNLIMITED_TENACITY) return Number.POSITIVE_INFINITY;
    return Math.floor(US_PER_STEP * LINEAR_STEPS * GROWTH_PER_STEP ** (this.tenacity - LINEAR_STEPS));
  }

  /** Makes room if that is needed and possible. Asked before every command while there is a limit. */
  perform(): EvictionResult {
    const result = this.isOverLimit ? this.#evict() : 'ok';
    const { nowMs } = this.#keyspace;
    if (result !== 'ok') {
      this.exceededSinceMs ??= nowMs;
    } else if (this.exceededSinceMs !== null) {
      this.exceededMs += nowMs - this.exceededSinceMs;
      this.exceededSinceMs = null;
    }
    return result;
  }

  #evict(): EvictionResult {
    if (this.policy === 'noeviction') return 'failed';
    const { limitUs } = this;
    const isEnough = () => !this.isOverLimit;
    const toFreeBytes = this.usedBytes - this.maxBytes;
    let freedBytes = 0;
    let evicted = 0;
    while (freedBytes < toFreeBytes) {
      const victim = this.policy.endsWith('-random') ? this.#randomKey() : this.#bestOfPool();
      if (victim === null) {
        // Nothing is left to evict. Memory that is already being freed may be enough, if it comes soon.
        this.awaitLazyFree(limitUs, isEnough);
        return isEnough() ? 'ok' : 'failed';
      }
      freedBytes += this.#remove(victim);
      evicted++;
      if (evicted % KEYS_PER_CHECK !== 0) continue;
      if (this.isLazy && isEnough()) break;
      if (evicted * EVICT_US > limitUs) return 'running';
    }
    return 'ok';
  }

  #remove({ db: id, key, score }: Candidate | { db: number; key: Uint8Array; score: null }): number {
    const keyspace = this.#keyspace;
    const { heap, probe } = keyspace.env;
    const db = keyspace.databases[id];
    const before = heap.usedBytes;
    keyspace.delete(db, key, this.isLazy);
    const freedBytes = before - heap.usedBytes;
    this.evictedKeys++;
    const { policy } = this;
    const record = { atMs: keyspace.nowMs, db: id, key, policy, score, freedBytes };
    if (this.records.push(record) > KEPT_EVICTIONS) this.records.shift();
    if (probe !== null) probe.emit({ type: 'key.evicted', db: id, key: repr(key), policy, freedBytes });
    keyspace.modified(db, key, true);
    keyspace.notify('e', 'evicted', db, key);
    keyspace.onDeletion(db, key, this.isLazy);
    return freedBytes;
  }

  /** A key of the next database that has any: the databases take turns. */
  #randomKey(): { db: number; key: Uint8Array; score: null } | null {
    const { databases } = this.#keyspace;
    for (let tried = 0; tried < databases.length; tried++) {
      this.#randomDb = (this.#randomDb + 1) % databases.length;
      const db = databases[this.#randomDb];
      const entry = this.#candidatesOf(db).randomEntry(this.#random);
      if (entry !== null) return { db: db.id, key: entry.keyBytes, score: null };
    }
    return null;
  }

  #candidatesOf(db: Database): Database['keys'] | Database['expires'] {
    return this.isAllKeys ? db.keys : db.expires;
  }

  #bestOfPool(): Candidate | null {
    const { databases } = this.#keyspace;
    for (;;) {
      let keys = 0;
      const samples: SampleRecord[] = [];
      for (let id = 0; id < databases.length; id++) {
        const count = this.#candidatesOf(databases[id]).size;
        if (count === 0) continue;
        keys += count;
        this.lastSamples = samples;
        this.#fillPool(databases[id], samples);
      }
      if (keys === 0) return null;
      for (let best = this.pool.takeBest(); best !== null; best = this.pool.takeBest()) {
        const dict = this.#candidatesOf(databases[best.db]);
        if (dict.find(best.key) !== null) return best;
      }
    }
  }

  /** Lets a sample of one database compete for a place in the pool. */
  #fillPool(db: Database, samples: SampleRecord[]): void {
    const { probe } = this.#keyspace.env;
    const first = samples.length;
    if (this.policy === 'volatile-ttl') {
      for (const entry of db.expires.someEntries(this.#random, this.samples)) {
        this.#offer(samples, db, entry.keyBytes, expiryScore(entry.value));
      }
    } else if (this.isAllKeys) {
      for (const entry of db.keys.someEntries(this.#random, this.samples)) {
        this.#offer(samples, db, entry.keyBytes, this.#scoreOf(entry.value));
      }
    } else {
      for (const { keyBytes } of db.expires.someEntries(this.#random, this.samples)) {
        const entry = db.keys.find(keyBytes);
        if (entry !== null) this.#offer(samples, db, keyBytes, this.#scoreOf(entry.value));
      }
    }
    if (probe === null) return;
    const offered = samples.slice(first);
    probe.emit({
      type: 'eviction.sample',
      db: db.id,
      keys: offered.map(({ key }) => repr(key)),
      taken: offered.filter(({ place }) => place !== -1).length,
      pool: this.pool.candidates.length,
    });
  }

  #scoreOf(object: RedisObject): number {
    const { stamps } = this.#keyspace;
    return stamps.isLfu ? LFU_MAX - stamps.frequency(object) : stamps.idleMs(object);
  }

  #offer(samples: SampleRecord[], db: Database, key: Uint8Array, score: Score): void {
    const place = this.pool.offer({ key, db: db.id, score });
    if (samples.length < POOL_SIZE) samples.push({ db: db.id, key, score, place });
  }
}
