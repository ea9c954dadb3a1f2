/** Views of the connections: what the server holds for each of them, and the subscriptions. */
import type { Window } from './views.ts';

export type ClientsTarget =
  /** `db` is of no consequence: clients belong to the server. */
  | { readonly kind: 'clients'; readonly db: number; readonly window: Window }
  | { readonly kind: 'channels'; readonly db: number; readonly window: Window };

export interface WatchedKeyRow {
  readonly db: number;
  /** Printed like a key. */
  readonly key: string;
}

export interface ClientRow {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly db: number;
  readonly user: string;
  readonly protocol: 2 | 3;
  /** The letters of CLIENT LIST. */
  readonly flags: string;
  /** With its subcommand: 'config|get'; 'NULL' before the first. */
  readonly lastCommand: string;
  readonly connectedAtMs: number;
  /** Since it last sent something. */
  readonly idleMs: number;

  /** Between MULTI and EXEC: the commands queued, as they would be typed; null outside. */
  readonly queue: readonly string[] | null;
  /** What WATCH was said of. */
  readonly watched: readonly WatchedKeyRow[];
  /** EXEC will run nothing: because of a command that was refused, or of a watched key. */
  readonly spoiled: 'error' | 'watch' | null;

  /** Why the client is blocked; null if it is not. */
  readonly blocked: {
    readonly why: string;
    readonly keys: readonly string[];
    readonly sinceMs: number;
    /** 0 for never. */
    readonly untilMs: number;
  } | null;

  readonly channels: readonly string[];
  readonly patterns: readonly string[];
  readonly shardChannels: readonly string[];
  readonly monitors: boolean;
  /** CLIENT TRACKING; null when it is off. */
  readonly tracking: {
    /** The redirect target; 0 for none. */
    readonly redirect: number;
    readonly brokenRedirect: boolean;
    readonly mode: 'read' | 'optin' | 'optout' | 'broadcast';
    readonly noLoop: boolean;
    readonly prefixes: readonly string[];
  } | null;

  readonly queryBytes: number;
  readonly replyBytes: number;
  /** Handed over and not taken by the other side yet. */
  readonly unsentBytes: number;
  /** How much unsent output closes the connection, immediately or after this many seconds; 0 for no limit. */
  readonly outputLimit: {
    readonly of: 'normal' | 'pubsub';
    readonly hardBytes: number;
    readonly softBytes: number;
    readonly softSeconds: number;
  };
  /** All that the server holds for it: tot-mem of CLIENT LIST. */
  readonly totalBytes: number;
}

/** A key that clients wait for or watch. */
export interface AwaitedKeyRow {
  readonly db: number;
  /** Printed like a key. */
  readonly key: string;
  /** Numbers of the first clients, in the order in which they began: the first is served first. */
  readonly clients: readonly number[];
  readonly clientCount: number;
}

export interface ClientsView {
  readonly kind: 'clients';
  readonly nowMs: number;
  /** How many there are. */
  readonly clients: number;
  readonly from: number;
  /** In the order of their numbers. */
  readonly rows: readonly ClientRow[];
  /** How many clients wait, and the first keys that are waited for. */
  readonly blockedClients: number;
  readonly awaited: readonly AwaitedKeyRow[];
  /** How many keys are watched, and the first of them with who watches. */
  readonly watchedKeys: number;
  readonly watched: readonly AwaitedKeyRow[];
}

export interface ChannelRow {
  readonly kind: 'channel' | 'pattern' | 'shard';
  /** Printed like a key. */
  readonly name: string;
  /** Numbers of clients, in the order of subscription. */
  readonly subscribers: readonly number[];
}

export interface MessageRow {
  readonly atMs: number;
  /** The client that published; 0 if the server did. */
  readonly publisher: number;
  readonly channel: string;
  readonly message: string;
  readonly shard: boolean;
  /** The first who got it, each with the pattern that led there, or null. */
  readonly receivers: readonly { readonly client: number; readonly pattern: string | null }[];
  readonly receiverCount: number;
}

export interface ChannelsView {
  readonly kind: 'channels';
  readonly nowMs: number;
  readonly channels: number;
  readonly patterns: number;
  readonly shardChannels: number;
  readonly from: number;
  /** Channels, then patterns, then shard channels, each by name. */
  readonly rows: readonly ChannelRow[];
  /** The latest messages that had a receiver, the newest last. */
  readonly messages: readonly MessageRow[];
}

export type ClientsAreaView = ClientsView | ChannelsView;
