/** What all stream commands do: find a stream and its groups, parse ids, reply with entries. */
import { latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { type Int64, normalizeInt64 } from '../../base/numbers.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Client } from '../../state/client/client.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import type { Server } from '../../state/server.ts';
import {
  formatStreamId,
  MAX_STREAM_ID,
  nextStreamId,
  parseStreamId,
  previousStreamId,
  type StreamId,
} from '../../structures/stream-id.ts';
import { type RedisObject, TYPE_STREAM } from '../../types/object.ts';
import { Stream, type StreamEntry } from '../../types/stream.ts';
import type { StreamConsumer, StreamGroup } from '../../types/stream-group.ts';
import { streamObject, streamOf } from '../../types/stream-kind.ts';

const LEFT_PARENTHESIS = 0x28;

/** A value looked up to be read as a stream, or null. Hits and misses are counted. */
export function readStream(server: Server, db: Database, key: Uint8Array): Stream | null {
  return checkedStream(server.keyspace.lookupRead(db, key));
}

/** A value looked up to be changed as a stream, or null. */
export function writableStream(server: Server, db: Database, key: Uint8Array): Stream | null {
  return checkedStream(server.keyspace.lookupWrite(db, key));
}

/** An empty stream, stored where there is nothing. */
export function addNewStream(server: Server, db: Database, key: Uint8Array): Stream {
  const { env, keyspace } = server;
  const stream = new Stream(env);
  keyspace.add(db, key, streamObject(env, stream, keyspace.stamps.fresh));
  return stream;
}

export function checkedStream(object: RedisObject | null): Stream | null {
  if (object === null) return null;
  if (object.type !== TYPE_STREAM) throw errors.wrongType();
  return streamOf(object);
}

/** A name inside an error text: C prints it up to its first NUL byte. */
export function nameIn(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return latin1(bytes, 0, end === -1 ? bytes.length : end);
}

/** A group that has to be there. `where` ends the text of XREADGROUP. */
export function groupOrRefuse(
  stream: Stream | null,
  key: Uint8Array,
  name: Uint8Array,
  where = '',
): StreamGroup {
  const group = stream?.group(name) ?? null;
  if (group !== null) return group;
  throw new ReplyError(`NOGROUP No such key '${nameIn(key)}' or consumer group '${nameIn(name)}'${where}`);
}

export function noSuchGroup(key: Uint8Array, name: Uint8Array): ReplyError {
  return new ReplyError(`NOGROUP No such consumer group '${nameIn(name)}' for key name '${nameIn(key)}'`);
}

/** A consumer who has just done something; made where there is none of this name. */
export function activeConsumer(
  server: Server,
  client: Client,
  key: Uint8Array,
  group: StreamGroup,
  name: Uint8Array,
): StreamConsumer {
  const known = group.consumer(name);
  if (known !== null) {
    known.seenTimeMs = server.keyspace.nowMs;
    return known;
  }
  return createConsumer(server, client, key, group, name) as StreamConsumer;
}

/** Null when there is one of this name. */
export function createConsumer(
  server: Server,
  client: Client,
  key: Uint8Array,
  group: StreamGroup,
  name: Uint8Array,
): StreamConsumer | null {
  const { keyspace } = server;
  const created = group.createConsumer(name, keyspace.nowMs);
  if (created === null) return null;
  keyspace.dirty++;
  keyspace.notify('t', 'xgroup-createconsumer', client.db, key);
  return created;
}

/** How long ago that was. Only foreign bytes bring a time that is no safe integer; 64 bits hold the difference. */
export function elapsedMs(nowMs: number, sinceMs: Int64): Int64 {
  if (typeof sinceMs === 'number') return nowMs - sinceMs;
  return normalizeInt64(BigInt.asIntN(64, BigInt(nowMs) - sinceMs));
}

export function invalidId(): ReplyError {
  return new ReplyError('ERR Invalid stream ID specified as stream command argument');
}

/** `<ms>` or `<ms>-<seq>`. */
export function strictIdOf(argument: Uint8Array, missingSeq = 0n): StreamId {
  const parsed = parseStreamId(argument, missingSeq, true);
  if (parsed === null) throw invalidId();
  return parsed.id;
}

/** The same, or `-` and `+` for the first and the last id of all. */
export function idOf(argument: Uint8Array, missingSeq = 0n): StreamId {
  const parsed = parseStreamId(argument, missingSeq, false);
  if (parsed === null) throw invalidId();
  return parsed.id;
}

/** Where an interval begins; after an opening parenthesis the id itself is left out. */
export function intervalStart(argument: Uint8Array): StreamId {
  if (!isExclusive(argument)) return idOf(argument);
  const id = nextStreamId(strictIdOf(argument.subarray(1)));
  if (id === null) throw new ReplyError('ERR invalid start ID for the interval');
  return id;
}

export function intervalEnd(argument: Uint8Array): StreamId {
  if (!isExclusive(argument)) return idOf(argument, MAX_STREAM_ID.seq);
  const id = previousStreamId(strictIdOf(argument.subarray(1), MAX_STREAM_ID.seq));
  if (id === null) throw new ReplyError('ERR invalid end ID for the interval');
  return id;
}

function isExclusive(argument: Uint8Array): boolean {
  return argument.length > 1 && argument[0] === LEFT_PARENTHESIS;
}

export function replyId(reply: ReplyBuffer, id: StreamId): void {
  reply.text(formatStreamId(id));
}

/** The id and an array of fields and values. */
export function replyEntry(reply: ReplyBuffer, { id, node, position }: StreamEntry): void {
  reply.array(2);
  replyId(reply, id);
  const pairs = node.pairsAt(position);
  reply.array(pairs.length);
  for (const bytes of pairs) reply.bulk(bytes);
}

/** An array of up to `count` entries, 0 for all of them. */
export function replyEntries(reply: ReplyBuffer, entries: Iterable<StreamEntry>, count: number): void {
  const mark = reply.begin();
  let replied = 0;
  for (const entry of entries) {
    replyEntry(reply, entry);
    if (++replied === count) break;
  }
  reply.endArray(mark, replied);
}
