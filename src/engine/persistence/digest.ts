/**
 * DEBUG DIGEST: twenty bytes that are equal for two data sets with the same content, whatever the encodings and the
 * order in their tables. Ordered elements are mixed in (each step hashes the previous result), unordered ones are added
 * by XOR. As in the server, the instant of an expiry and the groups of a stream do not count.
 */
import { bytesOf } from '../base/bytes.ts';
import type { Heap } from '../base/heap.ts';
import { printfG } from '../base/numbers.ts';
import { sha1 } from '../base/sha1.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
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
import { streamOf } from '../types/stream-kind.ts';
import { stringBytes } from '../types/string.ts';
import { textBytes } from '../types/text.ts';
import { zsetSize } from '../types/zset.ts';
import { visitByRank } from '../types/zset-walk.ts';

const DIGEST_BYTES = 20;
const EXPIRES = bytesOf('!!expire!!');

/** Adds what has no order. */
function add(digest: Uint8Array, bytes: Uint8Array): void {
  const hash = sha1(bytes);
  for (let i = 0; i < DIGEST_BYTES; i++) digest[i] ^= hash[i];
}

/** Mixes in what comes at this place. */
function mix(digest: Uint8Array, bytes: Uint8Array): void {
  add(digest, bytes);
  digest.set(sha1(digest));
}

function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** All databases that hold a key. */
export function datasetDigest(server: Server): Uint8Array {
  const whole = new Uint8Array(DIGEST_BYTES);
  for (const db of server.keyspace.databases) {
    if (db.keys.size === 0) continue;
    mix(whole, bigEndian(db.id));
    for (const entry of db.keys.entries()) {
      const digest = new Uint8Array(DIGEST_BYTES);
      const key = entry.keyBytes;
      mix(digest, key);
      mixValue(server, db, key, entry.value, digest);
      add(whole, digest);
    }
  }
  return whole;
}

/** One value, its name left out: DEBUG DIGEST-VALUE. */
export function valueDigest(server: Server, db: Database, key: Uint8Array, object: RedisObject): Uint8Array {
  const digest = new Uint8Array(DIGEST_BYTES);
  mixValue(server, db, key, object, digest);
  return digest;
}

export function digestText(digest: Uint8Array): string {
  let text = '';
  for (const byte of digest) text += byte.toString(16).padStart(2, '0');
  return text;
}

function mixValue(
  server: Server,
  db: Database,
  key: Uint8Array,
  object: RedisObject,
  digest: Uint8Array,
): void {
  mix(digest, bigEndian(object.type));
  mixContent(server.env.heap, object, digest);
  if (server.keyspace.expireAt(db, key) !== -1) add(digest, EXPIRES);
}

function mixContent(heap: Heap, object: RedisObject, digest: Uint8Array): void {
  switch (object.type) {
    case TYPE_STRING:
      mix(digest, stringBytes(object));
      return;
    case TYPE_LIST: {
      const iterator = quicklistOf(object).iterate('forwards');
      while (iterator.next()) mix(digest, textBytes(heap, iterator.value()));
      iterator.release();
      return;
    }
    case TYPE_SET:
      visitMembers(object, (member) => {
        add(digest, memberBytes(heap, member));
        return true;
      });
      return;
    case TYPE_ZSET:
      visitByRank(object, 0, zsetSize(object), false, true, (member, score) => {
        const pair = new Uint8Array(DIGEST_BYTES);
        mix(pair, textBytes(heap, member));
        mix(pair, bytesOf(printfG(score, 17)));
        add(digest, pair);
      });
      return;
    case TYPE_HASH:
      visitPairs(object, (field, value) => {
        const pair = new Uint8Array(DIGEST_BYTES);
        mix(pair, textBytes(heap, field));
        mix(pair, textBytes(heap, value));
        add(digest, pair);
      });
      return;
    case TYPE_STREAM:
      for (const { id, node, position } of streamOf(object).entries()) {
        mix(digest, bytesOf(`${id.ms}.${id.seq}`));
        for (const text of node.pairsAt(position)) mix(digest, text);
      }
  }
}
