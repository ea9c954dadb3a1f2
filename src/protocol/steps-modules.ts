/** Steps of module values: Bloom filters and time series. */

export type BloomStep =
  /** An item was hashed twice; its bits in the newest layer follow, in the order of its hashes. 16 digits each. */
  | {
      readonly type: 'bloom.hash';
      readonly filter: number;
      readonly item: string;
      readonly a: string;
      readonly b: string;
      readonly bits: readonly number[];
    }
  /** A bit was looked at; the first that is not set ends it for this layer. */
  | {
      readonly type: 'bloom.test';
      readonly layer: number;
      readonly hash: number;
      readonly bit: number;
      readonly isSet: boolean;
    }
  /** A bit was set; `wasSet` when another item had done it already. */
  | {
      readonly type: 'bloom.set';
      readonly layer: number;
      readonly hash: number;
      readonly bit: number;
      readonly wasSet: boolean;
    }
  /** The newest layer was full: another one, larger and stricter. */
  | {
      readonly type: 'bloom.layer';
      readonly filter: number;
      readonly layer: number;
      readonly layers: number;
      readonly entries: number;
      readonly bits: number;
      readonly hashes: number;
      readonly error: number;
    };

export type SeriesStep =
  /** A sample went to the end of a chunk, or into its middle. Bits count from the beginning of the chunk's data. */
  | {
      readonly type: 'series.sample';
      readonly series: number;
      readonly chunk: number;
      readonly timestamp: number;
      readonly value: number;
      readonly index: number;
      readonly how: 'appended' | 'inserted' | 'changed';
      readonly fromBit: number;
      readonly untilBit: number;
    }
  /** A chunk had no room: one was opened behind it, or it was cut in two. */
  | {
      readonly type: 'series.chunk';
      readonly series: number;
      readonly chunk: number;
      readonly from: number | null;
      readonly how: 'opened' | 'split';
      readonly chunks: number;
    }
  /** Chunks beyond the retention, or emptied by TS.DEL, went. */
  | {
      readonly type: 'series.trim';
      readonly series: number;
      readonly chunk: number;
      readonly samples: number;
    }
  /** A bucket of a rule closed, or changed afterwards, and its value went to the other series. */
  | {
      readonly type: 'series.compaction';
      readonly source: number;
      readonly destination: number;
      readonly aggregator: string;
      readonly bucketStart: number;
      readonly bucketMs: number;
      readonly value: number;
    };

export type ModuleStep = BloomStep | SeriesStep;
