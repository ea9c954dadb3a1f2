/** The picture of sets beside each other: which members they share, and the latest command that combined them. */
import type { SetOperation, SetsEnd, SetWay } from './steps-sets.ts';
import type { PackedKeyView } from './views-packed.ts';

export interface SetsTarget {
  readonly kind: 'sets';
  readonly db: number;
  /** At most 6 names; null for the sets of the latest command that combined some, before that the first by name. */
  readonly keys: readonly Uint8Array[] | null;
}

export interface OperandView {
  /** Printed like a key. */
  readonly key: string;
  readonly keyBytes: Uint8Array;
  /** Null if there is no set at the key. */
  readonly encoding: string | null;
  readonly size: number;
}

export interface SharedMemberView {
  readonly member: string;
  /** Bit n is set when set n has it. */
  readonly mask: number;
}

export interface SetOperationView {
  /** As it was typed. */
  readonly command: string;
  readonly operation: SetOperation;
  /** Null while, or when, nothing had to be gone through. */
  readonly way: SetWay | null;
  /** Positions of the sets in processing order. */
  readonly order: readonly number[];
  readonly lookUpCost: number;
  readonly takeAwayCost: number;
  /** 0 for none. */
  readonly limit: number;
  /** Lookups, and members of the result, so far. */
  readonly probes: number;
  readonly taken: number;
  /** Null while it is at work. */
  readonly end: SetsEnd | null;
  /** The key of the stored result; null if it was only returned. */
  readonly storedAt: string | null;
}

export interface SetsView {
  readonly kind: 'sets';
  readonly db: number;
  readonly sets: readonly OperandView[];
  /** Sets of the command that are not shown. */
  readonly moreSets: number;
  /** How many members have exactly this mask, by mask; empty when there are too many to go through. */
  readonly regions: readonly { readonly mask: number; readonly count: number }[];
  /** In the order of the first set that has them, at most 240. */
  readonly members: readonly SharedMemberView[];
  /** Null when the sets shown are not those of the latest command. */
  readonly operation: SetOperationView | null;
  /** Sets of the database. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
