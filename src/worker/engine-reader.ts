/** What checks and observations read of a live engine. Reading leaves no trace. */
import { latin1, type Server, utf8 } from '../engine/index.ts';
import { readView } from '../engine/inspect/index.ts';
import { readPacked } from '../engine/inspect/packed.ts';
import { peek } from '../engine/inspect/peek.ts';
import {
  type Dict,
  type DictEntry,
  ENCODING_NAMES,
  hashGet,
  hashTableOf,
  isIntset,
  isPacked,
  isPackedHash,
  type RedisObject,
  SECTIONS,
  setHas,
  setTableOf,
  stringBytes,
  TYPE_HASH,
  TYPE_SET,
  TYPE_STRING,
  TYPE_ZSET,
  tableOf,
  textBytes,
  typeNameOf,
  zsetScore,
  zsetSize,
} from '../engine/inspect/values.ts';
import type { WatchTarget } from '../protocol/views.ts';
import type { EngineReader, LockFacts, ViewOf, ZsetFacts } from './observe.ts';

/** `lock` reads the history of a lock, which the engine does not keep; `at` finds another server by its name. */
export function engineReader(
  server: Server,
  lock: (db: number, key: string) => LockFacts | null = () => null,
  at: (node: string) => EngineReader | null = () => null,
): EngineReader {
  const { databases } = server.keyspace;
  return {
    at,
    lock,
    databases: databases.length,
    isWrite: (commandName) => server.commands.findFull(commandName)?.isWrite === true,
    dict: (db, which) => databases[db][which],
    key(db, key) {
      const bytes = utf8(key);
      const entry = peek(databases[db].keys, bytes);
      if (entry === null) return null;
      const object = entry.value;
      return {
        type: typeNameOf(object),
        encoding: ENCODING_NAMES[object.encoding],
        value: object.type === TYPE_STRING ? textOf(stringBytes(object)) : null,
        expireAtMs: Number(peek(databases[db].expires, bytes)?.value ?? -1),
        ...placeOf(databases[db].keys, entry),
      };
    },
    use(db, key) {
      const object = peek(databases[db].keys, utf8(key))?.value;
      if (object === undefined) return null;
      const { stamps } = server.keyspace;
      return stamps.isLfu
        ? { idleSeconds: null, frequency: stamps.frequency(object) }
        : { idleSeconds: stamps.idleSeconds(object), frequency: null };
    },
    packed(db, key) {
      return readPacked(server, databases[db], { kind: 'packed', db, key: utf8(key) }).value;
    },
    zset(db, key) {
      const object = peek(databases[db].keys, utf8(key))?.value;
      return object?.type === TYPE_ZSET ? zsetFacts(object) : null;
    },
    hashValue(db, key, field) {
      const object = peek(databases[db].keys, utf8(key))?.value;
      if (object?.type !== TYPE_HASH) return null;
      // As with the scores below: a lookup in a table might move a bucket.
      const value = isPackedHash(object)
        ? hashGet(object, utf8(field))
        : (peek(hashTableOf(object), utf8(field))?.value ?? null);
      return value === null ? null : textOf(textBytes(server.env.heap, value));
    },
    setHas(db, key, member) {
      const object = peek(databases[db].keys, utf8(key))?.value;
      if (object?.type !== TYPE_SET) return null;
      return isIntset(object)
        ? setHas(object, utf8(member))
        : peek(setTableOf(object), utf8(member)) !== null;
    },
    view<Target extends WatchTarget>(target: Target) {
      // The kind of a view is that of its target.
      return readView(server, target) as ViewOf<Target> | null;
    },
    info(section, field) {
      for (const [name, value] of SECTIONS[section]?.fields(server) ?? []) if (name === field) return value;
      return null;
    },
  };
}

function zsetFacts(object: RedisObject): ZsetFacts {
  if (isPacked(object)) {
    return {
      length: zsetSize(object),
      level: null,
      levelsOf: () => null,
      nodesOn: () => null,
      // Looking for a member in packed bytes changes nothing; in a table it might move a bucket.
      scoreOf: (member) => zsetScore(object, utf8(member)),
    };
  }
  const { dict, skiplist } = tableOf(object);
  return {
    length: skiplist.length,
    level: skiplist.level,
    levelsOf(member) {
      const entry = peek(dict, utf8(member));
      return entry === null ? null : skiplist.levelsOf(entry.value);
    },
    nodesOn(level) {
      let nodes = 0;
      if (level >= skiplist.level) return 0;
      for (let node = skiplist.header; ; nodes++) {
        node = skiplist.nextOf(node, level);
        if (node === 0) return nodes;
      }
    },
    scoreOf(member) {
      const entry = peek(dict, utf8(member));
      return entry === null ? null : skiplist.scoreOf(entry.value);
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
