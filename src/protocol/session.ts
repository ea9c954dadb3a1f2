/**
 * The save file, the share link, the bug report and the time machine are one thing:
 * how a server was started, and every input it was given since.
 */

import type { WorldShape } from './world.ts';

export type Generation = '7.0' | '6.2';

/** The start settings of a server. Together with the inputs they determine everything that follows. */
export interface SessionStart {
  readonly generation: Generation;
  readonly seed: number;
  /** Unix time of the server's start in milliseconds. */
  readonly startMs: number;
  /** Parameters set at start, by their names in redis.conf. */
  readonly config: Readonly<Record<string, string>>;
  /** The path of the redis.conf that these parameters come from: CONFIG REWRITE brings it up to date. */
  readonly configFile?: string;
  /** The path of its sentinel.conf, if it starts in sentinel mode: it watches other servers and keeps no data. */
  readonly sentinel?: string;
  /** Memory limit of the data, whatever maxmemory says; by default as much as a browser tab survives. */
  readonly memoryBytes?: number;
  /** The files before the first start; none by default. */
  readonly files?: readonly DiskContent[];
  /** Several servers instead of one. */
  readonly world?: WorldShape;
}

/** A file by its path below the server's directory: 'dump.rdb', 'appendonlydir/appendonly.aof.manifest'. */
export interface DiskContent {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * What a crash does to bytes that were written and not fsynced. 'nothing': only the process died, and the kernel still
 * has its page cache. 'unsynced': the power failed, and they are lost. 'torn': it failed during a write, and each file
 * ends somewhere in the bytes that were not fsynced.
 */
export type CrashLoss = 'nothing' | 'unsynced' | 'torn';

/**
 * All that ever enters an engine. `nowMs` is Unix time in milliseconds; it may carry a fraction
 * (microseconds, which TIME reports) and never goes backwards. It is constant within a step.
 */
export type Input =
  | { readonly type: 'open'; readonly nowMs: number; readonly client: number }
  | { readonly type: 'data'; readonly nowMs: number; readonly client: number; readonly bytes: Uint8Array }
  | { readonly type: 'close'; readonly nowMs: number; readonly client: number }
  | { readonly type: 'tick'; readonly nowMs: number }
  /** The server dies without warning, and its connections end. Its memory is lost. */
  | { readonly type: 'crash'; readonly nowMs: number; readonly loss: CrashLoss }
  /** The server restarts with the parameters of its first start and reads its disk. A running one is killed first. */
  | { readonly type: 'restart'; readonly nowMs: number }
  /** The disk is full or no longer, or a fsync takes so long from now on. */
  | { readonly type: 'disk'; readonly nowMs: number; readonly full?: boolean; readonly fsyncMs?: number };

/**
 * What becomes of the connections that a server dials (`Output.outgoing`), and connections that others make to its
 * second port. Only a server with other nodes has any.
 */
export type LinkInput =
  /** The connection stands. `local` is the server's own end of it. */
  | { readonly type: 'connected'; readonly nowMs: number; readonly link: number; readonly local: Address }
  | { readonly type: 'received'; readonly nowMs: number; readonly link: number; readonly bytes: Uint8Array }
  /** Nobody listens there, or nobody answers; or the connection stood and is gone. */
  | { readonly type: 'ended'; readonly nowMs: number; readonly link: number }
  /** Like 'open', with both ends; `bus`: at the port of the cluster bus instead of the one for clients. */
  | {
      readonly type: 'accepted';
      readonly nowMs: number;
      readonly client: number;
      readonly from: Address;
      readonly to: Address;
      readonly bus: boolean;
    };

/** One end of a connection. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * What a server does with connections of its own making, in this order. It numbers them itself and uses no number
 * twice, not even after a restart. Bytes sent before the connection stands wait for it.
 */
export type Outgoing =
  | { readonly type: 'dial'; readonly link: number; readonly to: Address }
  | { readonly type: 'send'; readonly link: number; readonly bytes: Uint8Array }
  | { readonly type: 'hang-up'; readonly link: number };

/** Information from the network: how many bytes sent to a client it has not read yet. */
export interface Unsent {
  readonly type: 'unsent';
  readonly nowMs: number;
  readonly client: number;
  readonly bytes: number;
}

/** The output of a step. */
export interface Output {
  /** Bytes for the clients, in the order in which they were written; at most one entry per client. */
  readonly replies: readonly { readonly client: number; readonly bytes: Uint8Array }[];
  /** Clients the server has hung up on (QUIT, protocol error, CLIENT KILL); their replies are sent first. */
  readonly closed: readonly number[];
  /** When the engine next wants a tick, in Unix milliseconds; null when nothing is pending. */
  readonly wakeAtMs: number | null;
  /** Connections to other servers; missing when nothing is done to any. */
  readonly outgoing?: readonly Outgoing[];
}
