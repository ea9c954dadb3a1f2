/** What all string commands do with a value: check its type, reply with it, prepare it for a change. */
import { repr } from '../../base/bytes.ts';
import { errors } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import type { Database } from '../../keyspace/database.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import type { Server } from '../../state/server.ts';
import type { Sds } from '../../structures/sds.ts';
import type { RedisObject } from '../../types/object.ts';
import {
  ENCODING_EMBSTR,
  ENCODING_INT,
  ENCODING_NAMES,
  ENCODING_RAW,
  TYPE_STRING,
} from '../../types/object.ts';
import { type EmbeddedString, stringBytes } from '../../types/string.ts';

/** A value looked up to be read as a string, or null. Hits and misses are counted. */
export function readString(server: Server, db: Database, key: Uint8Array): RedisObject | null {
  const object = server.keyspace.lookupRead(db, key);
  if (object !== null && object.type !== TYPE_STRING) throw errors.wrongType();
  return object;
}

/** A value looked up to be changed as a string, or null. */
export function writableString(server: Server, db: Database, key: Uint8Array): RedisObject | null {
  const object = server.keyspace.lookupWrite(db, key);
  if (object !== null && object.type !== TYPE_STRING) throw errors.wrongType();
  return object;
}

export function replyString(reply: ReplyBuffer, object: RedisObject): void {
  if (object.encoding === ENCODING_INT) {
    reply.integerText(object.value as Int64);
  } else if (object.encoding === ENCODING_EMBSTR) {
    const { heap, place, length } = object as EmbeddedString;
    reply.bulkFromHeap(heap, place, length);
  } else {
    const sds = object.value as Sds;
    reply.bulk(sds.bytes, sds.length);
  }
}

/** The sds of a value that may be changed in place. */
export function unshare(server: Server, db: Database, key: Uint8Array, object: RedisObject): Sds {
  return unshared(server, db, key, object).value as Sds;
}

/**
 * The value as a raw string that may be changed in place. A copy first replaces a shared or encoded one,
 * which is why APPEND to an embstr leaves a raw: dbUnshareStringValue.
 */
export function unshared(server: Server, db: Database, key: Uint8Array, object: RedisObject): RedisObject {
  if (object.refcount === 1 && object.encoding === ENCODING_RAW) return object;
  const { keyspace, strings } = server;
  const before = object.encoding;
  const copy = strings.raw(stringBytes(object), keyspace.stamps.fresh);
  keyspace.overwrite(db, key, copy);
  if (server.env.probe !== null) emitEncodingStep(server, key, before, ENCODING_RAW);
  return copy;
}

/** Emits the step that the value of a key has another encoding. Call it only with a probe. */
export function emitEncodingStep(server: Server, key: Uint8Array, before: number, after: number): void {
  const { probe } = server.env;
  if (probe === null || before === after) return;
  const from = ENCODING_NAMES[before];
  const to = ENCODING_NAMES[after];
  probe.emit({ type: 'object.encoding', key: repr(key), from, to });
}
