/** A list as its quicklist: nodes with their links and first elements, and the cost of another structure. */

import type { Window } from './views.ts';
import type { PackedFormatName, PackedKeyView } from './views-packed.ts';

export interface ListTarget {
  readonly kind: 'list';
  readonly db: number;
  /** Null for the list of the latest command; before that, the first by name. */
  readonly key: Uint8Array | null;
  /** Nodes, counted from the head; at most 48. */
  readonly window: Window;
  /** Whether the window moves to where the steps happen, as they happen. */
  readonly follow?: boolean;
}

export interface ListElementView {
  /** Its place in the node. */
  readonly index: number;
  /** Where its entry begins in the bytes of the node; 0 in a plain node. */
  readonly offset: number;
  /** As redis-cli would quote it, without the quotes, cut to 64 characters. */
  readonly value: string;
}

export interface ListNodeView {
  readonly index: number;
  /** Of the quicklistNode; `previous` and `next` are 0 at the ends. */
  readonly address: number;
  readonly previous: number;
  readonly next: number;
  readonly format: PackedFormatName;
  /** One large element by itself, compressed or not. */
  readonly isPlain: boolean;
  /** The block of the node: its address, its slot, and how much of that is used. */
  readonly block: number;
  readonly allocationBytes: number;
  readonly storedBytes: number;
  /** The same when it is not compressed. */
  readonly sizeBytes: number;
  readonly count: number;
  /** The place in the list of its first element. */
  readonly firstRank: number;
  /** Decompressed only to be looked into. */
  readonly recompress: boolean;
  /** The first ones and the last ones; what lies between is left out. None of a compressed node. */
  readonly elements: readonly ListElementView[];
}

/** The same elements in a quicklist and in a linked list, with the allocator's slots for both. */
export interface ListCostView {
  /** How many were measured: whole nodes from the head on. */
  readonly elements: number;
  readonly isWhole: boolean;
  readonly quicklistBytes: number;
  readonly linkedListBytes: number;
  /** What makes up the latter: the list itself, the nodes with their two links, the objects with their strings. */
  readonly linksBytes: number;
  readonly objectsBytes: number;
  /** The slot of one node of a linked list. */
  readonly linkBytes: number;
}

export interface ListValueView {
  /** Of the quicklist. */
  readonly address: number;
  readonly encoding: string;
  readonly elements: number;
  /** How many nodes, and the place of the first in `nodes`. */
  readonly total: number;
  readonly from: number;
  readonly nodes: readonly ListNodeView[];
  readonly head: number;
  readonly tail: number;
  /** The setting the list was created with, and its meaning: bytes per node, and perhaps elements. */
  readonly fillSetting: string;
  readonly fill: number;
  readonly mostBytes: number;
  readonly mostElements: number | null;
  readonly compressDepth: number;
  /** As MEMORY USAGE counts. */
  readonly memoryBytes: number;
  readonly cost: ListCostView;
}

export interface ListView {
  readonly kind: 'list';
  readonly db: number;
  /** Null when there is no list. */
  readonly key: string | null;
  readonly keyBytes: Uint8Array | null;
  /** The type of the value; null if there is none. */
  readonly type: string | null;
  readonly list: ListValueView | null;
  /** Lists that could be looked at, by name. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
