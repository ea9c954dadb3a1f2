/**
 * Steps of bitmap commands. Offsets count bits from the highest of the first byte, byte ranges end before `until`;
 * `key` is the string they work on (for BITOP the destination), printable as in views.
 */
import type { BitOperation } from './views-bitmap.ts';

export type BitStep =
  /** The string was made long enough, with zeros. */
  | { readonly type: 'bits.grow'; readonly key: string; readonly fromBytes: number; readonly toBytes: number }
  | {
      readonly type: 'bits.set';
      readonly key: string;
      readonly offset: number;
      readonly before: 0 | 1;
      readonly after: 0 | 1;
    }
  /** A bit was read; beyond the end of the string every bit is 0. */
  | {
      readonly type: 'bits.get';
      readonly key: string;
      readonly offset: number;
      readonly bit: 0 | 1;
      readonly isBeyond: boolean;
    }
  /** BITCOUNT has counted some bytes, only those of their bits that lie in its range. */
  | {
      readonly type: 'bits.count';
      readonly key: string;
      readonly from: number;
      readonly until: number;
      readonly ones: number;
      readonly total: number;
    }
  /** BITPOS passed over bytes without the bit it looks for. */
  | {
      readonly type: 'bits.pass';
      readonly key: string;
      readonly from: number;
      readonly until: number;
      readonly bit: 0 | 1;
    }
  /** What BITPOS answers: -1 for none. Zeros follow the end of the string. */
  | {
      readonly type: 'bits.found';
      readonly key: string;
      readonly offset: number;
      readonly bit: 0 | 1;
      readonly isBeyond: boolean;
    }
  /** BITFIELD read or wrote one integer; `after` is null where OVERFLOW FAIL forbade it. */
  | {
      readonly type: 'bits.field';
      readonly key: string;
      readonly nth: number;
      readonly name: 'get' | 'set' | 'incrby';
      readonly field: string;
      readonly offset: number;
      readonly bits: number;
      readonly before: string;
      readonly after: string | null;
      readonly operand: string | null;
      readonly overflow: 'wrap' | 'sat' | 'fail';
      readonly fits: boolean;
    }
  /** BITOP combined some bytes of all its sources. */
  | {
      readonly type: 'bits.combine';
      readonly key: string;
      readonly operation: BitOperation;
      readonly sources: number;
      readonly from: number;
      readonly until: number;
    };
