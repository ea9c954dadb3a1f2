/** A HyperLogLog: its bytes as they are, and the estimate from them. */
import type { PackedKeyView } from './views-packed.ts';

export interface HllTarget {
  readonly kind: 'hll';
  readonly db: number;
  /** Null for the key of the latest PF command. */
  readonly key: Uint8Array | null;
}

export interface HllView {
  readonly kind: 'hll';
  readonly db: number;
  /** The key shown; null if no key was named and no command has used one. */
  readonly key: string | null;
  /** Null when there is no HyperLogLog at the key. */
  readonly encoding: 'sparse' | 'dense' | null;
  /** Address of the string. */
  readonly sds: number;
  /** The whole string, header included: 12304 bytes when it is dense, at most as many as below when it is sparse. */
  readonly bytes: Uint8Array;
  /** hll-sparse-max-bytes. */
  readonly sparseMaxBytes: number;
  /** The estimate of the registers now; null if the runs do not add up. */
  readonly estimate: string | null;
  /** The cached count of the header; null if its top bit says that it is out of date. */
  readonly cached: string | null;
  /** The true number of distinct elements, if the command log can give it; otherwise null. */
  readonly seen: number | null;
  /** HyperLogLogs of the database. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
