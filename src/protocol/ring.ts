/** A ring of caches and the keys on it, as the page asks for it and as it comes back. */

export type RingHash = 'md5' | 'crc32' | 'fnv1a';
export const RING_HASHES: readonly RingHash[] = ['md5', 'crc32', 'fnv1a'];

export interface RingSettings {
  readonly hash: RingHash;
  /** Points of each node on the ring. */
  readonly points: number;
  /** By their numbers, from 0; the name of node 0 is cache-a. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** How many keys are counted: user:0, user:1 … */
  readonly keys: number;
}

export const RING_LIMITS = { nodes: 8, points: 400, keys: 20_000, shownKeys: 240 } as const;

export interface RingView {
  readonly settings: RingSettings;
  /** All nodes of before and after, by number. */
  readonly nodes: readonly RingNodeView[];
  /** Points of both rings, clockwise; positions are from 0 to 2^32 - 1. */
  readonly points: readonly { readonly position: number; readonly node: number }[];
  /** Keys that are drawn: the first ones. */
  readonly keys: readonly RingKeyView[];
  /** Keys on another node than before. */
  readonly moved: { readonly ring: number; readonly mod: number };
  /** After the change. */
  readonly spread: RingSpread;
  /** The same keys and nodes with other numbers of points. */
  readonly ladder: readonly { readonly points: number; readonly spread: RingSpread }[];
}

export interface RingNodeView {
  readonly node: number;
  readonly name: string;
  readonly keysBefore: number;
  readonly keysAfter: number;
  /** Share of the circle after the change. */
  readonly arc: number;
}

export interface RingKeyView {
  readonly name: string;
  readonly position: number;
  /** Nodes before and after, on the ring and by the remainder. */
  readonly before: number;
  readonly after: number;
  readonly modBefore: number;
  readonly modAfter: number;
}

/** How unevenly keys lie on the nodes. */
export interface RingSpread {
  /** Standard deviation as a share of the mean. */
  readonly deviation: number;
  /** The fullest and emptiest node as a share of the mean. */
  readonly fullest: number;
  readonly emptiest: number;
}

/** Positions on a ring: 0 to 2^32 - 1. */
export const RING_SIZE = 2 ** 32;
