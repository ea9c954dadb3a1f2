/** What all set commands do with a value: check its type. */
import { errors } from '../../base/errors.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Server } from '../../state/server.ts';
import type { RedisObject } from '../../types/object.ts';
import { TYPE_SET } from '../../types/object.ts';

/** A value looked up to be read as a set, or null. Hits and misses are counted. */
export function readSet(server: Server, db: Database, key: Uint8Array): RedisObject | null {
  return checkedSet(server.keyspace.lookupRead(db, key));
}

/** A value looked up to be changed as a set, or null. */
export function writableSet(server: Server, db: Database, key: Uint8Array): RedisObject | null {
  return checkedSet(server.keyspace.lookupWrite(db, key));
}

export function checkedSet(object: RedisObject | null): RedisObject | null {
  if (object !== null && object.type !== TYPE_SET) throw errors.wrongType();
  return object;
}
