/** Pictures of a stream: its radix tree, the listpacks behind it, and who has read how far. */
import type { Window } from './views.ts';

export interface StreamTarget {
  readonly kind: 'stream';
  readonly db: number;
  /** Null for the one that the latest command on a stream worked on; before that, the first by name. */
  readonly key: Uint8Array | null;
  /** Where the window of nodes begins; null to have the open node in it. It shows at most 24. */
  readonly from: number | null;
  /** An id of the node whose entries are shown; null for the last one, or with `follow` the one of the latest step. */
  readonly node: string | null;
  /** Entries of that node, the first is 0; at most 100. From -1 the last ones, or those around the latest step. */
  readonly entries: Window;
  /** The group whose pending entries are shown; null for the first, or with `follow` the one of the latest step. */
  readonly group: Uint8Array | null;
  /** Its pending entries, the first is 0; at most 200. */
  readonly pending: Window;
  readonly follow?: boolean;
  /** Where the steps have led, for a watch that follows. */
  readonly led?: { readonly id: string | null; readonly group: number };
}

/** A node of the radix tree. A compressed one has several bytes and one child, others a child for each byte. */
export interface RaxNodeView {
  readonly address: number;
  /** 0 for the root. */
  readonly parent: number;
  /** How many bytes of a key lead to it. */
  readonly depth: number;
  readonly characters: Uint8Array;
  readonly isCompressed: boolean;
  readonly isKey: boolean;
  readonly sizeBytes: number;
  /** Children that are shown, by their places, with the first and the last row of nodes below each. */
  readonly children: readonly {
    readonly place: number;
    readonly address: number;
    readonly firstRow: number;
    readonly lastRow: number;
  }[];
}

/** A listpack of entries: what a key of the radix tree leads to. */
export interface StreamNodeView {
  /** The id of its master entry: its key in the radix tree. */
  readonly id: string;
  readonly lastId: string;
  /** Of the listpack. */
  readonly address: number;
  readonly entries: number;
  readonly deleted: number;
  readonly usedBytes: number;
  readonly allocatedBytes: number;
}

export interface StreamEntryView {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly hasSameFields: boolean;
  /** What is written: the differences from the master id. */
  readonly msDifference: string;
  readonly seqDifference: string;
  /** At most 8 fields and values; `fields` says how many there are. */
  readonly pairs: readonly { readonly field: string; readonly value: string }[];
  readonly fields: number;
  /** The element at its end: how many elements the entry has before it. */
  readonly elements: number;
  /** Where it begins in the listpack, and how many bytes it takes there. */
  readonly offset: number;
  readonly sizeBytes: number;
}

export interface StreamOpenView {
  readonly id: string;
  /** The names in the master entry, at most 8; `fields` says how many there are. */
  readonly masterFields: readonly string[];
  readonly fields: number;
  /** Where the two counters of the master entry lie in the listpack. */
  readonly countOffset: number;
  readonly deletedOffset: number;
  readonly from: number;
  readonly entries: readonly StreamEntryView[];
}

export interface StreamGroupView {
  readonly address: number;
  readonly name: string;
  readonly nameBytes: Uint8Array;
  /** last-delivered-id. */
  readonly lastId: string;
  /** Null where nobody knows. */
  readonly entriesRead: string | null;
  readonly lag: string | null;
  readonly pending: number;
  readonly consumers: number;
}

export interface StreamPendingView {
  readonly id: string;
  /** Address of the NACK, which the group's list and the consumer's have in common. */
  readonly address: number;
  readonly consumer: string;
  readonly deliveryTimeMs: number;
  readonly deliveries: string;
  /** The entry itself was deleted from the stream meanwhile. */
  readonly isGone: boolean;
}

export interface StreamConsumerView {
  readonly address: number;
  readonly name: string;
  readonly seenTimeMs: number;
  readonly pending: number;
  /** Of the radix tree of its pending entries. */
  readonly tree: number;
}

export interface StreamView {
  readonly kind: 'stream';
  readonly db: number;
  /** Null when there is no stream. */
  readonly key: string | null;
  /** 0 when there is nothing under the key. */
  readonly address: number;
  readonly nowMs: number;
  readonly length: number;
  readonly lastId: string;
  readonly firstId: string;
  readonly maxDeletedId: string;
  readonly entriesAdded: string;
  readonly memoryBytes: number;
  /** stream-node-max-bytes and stream-node-max-entries; 0 is no limit. */
  readonly maxNodeBytes: number;
  readonly maxNodeEntries: number;
  /** Of the radix tree; `raxNodes` counts its nodes as XINFO STREAM does. */
  readonly tree: number;
  readonly raxNodes: number;
  /** How many listpacks there are, and those from `from` on. */
  readonly nodeCount: number;
  readonly from: number;
  readonly nodes: readonly StreamNodeView[];
  /** The nodes of the radix tree on the way to them, parents first. */
  readonly rax: readonly RaxNodeView[];
  readonly open: StreamOpenView | null;
  /** At most 50, by name. */
  readonly groupCount: number;
  readonly groups: readonly StreamGroupView[];
  /** The group that is looked into, with its consumers (at most 50) and pending entries from `from` on. */
  readonly shown: {
    readonly address: number;
    readonly tree: number;
    readonly from: number;
    readonly pending: readonly StreamPendingView[];
    readonly consumers: readonly StreamConsumerView[];
  } | null;
  readonly names: readonly { readonly key: string; readonly keyBytes: Uint8Array }[];
}
