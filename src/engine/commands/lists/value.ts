/** What all list commands do with a value: check its type, create one, reply with a part, notify of pops. */
import { errors } from '../../base/errors.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Client } from '../../state/client/client.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import { listOptions } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import type { PackedValue } from '../../structures/packed-list.ts';
import type { End, Quicklist } from '../../structures/quicklist.ts';
import { createList, quicklistOf } from '../../types/list.ts';
import type { RedisObject } from '../../types/object.ts';
import { TYPE_LIST } from '../../types/object.ts';
import { isWord } from '../arguments.ts';

/** A value looked up to be read as a list, or null. Hits and misses are counted. */
export function readList(server: Server, db: Database, key: Uint8Array): Quicklist | null {
  return checkedList(server.keyspace.lookupRead(db, key));
}

/** A value looked up to be changed as a list, or null. */
export function writableList(server: Server, db: Database, key: Uint8Array): Quicklist | null {
  const list = checkedList(server.keyspace.lookupWrite(db, key));
  // The threshold applies to all lists, existing ones too.
  if (list !== null) list.packedThresholdBytes = server.packedThresholdBytes;
  return list;
}

/** An empty list, stored where there is nothing: the caller puts an element into it. */
export function addNewList(server: Server, db: Database, key: Uint8Array): Quicklist {
  const { env, generation, keyspace } = server;
  const object = createList(env, generation, listOptions(server), keyspace.stamps.fresh);
  keyspace.add(db, key, object);
  return quicklistOf(object);
}

function checkedList(object: RedisObject | null): Quicklist | null {
  if (object === null) return null;
  if (object.type !== TYPE_LIST) throw errors.wrongType();
  return quicklistOf(object);
}

/** LEFT is the head, RIGHT the tail. */
export function endOf(argument: Uint8Array): End {
  if (isWord(argument, 'left')) return 'head';
  if (isWord(argument, 'right')) return 'tail';
  throw errors.syntax();
}

export function replyElement(reply: ReplyBuffer, value: PackedValue): void {
  if (typeof value === 'object') reply.bulk(value);
  else reply.integerText(value);
}

/** An array of the elements from `start` to `stop`, negative from the tail; `backwards` begins with the last. */
export function replyRange(
  reply: ReplyBuffer,
  list: Quicklist,
  start: number,
  stop: number,
  backwards = false,
): void {
  const { count } = list;
  const first = Math.max(0, start < 0 ? count + start : start);
  const last = Math.min(count - 1, stop < 0 ? count + stop : stop);
  const length = Math.max(0, last - first + 1);
  reply.array(length);
  if (length === 0) return;
  const iterator = backwards ? list.iterateFrom(last, 'backwards') : list.iterateFrom(first, 'forwards');
  if (iterator === null) return;
  for (let replied = 0; replied < length; replied++) {
    iterator.next();
    replyElement(reply, iterator.value());
  }
  iterator.release();
}

/** Replies with up to `count` elements of an end, in the order in which they would be popped one by one. */
export function popRange(client: Client, list: Quicklist, end: End, count: number): number {
  const popped = Math.min(count, list.count);
  if (end === 'head') replyRange(client.reply, list, 0, popped - 1);
  else replyRange(client.reply, list, -popped, -1, true);
  list.deleteRange(end === 'head' ? 0 : -popped, popped);
  return popped;
}

/** Pops here, pushes there and replies with the element. A target that is no list throws first. */
export function moveElement(
  server: Server,
  client: Client,
  targetKey: Uint8Array,
  source: Quicklist,
  from: End,
  to: End,
): void {
  const { keyspace } = server;
  const { db, reply } = client;
  const found = writableList(server, db, targetKey);
  const value = source.pop(from)!;
  const target = found ?? addNewList(server, db, targetKey);
  keyspace.modified(db, targetKey);
  target.push(value, to);
  keyspace.notify('l', to === 'head' ? 'lpush' : 'rpush', db, targetKey);
  reply.bulk(value);
}

/** After a pop: notifies, and deletes the key with its last element. */
export function notifyPopped(
  server: Server,
  db: Database,
  key: Uint8Array,
  list: Quicklist,
  end: End,
  popped: number,
): void {
  const { keyspace } = server;
  keyspace.notify('l', end === 'head' ? 'lpop' : 'rpop', db, key);
  deleteIfEmpty(server, db, key, list);
  keyspace.modified(db, key);
  keyspace.dirty += popped;
}

export function deleteIfEmpty(server: Server, db: Database, key: Uint8Array, list: Quicklist): void {
  if (list.count > 0) return;
  server.keyspace.delete(db, key);
  server.keyspace.notify('g', 'del', db, key);
}
