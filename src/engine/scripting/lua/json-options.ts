/** What encoder and decoder of JSON share: the options of cjson, its null and its limits. */
import { LIGHT_USERDATA } from './internals.ts';
import { Slot } from './stack.ts';
import type { TValue } from './values.ts';

export interface Options {
  sparseConvert: boolean;
  sparseRatio: number;
  sparseSafe: number;
  encodeMaxDepth: number;
  decodeMaxDepth: number;
  /** 0 refused, 1 written as they are, 2 written as null. */
  encodeInvalidNumbers: 0 | 1 | 2;
  decodeInvalidNumbers: boolean;
  keepBuffer: boolean;
  precision: number;
}

export function freshOptions(): Options {
  return {
    sparseConvert: false,
    sparseRatio: 2,
    sparseSafe: 10,
    encodeMaxDepth: 1000,
    decodeMaxDepth: 1000,
    encodeInvalidNumbers: 0,
    decodeInvalidNumbers: true,
    keepBuffer: true,
    precision: 14,
  };
}

/** JSON's null, a value of its own. */
export const NULL = (): TValue => new Slot(LIGHT_USERDATA, null);

/** Values between two chances to pause, and what one costs. */
export const PORTION = 2000;
export const VALUE_INSTRUCTIONS = 12;
/** Room on the server's Lua stack. */
export const MAX_SLOTS = 8000;

export const MAX_INTEGER = 2147483647;
