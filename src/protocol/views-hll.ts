/** The picture of a HyperLogLog: its bytes as they are, and what is estimated from them. */
import type { PackedKeyView } from './views-packed.ts';

export interface HllTarget {
  readonly kind: 'hll';
  readonly db: number;
  /** Null for the one that the latest PF command worked on. */
  readonly key: Uint8Array | null;
}

export interface HllView {
  readonly kind: 'hll';
  readonly db: number;
  /** What is looked at; null when no key was named and no command has worked on one. */
  readonly key: string | null;
  /** Null when there is no HyperLogLog at the key. */
  readonly encoding: 'sparse' | 'dense' | null;
  /** Address of the string. */
  readonly sds: number;
  /** The whole string, header included: 12304 bytes when it is dense, at most as many as below when it is sparse. */
  readonly bytes: Uint8Array;
  /** hll-sparse-max-bytes. */
  readonly sparseMaxBytes: number;
  /** What the registers say now; null when the runs do not add up. */
  readonly estimate: string | null;
  /** What the header remembers; null when its highest bit says that it is out of date. */
  readonly cached: string | null;
  /** How many different elements it was really shown, where the log of commands can tell; else null. */
  readonly seen: number | null;
  /** HyperLogLogs of the database. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
