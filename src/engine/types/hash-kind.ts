/** Hashes as values: freeing, measuring, copying. */
import type { Environment } from '../base/probe.ts';
import { Dict } from '../structures/dict.ts';
import { Listpack } from '../structures/listpack.ts';
import { StoredString } from '../structures/stored-string.ts';
import { Ziplist } from '../structures/ziplist.ts';
import { type HashTable, isPacked, packedOf, tableOf } from './hash.ts';
import type { ValueKind } from './kind.ts';
import { ENCODING_HT, OBJECT_BYTES, RedisObject, TYPE_HASH } from './object.ts';
import { tableBytes } from './table-memory.ts';
import { unwatched } from './unwatched.ts';

export const hashKind: ValueKind = {
  free(env, object) {
    if (isPacked(object)) {
      packedOf(object).release();
    } else {
      const table = tableOf(object);
      for (const entry of table.entries()) entry.value.release(env);
      table.release();
    }
    env.heap.give(object.place, OBJECT_BYTES);
  },
  bytes(object, samples) {
    if (isPacked(object)) return OBJECT_BYTES + packedOf(object).allocationBytes;
    return tableBytes(tableOf(object), samples, ({ keyPlace, keyLength, value }) => {
      return new StoredString(keyPlace, keyLength).allocationBytes + value.allocationBytes;
    });
  },
  copy(env, object, lru) {
    const place = env.heap.take(OBJECT_BYTES);
    if (isPacked(object)) {
      const list = packedOf(object);
      const bytes = list.bytes();
      const copy =
        list.format === 'listpack' ? Listpack.fromBytes(env, bytes) : Ziplist.fromBytes(env, bytes);
      return new RedisObject(TYPE_HASH, object.encoding, copy, place, lru);
    }
    const copy = unwatched(env, () => copyOfTable(env, tableOf(object)));
    return new RedisObject(TYPE_HASH, ENCODING_HT, copy, place, lru);
  },
};

function copyOfTable(env: Environment, table: HashTable): HashTable {
  const copy: HashTable = new Dict(env);
  copy.expand(table.size);
  for (const entry of table.entries()) {
    copy.add(entry.keyBytes, StoredString.create(env, entry.value.bytes(env.heap)));
  }
  return copy;
}
