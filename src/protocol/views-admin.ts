/** Pictures of who may do what, and of what was slow. */
import type { Window } from './views.ts';

export type AdminTarget =
  /** `db` is of no consequence: users and slow commands belong to the server. The window is over the log. */
  | { readonly kind: 'acl'; readonly db: number; readonly window: Window }
  | { readonly kind: 'slowlog'; readonly db: number; readonly window: Window };

export interface SelectorRow {
  /** Rules as ACL GETUSER prints them. */
  readonly commands: string;
  readonly keys: readonly string[];
  readonly channels: readonly string[];
  /** How many of the commands it allows, subcommands counted, and how many there are. */
  readonly allowedCommands: number;
  readonly allCommands: number;
}

export interface UserRow {
  readonly name: string;
  readonly enabled: boolean;
  /** Any password will do. */
  readonly noPassword: boolean;
  /** SHA-256, in hexadecimal digits. */
  readonly passwords: readonly string[];
  /** The root first. */
  readonly selectors: readonly SelectorRow[];
  /** Numbers of the clients that are logged in as this user; at most 100. */
  readonly clients: readonly number[];
}

export interface DenialRow {
  readonly count: number;
  readonly reason: 'command' | 'key' | 'channel' | 'auth';
  readonly context: 'toplevel' | 'multi' | 'lua' | 'module';
  /** The command, key or channel; for a login, the word it came with. */
  readonly object: string;
  readonly username: string;
  readonly atMs: number;
}

export interface AclView {
  readonly kind: 'acl';
  readonly nowMs: number;
  /** Whether new connections must log in first. */
  readonly needsLogin: boolean;
  /** By name; at most 100. */
  readonly users: readonly UserRow[];
  readonly userCount: number;
  /** How many entries the log has, and those of the window, the newest first. */
  readonly logLength: number;
  readonly from: number;
  readonly log: readonly DenialRow[];
  /** Denials since the start. */
  readonly denials: Readonly<Record<'command' | 'key' | 'channel' | 'auth', number>>;
}

export interface SlowRow {
  readonly id: number;
  readonly atSeconds: number;
  readonly microseconds: number;
  /** As one would type it, cut where it is long. */
  readonly command: string;
  readonly address: string;
  readonly clientName: string;
}

export interface LatencyEventRow {
  readonly name: string;
  readonly maxMs: number;
  /** The oldest first. */
  readonly samples: readonly { readonly atSeconds: number; readonly ms: number }[];
}

export interface SlowLogView {
  readonly kind: 'slowlog';
  readonly nowMs: number;
  /** Commands are kept from this many microseconds on; negative for none. */
  readonly thresholdMicroseconds: number;
  readonly length: number;
  readonly maxLength: number;
  readonly from: number;
  /** The newest first. */
  readonly rows: readonly SlowRow[];
  /** 0 when spikes are not watched. */
  readonly latencyThresholdMs: number;
  readonly events: readonly LatencyEventRow[];
  /** Commands that took the most time in all, at most 20; durations are those of the cost model. */
  readonly commands: readonly {
    readonly name: string;
    readonly calls: number;
    readonly microseconds: number;
    readonly p50: number;
    readonly p99: number;
  }[];
  /** Commands that are held back; null while none are. */
  readonly pause: { readonly kind: 'write' | 'all'; readonly untilMs: number } | null;
}

export type AdminView = AclView | SlowLogView;
