/** The picture of one value as it lies in memory: the redisObject, and of a string the sds behind it. */
import type { PackedKeyView, PackedLimitView } from './views-packed.ts';

export interface ObjectTarget {
  readonly kind: 'object';
  readonly db: number;
  /** Null for the key that the latest command worked on. */
  readonly key: Uint8Array | null;
}

export interface SdsView {
  /** Of the first character: where an sds pointer points. */
  readonly address: number;
  /** sdshdr5, 8, 16, 32 or 64. */
  readonly headerType: 5 | 8 | 16 | 32 | 64;
  /** The header as it lies in memory: len, alloc, flags. */
  readonly header: Uint8Array;
  readonly length: number;
  /** Capacity without header and terminator. */
  readonly alloc: number;
  /** The first bytes of the buffer, at most 512; spare capacity included. */
  readonly bytes: Uint8Array;
}

/** A piece of memory that was asked for, and the slot the allocator gave for it. */
export interface AllocationView {
  readonly what: 'entry' | 'key' | 'object' | 'object-and-sds' | 'sds';
  readonly address: number;
  readonly askedBytes: number;
  readonly slotBytes: number;
}

export interface ObjectValueView {
  /** Of the redisObject. */
  readonly address: number;
  readonly type: string;
  readonly typeNumber: number;
  readonly encoding: string;
  readonly encodingNumber: number;
  /** The 24 bits. */
  readonly lru: number;
  readonly refcount: number;
  /** Shared by all keys with this value, and never freed. */
  readonly isShared: boolean;
  /** What ptr holds where the engine knows it as an address; null otherwise. */
  readonly pointer: number | null;
  /** Decimal digits for encoding int, which keeps the number in the pointer itself. */
  readonly integer: string | null;
  /** Only for a string that is not an integer. */
  readonly sds: SdsView | null;
  /** Of a string: bytes; of anything else: elements. */
  readonly size: number;
  /** Limits of the packed encoding, and how close the collection is. */
  readonly limits: readonly PackedLimitView[];
  /** The packed encoding of the collection. */
  readonly packedEncoding: string | null;
  /** Of a string: all of its pieces. Of a collection: those that do not depend on its elements. */
  readonly allocations: readonly AllocationView[];
  /** As MEMORY USAGE counts. */
  readonly memoryBytes: number;
}

export interface ObjectView {
  readonly kind: 'object';
  readonly db: number;
  readonly generation: string;
  readonly key: string | null;
  /** Null when the key does not exist. */
  readonly value: ObjectValueView | null;
  /** Keys that could be looked at, by name; the first 64. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
