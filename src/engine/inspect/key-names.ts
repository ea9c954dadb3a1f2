/** Keys that a panel can offer to look at, found without leaving a trace. */
import type { PackedKeyView } from '../../protocol/views-packed.ts';
import { compareBytes, repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Dict, DictEntry } from '../structures/dict.ts';
import { ENCODING_NAMES, type RedisObject, TYPE_NAMES } from '../types/object.ts';

const MAX_KEYS = 64;
/** To find them among other keys, this many entries are looked at. */
const MAX_SEARCHED = 2000;

export interface KeyNames {
  /** By name. */
  readonly keys: readonly PackedKeyView[];
  /** Those found beyond the first. */
  readonly moreKeys: number;
}

export function keyNames(db: Database, isWanted: (object: RedisObject) => boolean): KeyNames {
  const found: DictEntry<RedisObject>[] = [];
  let searched = 0;
  for (const entry of entriesIn(db.keys)) {
    if (searched++ >= MAX_SEARCHED) break;
    if (isWanted(entry.value)) found.push(entry);
  }
  found.sort((a, b) => compareBytes(a.key.view(), b.key.view()));
  const keys = found.slice(0, MAX_KEYS).map(({ key, value }) => ({
    key: repr(key.view()),
    keyBytes: key.view().slice(),
    type: TYPE_NAMES[value.type],
    encoding: ENCODING_NAMES[value.encoding],
  }));
  return { keys, moreKeys: found.length - keys.length };
}

/** All entries of both tables, in the order of the buckets. */
export function* entriesIn<V>(dict: Dict<V>): Generator<DictEntry<V>, void, void> {
  for (const table of dict.tables) {
    for (let bucket = 0; bucket < table.size; bucket++) {
      for (let entry = table.buckets[bucket]; entry !== null; entry = entry.next) yield entry;
    }
  }
}
