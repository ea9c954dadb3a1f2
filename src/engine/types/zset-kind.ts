/** Sorted sets as values: freeing, measuring, copying. */
import type { Environment } from '../base/probe.ts';
import { DICT_BUCKET_BYTES, DICT_BYTES, DICT_ENTRY_BYTES } from '../structures/dict.ts';
import { Listpack } from '../structures/listpack.ts';
import { SKIPLIST_BYTES } from '../structures/skiplist.ts';
import { Ziplist } from '../structures/ziplist.ts';
import type { ValueKind } from './kind.ts';
import { OBJECT_BYTES } from './object.ts';
import { unwatched } from './unwatched.ts';
import { createTableZset, isPacked, packedOf, packedZset, tableOf } from './zset.ts';
import { ZSET_BYTES, ZsetTable } from './zset-table.ts';

export const zsetKind: ValueKind = {
  free(env, object) {
    if (isPacked(object)) packedOf(object).release();
    else tableOf(object).release();
    env.heap.give(object.place, OBJECT_BYTES);
  },
  bytes(object, samples) {
    if (isPacked(object)) {
      const list = packedOf(object);
      // 6.2 asks the ziplist how long it is, 7.0 the allocator how much the listpack takes.
      return OBJECT_BYTES + (list.format === 'ziplist' ? list.totalBytes : list.allocationBytes);
    }
    const { dict, skiplist } = tableOf(object);
    const wanted = samples === 0 ? skiplist.length : samples;
    let seen = 0;
    let seenBytes = 0;
    for (let node = skiplist.first; node !== 0 && seen < wanted; node = skiplist.nextOf(node)) {
      seenBytes +=
        skiplist.memberOf(node).allocationBytes + DICT_ENTRY_BYTES + skiplist.allocationBytesOf(node);
      seen++;
    }
    const tableBytes = DICT_BYTES + dict.slots * DICT_BUCKET_BYTES;
    const headerBytes = skiplist.allocationBytesOf(skiplist.header);
    const fixedBytes = OBJECT_BYTES + ZSET_BYTES + SKIPLIST_BYTES + tableBytes + headerBytes;
    // Empty it is only in the middle of a command, but there it may be looked at.
    return seen === 0 ? fixedBytes : Math.floor(fixedBytes + (seenBytes / seen) * dict.size);
  },
  copy(env, object, lru) {
    if (isPacked(object)) {
      const list = packedOf(object);
      const bytes = list.bytes();
      const copy =
        list.format === 'listpack' ? Listpack.fromBytes(env, bytes) : Ziplist.fromBytes(env, bytes);
      return packedZset(env, copy, lru);
    }
    return createTableZset(
      env,
      lru,
      unwatched(env, () => copyOfTable(env, tableOf(object))),
    );
  },
};

/** From the last to the first: so every new node is put in right behind the header. */
function copyOfTable(env: Environment, { dict, skiplist }: ZsetTable): ZsetTable {
  const copy = new ZsetTable(env);
  copy.dict.expand(dict.size);
  for (let node = skiplist.tail; node !== 0; node = skiplist.previousOf(node)) {
    copy.add(skiplist.memberBytesOf(node), skiplist.scoreOf(node));
  }
  return copy;
}
