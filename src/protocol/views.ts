/**
 * Views: plain, flat, windowed pictures of live structures, read after (or inside) a command.
 * A panel draws a view and nothing else. Views are structured-cloneable and compare by value.
 */
import type { AdminTarget, AdminView } from './views-admin.ts';
import type { BitmapTarget, BitmapView } from './views-bitmap.ts';
import type { ClientsAreaView, ClientsTarget } from './views-clients.ts';
import type { CommandStatsTarget, CommandStatsView } from './views-commandstats.ts';
import type { ConfigTarget, ConfigView } from './views-config.ts';
import type { DiskTarget, DiskView, JobsView } from './views-disk.ts';
import type { GeoView } from './views-geo.ts';
import type { HllTarget, HllView } from './views-hll.ts';
import type { IntsetTarget, IntsetView } from './views-intset.ts';
import type { LadderTarget, LadderView } from './views-ladder.ts';
import type { ListTarget, ListView } from './views-list.ts';
import type { LocksTarget, LocksView } from './views-locks.ts';
import type { MemoryTarget, MemoryView } from './views-memory.ts';
import type { MemoryMapTarget, MemoryMapView } from './views-memory-map.ts';
import type { BloomTarget, BloomView, TimeSeriesTarget, TimeSeriesView } from './views-modules.ts';
import type { ObjectTarget, ObjectView } from './views-object.ts';
import type { PackedTarget, PackedView } from './views-packed.ts';
import type { PagesTarget, PagesView } from './views-pages.ts';
import type { ScriptTarget, ScriptView } from './views-script.ts';
import type { SetsTarget, SetsView } from './views-sets.ts';
import type { SkiplistView } from './views-skiplist.ts';
import type { StreamTarget, StreamView } from './views-stream.ts';
import type { WorkTarget, WorkView } from './views-work.ts';
import type { WorldTarget, WorldView } from './views-world.ts';

export type * from './views-admin.ts';
export type * from './views-bitmap.ts';
export type * from './views-clients.ts';
export type * from './views-commandstats.ts';
export type * from './views-config.ts';
export type * from './views-disk.ts';
export type * from './views-geo.ts';
export type * from './views-hll.ts';
export type * from './views-intset.ts';
export type * from './views-ladder.ts';
export type * from './views-list.ts';
export type * from './views-locks.ts';
export type * from './views-memory.ts';
export type * from './views-memory-map.ts';
export type * from './views-modules.ts';
export type * from './views-object.ts';
export type * from './views-packed.ts';
export type * from './views-script.ts';
export type * from './views-sets.ts';
export type * from './views-skiplist.ts';
export type * from './views-stream.ts';
export type * from './views-work.ts';
export type * from './views-world.ts';

/** A part of a structure that is too large to send whole. */
export interface Window {
  readonly from: number;
  readonly count: number;
}

/** What a panel asks to see. `server` is the node, 0 if it names none. */
export type WatchTarget = ServerTarget & { readonly server?: number };

type ServerTarget =
  | AdminTarget
  | {
      readonly kind: 'dict';
      readonly db: number;
      /** The main dictionary of a database, the one that holds expiry times, or the one inside a value. */
      readonly which: 'keys' | 'expires' | 'value';
      /** Of `value`: whose; null for the hash, set or sorted set that the latest command on one worked on. */
      readonly key?: Uint8Array | null;
      /** One window per table, in buckets. A table of up to 32 buckets is always sent whole. */
      readonly windows: readonly [Window, Window];
      /** Whether the windows move to where the steps happen, as they happen. */
      readonly follow?: boolean;
    }
  | { readonly kind: 'keyspace'; readonly db: number; readonly window: Window }
  | ObjectTarget
  | ClientsTarget
  | CommandStatsTarget
  | ConfigTarget
  | LocksTarget
  | SetsTarget
  | LadderTarget
  | HllTarget
  | MemoryMapTarget
  | MemoryTarget
  | TimeSeriesTarget
  | BloomTarget
  | DiskTarget
  | PagesTarget
  | PackedTarget
  | ListTarget
  | IntsetTarget
  | BitmapTarget
  | ScriptTarget
  | StreamTarget
  | WorkTarget
  | WorldTarget
  | {
      readonly kind: 'skiplist';
      readonly db: number;
      /** Null for the sorted set of the latest command; before that, the first by name. */
      readonly key: Uint8Array | null;
      /** Nodes by rank, the first is 0; at most 64. */
      readonly window: Window;
      /** Whether the window moves to where the steps happen, as they happen. */
      readonly follow?: boolean;
    }
  | {
      readonly kind: 'geo';
      readonly db: number;
      /** Null for the key of the latest geo command. */
      readonly key: Uint8Array | null;
      /** Members by rank, the first is 0; at most 200. */
      readonly window: Window;
    };

/** Read from the command log: no server keeps these histories. */
export type HistoryTarget = LocksTarget | WorkTarget;

export interface DictEntryView {
  /** Heap address: it identifies an entry from picture to picture. */
  readonly address: number;
  /** The key as redis-cli would quote it, without the quotes, cut to 64 characters. */
  readonly key: string;
  /** The 64-bit SipHash of the key, 16 hexadecimal digits. */
  readonly hash: string;
}

export interface DictTableView {
  readonly address: number;
  /** Number of buckets, 0 when the table is not allocated. */
  readonly size: number;
  readonly used: number;
  /** Index of the first bucket in `buckets`. */
  readonly from: number;
  readonly buckets: readonly (readonly DictEntryView[])[];
  /** `chainLengths[n]` = number of sampled buckets holding n entries; the last cell also counts longer chains. */
  readonly chainLengths: readonly number[];
  /** How many buckets were counted above: all of them up to 4096, beyond that 4096 evenly spaced ones. */
  readonly sampledBuckets: number;
}

/** Whose table is looked at, and who else has one. */
export interface DictOwner {
  /** As redis-cli would quote it; null if there is none. */
  readonly key: string | null;
  /** Empty when there is no such key. */
  readonly encoding: string;
  readonly names: readonly { readonly key: string; readonly keyBytes: Uint8Array }[];
}

export interface DictView {
  readonly kind: 'dict';
  readonly db: number;
  readonly which: 'keys' | 'expires' | 'value';
  /** Of the table of a value. It has no buckets while the value is packed. */
  readonly owner?: DictOwner;
  readonly address: number;
  /** Next bucket of ht[0] to move, -1 if no rehash is running. */
  readonly rehashIndex: number;
  /** False while a child process saves: then the table grows only at load 5. */
  readonly canResize: boolean;
  readonly tables: readonly [DictTableView, DictTableView];
}

export interface KeyRow {
  /** Quoted as redis-cli would, without the quotes, cut to 64 characters. */
  readonly key: string;
  /** The key itself, to open it in another panel. */
  readonly keyBytes: Uint8Array;
  readonly type: string;
  readonly encoding: string;
  /** Unix milliseconds, -1 without expiry. */
  readonly expireAtMs: number;
  /** As MEMORY USAGE counts. */
  readonly memoryBytes: number;
  /** Address of the value object. */
  readonly address: number;
  /** A short printable preview of the value, cut to 64 characters. */
  readonly preview: string;
}

export interface KeyspaceView {
  readonly kind: 'keyspace';
  readonly db: number;
  readonly nowMs: number;
  readonly keys: number;
  readonly volatileKeys: number;
  /** Sorted by name while there are at most 1000 keys, in bucket order beyond. */
  readonly order: 'name' | 'bucket';
  readonly from: number;
  readonly rows: readonly KeyRow[];
  /** Bytes allocated on the engine's heap. */
  readonly usedMemoryBytes: number;
}

/** What stands in a picture in place of a view that could not be read: the trouble of one panel, not of the server. */
export interface FailedView {
  readonly kind: 'failed';
  readonly message: string;
}

export type View =
  | FailedView
  | AdminView
  | DiskView
  | PagesView
  | JobsView
  | DictView
  | KeyspaceView
  | ObjectView
  | PackedView
  | ListView
  | IntsetView
  | BitmapView
  | SkiplistView
  | StreamView
  | GeoView
  | LocksView
  | SetsView
  | LadderView
  | HllView
  | MemoryMapView
  | ClientsAreaView
  | CommandStatsView
  | ConfigView
  | MemoryView
  | TimeSeriesView
  | BloomView
  | ScriptView
  | WorkView
  | WorldView;

export type TargetOf<Kind extends WatchTarget['kind']> = Extract<WatchTarget, { readonly kind: Kind }>;
export type ViewOf<Kind extends WatchTarget['kind']> = Extract<View, { readonly kind: Kind }>;
