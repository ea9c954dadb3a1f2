/** The view of eviction: the LRU or LFU data of keys, the pool, and the evicted keys. */
import type { EvictionView, UsedKeyRow, Window } from '../../protocol/views.ts';
import { latin1, repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import { POOL_SIZE } from '../keyspace/eviction-pool.ts';
import type { Server } from '../state/server.ts';
import type { DictEntry } from '../structures/dict.ts';
import { memoryUsage } from '../types/memory.ts';
import type { RedisObject } from '../types/object.ts';
import { keyEnds } from './key-ends.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';
import { clampWindow, windowOf } from './window.ts';

const MAX_SORTED = 1000;
const MAX_WINDOW = 200;
const MEMORY_SAMPLES = 5;

export const evictionView: ViewKind<'eviction'> = {
  read: (server, db, { window }) => readEviction(server, db, window),
  changedBy: ({ type }) => /^(eviction|lfu)\.|^key\.evicted$/.test(type),
  moreMoments: keyEnds,
};

function readEviction(server: Server, db: Database, window: Window): EvictionView {
  const { keyspace, eviction } = server;
  const { stamps, databases } = keyspace;
  const keys = db.keys.size;
  const order = keys <= MAX_SORTED ? 'score' : 'bucket';
  const { from, count } = clampWindow(window, keys, MAX_WINDOW);
  const entries =
    order === 'score' ? byScore(server, db).slice(from, from + count) : windowOf(allEntries(db), from, count);
  const pooled = new Set(
    eviction.pool.candidates.filter((each) => each.db === db.id).map(({ key }) => latin1(key)),
  );
  return {
    kind: 'eviction',
    db: db.id,
    nowMs: keyspace.nowMs,
    policy: eviction.policy,
    usedBytes: eviction.usedBytes,
    maxBytes: eviction.maxBytes,
    samples: eviction.samples,
    tenacity: eviction.tenacity,
    clock: stamps.clock,
    minutes: stamps.minutes,
    logFactor: stamps.logFactor,
    decayMinutes: stamps.decayMinutes,
    poolSize: POOL_SIZE,
    pool: eviction.pool.candidates.map((each) => ({
      db: each.db,
      key: repr(each.key),
      score: Number(each.score),
      ghost: peek<unknown>(candidatesOf(server, databases[each.db]), each.key) === null,
    })),
    lastSamples: eviction.lastSamples.map((each) => ({
      db: each.db,
      key: repr(each.key),
      score: Number(each.score),
      place: each.place,
    })),
    evicted: eviction.records.map((each) => ({
      ...each,
      key: repr(each.key),
      score: each.score === null ? null : Number(each.score),
    })),
    evictedKeys: eviction.evictedKeys,
    hits: keyspace.hits,
    misses: keyspace.misses,
    lookups: { perSpan: keyspace.lookups.perSpan, spans: keyspace.lookups.spans() },
    keys,
    order,
    from,
    rows: entries.map((entry) => readRow(server, db, entry, pooled)),
  };
}

type Entry = DictEntry<RedisObject>;

function candidatesOf(server: Server, db: Database): Database['keys'] | Database['expires'] {
  return server.eviction.isAllKeys ? db.keys : db.expires;
}

function* allEntries(db: Database): Generator<Entry> {
  for (const { buckets } of db.keys.tables) {
    for (let entry of buckets) for (; entry !== null; entry = entry.next) yield entry;
  }
}

/** The keys that exact LRU or LFU would evict first, which the pool approximates. */
function byScore(server: Server, db: Database): Entry[] {
  const { policy } = server.eviction;
  const { stamps } = server.keyspace;
  const scored = [...allEntries(db)].map((entry) => {
    if (policy === 'volatile-ttl') return { entry, score: -expiryOf(db, entry) };
    const { value } = entry;
    return { entry, score: stamps.isLfu ? -stamps.frequency(value) : stamps.idleMs(value) };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
}

/** Keys without an expiry come last. */
function expiryOf(db: Database, entry: Entry): number {
  return Number(peek(db.expires, entry.keyBytes)?.value ?? Number.MAX_SAFE_INTEGER);
}

function readRow(server: Server, db: Database, entry: Entry, pooled: ReadonlySet<string>): UsedKeyRow {
  const { stamps } = server.keyspace;
  const { value: object, keyBytes } = entry;
  const expiry = db.expires.size === 0 ? null : peek(db.expires, keyBytes);
  return {
    key: repr(keyBytes),
    lru: object.lru,
    idleSeconds: stamps.idleSeconds(object),
    counter: object.lru & 0xff,
    frequency: stamps.frequency(object),
    decayMinute: object.lru >> 8,
    expireAtMs: expiry === null ? -1 : Number(expiry.value),
    memoryBytes: memoryUsage(entry, MEMORY_SAMPLES, server.generation),
    pooled: pooled.has(latin1(keyBytes)),
  };
}
