/**
 * Sets in RDB (rdb.c):
 *
 *   SET          count, then the members as strings: what a table is written as
 *   SET_INTSET   one string, the intset
 */
import { latin1 } from '../base/bytes.ts';
import { parseInteger } from '../base/numbers.ts';
import { setLimits } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { Intset, isValidIntset } from '../structures/intset.ts';
import type { RedisObject } from '../types/object.ts';
import { TYPE_SET } from '../types/object.ts';
import {
  convertIntset,
  createIntsetSet,
  createTableSet,
  intsetOf,
  isIntset,
  isTooLongForIntset,
  setTableOf,
} from '../types/set.ts';
import type { RdbKind } from './rdb-kind.ts';
import { type RdbReader, refuse } from './rdb-reader.ts';
import { RDB_SET, RDB_SET_INTSET } from './rdb-types.ts';

/** A table starts with this many buckets. */
const INITIAL_BUCKETS = 4;

export const rdbSet: RdbKind = {
  type: TYPE_SET,
  form: (object) => (isIntset(object) ? RDB_SET_INTSET : RDB_SET),
  write(writer, object) {
    if (isIntset(object)) {
      writer.string(intsetOf(object).bytes());
      return;
    }
    const table = setTableOf(object);
    writer.count(table.size);
    for (const entry of table.entries()) writer.string(entry.keyBytes);
  },
  forms: () => [RDB_SET, RDB_SET_INTSET],
  read(form, reader, server) {
    return form === RDB_SET ? fromMembers(server, readMembers(reader)) : fromIntset(server, reader.string());
  },
};

function readMembers(reader: RdbReader): Uint8Array[] {
  const members: Uint8Array[] = [];
  for (let left = reader.count(); left > 0; left--) members.push(reader.string());
  if (members.length === 0) refuse('a set without members');
  if (new Set(members.map((member) => latin1(member))).size < members.length) {
    refuse('a set with a member twice');
  }
  return members;
}

/** Integers stay an intset where there may be so many; a table is given room for all. */
function fromMembers(server: Server, members: readonly Uint8Array[]): RedisObject {
  const { env } = server;
  const { fresh } = server.keyspace.stamps;
  const limits = setLimits(server);
  const count = members.length;
  const isLong = isTooLongForIntset(count, limits);
  const object = isLong ? createTableSet(env, fresh) : createIntsetSet(env, fresh);
  if (isLong && count > INITIAL_BUCKETS) setTableOf(object).expand(count);
  for (const member of members) {
    if (isIntset(object)) {
      const integer = parseInteger(member);
      if (integer === null) convertIntset(env, object, limits).expand(count);
      else intsetOf(object).add(integer);
    }
    if (!isIntset(object)) setTableOf(object).add(member, null);
  }
  return object;
}

function fromIntset(server: Server, bytes: Uint8Array): RedisObject {
  if (!isValidIntset(bytes, true)) refuse('a damaged intset');
  const { env, keyspace } = server;
  const limits = setLimits(server);
  const object = createIntsetSet(env, keyspace.stamps.fresh, Intset.fromBytes(env, bytes));
  if (isTooLongForIntset(intsetOf(object).length, limits)) convertIntset(env, object, limits);
  return object;
}
