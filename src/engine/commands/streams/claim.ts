/** Claiming pending entries of another consumer: by id, or all that are idle long enough. */
import { errors, ReplyError } from '../../base/errors.ts';
import { INT64_MAX, INT64_MIN, type Int64 } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import {
  compareStreamIds,
  MIN_STREAM_ID,
  parseStreamId,
  type StreamId,
  streamIdKey,
  streamIdOfKey,
} from '../../structures/stream-id.ts';
import type { StreamEntry } from '../../types/stream.ts';
import type { StreamConsumer, StreamGroup, StreamNack } from '../../types/stream-group.ts';
import { integerBetween, isWord } from '../arguments.ts';
import { integer, key, many, optional, string, token, unixTime } from '../syntax.ts';
import { type NamedGroup, propagateClaim, propagateGroupPosition } from './propagation.ts';
import {
  activeConsumer,
  checkedStream,
  elapsedMs,
  groupOrRefuse,
  intervalStart,
  nameIn,
  readStream,
  replyEntry,
  replyId,
  strictIdOf,
} from './value.ts';

const common = { categories: ['stream'], group: 'stream' } as const;

const DEFAULT_COUNT = 100;
/** Pending entries to look at for each that may be claimed. */
const ATTEMPTS_FACTOR = 10;
const STREAM_ID_BYTES = 16n;
/** The server allocates memory for all requested ids; no machine has enough for more than this. */
const MAX_RESERVED_BYTES = 2n ** 46n;

interface ClaimOptions {
  readonly ids: readonly StreamId[];
  /** The delivery time that the entries get. */
  readonly deliveryTimeMs: number;
  /** Null where it goes on counting. */
  readonly retryCount: bigint | null;
  readonly force: boolean;
  readonly justId: boolean;
  readonly lastId: StreamId;
}

const xclaim: Command = {
  ...common,
  name: 'xclaim',
  arity: -6,
  flags: ['write', 'fast'],
  since: '5.0.0',
  complexity: 'O(log N)',
  summary: {
    en: 'Takes over pending entries by id that have waited for at least so long.',
    zh: '按 ID 接管闲置超过指定时间的待确认条目。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RW', 'update'])],
  arguments: [
    key(),
    string('group'),
    string('consumer'),
    string('min-idle-time'),
    many(string('id')),
    optional(integer('ms', { token: 'IDLE' })),
    optional(unixTime('unix-time-milliseconds', { token: 'TIME' })),
    optional(integer('count', { token: 'RETRYCOUNT' })),
    optional(token('force', 'FORCE')),
    optional(token('justid', 'JUSTID')),
    optional(string('id', { token: 'LASTID' })),
  ],
  run(server, client, args) {
    const { keyspace } = server;
    const stream = readStream(server, client.db, args[1]);
    const group = groupOrRefuse(stream, args[1], args[2]);
    const minIdleMs = Number(wordedInteger(args[4], 'min-idle-time argument', 'XCLAIM'));
    const options = parseClaim(args, keyspace.nowMs);
    let propagatesLastId = compareStreamIds(options.lastId, group.lastId) > 0;
    if (propagatesLastId) group.moveTo(options.lastId);

    const claim = new Claim(server, client, args, group, options.justId);
    for (const id of options.ids) {
      const entry = stream?.find(id) ?? null;
      const nack = group.pending.find(streamIdKey(id)) ?? null;
      if (entry === null) {
        if (nack === null) continue;
        claim.forget(id);
      } else if (nack !== null) {
        if (minIdleMs > 0 && elapsedMs(keyspace.nowMs, nack.deliveryTimeMs) < minIdleMs) continue;
        claim.take(entry, nack, options.deliveryTimeMs, options.retryCount);
      } else if (options.force) {
        claim.make(entry, options.deliveryTimeMs, options.retryCount);
      } else {
        continue;
      }
      // Every claim propagates the group's last id; without a claim it propagates alone.
      propagatesLastId = false;
    }
    if (propagatesLastId) {
      keyspace.dirty++;
      claim.propagatePosition();
    }
    claim.reply();
  },
};

function parseClaim(args: readonly Uint8Array[], nowMs: number): ClaimOptions {
  const ids: StreamId[] = [];
  let at = 5;
  for (; at < args.length; at++) {
    const parsed = parseStreamId(args[at], 0n, true);
    if (parsed === null) break;
    ids.push(parsed.id);
  }
  let deliveryTimeMs: number | null = null;
  let retryCount: bigint | null = null;
  let force = false;
  let justId = false;
  let lastId = MIN_STREAM_ID;
  for (; at < args.length; at++) {
    const hasValue = at + 1 < args.length;
    if (isWord(args[at], 'force')) {
      force = true;
    } else if (isWord(args[at], 'justid')) {
      justId = true;
    } else if (isWord(args[at], 'idle') && hasValue) {
      deliveryTimeMs = nowMs - Number(wordedInteger(args[++at], 'IDLE option argument', 'XCLAIM'));
    } else if (isWord(args[at], 'time') && hasValue) {
      deliveryTimeMs = Number(wordedInteger(args[++at], 'TIME option argument', 'XCLAIM'));
    } else if (isWord(args[at], 'retrycount') && hasValue) {
      const given = wordedInteger(args[++at], 'RETRYCOUNT option argument', 'XCLAIM');
      retryCount = given >= 0 ? BigInt(given) : null;
    } else if (isWord(args[at], 'lastid') && hasValue) {
      lastId = strictIdOf(args[++at]);
    } else {
      throw new ReplyError(`ERR Unrecognized XCLAIM option '${nameIn(args[at])}'`);
    }
  }
  // A time that cannot be is now: the clock of a client may be wrong.
  const isSane = deliveryTimeMs !== null && deliveryTimeMs >= 0 && deliveryTimeMs <= nowMs;
  return {
    ids,
    deliveryTimeMs: isSane ? (deliveryTimeMs as number) : nowMs,
    retryCount,
    force,
    justId,
    lastId,
  };
}

const xautoclaim: Command = {
  ...common,
  name: 'xautoclaim',
  arity: -6,
  flags: ['write', 'fast'],
  since: '6.2.0',
  complexity: 'O(1)',
  summary: {
    en: 'Walks over the pending entries and takes over those that have waited for at least so long.',
    zh: '遍历待确认列表，接管其中闲置超过指定时间的条目。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RW', 'delete'])],
  arguments: [
    key(),
    string('group'),
    string('consumer'),
    string('min-idle-time'),
    string('start'),
    optional(integer('count', { token: 'COUNT' })),
    optional(token('justid', 'JUSTID')),
  ],
  run(server, client, args) {
    const { keyspace } = server;
    const { reply } = client;
    const object = keyspace.lookupRead(client.db, args[1]);
    const minIdleMs = Number(wordedInteger(args[4], 'min-idle-time argument', 'XAUTOCLAIM'));
    const start = intervalStart(args[5]);
    const { count, justId } = parseAutoClaim(args);
    const stream = checkedStream(object);
    const group = groupOrRefuse(stream, args[1], args[2]);
    if (BigInt(count) * STREAM_ID_BYTES >= MAX_RESERVED_BYTES) {
      throw new ReplyError('ERR Insufficient memory, failed allocating transient memory, COUNT too high.');
    }

    const claim = new Claim(server, client, args, group, justId);
    const deleted: StreamId[] = [];
    const iterator = group.pending.iterator();
    iterator.seek('>=', streamIdKey(start));
    let left = count;
    for (let attempts = count * ATTEMPTS_FACTOR; attempts > 0 && left > 0 && iterator.next(); attempts--) {
      const id = streamIdOfKey(iterator.key);
      const nack = iterator.value as StreamNack;
      const entry = stream?.find(id) ?? null;
      if (entry === null) {
        claim.forget(id);
        deleted.push(id);
        iterator.seek('>=', streamIdKey(id));
      } else {
        if (minIdleMs > 0 && elapsedMs(keyspace.nowMs, nack.deliveryTimeMs) < minIdleMs) continue;
        claim.take(entry, nack, keyspace.nowMs, null);
      }
      left--;
    }
    // The next call continues at the next entry; 0-0 at the end.
    const next = iterator.next() ? streamIdOfKey(iterator.key) : MIN_STREAM_ID;
    reply.array(3);
    replyId(reply, next);
    claim.reply();
    reply.array(deleted.length);
    for (const id of deleted) replyId(reply, id);
  },
};

function parseAutoClaim(args: readonly Uint8Array[]): { count: number; justId: boolean } {
  let count: Int64 = DEFAULT_COUNT;
  let justId = false;
  for (let at = 6; at < args.length; at++) {
    if (isWord(args[at], 'count') && at + 1 < args.length) {
      count = integerBetween(args[++at], 1, INT64_MAX / STREAM_ID_BYTES, 'ERR COUNT must be > 0');
    } else if (isWord(args[at], 'justid')) {
      justId = true;
    } else {
      throw errors.syntax();
    }
  }
  return { count: Number(count), justId };
}

/** An integer whose refusal names it. */
function wordedInteger(argument: Uint8Array, what: string, command: string): Int64 {
  return integerBetween(argument, INT64_MIN, INT64_MAX, `ERR Invalid ${what} for ${command}`);
}

/** One consumer taking over entries. It is made when the first one is its own, not before. */
class Claim {
  readonly #server: Server;
  readonly #client: Client;
  /** The key is the first argument, the consumer the third. */
  readonly #args: readonly Uint8Array[];
  readonly #group: StreamGroup;
  readonly #justId: boolean;
  readonly #claimed: StreamEntry[] = [];
  #consumer: StreamConsumer | null = null;

  constructor(
    server: Server,
    client: Client,
    args: readonly Uint8Array[],
    group: StreamGroup,
    justId: boolean,
  ) {
    this.#server = server;
    this.#client = client;
    this.#args = args;
    this.#group = group;
    this.#justId = justId;
    // Claims propagate entry by entry.
    server.propagation.prevent();
  }

  /** A pending entry changes hands. Asking for ids alone is no delivery, so it is not counted. */
  take(entry: StreamEntry, nack: StreamNack, deliveryTimeMs: number, retryCount: bigint | null): void {
    const count = retryCount ?? nack.deliveryCount + (this.#justId ? 0n : 1n);
    this.#group.claim(nack, entry.id, this.#owner(), deliveryTimeMs, count);
    this.#claimed.push(entry);
    propagateClaim(this.#server, this.#client.db, this.#named, entry.id, nack);
    this.#server.keyspace.dirty++;
  }

  /** An entry that was not pending becomes so, and is taken over at once. */
  make(entry: StreamEntry, deliveryTimeMs: number, retryCount: bigint | null): void {
    const count = retryCount ?? (this.#justId ? 1n : 2n);
    const nack = this.#group.claim(null, entry.id, this.#owner(), deliveryTimeMs, count);
    this.#claimed.push(entry);
    propagateClaim(this.#server, this.#client.db, this.#named, entry.id, nack);
    this.#server.keyspace.dirty++;
  }

  /** A pending entry that was deleted from the stream is removed from the group. */
  forget(id: StreamId): void {
    // A replica finds the entry deleted and removes it as well.
    const nack = this.#group.pending.find(streamIdKey(id));
    if (nack) propagateClaim(this.#server, this.#client.db, this.#named, id, nack);
    this.#group.acknowledge(id, 'deleted');
    this.#server.keyspace.dirty++;
  }

  propagatePosition(): void {
    propagateGroupPosition(this.#server, this.#client.db, this.#named);
  }

  get #named(): NamedGroup {
    return { key: this.#args[1], name: this.#args[2], group: this.#group };
  }

  reply(): void {
    const { reply } = this.#client;
    reply.array(this.#claimed.length);
    for (const entry of this.#claimed) {
      if (this.#justId) replyId(reply, entry.id);
      else replyEntry(reply, entry);
    }
  }

  #owner(): StreamConsumer {
    const [, keyBytes, , name] = this.#args;
    this.#consumer ??= activeConsumer(this.#server, this.#client, keyBytes, this.#group, name);
    return this.#consumer;
  }
}

export const claimStreamCommands: readonly Command[] = [xclaim, xautoclaim];
