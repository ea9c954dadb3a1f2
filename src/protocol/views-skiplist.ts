/**
 * The picture of a sorted set: its skiplist, node by node with every pointer and span, or the fact that it is
 * still packed. Addresses are those of the engine's heap, 0 stands for NULL; ranks count from 1, so that the
 * spans added up on the way to a node are its rank, and the header's is 0.
 */

/** A sorted set that can be looked at instead. */
export interface SortedSetName {
  /** As in other views: quoted as redis-cli would, without the quotes, cut to 64 characters. */
  readonly key: string;
  readonly keyBytes: Uint8Array;
}

/** The limits of a packed sorted set, and their configuration names. */
export interface SortedSetLimits {
  readonly entriesName: string;
  readonly entries: number;
  readonly valueName: string;
  readonly valueBytes: number;
}

/** A pointer of one level. */
export interface SkiplistLinkView {
  readonly to: number;
  /** The rank of its end; 0 for NULL. */
  readonly toRank: number;
  /** How many nodes of level 0 it passes, its end included; at the end of a level, how many come after. */
  readonly span: number;
}

export interface SkiplistNodeView {
  readonly address: number;
  readonly rank: number;
  /** Printed like a key. */
  readonly member: string;
  /** As the server prints it. */
  readonly score: string;
  /** One per level the node has, the lowest first. */
  readonly links: readonly SkiplistLinkView[];
  /** The previous node on level 0; 0 for the first, because the header is not a node to go back to. */
  readonly backward: number;
}

/** A pointer that begins before the window and ends in it or beyond. */
export interface EnteringLinkView extends SkiplistLinkView {
  readonly from: number;
  /** 0 when it comes from the header. */
  readonly fromRank: number;
}

export interface SkiplistNodesView {
  readonly address: number;
  /** The dict of the same members that stands beside it. */
  readonly dict: number;
  /** How many levels are in use. */
  readonly level: number;
  readonly tail: number;
  readonly header: {
    readonly address: number;
    /** One per level in use. The header has all 32, but those above lead nowhere. */
    readonly links: readonly SkiplistLinkView[];
  };
  /** How many nodes come before the first one shown. */
  readonly from: number;
  readonly nodes: readonly SkiplistNodeView[];
  /** One per level in use: the pointer that enters or passes the window. Those of the header, if it starts at 0. */
  readonly entering: readonly EnteringLinkView[];
  /** How many nodes each level in use links; null where there are too many to count at every step. */
  readonly nodesOnLevel: readonly (number | null)[];
}

/** A sorted set in one packed block: the beginning of it. */
export interface PackedPairsView {
  readonly address: number;
  readonly totalBytes: number;
  readonly pairs: readonly { readonly member: string; readonly score: string }[];
}

export interface SkiplistView {
  readonly kind: 'skiplist';
  readonly db: number;
  /** The key shown; null if no key was named and there is no sorted set. */
  readonly key: string | null;
  /** Null when the key does not exist or holds something else. */
  readonly encoding: 'skiplist' | 'listpack' | 'ziplist' | null;
  /** Members. */
  readonly length: number;
  readonly limits: SortedSetLimits;
  /** When the encoding is 'skiplist'. */
  readonly skiplist: SkiplistNodesView | null;
  /** When it is a packed one. */
  readonly packed: PackedPairsView | null;
  /** Sorted sets of the database, by name, as far as a short look found them. */
  readonly names: readonly SortedSetName[];
}
