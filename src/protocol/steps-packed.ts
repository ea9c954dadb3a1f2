/**
 * Steps of the packed structures: listpack, ziplist, intset, quicklist, and the plain linked list.
 *
 * `block` is the address of the allocation after the step; a reallocation gives both the old and the new address.
 * Offsets count bytes from the beginning of the block after the step, and a moved range says where its bytes came from
 * and where they are now. `value` is printable, as in views.
 */
import type { ListpackEncoding, ZiplistEncoding } from './packed-bytes.ts';

/** A range of bytes was moved within its block; `sizeBytes` is 0 when there was nothing to move. */
export interface MovedBytes {
  readonly from: number;
  readonly to: number;
  readonly sizeBytes: number;
}

export type PackedFormat = 'listpack' | 'ziplist' | 'intset';

export type PackedStep =
  /** The allocator was asked for another size and gave another slot. */
  | {
      readonly type: 'packed.realloc';
      readonly block: number;
      readonly oldBlock: number;
      readonly fromBytes: number;
      readonly toBytes: number;
    }
  /** One entry was compared on the way to the one looked for. */
  | {
      readonly type: 'packed.walk';
      readonly block: number;
      readonly offset: number;
      readonly value: string;
      readonly match: boolean;
    }
  | {
      readonly type: 'packed.insert';
      readonly format: PackedFormat;
      readonly block: number;
      readonly offset: number;
      readonly sizeBytes: number;
      readonly encoding: ListpackEncoding | ZiplistEncoding;
      readonly value: string;
      readonly moved: MovedBytes;
    }
  /** An entry was overwritten, by one of the same size or with the rest moved. */
  | {
      readonly type: 'packed.replace';
      readonly format: PackedFormat;
      readonly block: number;
      readonly offset: number;
      readonly oldSizeBytes: number;
      readonly sizeBytes: number;
      readonly encoding: ListpackEncoding | ZiplistEncoding;
      readonly value: string;
      readonly moved: MovedBytes;
    }
  /** Entries were cut out from `offset` on, where now the next one begins. */
  | {
      readonly type: 'packed.delete';
      readonly format: PackedFormat;
      readonly block: number;
      readonly offset: number;
      readonly sizeBytes: number;
      readonly entries: number;
      readonly moved: MovedBytes;
    }
  /**
   * The prevlen of one more entry has to grow from one byte to five, and so the entry itself. Only the
   * neighbour of a change has grown already; the others are found first and grow together afterwards.
   */
  | {
      readonly type: 'packed.cascade';
      readonly block: number;
      readonly offset: number;
      /** The length it must hold from now on. */
      readonly prevlen: number;
      /** The entry's size with five bytes for it. */
      readonly sizeBytes: number;
      readonly grown: boolean;
    }
  /** The entries found by a cascade, from `offset` on, have grown: in one reallocation, each byte moved once. */
  | {
      readonly type: 'packed.cascaded';
      readonly block: number;
      readonly offset: number;
      readonly entries: number;
      readonly addedBytes: number;
    }
  /** Two blocks became one; `freed` is the address of the other. */
  | {
      readonly type: 'packed.merge';
      readonly format: PackedFormat;
      readonly block: number;
      readonly freed: number;
      /** Where the entries of the right one begin. */
      readonly seam: number;
    }
  /** A probe of the binary search: `low` and `high` are the bounds before it. */
  | {
      readonly type: 'intset.search';
      readonly block: number;
      readonly low: number;
      readonly high: number;
      readonly index: number;
      readonly value: string;
      readonly order: 'before' | 'match' | 'after';
    }
  /**
   * In the middle of an upgrade: the numbers from `first` to `last`, by their places before it, were rewritten with the
   * greater width. It goes from the last number to the first; one step may cover many.
   */
  | {
      readonly type: 'intset.widen';
      readonly block: number;
      readonly first: number;
      readonly last: number;
      readonly left: number;
      readonly fromWidthBytes: number;
      readonly toWidthBytes: number;
    }
  /** All integers were rewritten with a greater width, and the new one put at an end. */
  | {
      readonly type: 'intset.upgrade';
      readonly block: number;
      readonly fromWidthBytes: number;
      readonly toWidthBytes: number;
      readonly value: string;
      readonly index: number;
    }
  | {
      readonly type: 'intset.insert';
      readonly block: number;
      readonly index: number;
      readonly value: string;
      readonly moved: MovedBytes;
    }
  | {
      readonly type: 'intset.remove';
      readonly block: number;
      readonly index: number;
      readonly value: string;
      readonly moved: MovedBytes;
    }
  /** A node was linked into the quicklist; `before` and `after` are its neighbours, 0 for none. */
  | {
      readonly type: 'quicklist.link';
      readonly list: number;
      readonly node: number;
      readonly before: number;
      readonly after: number;
    }
  | { readonly type: 'quicklist.unlink'; readonly list: number; readonly node: number }
  /** On the way to an element by its index: a node was reached, and skipped as a whole or not. */
  | {
      readonly type: 'quicklist.seek';
      readonly list: number;
      readonly node: number;
      readonly count: number;
      /** Elements passed before it, from the end the search began at. */
      readonly passed: number;
      readonly from: 'head' | 'tail';
      readonly found: boolean;
    }
  /** A full node was split: `count` entries stayed, `newCount` went to the new node. */
  | {
      readonly type: 'quicklist.split';
      readonly list: number;
      readonly node: number;
      readonly newNode: number;
      readonly count: number;
      readonly newCount: number;
    }
  /** The packed lists of two neighbours were merged; the node `gone` is left empty. */
  | {
      readonly type: 'quicklist.merge';
      readonly list: number;
      readonly node: number;
      readonly gone: number;
      readonly count: number;
    }
  | {
      readonly type: 'quicklist.compress';
      readonly list: number;
      readonly node: number;
      readonly rawBytes: number;
      readonly compressedBytes: number;
    }
  | {
      readonly type: 'quicklist.decompress';
      readonly list: number;
      readonly node: number;
      readonly rawBytes: number;
      readonly compressedBytes: number;
      /** It is only wanted for a moment and will be compressed again. */
      readonly recompress: boolean;
    }
  /** A node was linked into a linked list; `before` and `after` are its neighbours, 0 for none. */
  | {
      readonly type: 'list.link';
      readonly list: number;
      readonly node: number;
      readonly before: number;
      readonly after: number;
    }
  | { readonly type: 'list.unlink'; readonly list: number; readonly node: number };
