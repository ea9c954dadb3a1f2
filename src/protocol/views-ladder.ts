/** A sorted set as an order of members, whatever its encoding, and its latest query. */

import type { Window } from './views.ts';
import type { PackedKeyView } from './views-packed.ts';

export interface LadderTarget {
  readonly kind: 'ladder';
  readonly db: number;
  /** Null for the sorted set of the latest command. */
  readonly key: Uint8Array | null;
  /** Members by rank, the first is 0; at most 100. */
  readonly window: Window;
  /** Whether the window follows queries and moving members. */
  readonly follow?: boolean;
}

export interface RungView {
  /** Printed like a key. */
  readonly member: string;
  /** As ZSCORE prints it. */
  readonly score: string;
}

export interface LadderQueryView {
  /** As it was typed. */
  readonly command: string;
  readonly by: 'rank' | 'score' | 'lex' | 'member';
  readonly reverse: boolean;
  /** The ends as they were given, the lower first; for a member both are the member. */
  readonly min: string;
  readonly max: string;
  /** LIMIT; a negative limit means none. */
  readonly offset: number;
  readonly limit: number;
  /** The ranks that lie in it now, before LIMIT: from the lowest score. */
  readonly from: number;
  readonly count: number;
  /** Those of them that LIMIT leaves. */
  readonly takenFrom: number;
  readonly takenCount: number;
}

export interface LadderView {
  readonly kind: 'ladder';
  readonly db: number;
  /** The key shown; null if no key was named and no command has used one. */
  readonly key: string | null;
  /** Address of the value object; 0 if there is none. */
  readonly address: number;
  /** The address that steps of its skiplist give; 0 while it is packed. */
  readonly skiplist: number;
  readonly encoding: string | null;
  readonly length: number;
  readonly from: number;
  /** In the order of their scores. */
  readonly rungs: readonly RungView[];
  readonly lowest: string | null;
  readonly highest: string | null;
  /** The latest that was asked of this key; null before the first, and after one about another key. */
  readonly query: LadderQueryView | null;
  /** Sorted sets of the database. */
  readonly keys: readonly PackedKeyView[];
  readonly moreKeys: number;
}
