/** A store on a log-structured merge tree: what can be set, what the page does to it, and how it then looks. */

export interface LsmOptions {
  /** A memtable of this size becomes a file. */
  readonly memtableBytes: number;
  readonly blockBytes: number;
  /** Files of deeper levels are cut at about this size. */
  readonly fileBytes: number;
  /** So many files on level 0 are to be merged. */
  readonly level0Files: number;
  /** How much level 1 may hold, and how many times as much each level below. */
  readonly level1Bytes: number;
  readonly growth: number;
  /** The log is synced after so many writes; 0: only by `sync`. */
  readonly syncEvery: number;
  /** Compacts by itself, as soon as a level is too large. */
  readonly isAutomatic: boolean;
  /** Every merge drops tombstones, also where older versions may lie deeper. */
  readonly dropsTombstonesEarly: boolean;
}

export interface LsmEntry {
  readonly key: string;
  /** Null: a tombstone. */
  readonly value: string | null;
}

/** Where the entries of a small store lie, for people. */
export interface LsmPicture {
  readonly memtable: readonly LsmEntry[];
  /** Record by record; a crash leaves those that are synced. */
  readonly log: readonly { readonly entries: readonly LsmEntry[]; readonly isSynced: boolean }[];
  /** Level 0 newest first. */
  readonly levels: readonly (readonly { readonly name: string; readonly entries: readonly LsmEntry[] }[])[];
}

/** Written in an address as `w50`, `o50`, `d20`, `g017`, `f`, `c`, `x` (see ui/load/lsm-settings.ts). */
export type LsmAction =
  /** Writes so many keys drawn at random, or overwrites or deletes so many that are there. */
  | { readonly type: 'write' | 'overwrite' | 'delete'; readonly count: number }
  /** Reads key number so much. */
  | { readonly type: 'get'; readonly key: number }
  | { readonly type: 'flush' | 'compact' | 'crash' };

export const LSM_LIMITS = { actions: 200, count: 200, keys: 1000 } as const;

export interface LsmView {
  readonly keys: number;
  readonly memtable: {
    readonly entries: number;
    readonly tombstones: number;
    readonly bytes: number;
    readonly limitBytes: number;
    readonly firstKey: string | null;
    readonly lastKey: string | null;
  };
  readonly log: { readonly bytes: number; readonly syncedBytes: number };
  readonly levels: readonly LsmLevelView[];
  /** The level that is too large, and should be merged into the next; null if none is. */
  readonly due: number | null;
  /** What the last action was and did; null before the first. */
  readonly last: LsmHappening | null;
  readonly costs: LsmCosts;
}

export interface LsmLevelView {
  readonly level: number;
  readonly bytes: number;
  /** Files on level 0, bytes below. */
  readonly limit: number;
  readonly files: readonly LsmFileView[];
}

export interface LsmFileView {
  readonly name: string;
  readonly bytes: number;
  readonly entries: number;
  readonly tombstones: number;
  readonly firstKey: string;
  readonly lastKey: string;
}

export type LsmHappening =
  | { readonly type: 'written'; readonly writes: number; readonly flushes: number }
  | {
      readonly type: 'read';
      readonly key: string;
      readonly value: string | null;
      readonly path: readonly LsmStop[];
    }
  | { readonly type: 'flushed'; readonly file: string | null }
  | {
      readonly type: 'compacted';
      readonly fromLevel: number;
      readonly inputs: readonly string[];
      readonly outputs: readonly string[];
      readonly entriesIn: number;
      readonly entriesOut: number;
      readonly overwritten: number;
      readonly tombstonesDropped: number;
    }
  | { readonly type: 'nothing-to-compact' }
  | { readonly type: 'crashed'; readonly lost: number; readonly recovered: number };

/** Where a read asked: the memtable (level -1) or a file, how far it got in there, and what it found. */
export interface LsmStop {
  readonly level: number;
  readonly file: string | null;
  readonly step: 'range' | 'filter' | 'block' | 'memtable';
  readonly outcome: 'missing' | 'found' | 'deleted';
}

export interface LsmCosts {
  readonly userBytes: number;
  readonly logBytes: number;
  readonly flushedBytes: number;
  readonly compactedBytes: number;
  /** All that was written to the disk for each byte that somebody wrote. */
  readonly writeAmplification: number;
  /** Bytes of files for each byte that is alive. */
  readonly spaceAmplification: number;
  readonly reads: number;
  readonly blocksRead: number;
  readonly filterSaidNo: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

/** The same writes and reads on the store and on a server that has everything in memory. */
export interface LsmComparison {
  readonly keys: number;
  readonly writes: number;
  readonly reads: number;
  readonly engineMemoryBytes: number;
  readonly costs: LsmCosts;
  /** Of reads of keys that are there, and of such that are not. */
  readonly blocksPerHit: number;
  readonly blocksPerMiss: number;
}
