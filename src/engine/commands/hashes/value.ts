/** What all hash commands do with a value: check its type, create one. */
import { errors } from '../../base/errors.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Server } from '../../state/server.ts';
import { createHash } from '../../types/hash.ts';
import type { RedisObject } from '../../types/object.ts';
import { TYPE_HASH } from '../../types/object.ts';

/** A value looked up to be read as a hash, or null. Hits and misses are counted. */
export function readHash(server: Server, db: Database, key: Uint8Array): RedisObject | null {
  return checked(server.keyspace.lookupRead(db, key));
}

/** A value looked up to be changed as a hash, or null. */
export function writableHash(server: Server, db: Database, key: Uint8Array): RedisObject | null {
  return checked(server.keyspace.lookupWrite(db, key));
}

/** The same, with an empty hash stored where there is none: the caller puts a field into it. */
export function hashOrNew(server: Server, db: Database, key: Uint8Array): RedisObject {
  const found = writableHash(server, db, key);
  if (found !== null) return found;
  const { env, generation, keyspace } = server;
  const fresh = createHash(env, generation, keyspace.stamps.fresh);
  keyspace.add(db, key, fresh);
  return fresh;
}

function checked(object: RedisObject | null): RedisObject | null {
  if (object !== null && object.type !== TYPE_HASH) throw errors.wrongType();
  return object;
}
