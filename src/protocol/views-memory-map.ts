/** The picture of where the memory goes: keys and their parts, the classes of the heap, what INFO memory says. */
import type { BigKeyRow, BigKeyType, LazyFreeView } from './views-memory.ts';

export interface MemoryMapTarget {
  readonly kind: 'memory';
  readonly db: number;
  /** How many of the largest keys are wanted, at most 100. */
  readonly count: number;
}

/**
 * What the bytes of a key are for. `entry` and `key` belong to the dictionary; `object` is the redisObject; `header`
 * the fixed part of the value's structure, `buckets` its tables; `payload` the stored data; `elements` members with
 * their own entries and strings; `slack` the bytes of the size class beyond those requested.
 */
export type MemoryPartName =
  | 'entry'
  | 'key'
  | 'object'
  | 'header'
  | 'buckets'
  | 'payload'
  | 'elements'
  | 'slack';

export interface MemoryPart {
  readonly name: MemoryPartName;
  readonly bytes: number;
}

export interface MemoryKeyRow extends BigKeyRow {
  /** They add up to `memoryBytes`. */
  readonly parts: readonly MemoryPart[];
  /** The elements were counted from a sample, as MEMORY USAGE does. */
  readonly isEstimated: boolean;
}

export interface MemoryClassView {
  readonly slotBytes: number;
  readonly slotsPerSlab: number;
  readonly slabs: number;
  readonly liveSlots: number;
  /** Freed, and waiting to be used again. */
  readonly freedSlots: number;
  /** Slabs without a live slot. */
  readonly emptySlabs: number;
  /** Live slots of each slab, in the order in which they were opened; none if there are more than 64 slabs. */
  readonly fills: readonly number[];
}

/** What the heap held when so many commands had run. */
export interface MemorySample {
  readonly commands: number;
  readonly usedBytes: number;
  readonly slabBytes: number;
  readonly classes: readonly {
    readonly slotBytes: number;
    readonly liveSlots: number;
    /** Live, freed and never used. */
    readonly slots: number;
  }[];
}

export interface MemoryFigures {
  readonly usedBytes: number;
  readonly peakBytes: number;
  readonly startupBytes: number;
  /** Everything that is not the data set. */
  readonly overheadBytes: number;
  /** Of that: entries, buckets and objects of all databases. */
  readonly tablesBytes: number;
  readonly datasetBytes: number;
  /** Pages that were opened: what counts as resident. */
  readonly slabBytes: number;
  readonly bytesPerKey: number;
  /** 0 for no limit. */
  readonly maxBytes: number;
}

export interface MemoryMapView {
  readonly kind: 'memory';
  readonly db: number;
  readonly keys: number;
  /** How many were looked at: all of them up to 10,000. */
  readonly lookedAt: number;
  readonly lookedAtBytes: number;
  /** The largest first. */
  readonly rows: readonly MemoryKeyRow[];
  readonly types: readonly BigKeyType[];
  readonly figures: MemoryFigures;
  readonly classes: readonly MemoryClassView[];
  /** At most 49 moments, evenly spaced in commands; the last is the present. */
  readonly past: readonly MemorySample[];
  readonly lazy: Pick<
    LazyFreeView,
    'nowMs' | 'jobs' | 'waitingJobs' | 'pendingObjects' | 'freedObjects' | 'threshold'
  >;
}
