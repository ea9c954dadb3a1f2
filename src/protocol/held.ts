/**
 * What the nodes of a scenario hold along a schedule, part by part: a key, a field of a hash, what a group of a stream
 * has to do, a row, a queue. A part is told from change to change, so that what never changes costs nothing:
 *
 *     redis item   after 0: "1" · after 3: removed · after 5: "1" again
 */
export interface Held {
  readonly parts: readonly HeldPart[];
  /** How many parts are left out, because there are too many. */
  readonly leftOut: number;
}

export type HeldKind = 'key' | 'field' | 'group' | 'row' | 'queue';

export interface HeldPart {
  readonly node: string;
  readonly kind: HeldKind;
  /** The key, row or queue. */
  readonly name: string;
  /** Of a hash its field, of a stream its group. */
  readonly field: string | null;
  /** It copies the part of the same name there: a cache that of a database, a replica that of its master. */
  readonly copyOf: string | null;
  /** After so many events it is a copy no longer: its server is a master itself. Null if it always is. */
  readonly copiesUntil: number | null;
  /** From one change to the next; the first begins after 0 events. */
  readonly spans: readonly HeldSpan[];
}

export interface HeldSpan {
  /** The number of events after which it is so. */
  readonly from: number;
  /** Null while there is nothing. */
  readonly value: HeldValue | null;
  /** By the clock of the schedule; null if it does not expire. */
  readonly expiresAtMs: number | null;
  /** Why there is nothing; null if there is something. */
  readonly missing: Missing | null;
}

/**
 * 'never': not there yet. 'lost': the server forgot it when it was killed. 'down': nobody reaches the server.
 */
export type Missing = 'never' | 'removed' | 'expired' | 'lost' | 'down';

export type HeldValue =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly text: string; readonly number: number }
  | {
      readonly type: 'items';
      readonly of: 'list' | 'set' | 'zset' | 'stream' | 'queue';
      readonly items: readonly HeldItem[];
      readonly leftOut: number;
    };

/** An element of a list, set or sorted set, an entry of a queue or stream. */
export interface HeldItem {
  readonly text: string;
  /** The score, or the fields of an entry. */
  readonly detail: string | null;
  /** For a group of a stream; null elsewhere. */
  readonly delivery: Delivery | null;
}

/** 'new': not delivered. 'pending': delivered to a consumer, so many times, and not acknowledged. */
export type Delivery =
  | { readonly state: 'new' | 'acknowledged' }
  | { readonly state: 'pending'; readonly consumer: string; readonly times: number };
