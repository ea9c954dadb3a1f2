/** Entries that were delivered and not acknowledged: acknowledging and listing them. */

import { compareBytes } from '../../base/bytes.ts';
import { errors } from '../../base/errors.ts';
import { normalizeInt64 } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { Rax } from '../../structures/rax.ts';
import { type StreamId, streamIdKey, streamIdOfKey } from '../../structures/stream-id.ts';
import type { StreamGroup, StreamNack } from '../../types/stream-group.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, key, many, optional, since, string } from '../syntax.ts';
import {
  elapsedMs,
  groupOrRefuse,
  intervalEnd,
  intervalStart,
  readStream,
  replyId,
  strictIdOf,
} from './value.ts';

const common = { categories: ['stream'], group: 'stream', since: '5.0.0' } as const;

const xack: Command = {
  ...common,
  name: 'xack',
  arity: -4,
  flags: ['write', 'fast'],
  complexity: 'O(1)',
  summary: {
    en: 'Says that entries are dealt with: they are not pending any more.',
    zh: '确认条目已处理完毕，将其移出待确认列表。',
  },
  keys: [keyRange(['RW', 'update'])],
  arguments: [key(), string('group'), many(string('id'))],
  run(server, client, args) {
    const group = readStream(server, client.db, args[1])?.group(args[2]) ?? null;
    if (group === null) return client.reply.integer(0);
    let acknowledged = 0;
    for (const id of args.slice(3).map((argument) => strictIdOf(argument))) {
      if (group.acknowledge(id)) acknowledged++;
    }
    server.keyspace.dirty += acknowledged;
    client.reply.integer(acknowledged);
  },
};

interface PendingRange {
  readonly start: StreamId;
  readonly end: StreamId;
  readonly count: number;
  readonly minIdleMs: number;
  readonly consumer: Uint8Array | null;
}

const xpending: Command = {
  ...common,
  name: 'xpending',
  arity: -3,
  flags: ['readonly'],
  complexity: 'O(N)',
  summary: {
    en: 'Tells which entries of a group are pending, in sum or one by one.',
    zh: '查看消费组的待确认条目：汇总信息，或逐条列出。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    string('group'),
    optional(
      block(
        'filters',
        since('6.2.0', optional(integer('min-idle-time', { token: 'IDLE' }))),
        string('start'),
        string('end'),
        integer('count'),
        optional(string('consumer')),
      ),
    ),
  ],
  run(server, client, args) {
    const range = args.length === 3 ? null : parseRange(args);
    const group = groupOrRefuse(readStream(server, client.db, args[1]), args[1], args[2]);
    if (range === null) replySum(client.reply, group);
    else replyPending(server, client, group, range);
  },
};

function parseRange(args: readonly Uint8Array[]): PendingRange {
  if (args.length < 6 || args.length > 9) throw errors.syntax();
  let at = 3;
  let minIdleMs = 0;
  if (isWord(args[3], 'idle')) {
    minIdleMs = Number(integerOf(args[4]));
    if (args.length < 8) throw errors.syntax();
    at = 5;
  }
  const count = Math.max(0, Number(integerOf(args[at + 2])));
  const start = intervalStart(args[at]);
  const end = intervalEnd(args[at + 1]);
  // Without IDLE, words after the consumer are ignored.
  return { start, end, count, minIdleMs, consumer: at + 3 < args.length ? args[at + 3] : null };
}

/** How many, from where to where, and how many each consumer has. */
function replySum(reply: ReplyBuffer, { pending, consumers }: StreamGroup): void {
  reply.array(4);
  reply.integer(pending.size);
  if (pending.size === 0) {
    reply.nil();
    reply.nil();
    reply.nilArray();
    return;
  }
  for (const edge of ['^', '$'] as const) {
    const iterator = pending.iterator();
    iterator.seek(edge);
    replyId(reply, streamIdOfKey(iterator.key));
  }
  const mark = reply.begin();
  let replied = 0;
  for (const [name, consumer] of consumers.entries()) {
    if (consumer === null || consumer.pending.size === 0) continue;
    reply.array(2);
    reply.bulk(name);
    reply.integerText(consumer.pending.size);
    replied++;
  }
  reply.endArray(mark, replied);
}

function replyPending(server: Server, client: Client, group: StreamGroup, range: PendingRange): void {
  const { reply } = client;
  let list: Rax<StreamNack> = group.pending;
  if (range.consumer !== null) {
    const consumer = group.consumer(range.consumer);
    if (consumer === null) {
      reply.array(0);
      return;
    }
    list = consumer.pending;
  }
  const { nowMs } = server.keyspace;
  const last = streamIdKey(range.end);
  const iterator = list.iterator();
  iterator.seek('>=', streamIdKey(range.start));
  const mark = reply.begin();
  let replied = 0;
  while (replied < range.count && iterator.next() && compareBytes(iterator.key, last) <= 0) {
    const { consumer, deliveryTimeMs, deliveryCount } = iterator.value as StreamNack;
    const idleMs = elapsedMs(nowMs, deliveryTimeMs);
    if (range.minIdleMs !== 0 && idleMs < range.minIdleMs) continue;
    reply.array(4);
    replyId(reply, streamIdOfKey(iterator.key));
    reply.bulk(consumer.name);
    reply.integer(idleMs < 0 ? 0 : idleMs);
    reply.integer(countOf(deliveryCount));
    replied++;
  }
  reply.endArray(mark, replied);
}

/** A 64-bit count as the protocol writes it, with a sign. */
export function countOf(value: bigint) {
  return normalizeInt64(BigInt.asIntN(64, value));
}

export const pendingStreamCommands: readonly Command[] = [xack, xpending];
