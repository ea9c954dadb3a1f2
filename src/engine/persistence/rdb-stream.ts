/**
 * Streams in RDB (rdb.c):
 *
 *   STREAM_LISTPACKS_2   nodes (id of 16 bytes and listpack, both as strings), length, last id, first id, greatest
 *                        deleted id, entries ever added, groups: 7.0
 *   STREAM_LISTPACKS     the same without what stands between last id and groups: 6.2
 *
 *   group      name, last id, entries read (7.0 only), pending entries, consumers
 *   pending    id as it is, time of delivery in eight bytes, deliveries
 *   consumer   name, time last seen in eight bytes, ids that are pending for it
 *
 * All other ids are two lengths, ms and seq. Fields that a 6.2 payload lacks are computed from its entries.
 */
import { latin1 } from '../base/bytes.ts';
import type { Int64 } from '../base/numbers.ts';
import type { Server } from '../state/server.ts';
import { Listpack } from '../structures/listpack.ts';
import {
  MAX_STREAM_ID,
  STREAM_ID_BYTES,
  type StreamId,
  streamIdKey,
  streamIdOfKey,
} from '../structures/stream-id.ts';
import { outlineOfStreamNode, StreamNode } from '../structures/stream-node.ts';
import { type RedisObject, TYPE_STREAM } from '../types/object.ts';
import { Stream } from '../types/stream.ts';
import type { StreamConsumer, StreamGroup, StreamNack } from '../types/stream-group.ts';
import { streamObject, streamOf } from '../types/stream-kind.ts';
import type { RdbKind } from './rdb-kind.ts';
import { type RdbReader, refuse } from './rdb-reader.ts';
import { RDB_STREAM_LISTPACKS, RDB_STREAM_LISTPACKS_2 } from './rdb-types.ts';
import type { RdbWriter } from './rdb-writer.ts';

export const rdbStream: RdbKind = {
  type: TYPE_STREAM,
  form: (_object, generation) => (generation === '7.0' ? RDB_STREAM_LISTPACKS_2 : RDB_STREAM_LISTPACKS),
  write(writer, object, _env, generation) {
    const isNew = generation === '7.0';
    const stream = streamOf(object);
    writer.count(stream.nodes.size);
    for (const [key, node] of stream.nodes.entries()) {
      writer.string(key);
      writer.string((node as StreamNode).listpack.bytes());
    }
    writer.count(stream.length);
    writeId(writer, stream.lastId);
    if (isNew) {
      writeId(writer, stream.firstId);
      writeId(writer, stream.maxDeletedId);
      writer.count(stream.entriesAdded);
    }
    writer.count(stream.groups?.size ?? 0);
    for (const [name, group] of stream.groups?.entries() ?? []) {
      writer.string(name);
      writeGroup(writer, group as StreamGroup, isNew);
    }
  },
  forms: (generation) =>
    generation === '7.0' ? [RDB_STREAM_LISTPACKS, RDB_STREAM_LISTPACKS_2] : [RDB_STREAM_LISTPACKS],
  read(form, reader, server) {
    return build(server, readStream(reader, form === RDB_STREAM_LISTPACKS_2));
  },
};

function writeId(writer: RdbWriter, { ms, seq }: StreamId): void {
  writer.count(ms);
  writer.count(seq);
}

function writeGroup(writer: RdbWriter, group: StreamGroup, isNew: boolean): void {
  writeId(writer, group.lastId);
  if (isNew) writer.count(BigInt.asUintN(64, group.entriesRead));
  writer.count(group.pending.size);
  for (const [key, value] of group.pending.entries()) {
    const nack = value as StreamNack;
    writer.raw(key);
    writer.int64(nack.deliveryTimeMs);
    writer.count(nack.deliveryCount);
  }
  writer.count(group.consumers.size);
  for (const [name, value] of group.consumers.entries()) {
    const consumer = value as StreamConsumer;
    writer.string(name);
    writer.int64(consumer.seenTimeMs);
    writer.count(consumer.pending.size);
    for (const [key] of consumer.pending.entries()) writer.raw(key);
  }
}

/** The data read, before the stream is built. */
interface StreamPlan {
  readonly nodes: readonly { readonly masterId: StreamId; readonly bytes: Uint8Array }[];
  readonly length: number;
  readonly lastId: StreamId;
  /** Null where the payload does not say. */
  readonly counters: {
    readonly firstId: StreamId;
    readonly maxDeletedId: StreamId;
    readonly entriesAdded: bigint;
  } | null;
  readonly groups: readonly GroupPlan[];
}

interface GroupPlan {
  readonly name: Uint8Array;
  readonly lastId: StreamId;
  readonly entriesRead: bigint | null;
  readonly consumers: readonly { readonly name: Uint8Array; readonly seenTimeMs: Int64 }[];
  readonly pending: readonly PendingPlan[];
}

interface PendingPlan {
  readonly key: Uint8Array;
  readonly deliveryTimeMs: Int64;
  readonly deliveryCount: bigint;
  consumer: Uint8Array | null;
}

function readStream(reader: RdbReader, isNew: boolean): StreamPlan {
  const nodes = readNodes(reader);
  const length = reader.count();
  const lastId = readId(reader);
  const counters = isNew
    ? { firstId: readId(reader), maxDeletedId: readId(reader), entriesAdded: reader.unsigned() }
    : null;
  checkEntries(nodes, length);
  const groups: GroupPlan[] = [];
  for (let left = reader.count(); left > 0; left--) groups.push(readGroup(reader, isNew));
  checkDistinct(groups.map(({ name }) => name));
  return { nodes, length, lastId, counters, groups };
}

function readId(reader: RdbReader): StreamId {
  return { ms: reader.unsigned(), seq: reader.unsigned() };
}

function readNodes(reader: RdbReader): StreamPlan['nodes'] {
  const keys: Uint8Array[] = [];
  const nodes: { masterId: StreamId; bytes: Uint8Array }[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const key = reader.string();
    if (key.length !== STREAM_ID_BYTES) refuse('the key of a stream node that is no id');
    keys.push(key);
    nodes.push({ masterId: streamIdOfKey(key), bytes: reader.string() });
  }
  checkDistinct(keys);
  return nodes;
}

/**
 * Checks that every node is whole and that the counters match the entries. The server loads streams that break these
 * rules and fails when it uses them. Ids need not grow, because XSETID may go back before deleted entries; and XTRIM
 * MINID may leave a node with only deleted entries.
 */
function checkEntries(nodes: StreamPlan['nodes'], length: number): void {
  let total = 0;
  for (const { bytes } of nodes) {
    const { count, entries } = outlineOfStreamNode(bytes) ?? refuse('a damaged stream node');
    const live = entries.filter(({ isDeleted }) => !isDeleted).length;
    if (live !== count) refuse('a stream node with another number of entries');
    total += live;
  }
  if (total !== length) refuse('a stream with another number of entries');
}

function readGroup(reader: RdbReader, isNew: boolean): GroupPlan {
  const name = reader.string();
  const lastId = readId(reader);
  const entriesRead = isNew ? BigInt.asIntN(64, reader.unsigned()) : null;
  const pending = new Map<string, PendingPlan>();
  for (let left = reader.count(); left > 0; left--) {
    const key = reader.raw(STREAM_ID_BYTES);
    const deliveryTimeMs = reader.int64();
    const entry = { key, deliveryTimeMs, deliveryCount: reader.unsigned(), consumer: null };
    if (pending.has(latin1(key))) refuse('a pending entry twice');
    pending.set(latin1(key), entry);
  }
  const consumers: { name: Uint8Array; seenTimeMs: Int64 }[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const consumer = { name: reader.string(), seenTimeMs: reader.int64() };
    consumers.push(consumer);
    for (let owned = reader.count(); owned > 0; owned--) {
      const entry =
        pending.get(latin1(reader.raw(STREAM_ID_BYTES))) ?? refuse('an entry that is not pending');
      if (entry.consumer !== null) refuse('an entry that is pending for two consumers');
      entry.consumer = consumer.name;
    }
  }
  checkDistinct(consumers.map((consumer) => consumer.name));
  return { name, lastId, entriesRead, consumers, pending: [...pending.values()] };
}

function checkDistinct(names: readonly Uint8Array[]): void {
  if (new Set(names.map((name) => latin1(name))).size < names.length) refuse('a name or an id twice');
}

function build(server: Server, plan: StreamPlan): RedisObject {
  const { env, keyspace } = server;
  for (const { pending } of plan.groups) {
    if (pending.some(({ consumer }) => consumer === null)) refuse('a pending entry that nobody has');
  }
  const stream = new Stream(env);
  for (const { masterId, bytes } of plan.nodes) {
    stream.nodes.insert(streamIdKey(masterId), new StreamNode(masterId, Listpack.fromBytes(env, bytes)));
  }
  stream.length = plan.length;
  stream.lastId = plan.lastId;
  if (plan.counters !== null) {
    stream.firstId = plan.counters.firstId;
    stream.maxDeletedId = plan.counters.maxDeletedId;
    stream.entriesAdded = plan.counters.entriesAdded;
  } else {
    // Without an entry the server takes the greatest of all ids.
    stream.firstId = stream.entries().next().value?.id ?? MAX_STREAM_ID;
    stream.entriesAdded = BigInt(plan.length);
  }
  for (const group of plan.groups) buildGroup(stream, group);
  return streamObject(env, stream, keyspace.stamps.fresh);
}

function buildGroup(stream: Stream, { name, lastId, entriesRead, consumers, pending }: GroupPlan): void {
  const group = stream.createGroup(name, lastId, entriesRead ?? stream.entriesAddedUpTo(lastId));
  if (group === null) return;
  for (const consumer of consumers) group.createConsumer(consumer.name, consumer.seenTimeMs);
  for (const { key, consumer, deliveryTimeMs, deliveryCount } of pending) {
    const owner = consumer === null ? null : group.consumer(consumer);
    if (owner !== null) group.addPending(key, owner, deliveryTimeMs, deliveryCount);
  }
}
