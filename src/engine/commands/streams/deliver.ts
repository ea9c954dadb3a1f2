/** XREAD and XREADGROUP: what is new in one or several streams, for everybody or shared out within a group. */
import { equalBytes, latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import type { Command, KeySpec } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import {
  compareStreamIds,
  MAX_STREAM_ID,
  MIN_STREAM_ID,
  nextStreamId,
  type StreamId,
  streamIdKey,
  streamIdOfKey,
} from '../../structures/stream-id.ts';
import type { Stream } from '../../types/stream.ts';
import type { StreamConsumer, StreamGroup } from '../../types/stream-group.ts';
import { streamOf } from '../../types/stream-kind.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, key, many, optional, string, token } from '../syntax.ts';
import { untilAfterMilliseconds } from '../timeout.ts';
import { topId } from './change.ts';
import { type NamedGroup, propagateClaim, propagateConsumer, propagateGroupPosition } from './propagation.ts';
import {
  activeConsumer,
  groupOrRefuse,
  readStream,
  replyEntries,
  replyEntry,
  replyId,
  strictIdOf,
} from './value.ts';

const common = { categories: ['stream'], group: 'stream', since: '5.0.0' } as const;

/** `>` of XREADGROUP: entries that the group has not received yet. */
const NEW_ENTRIES = MAX_STREAM_ID;

interface ReadOptions {
  /** 0 for all. */
  readonly count: number;
  readonly noAck: boolean;
  readonly group: { readonly name: Uint8Array; readonly consumer: Uint8Array } | null;
  /** When blocking ends, 0 for never; null without BLOCK. */
  readonly untilMs: number | null;
  /** Where the keys begin; as many ids follow them. */
  readonly keysAt: number;
  readonly streams: number;
}

/** One stream to read from. */
interface Source {
  readonly key: Uint8Array;
  /** Entries after this one are wanted. */
  readonly after: StreamId;
  readonly group: StreamGroup | null;
}

function streamsAfter(startFrom: number): KeySpec {
  return {
    flags: ['RO', 'access'],
    begin: { type: 'keyword', keyword: 'STREAMS', startFrom },
    find: { type: 'range', lastKey: -1, step: 1, limit: 2 },
  };
}

const streamArguments = { ...block('streams', many(key()), many(string('id'))), token: 'STREAMS' };
const countArgument = optional(integer('count', { token: 'COUNT' }));
const blockArgument = optional(integer('milliseconds', { token: 'BLOCK' }));

const xread: Command = {
  ...common,
  name: 'xread',
  arity: -4,
  flags: ['readonly', 'blocking'],
  complexity: 'O(N)',
  summary: {
    en: 'Reads the entries after given ids from one or several streams.',
    zh: '从一个或多个流读取指定 ID 之后的条目。',
  },
  keys: [streamsAfter(1)],
  arguments: [countArgument, blockArgument, streamArguments],
  run(server, client, args) {
    readStreams(server, client, args, false);
  },
};

const xreadgroup: Command = {
  ...common,
  name: 'xreadgroup',
  arity: -7,
  flags: ['write', 'blocking'],
  complexity: 'O(M)',
  summary: {
    en: 'Gives a consumer entries that nobody in its group was given yet, or again those it has not acknowledged.',
    zh: '以消费组成员的身份读取：取组内尚未投递的新条目，或重读自己还没确认的条目。',
  },
  keys: [streamsAfter(4)],
  arguments: [
    { ...block('group_consumer', string('group'), string('consumer')), token: 'GROUP' },
    countArgument,
    blockArgument,
    optional(token('noack', 'NOACK')),
    streamArguments,
  ],
  run(server, client, args) {
    readStreams(server, client, args, true);
  },
};

function readStreams(server: Server, client: Client, args: readonly Uint8Array[], forGroup: boolean): void {
  const { db, reply } = client;
  const options = parseOptions(server, args, forGroup);
  // Deliveries propagate entry by entry.
  if (forGroup) server.propagation.prevent();
  const sources: Source[] = [];
  for (let index = 0; index < options.streams; index++) {
    const keyBytes = args[options.keysAt + index];
    const stream = readStream(server, db, keyBytes);
    const group =
      options.group === null
        ? null
        : groupOrRefuse(stream, keyBytes, options.group.name, ' in XREADGROUP with GROUP option');
    const after = startOf(args[options.keysAt + options.streams + index], stream, forGroup);
    sources.push({ key: keyBytes, after, group });
  }

  const mark = reply.begin();
  let replied = 0;
  for (const source of sources) {
    const stream = readStream(server, db, source.key);
    if (stream === null || !hasSomething(stream, source)) continue;
    if (reply.protocol === 2) reply.array(2);
    reply.bulk(source.key);
    if (source.group === null) replyAfter(client, stream, source.after, options.count);
    else deliver(server, client, stream, source as GroupSource, options);
    replied++;
  }
  const { untilMs } = options;
  if (replied > 0) {
    if (reply.protocol === 2) reply.endArray(mark, replied);
    else reply.endMap(mark, replied);
  } else if (untilMs === null || client.denyBlocking) {
    reply.nilArray();
  } else {
    waitForEntries(server, client, sources, options, untilMs);
  }
}

/** The COUNT of a blocked client that gave none: an old id must not bring it a whole stream. */
const WAITED_COUNT = 1000;

function waitForEntries(
  server: Server,
  client: Client,
  sources: readonly Source[],
  { count, noAck, group }: ReadOptions,
  untilMs: number,
): void {
  const { reply } = client;
  const limit = count === 0 ? WAITED_COUNT : count;
  // The arguments lie in a buffer that is reused.
  const asMember = group === null ? null : { name: group.name.slice(), consumer: group.consumer.slice() };
  const starts = sources.map(({ key: keyBytes, after }) => ({ key: keyBytes.slice(), after }));
  server.blocking.block(client, {
    why: 'stream',
    keys: starts.map((start) => start.key),
    untilMs,
    serve(keyBytes, object) {
      const stream = streamOf(object);
      const served = asMember === null ? null : stream.group(asMember.name);
      if (asMember !== null && served === null) {
        throw new ReplyError('NOGROUP the consumer group this client was blocked on no longer exists');
      }
      const after = served?.lastId ?? starts.find((start) => equalBytes(start.key, keyBytes))!.after;
      if (compareStreamIds(stream.lastId, after) <= 0) return 'no';
      if (reply.protocol === 2) {
        reply.array(1);
        reply.array(2);
      } else {
        reply.map(1);
      }
      reply.bulk(keyBytes);
      if (served === null || asMember === null) {
        replyAfter(client, stream, after, limit);
      } else {
        const named = { key: keyBytes, name: asMember.name, group: served };
        const consumer = memberOf(server, client, named, asMember.consumer, noAck);
        deliverNew(server, client, stream, named, consumer, limit, noAck);
      }
      return 'yes';
    },
    gone: asMember === null ? undefined : refuseGone,
    timedOut: () => reply.nilArray(),
  });
}

function refuseGone(): never {
  throw new ReplyError('UNBLOCKED the stream key no longer exists');
}

function parseOptions(server: Server, args: readonly Uint8Array[], forGroup: boolean): ReadOptions {
  let count = 0;
  let noAck = false;
  let untilMs: number | null = null;
  let group: ReadOptions['group'] = null;
  for (let at = 1; at < args.length; at++) {
    const left = args.length - at - 1;
    if (isWord(args[at], 'block') && left > 0) {
      if (server.currentClient?.isScript === true) {
        throw new ReplyError(`ERR ${latin1(args[0])} command is not allowed with BLOCK option from scripts`);
      }
      untilMs = untilAfterMilliseconds(server, args[++at]);
    } else if (isWord(args[at], 'count') && left > 0) {
      count = Math.max(0, Number(integerOf(args[++at])));
    } else if (isWord(args[at], 'streams') && left > 0) {
      if (left % 2 !== 0) {
        throw new ReplyError(
          "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be specified.",
        );
      }
      if (forGroup && group === null) throw new ReplyError('ERR Missing GROUP option for XREADGROUP');
      return { count, noAck, group, untilMs, keysAt: at + 1, streams: left / 2 };
    } else if (isWord(args[at], 'group') && left >= 2) {
      if (!forGroup) throw onlyForGroups('GROUP');
      group = { name: args[at + 1], consumer: args[at + 2] };
      at += 2;
    } else if (isWord(args[at], 'noack')) {
      if (!forGroup) throw onlyForGroups('NOACK');
      noAck = true;
    } else {
      throw errors.syntax();
    }
  }
  throw errors.syntax();
}

function onlyForGroups(option: string): ReplyError {
  return new ReplyError(
    `ERR The ${option} option is only supported by XREADGROUP. You called XREAD instead.`,
  );
}

/** The id after which reading begins. */
function startOf(argument: Uint8Array, stream: Stream | null, forGroup: boolean): StreamId {
  if (isWord(argument, '$')) {
    if (forGroup) {
      throw new ReplyError(
        'ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history of this ' +
          'consumer by specifying a proper ID, or use the > ID to get new messages. The $ ID would just ' +
          'return an empty result set.',
      );
    }
    return stream === null ? MIN_STREAM_ID : stream.lastId;
  }
  if (isWord(argument, '>')) {
    if (!forGroup) {
      throw new ReplyError(
        'ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group> <consumer> option.',
      );
    }
    return NEW_ENTRIES;
  }
  return strictIdOf(argument);
}

/** The reply always has the history of a consumer, even if empty; otherwise there must be an entry. */
function hasSomething(stream: Stream, { after, group }: Source): boolean {
  if (group !== null && !isNew(after)) return true;
  if (stream.length === 0) return false;
  return compareStreamIds(topId(stream), group === null ? after : group.lastId) > 0;
}

function isNew(after: StreamId): boolean {
  return compareStreamIds(after, NEW_ENTRIES) === 0;
}

function replyAfter(client: Client, stream: Stream, after: StreamId, count: number): void {
  const start = nextStreamId(after);
  if (start === null) client.reply.array(0);
  else replyEntries(client.reply, stream.entries(start), count);
}

interface GroupSource extends Source {
  readonly group: StreamGroup;
}

function deliver(
  server: Server,
  client: Client,
  stream: Stream,
  source: GroupSource,
  options: ReadOptions,
): void {
  const { keyspace } = server;
  const { key: keyBytes, after, group } = source;
  const { name, consumer: member } = options.group ?? { name: keyBytes, consumer: keyBytes };
  const named = { key: keyBytes, name, group };
  const consumer = memberOf(server, client, named, member, options.noAck);
  if (isNew(after)) deliverNew(server, client, stream, named, consumer, options.count, options.noAck);
  else replyHistory(server, client, stream, group, consumer, after, options.count);
  keyspace.dirty++;
}

/** The consumer. With NOACK no claim propagates a new one, so its creation does. */
function memberOf(
  server: Server,
  client: Client,
  named: NamedGroup,
  name: Uint8Array,
  noAck: boolean,
): StreamConsumer {
  const isFresh = named.group.consumer(name) === null;
  const consumer = activeConsumer(server, client, named.key, named.group, name);
  if (isFresh && noAck) propagateConsumer(server, client.db, named, name);
  return consumer;
}

/** Entries that no consumer of the group has received. Each becomes pending for the consumer, unless NOACK. */
function deliverNew(
  server: Server,
  client: Client,
  stream: Stream,
  named: NamedGroup,
  consumer: StreamConsumer,
  count: number,
  noAck: boolean,
): void {
  const { reply, db } = client;
  const { group } = named;
  const mark = reply.begin();
  let delivered = 0;
  const start = nextStreamId(group.lastId) ?? MAX_STREAM_ID;
  for (const entry of stream.entries(start)) {
    stream.advance(group, entry.id);
    replyEntry(reply, entry);
    if (!noAck) {
      const nack = group.deliver(consumer, entry.id, server.keyspace.nowMs);
      propagateClaim(server, db, named, entry.id, nack);
    }
    if (++delivered === count) break;
  }
  reply.endArray(mark, delivered);
  if (noAck && delivered > 0) propagateGroupPosition(server, db, named);
}

/** The consumer's pending entries; of a deleted entry only the id is left. */
function replyHistory(
  server: Server,
  client: Client,
  stream: Stream,
  group: StreamGroup,
  consumer: StreamConsumer,
  after: StreamId,
  count: number,
): void {
  const { reply } = client;
  const mark = reply.begin();
  let replied = 0;
  const iterator = consumer.pending.iterator();
  iterator.seek('>', streamIdKey(after));
  while ((count === 0 || replied < count) && iterator.next()) {
    const id = streamIdOfKey(iterator.key);
    const entry = stream.find(id);
    const nack = iterator.value;
    if (entry === null || nack === null) {
      reply.array(2);
      replyId(reply, id);
      reply.nilArray();
    } else {
      replyEntry(reply, entry);
      group.deliverAgain(nack, id, server.keyspace.nowMs);
    }
    replied++;
  }
  reply.endArray(mark, replied);
}

export const deliverStreamCommands: readonly Command[] = [xread, xreadgroup];
