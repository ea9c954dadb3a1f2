/** Sets as values: freeing, measuring, copying. */
import type { Environment } from '../base/probe.ts';
import { Dict } from '../structures/dict.ts';
import { StoredString } from '../structures/stored-string.ts';
import type { ValueKind } from './kind.ts';
import { ENCODING_HT, OBJECT_BYTES, RedisObject, TYPE_SET } from './object.ts';
import { createIntsetSet, intsetOf, isIntset, type SetTable, setTableOf } from './set.ts';
import { tableBytes } from './table-memory.ts';
import { unwatched } from './unwatched.ts';

export const setKind: ValueKind = {
  free(env, object) {
    if (isIntset(object)) intsetOf(object).release();
    else setTableOf(object).release();
    env.heap.give(object.place, OBJECT_BYTES);
  },
  bytes(object, samples) {
    if (isIntset(object)) return OBJECT_BYTES + intsetOf(object).allocationBytes;
    return tableBytes(setTableOf(object), samples, ({ keyPlace, keyLength }) => {
      return new StoredString(keyPlace, keyLength).allocationBytes;
    });
  },
  copy(env, object, lru) {
    if (isIntset(object)) return createIntsetSet(env, lru, intsetOf(object).duplicate());
    const copy = unwatched(env, () => copyOfTable(env, setTableOf(object)));
    return new RedisObject(TYPE_SET, ENCODING_HT, copy, env.heap.take(OBJECT_BYTES), lru);
  },
};

function copyOfTable(env: Environment, table: SetTable): SetTable {
  const copy: SetTable = new Dict(env);
  copy.expand(table.size);
  for (const entry of table.entries()) copy.add(entry.keyBytes, null);
  return copy;
}
