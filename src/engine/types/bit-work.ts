/**
 * What a bitmap command looks at or writes, noted while it goes on. The server keeps the latest one to show it; nothing
 * is decided by it. SETBIT and GETBIT, which may come by the million, leave none.
 */
import type { BitOperation } from '../../protocol/views-bitmap.ts';
import type { BitField, Overflow } from '../structures/bit-field.ts';

interface OfKey {
  readonly db: number;
  readonly key: Uint8Array;
}

/** BITCOUNT and BITPOS. */
export interface BitRangeWork extends OfKey {
  readonly kind: 'range';
  readonly command: 'bitcount' | 'bitpos';
  readonly unit: 'byte' | 'bit';
  readonly firstBit: number;
  readonly lastBit: number;
  readonly looksFor: 0 | 1 | null;
  result: number | null;
}

export interface BitFieldWork {
  readonly name: 'get' | 'set' | 'incrby';
  readonly field: BitField;
  readonly operand: bigint;
  readonly overflow: Overflow;
  before: bigint | null;
  outcome: 'waiting' | 'done' | 'clipped' | 'failed';
}

export interface BitFieldsWork extends OfKey {
  readonly kind: 'fields';
  readonly fields: readonly BitFieldWork[];
}

/** BITOP. The bytes are those that were read and written, not copies: a source may have been the destination. */
export interface BitCombineWork extends OfKey {
  readonly kind: 'combine';
  readonly operation: BitOperation;
  readonly sources: readonly { readonly key: Uint8Array; readonly bytes: Uint8Array }[];
  readonly target: Uint8Array;
  /** Bytes from the first on that are done. */
  done: number;
}

export type BitWork = BitRangeWork | BitFieldsWork | BitCombineWork;
