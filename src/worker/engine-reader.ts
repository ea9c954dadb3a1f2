/** What checks and observations read of a live engine. Reading leaves no trace. */
import { latin1, utf8 } from '../engine/base/bytes.ts';
import { peek } from '../engine/inspect/peek.ts';
import type { Server } from '../engine/state/server.ts';
import type { Dict, DictEntry } from '../engine/structures/dict.ts';
import { ENCODING_NAMES, TYPE_NAMES, TYPE_STRING } from '../engine/types/object.ts';
import { stringBytes } from '../engine/types/string.ts';
import type { EngineReader } from './observe.ts';

export function engineReader(server: Server): EngineReader {
  const { databases } = server.keyspace;
  return {
    databases: databases.length,
    isWrite: (commandName) => server.commands.findFull(commandName)?.isWrite === true,
    dict: (db, which) => databases[db][which],
    key(db, key) {
      const bytes = utf8(key);
      const entry = peek(databases[db].keys, bytes);
      if (entry === null) return null;
      const object = entry.value;
      return {
        type: TYPE_NAMES[object.type],
        encoding: ENCODING_NAMES[object.encoding],
        value: object.type === TYPE_STRING ? textOf(stringBytes(object)) : null,
        expireAtMs: Number(peek(databases[db].expires, bytes)?.value ?? -1),
        ...placeOf(databases[db].keys, entry),
      };
    },
  };
}

/** The table and bucket an entry lies in. */
function placeOf<V>(dict: Dict<V>, entry: DictEntry<V>): { table: 0 | 1; bucket: number } {
  const [first, second] = dict.tables;
  const bucket = entry.hash & (first.size - 1);
  for (let other: DictEntry<V> | null = first.buckets[bucket]; other !== null; other = other.next) {
    if (other === entry) return { table: 0, bucket };
  }
  return { table: 1, bucket: entry.hash & (second.size - 1) };
}

/** Lessons write values as text: UTF-8 where it is, single bytes where it is not. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return latin1(bytes);
  }
}
