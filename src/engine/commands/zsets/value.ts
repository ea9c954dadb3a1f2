/** What all sorted-set commands do with a value: check its type, reply with its members, store it. */
import { errors } from '../../base/errors.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Client } from '../../state/client/client.ts';
import { zsetLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { TYPE_ZSET } from '../../types/object.ts';
import { releaseObject } from '../../types/release.ts';
import type { Text } from '../../types/text.ts';
import { createTableZset, packIfSmall, zsetSize } from '../../types/zset.ts';
import type { ScoredResult } from '../../types/zset-algebra.ts';
import { replyText } from '../reply-text.ts';

/** A value looked up to be read as a sorted set, or null. Hits and misses are counted. */
export function readZset(server: Server, db: Database, key: Uint8Array): RedisObject | null {
  return checked(server.keyspace.lookupRead(db, key));
}

/** A value looked up to be changed as a sorted set, or null. */
export function writableZset(server: Server, db: Database, key: Uint8Array): RedisObject | null {
  return checked(server.keyspace.lookupWrite(db, key));
}

function checked(object: RedisObject | null): RedisObject | null {
  if (object !== null && object.type !== TYPE_ZSET) throw errors.wrongType();
  return object;
}

/** The header of a reply of so many members: with scores RESP3 has an array for each, RESP2 one for all. */
export function beginMembers(client: Client, count: number, withScores: boolean): void {
  const { reply } = client;
  reply.array(withScores && reply.protocol === 2 ? count * 2 : count);
}

/** The same, put in front of the members replied since `mark`. */
export function endMembers(client: Client, mark: number, count: number, withScores: boolean): void {
  const { reply } = client;
  reply.endArray(mark, withScores && reply.protocol === 2 ? count * 2 : count);
}

export function replyMember(
  server: Server,
  client: Client,
  member: Text,
  score: number,
  withScores: boolean,
): void {
  const { reply } = client;
  if (withScores && reply.protocol === 3) reply.array(2);
  replyText(reply, server.env.heap, member);
  if (withScores) reply.double(score);
}

/** Makes a value of a result that was built as a table; packs it where it fits. */
export function valueOfResult(server: Server, result: ScoredResult): RedisObject {
  const { env, keyspace } = server;
  const object = createTableZset(env, keyspace.stamps.fresh, result.table);
  packIfSmall(env, object, result.longestBytes, result.totalBytes, zsetLimits(server));
  return object;
}

/** Whether the reply comes before the notification or after it: a client can receive both. */
export type ReplyOrder = 'reply first' | 'notify first';

/** Stores a sorted set that has members, whatever was there before; an empty one leaves no key. */
export function storeZset(
  server: Server,
  client: Client,
  target: Uint8Array,
  object: RedisObject,
  event: string,
  changes = 1,
  order: ReplyOrder = 'reply first',
): void {
  const { env, keyspace } = server;
  const { db } = client;
  const size = zsetSize(object);
  if (size === 0) {
    releaseObject(env, object);
    deleteTarget(server, client, target, order);
    return;
  }
  keyspace.set(db, target, object);
  if (order === 'reply first') client.reply.integer(size);
  keyspace.notify('z', event, db, target);
  keyspace.dirty += changes;
  if (order === 'notify first') client.reply.integer(size);
}

/** For an empty result: deletes the key, if there is one. */
export function deleteTarget(server: Server, client: Client, target: Uint8Array, order: ReplyOrder): void {
  const { keyspace } = server;
  const { db } = client;
  if (order === 'reply first') client.reply.integer(0);
  if (keyspace.delete(db, target)) {
    keyspace.modified(db, target);
    keyspace.notify('g', 'del', db, target);
    keyspace.dirty++;
  }
  if (order === 'notify first') client.reply.integer(0);
}
