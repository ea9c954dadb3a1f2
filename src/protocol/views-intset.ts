/** A set of integers, number by number, with the bytes of each; and its encoding if it is no longer an intset. */

import type { Window } from './views.ts';
import type { PackedKeyView } from './views-packed.ts';

export interface IntsetTarget {
  readonly kind: 'intset';
  readonly db: number;
  /** Null for the set of the latest command; before that, the first by name. */
  readonly key: Uint8Array | null;
  /** Numbers by their place, the smallest is 0; at most 256. */
  readonly window: Window;
  /** Whether the window moves to where the steps happen, as they happen. */
  readonly follow?: boolean;
}

export interface IntsetNumberView {
  readonly index: number;
  readonly value: string;
  /** Its current position and width in the block. In the middle of an upgrade some are still narrow. */
  readonly offset: number;
  readonly widthBytes: number;
  /** Its bytes, the lowest first. */
  readonly bytes: Uint8Array;
}

export interface IntsetValueView {
  readonly address: number;
  /** The slot the allocator gave, and what of it is used. */
  readonly allocationBytes: number;
  readonly totalBytes: number;
  /** The encoding in the header: bytes of each integer. */
  readonly widthBytes: number;
  /** The values of the header. */
  readonly length: number;
  /** The place of the first in `numbers`. */
  readonly from: number;
  readonly numbers: readonly IntsetNumberView[];
  /** In the middle of an upgrade: the width before it, and how many numbers still have it. */
  readonly widening: { readonly fromWidthBytes: number; readonly left: number } | null;
}

export interface IntsetView {
  readonly kind: 'intset';
  readonly db: number;
  /** Null when there is no set. */
  readonly key: string | null;
  readonly keyBytes: Uint8Array | null;
  /** The type of the value; null if there is none. */
  readonly type: string | null;
  /** As OBJECT ENCODING says; null if it is not a set. */
  readonly encoding: string | null;
  readonly elements: number;
  /** set-max-intset-entries. */
  readonly limit: number;
  /** As MEMORY USAGE counts. */
  readonly memoryBytes: number;
  /** Null when it is kept otherwise. */
  readonly intset: IntsetValueView | null;
  /** For a set in another encoding: some members, and whether one of them is not an integer. */
  readonly members: readonly { readonly member: string; readonly isInteger: boolean }[];
  /** Sets that could be looked at, by name. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
