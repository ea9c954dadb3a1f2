/**
 * Views of work: who held the single thread and when, which bytes went over the wire, what a command cost. They are
 * histories that no engine keeps: the owner of the input log builds them.
 *
 * Durations come from the engine's cost model (cost-model.ts), as in SLOWLOG and INFO commandstats. No command moves
 * the clock, so a duration longer than the time to the next input is drawn after it.
 */

export type WorkTarget =
  /** `db` is of no consequence. The turns of the event loop up to now, at most 64 of them. */
  | { readonly kind: 'loop'; readonly db: number; readonly turns: number }
  | { readonly kind: 'wire'; readonly db: number }
  | { readonly kind: 'cost'; readonly db: number };

/** Why the event loop woke. */
export type TurnCause =
  | 'start'
  | 'open'
  | 'close'
  | 'data'
  | 'timer'
  | 'crash'
  | 'restart'
  | 'disk'
  /** Another server connects to this one, or this one's connection to another stands. */
  | 'peer-open'
  | 'link-open'
  /** Another server could not be reached. */
  | 'link-refused'
  /** On a connection with another server, whoever made it. */
  | 'peer-data'
  | 'peer-close';

/** A client that is another server, at either end of the connection. */
export interface Peer {
  readonly client: number;
  /** Empty when nobody is there. */
  readonly name: string;
}

/** The work of the thread in a turn. Only some of it has a duration in the model; the rest is counted. */
export type TurnPartKind =
  | 'command'
  /** Commands of a long pipeline as one part. */
  | 'commands'
  /** A slice of a script that was begun earlier. */
  | 'script'
  /** Clients whose wait ended without a command: their time was over. */
  | 'timeout'
  | 'expire'
  | 'rehash'
  | 'evict'
  | 'fork'
  | 'aof-write'
  /** The thread itself waits for the disk: appendfsync always. */
  | 'fsync'
  /** A job of another thread or of a child was found to be done. */
  | 'job-done'
  | 'load';

export interface TurnPart {
  readonly part: TurnPartKind;
  /** Whose command it was; 0 for the server's own. */
  readonly client: number;
  /** The command as typed, cut; a file; a policy. */
  readonly label: string;
  /** Of the model; null for what has no duration there. */
  readonly microseconds: number | null;
  /** How many: keys, buckets, bytes, commands; 1 for a command. */
  readonly amount: number;
  /** Commands that EXEC or a script called, and how long they took of `microseconds`. */
  readonly inside: number;
  readonly insideMicroseconds: number;
  /** Whether the client waits from here on. */
  readonly waits: boolean;
  readonly failed: boolean;
}

export interface LoopTurn {
  /** Counts up from the start of the session; idle turns are not counted. */
  readonly turn: number;
  /** The frame it belongs to. */
  readonly frame: number;
  readonly cause: TurnCause;
  readonly client: number;
  /** When its input came. */
  readonly atMs: number;
  /** Since when the thread had slept when its input came, in Unix microseconds; later than that while it was held. */
  readonly idleFromUs: number;
  /** When the thread could begin with it, and when it was free again. */
  readonly fromUs: number;
  readonly untilUs: number;
  /** The thread is held up to here after the turn: DEBUG SLEEP, a script between its slices; 0 when it is not. */
  readonly heldUntilMs: number;
  readonly heldBy: 'sleep' | 'script' | null;
  /** It arrived while the thread was busy and waits in the socket, unread. */
  readonly unread: boolean;
  /** Timer wake-ups before this turn that found nothing to do. */
  readonly idleTimers: number;
  readonly reads: readonly { readonly client: number; readonly bytes: number }[];
  readonly writes: readonly { readonly client: number; readonly bytes: number }[];
  /** The connections that epoll watches after the turn, at most 24; `waits` in a blocking command. */
  readonly sockets: readonly { readonly client: number; readonly waits: boolean }[];
  readonly moreSockets: number;
  /** In their order, at most 24; `moreParts` were left out. */
  readonly parts: readonly TurnPart[];
  readonly moreParts: number;
}

export interface LoopJob {
  readonly id: number;
  readonly job: 'rdb-save' | 'aof-rewrite' | 'aof-fsync' | 'lazy-free';
  readonly subject: string;
  readonly amount: number;
  readonly startedAtMs: number;
  /** When it was over, or is going to be. */
  readonly endsAtMs: number;
  readonly state: 'running' | 'done' | 'given-up';
}

export interface LoopView {
  readonly kind: 'loop';
  readonly nowMs: number;
  readonly turns: readonly LoopTurn[];
  readonly earlierTurns: number;
  /** Those that touch the turns shown. */
  readonly jobs: readonly LoopJob[];
  readonly ioThreads: number;
  readonly ioThreadsDoReads: boolean;
  readonly hz: number;
  /** Over the whole session. */
  readonly commands: number;
  readonly busyMicroseconds: number;
  readonly longestMicroseconds: number;
  readonly longestLabel: string;
  /** Clients in these turns that are other servers; missing where there is one server only. */
  readonly peers?: readonly Peer[];
  /** The session is too long to be replayed: nothing is shown. */
  readonly tooLong: boolean;
}

export interface WireBytes {
  readonly totalBytes: number;
  /** The first of them, at most 4096. */
  readonly bytes: Uint8Array;
}

export interface WireReply extends WireBytes {
  readonly client: number;
  readonly protocol: 2 | 3;
  /** The engine's reply if all clients speak the other protocol; null if that was not tried. */
  readonly other: WireBytes | null;
}

export interface WireView {
  readonly kind: 'wire';
  readonly nowMs: number;
  readonly frame: number;
  /** Of several servers another one did something in this frame, or a connection between servers was at work. */
  readonly elsewhere?: true;
  /** The sender; 0 for the server's own work. */
  readonly client: number;
  readonly protocol: 2 | 3;
  /** The input; null if no client sent anything. */
  readonly request: WireBytes | null;
  /** Bytes of earlier reads that began the command: they come before those of `request`. */
  readonly pending: WireBytes;
  /** Bytes that wait for the rest of their command after this. */
  readonly leftBytes: number;
  /** False while the command still runs: its reply is not written yet. */
  readonly answered: boolean;
  /** At most 12: a message can have many receivers. */
  readonly replies: readonly WireReply[];
  readonly moreReplies: number;
  /** The session is too long to be replayed: nothing is shown. */
  readonly tooLong: boolean;
}

/** What a command was seen doing; a counter that is 0 is not sent. */
export type CostCounter =
  | 'hashes'
  | 'buckets'
  | 'compared'
  | 'rehashed'
  | 'tables'
  | 'hops'
  | 'descents'
  | 'visits'
  | 'walked'
  | 'probes'
  | 'movedBytes'
  | 'copiedBytes'
  | 'radixNodes'
  | 'listNodes'
  | 'registers'
  | 'bits'
  | 'cells'
  | 'samples'
  | 'lines'
  | 'calls'
  | 'delivered'
  | 'expired'
  | 'evicted'
  | 'conversions';

export interface CostCount {
  readonly counter: CostCounter;
  readonly count: number;
}

/** Slots of one size class that were allocated and freed. */
export interface CostClass {
  readonly slotBytes: number;
  readonly taken: number;
  readonly freed: number;
}

/** How the model computes its microseconds; their sum is rounded down. */
export interface CostTerms {
  readonly base: number;
  readonly messageBytes: number;
  readonly heapBytes: number;
  readonly arguments: number;
  readonly keysVisited: number;
  /** Held by DEBUG SLEEP. */
  readonly heldMicroseconds: number;
}

export interface CostRow {
  /** Counts up over the session. */
  readonly id: number;
  readonly frame: number;
  readonly client: number;
  /** The other server that sent it, if one did. */
  readonly peer?: string;
  readonly atMs: number;
  /** As typed, cut. */
  readonly command: string;
  /** 'get', 'config|get'. */
  readonly name: string;
  readonly fast: boolean;
  /** As COMMAND DOCS says it. */
  readonly complexity: string;
  readonly failed: boolean;
  readonly microseconds: number;
  readonly terms: CostTerms;
  readonly counts: readonly CostCount[];
  /** The commands it called, with the time they took on top of its own. */
  readonly insideMicroseconds: number;
  readonly requestBytes: number;
  readonly replyBytes: number;
  /** Elements in the reply: 1 if it is not an aggregate, otherwise the number of leaves. */
  readonly replyElements: number;
  readonly argumentCount: number;
  /** Changes that it made, as the save points count them. */
  readonly changes: number;
  /** By how much the memory in use grew. */
  readonly heapBytes: number;
  readonly classes: readonly CostClass[];
  /** Its keys before it ran, at most 8: type, encoding and how much is in it (elements; bytes of a string). */
  readonly keys: readonly {
    readonly key: string;
    readonly type: string;
    readonly encoding: string;
    readonly size: number;
  }[];
  readonly keyCount: number;
  /** Keys in its database before it ran. */
  readonly keysInDb: number;
}

export interface CostView {
  readonly kind: 'cost';
  readonly nowMs: number;
  /** The latest first, at most 11; the first of them may still be running. */
  readonly rows: readonly CostRow[];
  /** False while the first row is being counted. */
  readonly complete: boolean;
  readonly tooLong: boolean;
}

export type WorkView = LoopView | WireView | CostView;
