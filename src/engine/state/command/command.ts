/**
 * A command is one object. COMMAND, COMMAND DOCS, arity errors, HELP, completion and hints are
 * derived from it; nothing about a command is written anywhere else.
 */
import type { ArgumentDoc } from '../../../protocol/docs.ts';
import type { Client } from '../client/client.ts';
import type { Server } from '../server.ts';

export type CommandFlag =
  | 'write'
  | 'readonly'
  | 'denyoom'
  | 'admin'
  | 'pubsub'
  | 'noscript'
  | 'blocking'
  | 'loading'
  | 'stale'
  | 'skip_monitor'
  | 'skip_slowlog'
  | 'asking'
  | 'fast'
  | 'no_auth'
  | 'may_replicate'
  | 'no_mandatory_keys'
  | 'protected'
  | 'module'
  | 'no_async_loading'
  | 'no_multi'
  | 'movablekeys'
  | 'allow_busy'
  | 'sentinel'
  | 'only_sentinel';

/** ACL categories that do not follow from the flags; given without the @. */
export type Category =
  | 'admin'
  | 'keyspace'
  | 'set'
  | 'sortedset'
  | 'list'
  | 'hash'
  | 'string'
  | 'bitmap'
  | 'hyperloglog'
  | 'geo'
  | 'stream'
  | 'admin'
  | 'dangerous'
  | 'connection'
  | 'transaction'
  | 'scripting';

export type KeySpecFlag =
  | 'RO'
  | 'RW'
  | 'OW'
  | 'RM'
  | 'access'
  | 'update'
  | 'insert'
  | 'delete'
  | 'not_key'
  | 'incomplete'
  | 'variable_flags';

/** Where a command's keys are among its arguments, and what it does with them. */
export interface KeySpec {
  readonly notes?: string;
  readonly flags: readonly KeySpecFlag[];
  readonly begin:
    | { readonly type: 'index'; readonly index: number }
    | { readonly type: 'keyword'; readonly keyword: string; readonly startFrom: number }
    | { readonly type: 'unknown' };
  readonly find:
    | { readonly type: 'range'; readonly lastKey: number; readonly step: number; readonly limit: number }
    | {
        readonly type: 'keynum';
        readonly keyNumIndex: number;
        readonly firstKey: number;
        readonly step: number;
      }
    | { readonly type: 'unknown' };
}

/** A key among the arguments of one call. */
export interface KeyUse {
  readonly index: number;
  readonly flags: readonly KeySpecFlag[];
}

export interface Command {
  /** Lower case; a subcommand has its own short name here. */
  readonly name: string;
  /** Number of arguments with the name (and container name) counted; negative: at least that many. */
  readonly arity: number;
  readonly flags: readonly CommandFlag[];
  readonly categories?: readonly Category[];
  readonly group: string;
  /** The module it belongs to, as MODULE LIST reports it. */
  readonly module?: string;
  readonly since: string;
  readonly complexity: string;
  readonly summary: { readonly en: string; readonly zh: string };
  /** The version that deprecated it and what to use instead. */
  readonly deprecated?: { readonly since: string; readonly replacedBy: string };
  readonly tips?: readonly string[];
  readonly keys?: readonly KeySpec[];
  readonly arguments?: readonly ArgumentDoc[];
  readonly subcommands?: readonly Command[];
  /** Subcommands that the command parses itself: HELP and the page know them, COMMAND does not. */
  readonly innerCommands?: readonly Command[];
  /** Made for the server's own purposes; COMMAND DOCS marks it. */
  readonly system?: boolean;
  /** The keys and their uses, if they depend on other arguments. */
  findKeys?(args: readonly Uint8Array[]): readonly KeyUse[];
  /**
   * Check, parse, act. `args[0]` is the command's name. Throws a ReplyError before the first change.
   * Absent on a container that only holds subcommands.
   */
  run?(server: Server, client: Client, args: readonly Uint8Array[]): void;
}

/** The common case: `count` keys from argument 1, every `step`-th argument. */
export function keyRange(
  flags: readonly KeySpecFlag[],
  first = 1,
  lastKey = 0,
  step = 1,
  limit = 0,
): KeySpec {
  return {
    flags,
    begin: { type: 'index', index: first },
    find: { type: 'range', lastKey, step, limit },
  };
}

/** Keys behind their number, which is the argument at `index`. */
export function keysCounted(flags: readonly KeySpecFlag[], index = 1): KeySpec {
  return {
    flags,
    begin: { type: 'index', index },
    find: { type: 'keynum', keyNumIndex: 0, firstKey: 1, step: 1 },
  };
}
