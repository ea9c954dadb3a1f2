/** A set of integers, number by number, with the bytes of each; and what it has become when it is one no longer. */

import type { Window } from './views.ts';
import type { PackedKeyView } from './views-packed.ts';

export interface IntsetTarget {
  readonly kind: 'intset';
  readonly db: number;
  /** Null for the one that the latest command on a set worked on; before that, the first by name. */
  readonly key: Uint8Array | null;
  /** Numbers by their place, the smallest is 0; at most 256. */
  readonly window: Window;
  /** Whether the window moves to where the steps happen, as they happen. */
  readonly follow?: boolean;
}

export interface IntsetNumberView {
  readonly index: number;
  readonly value: string;
  /** Where it lies in the block now, and how wide. In the middle of an upgrade some are still narrow. */
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
  /** What the header says. */
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
  /** The type of what is there; null when nothing is. */
  readonly type: string | null;
  /** As OBJECT ENCODING says; null when it is no set. */
  readonly encoding: string | null;
  readonly elements: number;
  /** set-max-intset-entries. */
  readonly limit: number;
  /** As MEMORY USAGE counts. */
  readonly memoryBytes: number;
  /** Null when it is kept otherwise. */
  readonly intset: IntsetValueView | null;
  /** Of a set that is kept otherwise: some members, and whether one of them is no integer. */
  readonly members: readonly { readonly member: string; readonly isInteger: boolean }[];
  /** Sets that could be looked at, by name. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
