/** A string as its bits, and what the latest bitmap command did with them. */

import type { Window } from './views.ts';
import type { PackedKeyView } from './views-packed.ts';

export interface BitmapTarget {
  readonly kind: 'bitmap';
  readonly db: number;
  /** Null for the string of the latest bitmap command; before that, the first string by name. */
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
  /** The count so far, or the position found: -1 for none; null during the search. */
  readonly result: number | null;
}

export interface BitFieldView {
  readonly name: 'get' | 'set' | 'incrby';
  /** Such as u8 or i16. */
  readonly type: string;
  readonly offset: number;
  readonly bits: number;
  /** The old value when its turn came; null before that. */
  readonly before: string | null;
  /** Its current value. */
  readonly value: string;
  /** The value to set or add; null for GET. */
  readonly operand: string | null;
  readonly overflow: 'wrap' | 'sat' | 'fail';
  /** The outcome: `failed` if OVERFLOW FAIL forbade it, `clipped` if it did not fit. */
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

/** BITOP: the operands, and the result as far as it is written. */
export interface BitCombineView {
  readonly kind: 'combine';
  readonly operation: BitOperation;
  /** The first 16. */
  readonly sources: readonly BitSourceView[];
  readonly moreSources: number;
  readonly length: number;
  /** Bytes from the first on that are done. */
  readonly done: number;
  /** The same window; zeros for the part that is not done. */
  readonly bytes: Uint8Array;
}

export type BitWorkView = BitRangeView | BitFieldsView | BitCombineView;

export interface BitmapView {
  readonly kind: 'bitmap';
  readonly db: number;
  /** Null when there is no string. */
  readonly key: string | null;
  readonly keyBytes: Uint8Array | null;
  /** The type of the value; null if there is none. */
  readonly type: string | null;
  /** As OBJECT ENCODING says; null if it is not a string. */
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
