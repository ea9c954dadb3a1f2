/** A string as its bits, and what the latest bitmap command has done with them. */

import type { Window } from './views.ts';
import type { PackedKeyView } from './views-packed.ts';

export interface BitmapTarget {
  readonly kind: 'bitmap';
  readonly db: number;
  /** Null for the one that the latest bitmap command worked on; before that, the first string by name. */
  readonly key: Uint8Array | null;
  /** Bytes; at most 512. */
  readonly window: Window;
  /** Whether the window moves to where the steps happen, as they happen. */
  readonly follow?: boolean;
}

export type BitOperation = 'and' | 'or' | 'xor' | 'not';

/** A stretch of the string: how many of its bits are 1. */
export interface BitDensityView {
  readonly from: number;
  readonly sizeBytes: number;
  readonly ones: number;
  /** Bytes that were looked at; fewer than there are where that would be very many. */
  readonly sampledBytes: number;
}

/** BITCOUNT and BITPOS: the bits that were asked about. */
export interface BitRangeView {
  readonly kind: 'range';
  readonly command: 'bitcount' | 'bitpos';
  readonly unit: 'byte' | 'bit';
  /** Both are in it; the first is greater than the last when there is nothing in it. */
  readonly firstBit: number;
  readonly lastBit: number;
  /** What BITPOS looks for. */
  readonly looksFor: 0 | 1 | null;
  /** What was counted so far, or the place found: -1 for none; null while it is looked for. */
  readonly result: number | null;
}

export interface BitFieldView {
  readonly name: 'get' | 'set' | 'incrby';
  /** Such as u8 or i16. */
  readonly type: string;
  readonly offset: number;
  readonly bits: number;
  /** What was there when its turn came; null while others come first. */
  readonly before: string | null;
  /** What it holds now. */
  readonly value: string;
  /** What is set or added; null for GET. */
  readonly operand: string | null;
  readonly overflow: 'wrap' | 'sat' | 'fail';
  /** What came of it: `failed` where OVERFLOW FAIL forbade it, `clipped` where it did not fit. */
  readonly outcome: 'waiting' | 'done' | 'clipped' | 'failed';
}

export interface BitFieldsView {
  readonly kind: 'fields';
  readonly fields: readonly BitFieldView[];
  /** Those beyond the first 32. */
  readonly more: number;
}

export interface BitSourceView {
  readonly key: string;
  readonly length: number;
  /** The bytes of the same window, as they were combined; shorter where the string ends. */
  readonly bytes: Uint8Array;
}

/** BITOP: what is combined, and the outcome as far as it has been written. */
export interface BitCombineView {
  readonly kind: 'combine';
  readonly operation: BitOperation;
  /** The first 16. */
  readonly sources: readonly BitSourceView[];
  readonly moreSources: number;
  readonly length: number;
  /** Bytes from the first on that are done. */
  readonly done: number;
  /** Of the same window; zeros where it is not done. */
  readonly bytes: Uint8Array;
}

export type BitWorkView = BitRangeView | BitFieldsView | BitCombineView;

export interface BitmapView {
  readonly kind: 'bitmap';
  readonly db: number;
  /** Null when there is no string. */
  readonly key: string | null;
  readonly keyBytes: Uint8Array | null;
  /** The type of what is there; null when nothing is. */
  readonly type: string | null;
  /** As OBJECT ENCODING says; null when it is no string. */
  readonly encoding: string | null;
  /** Bytes of the string. */
  readonly length: number;
  /** All bits that are 1; null where there are too many bytes to count at every look. */
  readonly ones: number | null;
  /** As MEMORY USAGE counts. */
  readonly memoryBytes: number;
  /** The place of the first byte below. */
  readonly from: number;
  readonly bytes: Uint8Array;
  /** All of it in at most 48 stretches. */
  readonly density: readonly BitDensityView[];
  readonly work: BitWorkView | null;
  /** Strings that could be looked at, by name. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
