/**
 * A lock: one key, the clients that competed for it, and the outcome of each of their commands. Unlike other views it
 * is a history: every event is a command that was really sent, with the reply it really got, or something that the
 * server did to the key on its own.
 */

export interface LocksTarget {
  readonly kind: 'locks';
  readonly db: number;
  /** Null for the lock that a client tried to take most recently. */
  readonly key: Uint8Array | null;
}

/**
 *   acquired      the key was not there, and the client's command put it there
 *   refused       the client tried the same, and the key was there
 *   renewed       the expiry of a held lock was set, moved or removed
 *   read          the client looked at the value
 *   released      the client removed the key it had put there
 *   wrongRelease  the client removed the key that another, still connected, had put there
 *   cleared       a key was removed whose owner had hung up
 *   nothing       the client meant to remove the key, and there was none
 *   spared        a script of a client that had lost the lock looked at the key and left it alone
 *   overwritten   the client gave the key another value while it was there
 *   expired       its time had passed, and the server removed it
 *   lost          it is gone without anybody's command: eviction, or a server that was started anew
 *   gone          a client that had to do with the lock was disconnected
 */
export type LockEventKind =
  | 'acquired'
  | 'refused'
  | 'renewed'
  | 'read'
  | 'released'
  | 'wrongRelease'
  | 'cleared'
  | 'nothing'
  | 'spared'
  | 'overwritten'
  | 'expired'
  | 'lost'
  | 'gone';

export interface LockEvent {
  readonly kind: LockEventKind;
  /** The entry of the timeline it belongs to. */
  readonly frame: number;
  /** Unix milliseconds. Of an expiry the instant the key stopped to count, not the one of its removal. */
  readonly atMs: number;
  /** Whose command it was; 0 for the server itself. */
  readonly client: number;
  /** The command as typed and the reply as redis-cli prints it, both cut to 200 characters; may be empty. */
  readonly command: string;
  readonly reply: string;
  /** It was done inside a script or a function. */
  readonly byScript: boolean;
  /** The value that was put there, found there or removed, printed like a key; null when there was none. */
  readonly token: string | null;
  /** The owner of the lock that this event found, ended or changed; 0 if it had none. */
  readonly owner: number;
  /** When the key will expire, after the event; -1 for never, and when it is not there. */
  readonly expireAtMs: number;
}

/**
 *   held      the client has put the key there, and it is still there
 *   believed  it has lost the lock and has not done anything since by which it could have noticed, such as reading it
 *   orphaned  the key is still there, but the client that put it there has hung up
 *   waiting   it was refused and has not got the lock since
 */
export type LockSpanKind = 'held' | 'believed' | 'orphaned' | 'waiting';

/** A stretch of a client's lane, or of the key's own. Events are numbered as they stand in the view. */
export interface LockSpan {
  readonly client: number;
  readonly kind: LockSpanKind;
  /** -1 when it began before the first event shown. */
  readonly from: number;
  /** Null while it lasts. */
  readonly to: number | null;
  readonly token: string | null;
}

/** The key with one value and one expiry. */
export interface LockLease {
  readonly owner: number;
  readonly from: number;
  readonly to: number | null;
  readonly token: string | null;
  readonly expireAtMs: number;
}

/** Two or more clients act as if they held the lock. */
export interface LockConflict {
  readonly from: number;
  readonly to: number | null;
  readonly clients: readonly number[];
}

export interface LockLane {
  readonly client: number;
  /** As set by CLIENT SETNAME; empty without one. */
  readonly name: string;
  readonly connected: boolean;
  /** Its current state; null if it has nothing to do with the lock. */
  readonly state: LockSpanKind | null;
}

export interface LocksView {
  readonly kind: 'locks';
  readonly db: number;
  /** Null if no key was named and no client has tried to take one. */
  readonly key: string | null;
  /** The time at the end of the frame looked at. */
  readonly nowMs: number;
  /** The value of the key; null when it is not there. */
  readonly token: string | null;
  /** The client that set it; 0 for none. */
  readonly owner: number;
  /** -1 without expiry. */
  readonly expireAtMs: number;
  /** In the order in which the clients first used the lock, at most 8. */
  readonly lanes: readonly LockLane[];
  /** Clients that have no lane because there are too many. */
  readonly hiddenClients: number;
  /** The latest, at most 160. */
  readonly events: readonly LockEvent[];
  /** Earlier events that are not shown. */
  readonly earlierEvents: number;
  readonly spans: readonly LockSpan[];
  readonly leases: readonly LockLease[];
  readonly conflicts: readonly LockConflict[];
  /** How often each event happened since the start, including the events not shown. */
  readonly totals: LockTotals;
  /** Keys of the database that clients have tried to take as locks. */
  readonly names: readonly { readonly key: string; readonly keyBytes: Uint8Array }[];
}

export interface LockTotals {
  readonly acquired: number;
  readonly refused: number;
  readonly wrongReleases: number;
  readonly spared: number;
  readonly expired: number;
  readonly conflicts: number;
}
