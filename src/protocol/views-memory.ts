/** Views of key lifetimes: expiry, eviction, lazy freeing, big keys. */
import type { Window } from './views.ts';

export type MemoryTarget =
  | {
      readonly kind: 'expiry';
      readonly db: number;
      /** Keys with an expiry: those that expire first come first while there are at most 1000. At most 200. */
      readonly window: Window;
    }
  | {
      readonly kind: 'eviction';
      readonly db: number;
      /** Keys with their LRU or LFU data, the next to evict first while there are at most 1000. At most 200. */
      readonly window: Window;
    }
  | { readonly kind: 'lazyfree'; readonly db: number }
  | {
      readonly kind: 'bigkeys';
      readonly db: number;
      /** How many of the largest keys are wanted, at most 100. */
      readonly count: number;
    };

export interface ExpiringKeyRow {
  /** Quoted as redis-cli would, without the quotes, cut to 64 characters. */
  readonly key: string;
  readonly expireAtMs: number;
  /** It has expired but is not deleted yet. */
  readonly stale: boolean;
  /** Its position in the expires dict: table 0 or 1, and bucket. */
  readonly table: 0 | 1;
  readonly bucket: number;
}

/** One table of the expires dict, bucket by bucket: all of them up to 256, beyond that those around the cursor. */
export interface ExpiryTableView {
  readonly size: number;
  readonly used: number;
  /** The next bucket a cycle looks at. */
  readonly cursor: number;
  readonly from: number;
  /** How many keys hang in each bucket, and how many of them are stale; 255 stands for more. */
  readonly keys: Uint8Array;
  readonly stale: Uint8Array;
}

export interface ExpiryVisitView {
  readonly db: number;
  readonly rounds: number;
  readonly sampled: number;
  readonly expired: number;
  readonly fromCursor: number;
  readonly toCursor: number;
}

export interface ExpiryCycleView {
  readonly atMs: number;
  readonly kind: 'slow' | 'fast';
  readonly sampled: number;
  readonly expired: number;
  readonly buckets: number;
  readonly costUs: number;
  readonly limitUs: number;
  readonly isCutOff: boolean;
  readonly visits: readonly ExpiryVisitView[];
}

export interface ExpiryView {
  readonly kind: 'expiry';
  readonly db: number;
  readonly nowMs: number;
  readonly volatileKeys: number;
  /** By time of expiry while there are at most 1000, in bucket order beyond. */
  readonly order: 'time' | 'bucket';
  readonly from: number;
  readonly rows: readonly ExpiringKeyRow[];
  /** The address of the expires dict, which identifies its steps. */
  readonly dict: number;
  /** Buckets of both tables of the expires dict, and the next one a cycle looks at. */
  readonly buckets: number;
  readonly cursor: number;
  readonly tables: readonly [ExpiryTableView, ExpiryTableView];
  readonly averageTtlMs: number;
  readonly enabled: boolean;
  readonly effort: number;
  readonly keysPerLoop: number;
  readonly acceptablePercent: number;
  /** All keys expired so far, and those of them that a command accessed. */
  readonly expiredKeys: number;
  readonly expiredOnAccess: number;
  readonly stalePercent: number;
  readonly timeCapReached: number;
  /** The latest cycles that looked at any key, the latest last. */
  readonly cycles: readonly ExpiryCycleView[];
}

export interface UsedKeyRow {
  readonly key: string;
  /** The 24 bits of the object as they are. */
  readonly lru: number;
  /** Seconds since the last use by the LRU clock; meaningless under LFU. */
  readonly idleSeconds: number;
  /** Under LFU: the counter as it was written, as it reads after decay, and the minute of the last decay. */
  readonly counter: number;
  readonly frequency: number;
  readonly decayMinute: number;
  /** Unix milliseconds, -1 without expiry. */
  readonly expireAtMs: number;
  readonly memoryBytes: number;
  /** Whether its name is in the pool. */
  readonly pooled: boolean;
}

export interface PoolEntryView {
  readonly db: number;
  readonly key: string;
  /** Idle milliseconds, 255 minus the counter, or the negated time of expiry; the greatest goes first. */
  readonly score: number;
  /** The key is gone: it will be passed over. */
  readonly ghost: boolean;
}

export interface EvictionSampleView {
  readonly db: number;
  readonly key: string;
  readonly score: number;
  /** Its place in the pool, or -1. */
  readonly place: number;
}

export interface EvictedKeyView {
  readonly atMs: number;
  readonly db: number;
  readonly key: string;
  readonly policy: string;
  /** The score that chose it; null for a random choice. */
  readonly score: number | null;
  readonly freedBytes: number;
}

/** Hits over time: lookups in spans of equal length, the latest last and perhaps not full yet. At most 64 spans. */
export interface LookupsView {
  readonly perSpan: number;
  readonly spans: readonly { readonly hits: number; readonly lookups: number }[];
}

export interface EvictionView {
  readonly kind: 'eviction';
  readonly db: number;
  readonly nowMs: number;
  readonly policy: string;
  readonly usedBytes: number;
  /** 0 for no limit. */
  readonly maxBytes: number;
  readonly samples: number;
  readonly tenacity: number;
  /** The LRU clock in seconds, and the clock of LFU in minutes. */
  readonly clock: number;
  readonly minutes: number;
  readonly logFactor: number;
  readonly decayMinutes: number;
  /** Places of the pool, and who has them: the last goes first. */
  readonly poolSize: number;
  readonly pool: readonly PoolEntryView[];
  readonly lastSamples: readonly EvictionSampleView[];
  /** The latest evictions, the latest last. */
  readonly evicted: readonly EvictedKeyView[];
  readonly evictedKeys: number;
  readonly hits: number;
  readonly misses: number;
  readonly lookups: LookupsView;
  readonly keys: number;
  /** The next to go first while there are at most 1000, in bucket order beyond. */
  readonly order: 'score' | 'bucket';
  readonly from: number;
  readonly rows: readonly UsedKeyRow[];
}

export interface LazyFreeJobView {
  readonly id: number;
  /** A key, or a database: `db0`. */
  readonly subject: string;
  /** Pieces of memory to free. */
  readonly effort: number;
  readonly queuedAtMs: number;
  readonly endsAtMs: number;
}

export interface LazyFreeView {
  readonly kind: 'lazyfree';
  readonly db: number;
  readonly nowMs: number;
  /** In the order of execution; the first is running. At most 100. */
  readonly jobs: readonly LazyFreeJobView[];
  readonly waitingJobs: number;
  readonly pendingObjects: number;
  readonly freedObjects: number;
  /** Values that take more effort than this are worth a job. */
  readonly threshold: number;
  readonly usedBytes: number;
  /** The options that make deletions lazy, by name. */
  readonly options: Readonly<Record<string, boolean>>;
}

export interface BigKeyRow {
  readonly key: string;
  readonly keyBytes: Uint8Array;
  readonly type: string;
  readonly encoding: string;
  /** Bytes of a string, elements of anything else: what redis-cli --bigkeys compares. */
  readonly size: number;
  /** What redis-cli --memkeys compares. */
  readonly memoryBytes: number;
  /** Pieces to free; above the threshold of lazy free UNLINK is worth it. */
  readonly effort: number;
}

export interface BigKeyType {
  readonly type: string;
  readonly keys: number;
  readonly totalSize: number;
  readonly totalMemoryBytes: number;
  /** The one with the greatest size. */
  readonly biggestKey: string;
  readonly biggestSize: number;
}

export interface BigKeysView {
  readonly kind: 'bigkeys';
  readonly db: number;
  readonly keys: number;
  /** How many were looked at: all of them up to 10,000. */
  readonly lookedAt: number;
  readonly totalKeyBytes: number;
  readonly types: readonly BigKeyType[];
  /** By memory, the largest first. */
  readonly rows: readonly BigKeyRow[];
}

export type MemoryView = ExpiryView | EvictionView | LazyFreeView | BigKeysView;
