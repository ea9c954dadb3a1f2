/** The keyspace panel's view: one row per key, in a window. */
import { readPart } from '../../protocol/parts.ts';
import type { KeyRow, KeyspaceView, Window } from '../../protocol/views.ts';
import { compareBytes, repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import type { DictEntry } from '../structures/dict.ts';
import { memoryUsage } from '../types/memory.ts';
import { typeNameOf } from '../types/module-type.ts';
import type { RedisObject } from '../types/object.ts';
import { ENCODING_NAMES, TYPE_STRING } from '../types/object.ts';
import { stringBytes } from '../types/string.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';

/** Sorting by name is for key counts a person reads; beyond, rows come in the order of the buckets. */
const MAX_SORTED = 1000;
const MAX_WINDOW = 500;
/** Samples per value, as MEMORY USAGE takes by default. */
const MEMORY_SAMPLES = 5;

export const keyspaceView: ViewKind<'keyspace'> = {
  read: (server, db, { window }) => readKeyspace(server, db, window),
  /** A row is looked for by its key. */
  inPast(_target, { view, path }) {
    const [field, where] = path;
    if (view.kind !== 'keyspace' || field.kind !== 'field' || field.name !== 'rows') return null;
    const row = where?.kind === 'where' ? readPart(view, path.slice(0, 2))?.value : undefined;
    const key = (row as Partial<KeyRow> | undefined)?.keyBytes;
    if (key === undefined) return null;
    return (server, db) => {
      const found = readKeyRow(server, db, key);
      return { ...view, rows: found === null ? [] : [found] };
    };
  },
};

function readKeyspace(server: Server, db: Database, window: Window): KeyspaceView {
  const keys = db.keys.size;
  const from = Math.max(0, Math.min(Math.floor(window.from), Math.max(0, keys - 1)));
  const count = Math.max(0, Math.min(Math.floor(window.count), MAX_WINDOW));
  const order = keys <= MAX_SORTED ? 'name' : 'bucket';
  const entries = order === 'name' ? sorted(db).slice(from, from + count) : inBuckets(db, from, count);
  return {
    kind: 'keyspace',
    db: db.id,
    nowMs: server.nowMs,
    keys,
    volatileKeys: db.expires.size,
    order,
    from,
    rows: entries.map((entry) => readRow(server, db, entry)),
    usedMemoryBytes: server.env.heap.usedBytes,
  };
}

type Entry = DictEntry<RedisObject>;

function* allEntries(db: Database): Generator<Entry> {
  // Buckets before the rehash index are empty, and in a large table there are many.
  let first = Math.max(0, db.keys.rehashIndex);
  for (const table of db.keys.tables) {
    for (let bucket = first; bucket < table.size; bucket++) {
      for (let entry = table.buckets[bucket]; entry !== null; entry = entry.next) yield entry;
    }
    first = 0;
  }
}

function sorted(db: Database): Entry[] {
  return [...allEntries(db)].sort((a, b) => compareBytes(a.key.view(), b.key.view()));
}

/** Skips whole tables' worth of entries bucket by bucket; a window near the start costs only itself. */
function inBuckets(db: Database, from: number, count: number): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  for (const entry of allEntries(db)) {
    if (at++ < from) continue;
    if (entries.length >= count) break;
    entries.push(entry);
  }
  return entries;
}

/** The row of one key, wherever it would stand; null if there is no such key. */
function readKeyRow(server: Server, db: Database, key: Uint8Array): KeyRow | null {
  const entry = peek(db.keys, key);
  return entry === null ? null : readRow(server, db, entry);
}

function readRow(server: Server, db: Database, entry: Entry): KeyRow {
  const key = entry.key.view();
  const object = entry.value;
  const expiry = db.expires.size === 0 ? null : peek(db.expires, key);
  return {
    key: repr(key),
    keyBytes: key.slice(),
    type: typeNameOf(object),
    encoding: ENCODING_NAMES[object.encoding],
    expireAtMs: expiry === null ? -1 : Number(expiry.value),
    memoryBytes: memoryUsage(entry, MEMORY_SAMPLES, server.generation),
    address: object.address,
    preview: object.type === TYPE_STRING ? repr(stringBytes(object)) : '',
  };
}
