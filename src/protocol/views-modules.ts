/** Pictures of values that modules bring: a time series chunk by chunk and bit by bit, a Bloom filter layer by layer. */
import type { Window } from './views.ts';

export interface ModuleKeyName {
  /** Quoted as redis-cli would, without the quotes, cut to 64 characters. */
  readonly key: string;
  readonly keyBytes: Uint8Array;
}

export interface TimeSeriesTarget {
  readonly kind: 'timeseries';
  readonly db: number;
  /** Null for the one that the latest command on a series worked on; before that, the first by name. */
  readonly key: Uint8Array | null;
  /** The chunk whose bits are shown, by its place; -1 for the last. */
  readonly chunk: number;
  /** Samples of that chunk, the first is 0; at most 200. */
  readonly window: Window;
}

export interface SeriesChunkView {
  readonly address: number;
  /** What its data may take at most. */
  readonly sizeBytes: number;
  readonly usedBits: number;
  readonly samples: number;
  readonly firstTimestamp: number;
  readonly lastTimestamp: number;
}

/** One sample and its bits, counted from the beginning of the chunk's data; the most significant of a byte first. */
export interface SeriesSampleView {
  readonly index: number;
  readonly timestamp: number;
  readonly value: number;
  /** As printed: the fewest digits. */
  readonly text: string;
  readonly stepFromBit: number;
  readonly valueFromBit: number;
  readonly untilBit: number;
  /** How the time is written: 'whole', '0', '10', '110', '1110', '11110' or '11111'. */
  readonly stepCode: string;
  readonly deltaOfDelta: number;
  /** How the value is written: 'whole', '0' the same, '10' in the window of the one before, '11' in its own. */
  readonly valueCode: 'whole' | '0' | '10' | '11';
  readonly leadingZeros: number;
  readonly windowBits: number;
}

export interface SeriesRuleView {
  readonly destination: string;
  readonly aggregator: string;
  readonly bucketMs: number;
  readonly alignment: number;
  /** The bucket that samples fall into now, with its current value. */
  readonly open: {
    readonly start: number;
    readonly end: number;
    readonly samples: number;
    readonly value: number;
  } | null;
}

export interface TimeSeriesView {
  readonly kind: 'timeseries';
  readonly db: number;
  /** Null when there is no series. */
  readonly key: string | null;
  readonly address: number;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly retentionMs: number;
  readonly chunkBytes: number;
  readonly isCompressed: boolean;
  readonly policy: string | null;
  readonly totalSamples: number;
  readonly firstTimestamp: number;
  readonly lastTimestamp: number;
  readonly memoryBytes: number;
  /** The number of chunks, and those from `chunksFrom` on: at most 64, including the one shown. */
  readonly chunkCount: number;
  readonly chunksFrom: number;
  readonly chunks: readonly SeriesChunkView[];
  /**
   * The samples as a curve, at most 240 of them: all, or of each stretch of time the least and the greatest. Of more
   * than 4000 samples only some chunks are read, and it is not whole.
   */
  readonly curve: readonly { readonly timestamp: number; readonly value: number }[];
  readonly curveIsWhole: boolean;
  /** The place of the chunk whose bits are shown. */
  readonly shown: number;
  /** Its bytes in use, as far as the samples below reach; they begin at byte `bytesFrom`. */
  readonly bytesFrom: number;
  readonly bytes: Uint8Array;
  readonly samples: readonly SeriesSampleView[];
  readonly rules: readonly SeriesRuleView[];
  /** The series that this one is a compaction of. */
  readonly source: string | null;
  /** Labels of this database with the keys that have them, by label; at most 50 labels and 20 keys of each. */
  readonly index: readonly {
    readonly label: string;
    readonly keys: readonly string[];
    readonly count: number;
  }[];
  readonly names: readonly ModuleKeyName[];
}

export interface BloomTarget {
  readonly kind: 'bloom';
  readonly db: number;
  /** Null for the filter of the latest command; before that, the first by name. */
  readonly key: Uint8Array | null;
  /** The layer whose bits are shown, by its place; -1 for the newest. */
  readonly layer: number;
  /** Bytes of that layer, at most 1024. */
  readonly window: Window;
  /** An item whose bits to show, whether it was added or not. */
  readonly item: Uint8Array | null;
  /** How many made-up items to try, at most 2000, until the filter reports one as present. */
  readonly strangers?: number;
}

export interface BloomLayerView {
  readonly address: number;
  /** How many items it is meant for, and how many it has. */
  readonly entries: number;
  readonly items: number;
  /** The rate of false positives it is meant for. */
  readonly error: number;
  readonly bits: number;
  readonly bitsSet: number;
  readonly bitsPerEntry: number;
  readonly hashes: number;
  /** bitsSet / bits. */
  readonly fillRatio: number;
  /** How likely it is now that all bits of a stranger are set: fillRatio to the power of hashes. */
  readonly falsePositiveRate: number;
}

export interface BloomItemView {
  readonly item: string;
  /** Both hashes, 16 hexadecimal digits each. */
  readonly a: string;
  readonly b: string;
  /** Its bits in the layer that is shown, in the order of its hashes. */
  readonly bits: readonly { readonly bit: number; readonly isSet: boolean }[];
  /** For each layer whether all of its bits are set there. */
  readonly layers: readonly boolean[];
}

export interface BloomView {
  readonly kind: 'bloom';
  readonly db: number;
  /** Null when there is no filter. */
  readonly key: string | null;
  readonly address: number;
  readonly items: number;
  readonly capacity: number;
  /** Null when it may not grow. */
  readonly expansion: number | null;
  readonly sizeBytes: number;
  readonly layers: readonly BloomLayerView[];
  readonly shown: number;
  /** Bytes of the layer that is shown, from `from` on; the least significant bit of a byte first. */
  readonly from: number;
  readonly bytes: Uint8Array;
  /** Of all layers together. */
  readonly falsePositiveRate: number;
  readonly item: BloomItemView | null;
  /** Null unless made-up items were tried: how many were, and the first false positive. */
  readonly strangers: { readonly tried: number; readonly found: BloomItemView | null } | null;
  readonly names: readonly ModuleKeyName[];
}
