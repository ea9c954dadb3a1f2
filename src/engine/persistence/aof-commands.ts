/**
 * A data set as the shortest commands that create it: a rewrite writes these if aof-use-rdb-preamble is no. Mirrors
 * rewriteAppendOnlyFileRio: collections in portions of 64 elements, streams entry by entry.
 */
import { bytesOf } from '../base/bytes.ts';
import { formatDouble } from '../base/numbers.ts';
import type { Server } from '../state/server.ts';
import { formatStreamId, streamIdOfKey } from '../structures/stream-id.ts';
import { visitPairs } from '../types/hash.ts';
import { quicklistOf } from '../types/list.ts';
import {
  type RedisObject,
  TYPE_HASH,
  TYPE_LIST,
  TYPE_SET,
  TYPE_STREAM,
  TYPE_STRING,
  TYPE_ZSET,
} from '../types/object.ts';
import { memberBytes, visitMembers } from '../types/set.ts';
import type { Stream } from '../types/stream.ts';
import type { StreamConsumer, StreamGroup, StreamNack } from '../types/stream-group.ts';
import { streamOf } from '../types/stream-kind.ts';
import { stringBytes } from '../types/string.ts';
import { textBytes } from '../types/text.ts';
import { zsetSize } from '../types/zset.ts';
import { visitByRank } from '../types/zset-walk.ts';
import { commandText, selectText, timestampText } from './aof-text.ts';
import { dumpPayload } from './rdb-value.ts';
import { RdbWriter } from './rdb-writer.ts';

/** Elements of a collection per command. */
const ITEMS_PER_COMMAND = 64;

type Words = readonly (string | Uint8Array)[];

export function aofCommandBytes(server: Server): Uint8Array {
  const writer = new RdbWriter(false);
  const say = (words: Words): void =>
    writer.raw(commandText(words.map((word) => (typeof word === 'string' ? bytesOf(word) : word))));
  if (server.config.flag('aof-timestamp-enabled')) writer.raw(timestampText(Math.floor(server.nowMs / 1000)));
  for (const code of server.functionLibraries?.codes() ?? []) say(['FUNCTION', 'LOAD', code]);
  for (const db of server.keyspace.databases) {
    if (db.keys.size === 0) continue;
    writer.raw(selectText(db.id));
    for (const entry of db.keys.entries()) {
      const key = entry.keyBytes;
      sayValue(server, key, entry.value, say);
      const atMs = server.keyspace.expireAt(db, key);
      if (atMs !== -1) say(['PEXPIREAT', key, String(atMs)]);
    }
  }
  return writer.view().slice();
}

type Say = (words: Words) => void;

function sayValue(server: Server, key: Uint8Array, object: RedisObject, say: Say): void {
  const { heap } = server.env;
  switch (object.type) {
    case TYPE_STRING:
      say(['SET', key, stringBytes(object)]);
      return;
    case TYPE_LIST: {
      const portions = new Portions(['RPUSH', key], 1, say);
      const iterator = quicklistOf(object).iterate('forwards');
      while (iterator.next()) portions.add(textBytes(heap, iterator.value()).slice());
      iterator.release();
      portions.end();
      return;
    }
    case TYPE_SET: {
      const portions = new Portions(['SADD', key], 1, say);
      visitMembers(object, (member) => {
        portions.add(memberBytes(heap, member));
        return true;
      });
      portions.end();
      return;
    }
    case TYPE_ZSET: {
      const portions = new Portions(['ZADD', key], 2, say);
      visitByRank(object, 0, zsetSize(object), false, true, (member, score) =>
        portions.add(formatDouble(score), textBytes(heap, member)),
      );
      portions.end();
      return;
    }
    case TYPE_HASH: {
      const portions = new Portions(['HMSET', key], 2, say);
      visitPairs(object, (field, value) => portions.add(textBytes(heap, field), textBytes(heap, value)));
      portions.end();
      return;
    }
    case TYPE_STREAM:
      sayStream(key, streamOf(object), say);
      return;
    default:
      // Modules have no commands here that would create their values.
      say(['RESTORE', key, '0', dumpPayload(server, object)]);
  }
}

/** Gathers elements into commands of a bearable length. */
class Portions {
  readonly #head: Words;
  readonly #limit: number;
  readonly #say: Say;
  #words: (string | Uint8Array)[] = [];

  constructor(head: Words, wordsPerItem: number, say: Say) {
    this.#head = head;
    this.#limit = ITEMS_PER_COMMAND * wordsPerItem;
    this.#say = say;
  }

  add(...words: (string | Uint8Array)[]): void {
    this.#words.push(...words);
    if (this.#words.length >= this.#limit) this.end();
  }

  end(): void {
    if (this.#words.length > 0) this.#say([...this.#head, ...this.#words]);
    this.#words = [];
  }
}

function sayStream(key: Uint8Array, stream: Stream, say: Say): void {
  for (const { id, node, position } of stream.entries()) {
    say(['XADD', key, formatStreamId(id), ...node.pairsAt(position)]);
  }
  // A stream without entries is made by adding one and trimming it away.
  if (stream.length === 0) say(['XADD', key, 'MAXLEN', '0', '0-1', 'x', 'y']);
  say([
    'XSETID',
    key,
    formatStreamId(stream.lastId),
    'ENTRIESADDED',
    String(stream.entriesAdded),
    'MAXDELETEDID',
    formatStreamId(stream.maxDeletedId),
  ]);
  for (const [name, value] of stream.groups?.entries() ?? []) sayGroup(key, name, value as StreamGroup, say);
}

function sayGroup(key: Uint8Array, name: Uint8Array, group: StreamGroup, say: Say): void {
  say([
    'XGROUP',
    'CREATE',
    key,
    name,
    formatStreamId(group.lastId),
    'ENTRIESREAD',
    String(group.entriesRead),
  ]);
  for (const [consumerName, value] of group.consumers.entries()) {
    const consumer = value as StreamConsumer;
    if (consumer.pending.size === 0) {
      say(['XGROUP', 'CREATECONSUMER', key, name, consumerName]);
      continue;
    }
    for (const [id, pending] of consumer.pending.entries()) {
      const nack = pending as StreamNack;
      say([
        'XCLAIM',
        key,
        name,
        consumerName,
        '0',
        formatStreamId(streamIdOfKey(id)),
        'TIME',
        String(nack.deliveryTimeMs),
        'RETRYCOUNT',
        String(nack.deliveryCount),
        'JUSTID',
        'FORCE',
      ]);
    }
  }
}
