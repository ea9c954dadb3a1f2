/** The view of expiry: which key expires when, and what the latest cycles found. */
import type { ExpiringKeyRow, ExpiryTableView, ExpiryView, Window } from '../../protocol/views.ts';
import { repr } from '../base/bytes.ts';
import { parametersOf } from '../keyspace/active-expire.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import { keyEnds } from './key-ends.ts';
import type { ViewKind } from './kind.ts';
import { clampWindow, windowOf } from './window.ts';

const MAX_SORTED = 1000;
const MAX_WINDOW = 200;
const MAX_BUCKETS = 256;

export const expiryView: ViewKind<'expiry'> = {
  read: (server, db, { window }) => readExpiry(server, db, window),
  changedBy: ({ type }) => type.startsWith('expire.'),
  moreMoments: keyEnds,
};

function readExpiry(server: Server, db: Database, window: Window): ExpiryView {
  const { keyspace, activeExpiry, statistics } = server;
  const volatileKeys = db.expires.size;
  const order = volatileKeys <= MAX_SORTED ? 'time' : 'bucket';
  const { from, count } = clampWindow(window, volatileKeys, MAX_WINDOW);
  const all = allRows(db, keyspace.nowMs);
  const rows =
    order === 'time'
      ? [...all].sort((a, b) => a.expireAtMs - b.expireAtMs).slice(from, from + count)
      : windowOf(all, from, count);
  const effort = server.config.number('active-expire-effort');
  const { keysPerLoop, acceptablePercent } = parametersOf(effort);
  return {
    kind: 'expiry',
    db: db.id,
    nowMs: keyspace.nowMs,
    volatileKeys,
    order,
    from,
    rows,
    dict: db.expires.address,
    buckets: db.expires.slots,
    cursor: db.expires.slots === 0 ? 0 : db.expiresCursor & (db.expires.tables[0].size - 1),
    tables: [readTable(db, 0, keyspace.nowMs), readTable(db, 1, keyspace.nowMs)],
    averageTtlMs: db.averageTtlMs,
    enabled: server.activeExpireEnabled,
    effort,
    keysPerLoop,
    acceptablePercent,
    expiredKeys: keyspace.expiredKeys,
    expiredOnAccess: keyspace.expiredOnAccess,
    stalePercent: activeExpiry.stalePercent(),
    timeCapReached: statistics.expiredTimeCapReached,
    cycles: activeExpiry.cycles.slice(),
  };
}

function* allRows(db: Database, nowMs: number): Generator<ExpiringKeyRow> {
  for (const table of [0, 1] as const) {
    const { buckets } = db.expires.tables[table];
    for (let bucket = 0; bucket < buckets.length; bucket++) {
      for (let entry = buckets[bucket]; entry !== null; entry = entry.next) {
        const expireAtMs = Number(entry.value);
        yield { key: repr(entry.keyBytes), expireAtMs, stale: nowMs > expireAtMs, table, bucket };
      }
    }
  }
}

function readTable(db: Database, number: 0 | 1, nowMs: number): ExpiryTableView {
  const { size, used, buckets } = db.expires.tables[number];
  const cursor = size === 0 ? 0 : db.expiresCursor & (size - 1);
  const from = size <= MAX_BUCKETS ? 0 : cursor - (cursor % MAX_BUCKETS);
  const count = Math.min(size - from, MAX_BUCKETS);
  const keys = new Uint8Array(count);
  const stale = new Uint8Array(count);
  for (let nth = 0; nth < count; nth++) {
    for (let entry = buckets[from + nth]; entry !== null && keys[nth] < 255; entry = entry.next) {
      keys[nth]++;
      if (nowMs > Number(entry.value)) stale[nth]++;
    }
  }
  return { size, used, cursor, from, keys, stale };
}
