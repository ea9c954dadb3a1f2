/** What an observation reads: an engine, asked without a command so that nothing is touched, and its last frame. */
import type { Step } from '../steps.ts';
import type { View, WatchTarget } from '../views.ts';
import type { PackedValueView } from '../views-packed.ts';

export type Observed = string | number | null;

/** A dictionary as far as observations look into it. */
export interface DictFacts {
  readonly address: number;
  /** -1 if no rehash is running. */
  readonly rehashIndex: number;
  readonly tables: readonly [TableFacts, TableFacts];
}

export interface TableFacts {
  readonly size: number;
  readonly used: number;
}

export interface KeyFacts {
  readonly type: string;
  readonly encoding: string;
  /** What GET would print, without quotes; null for other types than strings. */
  readonly value: string | null;
  /** Unix milliseconds, -1 without expiry. */
  readonly expireAtMs: number;
  /** The table and the bucket its entry lies in. */
  readonly table: 0 | 1;
  readonly bucket: number;
}

/** How a key has been used, which its value remembers in 24 bits: as a time, or under an LFU policy as a counter. */
export interface UseFacts {
  readonly idleSeconds: number | null;
  readonly frequency: number | null;
}

/** A sorted set as far as observations look into it. */
export interface ZsetFacts {
  readonly length: number;
  /** Levels in use; null while it is packed. */
  readonly level: number | null;
  /** Levels of a member's node; null if there is none. */
  levelsOf(member: string): number | null;
  /** Nodes that a level links; null while it is packed. */
  nodesOn(level: number): number | null;
  /** Null when there is no such member. */
  scoreOf(member: string): number | null;
}

/** A key as a lock: its owner, and how often each event happened. */
export interface LockFacts {
  /** Clients that act as holders: the true one, and those that have not noticed that they lost it. */
  readonly holders: number;
  /** The number of the client that put the key there, or 'nobody'. */
  readonly holder: string;
  readonly state: 'free' | 'held' | 'orphaned';
  readonly acquired: number;
  readonly refused: number;
  readonly wrongReleases: number;
  readonly spared: number;
  readonly expired: number;
  readonly conflicts: number;
}

/** The view that a panel of this target would show. */
export type ViewOf<Target extends WatchTarget> = Extract<View, { readonly kind: Target['kind'] }>;

export interface EngineReader {
  /** Another server of the session, by its name; null if there is none. */
  at(node: string): EngineReader | null;
  readonly databases: number;
  dict(db: number, which: 'keys' | 'expires'): DictFacts;
  /** Null when the key is not there. */
  key(db: number, key: string): KeyFacts | null;
  /** Null when the key is not there. */
  use(db: number, key: string): UseFacts | null;
  /** Null if the key does not exist or is not a sorted set. */
  zset(db: number, key: string): ZsetFacts | null;
  /** The value of a field as text; null if the key is no hash or has no such field. */
  hashValue(db: number, key: string, field: string): string | null;
  /** Null if the key does not exist or is not a set. */
  setHas(db: number, key: string, member: string): boolean | null;
  /** The view of the packed bytes panel; null if the key does not exist. */
  packed(db: number, key: string): PackedValueView | null;
  /** The history of a key that clients use as a lock; null if no history is kept. */
  lock(db: number, key: string): LockFacts | null;
  /** Whether a command of this name (lower case) is flagged as a write. */
  isWrite(commandName: string): boolean;
  /** Null where the engine has no such view. */
  view<Target extends WatchTarget>(target: Target): ViewOf<Target> | null;
  /** A field of INFO, such as evicted_keys of stats; null when the section has none of this name now. */
  info(section: string, field: string): string | number | null;
}

/** What the last frame did. */
export interface FrameFacts {
  /** Whose command it is; null without one. */
  readonly client: number | null;
  /** The bytes its own client was sent. */
  readonly reply: Uint8Array | null;
  /** How many clients were sent something. */
  readonly answered: number;
  readonly steps: readonly Step[];
  /** What its commands took by the engine's cost model, in microseconds; asked only when it is observed. */
  costUs(): number;
}
