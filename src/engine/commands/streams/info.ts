/** XINFO: what a stream knows about itself, its groups and their consumers. */
import { errors } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import type { Rax } from '../../structures/rax.ts';
import { MAX_STREAM_ID, MIN_STREAM_ID, streamIdOfKey } from '../../structures/stream-id.ts';
import type { Stream } from '../../types/stream.ts';
import {
  ENTRIES_READ_UNKNOWN,
  type StreamConsumer,
  type StreamGroup,
  type StreamNack,
} from '../../types/stream-group.ts';
import { integerOf, isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { block, integer, key, optional, string } from '../syntax.ts';
import { wrongSubcommand } from './group.ts';
import { countOf } from './pending.ts';
import { elapsedMs, noSuchGroup, readStream, replyEntries, replyEntry, replyId } from './value.ts';

const common = { categories: ['stream'], group: 'stream', since: '5.0.0', complexity: 'O(1)' } as const;

/** FULL replies with this many entries by default, and as many pending ones of each group and consumer. */
const DEFAULT_FULL_COUNT = 10;

const stream: Command = {
  ...common,
  name: 'stream',
  arity: -3,
  flags: ['readonly'],
  summary: {
    en: 'Tells length, tree, ids and counters of a stream; with FULL also entries, groups and consumers.',
    zh: '查看流的长度、基数树、ID 和计数器；加上 FULL 还会列出条目、消费组和消费者。',
  },
  keys: [keyRange(['RO', 'access'], 2)],
  arguments: [
    key(),
    optional({ ...block('full', optional(integer('count', { token: 'COUNT' }))), token: 'FULL' }),
  ],
  run(server, client, args) {
    const { reply } = client;
    const found = existingStream(server, client, args);
    const fullCount = parseFull(args);
    reply.map(fullCount === null ? 10 : 9);
    replyCounters(reply, found);
    if (fullCount === null) replyEdges(reply, found);
    else replyFull(reply, found, fullCount);
  },
};

/** COUNT of FULL, 0 for all; null without FULL. */
function parseFull(args: readonly Uint8Array[]): number | null {
  if (args.length === 3) return null;
  if ((args.length !== 4 && args.length !== 6) || !isWord(args[3], 'full')) throw wrongSubcommand(args);
  if (args.length === 4) return DEFAULT_FULL_COUNT;
  if (!isWord(args[4], 'count')) throw wrongSubcommand(args);
  const count = Number(integerOf(args[5]));
  return count < 0 ? DEFAULT_FULL_COUNT : count;
}

function replyCounters(reply: ReplyBuffer, found: Stream): void {
  reply.text('length');
  reply.integer(found.length);
  reply.text('radix-tree-keys');
  reply.integer(found.nodes.size);
  reply.text('radix-tree-nodes');
  reply.integer(found.nodes.nodes);
  reply.text('last-generated-id');
  replyId(reply, found.lastId);
  reply.text('max-deleted-entry-id');
  replyId(reply, found.maxDeletedId);
  reply.text('entries-added');
  reply.integer(countOf(found.entriesAdded));
  reply.text('recorded-first-entry-id');
  replyId(reply, found.firstId);
}

function replyEdges(reply: ReplyBuffer, found: Stream): void {
  reply.text('groups');
  reply.integer(found.groups?.size ?? 0);
  for (const reverse of [false, true]) {
    reply.text(reverse ? 'last-entry' : 'first-entry');
    const { value: entry } = found.entries(MIN_STREAM_ID, MAX_STREAM_ID, reverse).next();
    if (entry === undefined) reply.nil();
    else replyEntry(reply, entry);
  }
}

function replyFull(reply: ReplyBuffer, found: Stream, count: number): void {
  reply.text('entries');
  replyEntries(reply, found.entries(), count);
  reply.text('groups');
  reply.array(found.groups?.size ?? 0);
  for (const [name, group] of found.groups?.entries() ?? []) {
    replyGroup(reply, found, name, group as StreamGroup, count);
  }
}

function replyGroup(
  reply: ReplyBuffer,
  found: Stream,
  name: Uint8Array,
  group: StreamGroup,
  count: number,
): void {
  reply.map(7);
  reply.text('name');
  reply.bulk(name);
  reply.text('last-delivered-id');
  replyId(reply, group.lastId);
  replyProgress(reply, found, group);
  reply.text('pel-count');
  reply.integer(group.pending.size);
  reply.text('pending');
  replyPending(reply, group.pending, count, true);
  reply.text('consumers');
  reply.array(group.consumers.size);
  for (const [consumerName, value] of group.consumers.entries()) {
    const { seenTimeMs, pending } = value as StreamConsumer;
    reply.map(4);
    reply.text('name');
    reply.bulk(consumerName);
    reply.text('seen-time');
    reply.integer(seenTimeMs);
    reply.text('pel-count');
    reply.integer(pending.size);
    reply.text('pending');
    replyPending(reply, pending, count, false);
  }
}

/** How many entries the group has read and how many are left, null where that is unknown. */
function replyProgress(reply: ReplyBuffer, found: Stream, group: StreamGroup): void {
  const lag = found.lag(group);
  reply.text('entries-read');
  if (group.entriesRead === ENTRIES_READ_UNKNOWN) reply.nil();
  else reply.integer(countOf(group.entriesRead));
  reply.text('lag');
  if (lag === null) reply.nil();
  else reply.integer(countOf(lag));
}

function replyPending(
  reply: ReplyBuffer,
  pending: Rax<StreamNack>,
  count: number,
  withConsumer: boolean,
): void {
  const replied = count === 0 ? pending.size : Math.min(count, pending.size);
  reply.array(replied);
  const iterator = pending.iterator();
  iterator.seek('^');
  for (let left = replied; left > 0 && iterator.next(); left--) {
    const { consumer, deliveryTimeMs, deliveryCount } = iterator.value as StreamNack;
    reply.array(withConsumer ? 4 : 3);
    replyId(reply, streamIdOfKey(iterator.key));
    if (withConsumer) reply.bulk(consumer.name);
    reply.integer(deliveryTimeMs);
    reply.integer(countOf(deliveryCount));
  }
}

const groups: Command = {
  ...common,
  name: 'groups',
  arity: 3,
  flags: ['readonly'],
  summary: {
    en: 'Lists the groups of a stream and how far each has read.',
    zh: '列出流的消费组及其消费进度。',
  },
  keys: [keyRange(['RO', 'access'], 2)],
  arguments: [key()],
  run(server, client, args) {
    const { reply } = client;
    const found = existingStream(server, client, args);
    reply.array(found.groups?.size ?? 0);
    for (const [name, value] of found.groups?.entries() ?? []) {
      const group = value as StreamGroup;
      reply.map(6);
      reply.text('name');
      reply.bulk(name);
      reply.text('consumers');
      reply.integer(group.consumers.size);
      reply.text('pending');
      reply.integer(group.pending.size);
      reply.text('last-delivered-id');
      replyId(reply, group.lastId);
      replyProgress(reply, found, group);
    }
  },
};

const consumers: Command = {
  ...common,
  name: 'consumers',
  arity: 4,
  flags: ['readonly'],
  summary: {
    en: 'Lists the consumers of a group, what is pending for each and how long it has been idle.',
    zh: '列出消费组的消费者、各自的待确认数量和闲置时间。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'], 2)],
  arguments: [key(), string('groupname')],
  run(server, client, args) {
    const { reply } = client;
    const group = existingStream(server, client, args).group(args[3]);
    if (group === null) throw noSuchGroup(args[2], args[3]);
    reply.array(group.consumers.size);
    for (const [name, value] of group.consumers.entries()) {
      const { pending, seenTimeMs } = value as StreamConsumer;
      reply.map(3);
      reply.text('name');
      reply.bulk(name);
      reply.text('pending');
      reply.integer(pending.size);
      reply.text('idle');
      const idleMs = elapsedMs(server.keyspace.nowMs, seenTimeMs);
      reply.integer(idleMs < 0 ? 0 : idleMs);
    }
  },
};

const xinfo: Command = {
  name: 'xinfo',
  arity: -2,
  flags: [],
  group: 'stream',
  since: '5.0.0',
  complexity: 'Depends on subcommand.',
  summary: { en: 'Tells about a stream from the inside.', zh: '查看流的内部信息。' },
  subcommands: [consumers, groups, help('stream', '5.0.0', ['stream']), stream],
};

function existingStream(server: Server, client: Client, args: readonly Uint8Array[]): Stream {
  const found = readStream(server, client.db, args[2]);
  if (found === null) throw errors.noSuchKey();
  return found;
}

export const infoStreamCommands: readonly Command[] = [xinfo];
