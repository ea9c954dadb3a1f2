/**
 * LMPOP, ZMPOP and the commands that block: popping from the first of several keys that has something, and blocking
 * where none has.
 */
import { bytesOf } from '../base/bytes.ts';
import { errors } from '../base/errors.ts';
import { INT64_MAX } from '../base/numbers.ts';
import type { BlockPlan } from '../state/client/blocking.ts';
import type { Client } from '../state/client/client.ts';
import type { Server } from '../state/server.ts';
import { integerBetween, isWord } from './arguments.ts';
import { untilAfterSeconds } from './timeout.ts';

export interface SeveralKeysPop<End> {
  readonly keys: readonly Uint8Array[];
  readonly end: End;
  readonly count: number;
}

/** `numkeys key [key …] end [COUNT count]`, from argument `at` on. `endOf` reads the end or throws a syntax error. */
export function parseSeveralKeysPop<End>(
  args: readonly Uint8Array[],
  at: number,
  endOf: (argument: Uint8Array) => End,
): SeveralKeysPop<End> {
  const keyCount = Number(integerBetween(args[at], 1, INT64_MAX, 'ERR numkeys should be greater than 0'));
  const endAt = at + 1 + keyCount;
  if (endAt >= args.length) throw errors.syntax();
  const end = endOf(args[endAt]);
  let count: number | null = null;
  for (let option = endAt + 1; option < args.length; option += 2) {
    if (count !== null || !isWord(args[option], 'count') || option + 1 >= args.length) throw errors.syntax();
    count = Number(integerBetween(args[option + 1], 1, INT64_MAX, 'ERR count should be greater than 0'));
  }
  return { keys: args.slice(at + 1, endAt), end, count: count ?? 1 };
}

export interface BlockingPop extends Required<Pick<BlockPlan, 'keys' | 'serve'>> {
  readonly why: 'list' | 'zset';
  /** Pops, replies and propagates, unless the key has no value: then it returns false. */
  popNow(key: Uint8Array): boolean;
  /** Replies to a client that must not block. */
  replyNothing(): void;
}

/** Pops from the first key that has a value. Without one, the client blocks for so many seconds. */
export function popOrBlock(server: Server, client: Client, timeout: Uint8Array, pop: BlockingPop): void {
  const untilMs = untilAfterSeconds(server, timeout);
  for (const keyBytes of pop.keys) if (pop.popNow(keyBytes)) return;
  if (client.denyBlocking) {
    pop.replyNothing();
    return;
  }
  const { why, keys, serve } = pop;
  server.blocking.block(client, { why, keys, untilMs, serve, timedOut: () => client.reply.nilArray() });
}

/** The command that has the same effect and does not block. Without a count it pops one element. */
export function popCommand(name: Uint8Array, key: Uint8Array, count: number | null): Uint8Array[] {
  return count === null ? [name, key] : [name, key, bytesOf(String(count))];
}
