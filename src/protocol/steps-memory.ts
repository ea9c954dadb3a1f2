/** Steps of the life of keys: expiry cycles, eviction, counters of use, lazy free. */
export type MemoryStep =
  /** A cycle of active expiry begins to look for stale keys. */
  | {
      readonly type: 'expire.cycle';
      readonly kind: 'slow' | 'fast';
      /** How many keys are looked at before it is decided whether to stay. */
      readonly keysPerLoop: number;
      /** Up to how many percent of stale keys are let be. */
      readonly acceptablePercent: number;
      readonly limitUs: number;
    }
  /** One round in one database: so many keys were looked at, so many of them deleted. */
  | {
      readonly type: 'expire.sample';
      readonly db: number;
      readonly sampled: number;
      readonly expired: number;
      /**
       * The bucket it started at, and the one to continue at: both grow without end, the table's mask makes them
       * buckets.
       */
      readonly from: number;
      readonly cursor: number;
    }
  | {
      readonly type: 'expire.end';
      readonly kind: 'slow' | 'fast';
      readonly sampled: number;
      readonly expired: number;
      /** Whether the limit ended it before it was content. */
      readonly cutOff: boolean;
    }
  /** A sample of a database competed for places in the eviction pool. */
  | {
      readonly type: 'eviction.sample';
      readonly db: number;
      readonly keys: readonly string[];
      readonly taken: number;
      /** How many candidates the pool holds now. */
      readonly pool: number;
    }
  | {
      readonly type: 'key.evicted';
      readonly db: number;
      readonly key: string;
      readonly policy: string;
      readonly freedBytes: number;
    }
  /** A use might raise the LFU counter, and did where `to` is greater; `probability` is how likely that was. */
  | {
      readonly type: 'lfu.increment';
      readonly key: string;
      readonly from: number;
      readonly to: number;
      readonly probability: number;
    }
  /** Time without use has lowered the LFU counter. */
  | { readonly type: 'lfu.decay'; readonly key: string; readonly from: number; readonly to: number }
  /** A value, or a whole database, waits to be freed by the thread. */
  | {
      readonly type: 'lazyfree.queued';
      readonly subject: string;
      readonly effort: number;
      readonly objects: number;
    }
  | {
      readonly type: 'lazyfree.finished';
      readonly subject: string;
      readonly objects: number;
      readonly freedBytes: number;
    };
