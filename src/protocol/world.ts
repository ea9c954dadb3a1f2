/**
 * A world of several servers, as data: how it begins, and all that ever enters it. Like a single server it is a pure
 * value: the same start and the same inputs give the same outputs. A session without `world` in its start is a world of
 * one server.
 */
import type { Input, LinkInput, Output } from './session.ts';

/** The servers of a world, and the network between them. The session's own parameters hold for all of them. */
export interface WorldShape {
  readonly nodes: readonly NodeStart[];
  /** Of every path that `slow` has not changed. */
  readonly latency?: Latency;
}

/** One server of a world. */
export interface NodeStart {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Parameters by their names in redis.conf; `port` is set by the world. */
  readonly config: Readonly<Record<string, string>>;
  /** It starts in sentinel mode, with this text as its sentinel.conf, and watches other nodes. */
  readonly sentinel?: string;
}

/** A message takes `ms` and up to `jitterMs` more, drawn from the world's seed. Order is kept within a connection. */
export interface Latency {
  readonly ms: number;
  readonly jitterMs: number;
}

/** A way from one node to another. The way back is another path. Nodes are named by their numbers, from 0. */
export interface Path {
  readonly from: number;
  readonly to: number;
}

/** What a person changes between and around the servers. */
export type WorldChange = { readonly nowMs: number } & (
  | /** Nothing gets through from here to there. What is under way waits, as TCP would send it again. */
  ({ readonly type: 'cut' } & Path)
  | ({ readonly type: 'mend' } & Path)
  | ({ readonly type: 'slow'; readonly latency: Latency } & Path)
  /** The process stops (SIGSTOP). Its kernel still takes connections and bytes. */
  | { readonly type: 'freeze'; readonly node: number }
  | { readonly type: 'thaw'; readonly node: number }
  /** From now on its clock runs at this rate, so far off the world's time. It never goes back. */
  | { readonly type: 'clock'; readonly node: number; readonly offsetMs: number; readonly rate: number }
  | { readonly type: 'add'; readonly start: NodeStart }
  /** Its process ends, and nobody answers at its address any more. */
  | { readonly type: 'remove'; readonly node: number }
);

/** In a world of several servers the earliest thing that is due happens, and nothing else. Its instant follows. */
export interface Next {
  readonly type: 'next';
}

/** All that ever enters a session. Inputs of a server name their node, 0 if they do not. */
export type SessionInput = (Input & { readonly node?: number }) | WorldChange | Next;

/** Those that say when they happen. */
export type TimedInput = Exclude<SessionInput, Next>;

/** Bytes that one node sends another, or the making and the end of their connection. */
export interface Message extends Path {
  /** Counts up in the order in which the messages of a world are sent. */
  readonly id: number;
  readonly connection: number;
  /** From the node that was dialled to the one that dialled. */
  readonly isBack: boolean;
  readonly kind: 'dial' | 'accept' | 'refuse' | 'data' | 'end';
  readonly bytes: Uint8Array;
  readonly sentAtMs: number;
}

/** What came of an input: the output of the one server that did something, if any did. */
export interface WorldOutput extends Output {
  /** Null if none did. */
  readonly node: number | null;
  /** What it was given, in the time of its own clock. */
  readonly given: Input | LinkInput | null;
  /** The message that arrived, if that was it. */
  readonly message: Message | null;
}

/** What has changed in how a server stands among the others. Addresses are written `host:port`. */
export type Happening =
  | { readonly what: 'role'; readonly role: 'master' }
  | { readonly what: 'role'; readonly role: 'replica'; readonly of: string }
  /** A replica's connection to its master stands, with all of its data, or no longer does. */
  | { readonly what: 'link'; readonly isUp: boolean }
  /** A sentinel has made something known, as its subscribers hear it. */
  | { readonly what: 'sentinel'; readonly event: string; readonly text: string }
  /** In a cluster: how many nodes it knows, itself included. */
  | { readonly what: 'known'; readonly nodes: number }
  /** How many slots it serves by its own account. */
  | { readonly what: 'slots'; readonly count: number }
  /** How it takes another node to be: well, suspected of having failed, or failed. */
  | { readonly what: 'health'; readonly of: string; readonly health: Health }
  /** Whether it takes the cluster to be whole. */
  | { readonly what: 'cluster'; readonly isOk: boolean }
  /** A replica asks the masters to vote for it, and a master has given its vote. */
  | { readonly what: 'asks-votes'; readonly epoch: number }
  | { readonly what: 'vote'; readonly epoch: number };

export type Health = 'well' | 'suspected' | 'failed';

/** A change before its instant is known. */
export type ChangeNow = WorldChange extends infer Kind
  ? Kind extends WorldChange
    ? Omit<Kind, 'nowMs'>
    : never
  : never;
