/** Changing streams: adding entries, deleting them, setting the counters. */
import { errors, ReplyError } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { streamLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import {
  compareStreamIds,
  isZeroId,
  MAX_STREAM_ID,
  MIN_STREAM_ID,
  type StreamId,
} from '../../structures/stream-id.ts';
import { TYPE_STREAM } from '../../types/object.ts';
import { STREAM_NODE_LIMIT_BYTES, type Stream } from '../../types/stream.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, key, many, oneOf, optional, since, string, token } from '../syntax.ts';
import { propagateExactly } from './propagation.ts';
import { type AddOptions, parseAddOptions, trimArguments } from './trim.ts';
import { addNewStream, replyId, strictIdOf, writableStream } from './value.ts';

const common = { categories: ['stream'], group: 'stream', since: '5.0.0' } as const;

const xadd: Command = {
  ...common,
  name: 'xadd',
  arity: -5,
  flags: ['write', 'denyoom', 'fast'],
  complexity: 'O(1)',
  summary: {
    en: 'Adds an entry of fields and values to the end of a stream, and answers its id.',
    zh: '向流的末尾追加一条由字段和值组成的条目，返回它的 ID。',
  },
  tips: ['nondeterministic_output'],
  keys: [
    { ...keyRange(['RW', 'update']), notes: 'Entries may also be deleted, where trimming is asked for.' },
  ],
  arguments: [
    key(),
    since('6.2.0', optional(token('nomkstream', 'NOMKSTREAM'))),
    optional(trimArguments),
    oneOf('id_or_auto', token('auto_id', '*'), string('id')),
    many(block('field_value', string('field'), string('value'))),
  ],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const options = parseAddOptions(server, args, true);
    const pairs = args.slice(options.idIndex + 1);
    if (pairs.length < 2 || pairs.length % 2 === 1) throw errors.wrongArity('xadd');
    if (options.id?.seqGiven && isZeroId(options.id.id)) {
      throw new ReplyError('ERR The ID specified in XADD must be greater than 0-0');
    }
    const found = writableStream(server, db, args[1]);
    if (found === null && !options.createsStream) return reply.nil();
    // The server creates the stream first, and keeps it if the entry is too large.
    const stream = found ?? addNewStream(server, db, args[1]);
    const id = idToAdd(server, stream, options);
    if (pairs.reduce((sum, { length }) => sum + length, 0) > STREAM_NODE_LIMIT_BYTES) {
      throw tooLarge();
    }
    stream.add(id, pairs, streamLimits(server));
    replyId(reply, id);
    keyspace.modified(db, args[1]);
    keyspace.notify('t', 'xadd', db, args[1]);
    keyspace.dirty++;
    if (options.trim !== null && stream.trim(options.trim) > 0) {
      keyspace.notify('t', 'xtrim', db, args[1]);
    }
    const isDrawn = options.id === null || !options.id.seqGiven;
    const drawn = isDrawn ? { index: options.idIndex, id } : null;
    propagateExactly(server, args, stream, options.approximateAt, drawn);
    if (keyspace.waiters !== null) keyspace.waiters.ready(db, args[1], TYPE_STREAM);
  },
};

/** The id of the new entry, which has to be greater than the last one of the stream. */
function idToAdd(server: Server, stream: Stream, { id: given }: AddOptions): StreamId {
  if (compareStreamIds(stream.lastId, MAX_STREAM_ID) === 0) {
    throw new ReplyError('ERR The stream has exhausted the last possible ID, unable to add more items');
  }
  let id: StreamId | null;
  if (given === null) id = stream.nextId(server.keyspace.nowMs);
  else if (!given.seqGiven) id = idWithin(stream, given.id.ms);
  else id = compareStreamIds(given.id, stream.lastId) > 0 ? given.id : null;
  if (id === null) {
    throw new ReplyError('ERR The ID specified in XADD is equal or smaller than the target stream top item');
  }
  return id;
}

/** The next id of a millisecond. If it has none left, the server replies with the error for large entries. */
function idWithin(stream: Stream, ms: bigint): StreamId | null {
  const { lastId } = stream;
  if (ms === lastId.ms && lastId.seq === MAX_STREAM_ID.seq) throw tooLarge();
  return stream.nextIdAt(ms);
}

function tooLarge(): ReplyError {
  return new ReplyError('ERR Elements are too large to be stored');
}

const xdel: Command = {
  ...common,
  name: 'xdel',
  arity: -3,
  flags: ['write', 'fast'],
  complexity: 'O(1)',
  summary: {
    en: 'Deletes entries by their ids; answers how many of them were there.',
    zh: '按 ID 删除条目，返回实际删除的数量。',
  },
  keys: [keyRange(['RW', 'delete'])],
  arguments: [key(), many(string('id'))],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const stream = writableStream(server, db, args[1]);
    if (stream === null) return reply.integer(0);
    const deleted = stream.delete(args.slice(2).map((argument) => strictIdOf(argument)));
    if (deleted > 0) {
      keyspace.modified(db, args[1]);
      keyspace.notify('t', 'xdel', db, args[1]);
      keyspace.dirty += deleted;
    }
    reply.integer(deleted);
  },
};

const xsetid: Command = {
  ...common,
  name: 'xsetid',
  arity: -3,
  flags: ['write', 'denyoom', 'fast'],
  complexity: 'O(1)',
  summary: {
    en: 'Sets the last id of a stream and its counters; made for replicas.',
    zh: '设置流的最后 ID 和计数器，主要供复制使用。',
  },
  keys: [keyRange(['RW', 'update'])],
  arguments: [
    key(),
    string('last-id'),
    since('7.0.0', optional(integer('entries_added', { token: 'ENTRIESADDED' }))),
    since('7.0.0', optional(string('max_deleted_entry_id', { token: 'MAXDELETEDID' }))),
  ],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const lastId = strictIdOf(args[2]);
    const { entriesAdded, maxDeletedId } = parseCounters(args, lastId);
    const stream = writableStream(server, db, args[1]);
    if (stream === null) throw errors.noSuchKey();
    if (stream.length > 0) {
      if (compareStreamIds(lastId, topId(stream)) < 0) {
        throw new ReplyError('ERR The ID specified in XSETID is smaller than the target stream top item');
      }
      if (entriesAdded !== null && entriesAdded < stream.length) {
        throw new ReplyError(
          'ERR The entries_added specified in XSETID is smaller than the target stream length',
        );
      }
    }
    stream.lastId = lastId;
    if (entriesAdded !== null) stream.entriesAdded = BigInt(entriesAdded);
    if (!isZeroId(maxDeletedId)) stream.maxDeletedId = maxDeletedId;
    client.reply.ok();
    keyspace.dirty++;
    keyspace.notify('t', 'xsetid', db, args[1]);
  },
};

function parseCounters(
  args: readonly Uint8Array[],
  lastId: StreamId,
): { entriesAdded: Int64 | null; maxDeletedId: StreamId } {
  let entriesAdded: Int64 | null = null;
  let maxDeletedId = MIN_STREAM_ID;
  for (let at = 3; at < args.length; at += 2) {
    const hasValue = at + 1 < args.length;
    if (isWord(args[at], 'entriesadded') && hasValue) {
      entriesAdded = integerOf(args[at + 1]);
      if (entriesAdded < 0) throw new ReplyError('ERR entries_added must be positive');
    } else if (isWord(args[at], 'maxdeletedid') && hasValue) {
      maxDeletedId = strictIdOf(args[at + 1]);
      if (compareStreamIds(lastId, maxDeletedId) < 0) {
        throw new ReplyError(
          'ERR The ID specified in XSETID is smaller than the provided max_deleted_entry_id',
        );
      }
    } else {
      throw errors.syntax();
    }
  }
  return { entriesAdded, maxDeletedId };
}

/** The greatest id of an entry that is there; 0-0 where none is. */
export function topId(stream: Stream): StreamId {
  for (const { id } of stream.entries(MIN_STREAM_ID, MAX_STREAM_ID, true)) return id;
  return MIN_STREAM_ID;
}

export const changeStreamCommands: readonly Command[] = [xadd, xdel, xsetid];
