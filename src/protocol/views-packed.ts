/**
 * The packed view: while a collection is small enough to be packed, its bytes and what each is for; otherwise the
 * encoding it was converted to.
 */
import type { ByteSpan } from './packed-bytes.ts';

/** What a packed bytes panel requests. */
export interface PackedTarget {
  readonly kind: 'packed';
  readonly db: number;
  /** Null for the collection that the latest command worked on. */
  readonly key: Uint8Array | null;
  /** Of a list: the node whose bytes are wanted, counted from the head; the nearest there is. */
  readonly node?: number;
  /** The first byte to show. Anything that fits into a window is sent whole, whatever this says. */
  readonly from?: number;
  /** Whether node and window move to where the steps happen, as they happen. */
  readonly follow?: boolean;
}

/** Bytes sent at most. */
export const packedWindowBytes = 4096;

/** What an element is to its value. */
export type PackedPart = 'field' | 'value' | 'member' | 'score' | 'element';

export interface PackedEntryView {
  readonly index: number;
  readonly part: PackedPart;
  readonly offset: number;
  readonly sizeBytes: number;
  /** Such as str6 or int16; the width of the integers in an intset. */
  readonly encoding: string;
  /** As redis-cli would quote it, without the quotes, cut to 64 characters. */
  readonly value: string;
  /**
   * What its prevlen says and what the previous entry really takes: they differ in the middle of a cascade. Null
   * without a prevlen.
   */
  readonly prevlen: { readonly says: number; readonly is: number } | null;
}

export type PackedFormatName = 'listpack' | 'ziplist' | 'intset' | 'plain' | 'lzf';

/** One allocation: the bytes of a value, or of a node of a list. */
export interface PackedBlockView {
  readonly format: PackedFormatName;
  readonly address: number;
  /** The slot the allocator gave. */
  readonly allocationBytes: number;
  /** What of it is used. */
  readonly totalBytes: number;
  /** Where the window begins: at the first byte or at that of an entry. */
  readonly from: number;
  /** The bytes from there on, at most `packedWindowBytes`. */
  readonly bytes: Uint8Array;
  /** Without gaps over the bytes above; the last may reach beyond them. None where the bytes are compressed. */
  readonly spans: readonly ByteSpan[];
  /** Those that begin among the bytes above. */
  readonly entries: readonly PackedEntryView[];
  /** All entries of the block. */
  readonly length: number;
}

export interface PackedNodeView {
  readonly index: number;
  /** Of the quicklistNode. */
  readonly address: number;
  readonly format: PackedFormatName;
  readonly count: number;
  /** Uncompressed. */
  readonly sizeBytes: number;
  /** Its compressed size; the same if it is not compressed. */
  readonly storedBytes: number;
}

/** The nodes of a list: a window of them. */
export interface PackedNodesView {
  readonly address: number;
  readonly total: number;
  /** Index of the first in `nodes`. */
  readonly from: number;
  readonly nodes: readonly PackedNodeView[];
  /** Index of the one whose bytes are in `block`. */
  readonly chosen: number;
  /** list-max-listpack-size and list-compress-depth, as they were when the list was made. */
  readonly fill: number;
  readonly compressDepth: number;
}

/** A limit of the packed encoding, and how close the value is. */
export interface PackedLimitView {
  /** The name of the setting. */
  readonly name: string;
  readonly limit: number;
  /** What it limits: elements, or the bytes of the longest one. */
  readonly of: 'elements' | 'longest';
  readonly found: number;
}

export interface PackedValueView {
  readonly type: string;
  /** As OBJECT ENCODING says. */
  readonly encoding: string;
  /** The packed encoding of its type; null for a type that is never packed. */
  readonly packedEncoding: string | null;
  /** Address of the redisObject. */
  readonly address: number;
  /** Fields, members, elements. */
  readonly elements: number;
  /** As MEMORY USAGE counts. */
  readonly memoryBytes: number;
  /** None for a list, whose nodes are bounded instead. */
  readonly limits: readonly PackedLimitView[];
  /** The bytes, or those of the chosen node of a list. Null when it is not packed. */
  readonly block: PackedBlockView | null;
  /** Only of a list. */
  readonly nodes: PackedNodesView | null;
}

export interface PackedKeyView {
  /** Quoted as redis-cli would, without the quotes, cut to 64 characters. */
  readonly key: string;
  readonly keyBytes: Uint8Array;
  readonly type: string;
  readonly encoding: string;
}

export interface PackedView {
  readonly kind: 'packed';
  readonly db: number;
  /** The key looked at; null when no command has worked on a collection yet. */
  readonly key: string | null;
  readonly keyBytes: Uint8Array | null;
  /** Null when the key does not exist. */
  readonly value: PackedValueView | null;
  /** Collections that could be looked at, by name; the first 64. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
