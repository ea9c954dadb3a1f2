/**
 * The active expiry cycle: keys nobody asks for any more must not stay for ever. Each run walks the
 * expires dictionaries bucket by bucket from where it stopped, and stays in a database as long as
 * more than a tenth of what it sampled was stale. Mirrors the slow cycle of expire.c with its time
 * limit turned into a limit on loops.
 */
import type { Int64 } from '../base/numbers.ts';
import type { Keyspace } from './keyspace.ts';

const KEYS_PER_LOOP = 20;
const ACCEPTABLE_STALE_PERCENT = 10;
/** The C code looks at the clock every 16 loops and may use a quarter of the period; a loop is about 20 µs. */
const MAX_LOOPS_PER_DB = 16 * 64;

export interface ExpireStatistics {
  expiredStalePercent: number;
  expiredTimeCapReached: number;
}

export function activeExpireCycle(keyspace: Keyspace, statistics: ExpireStatistics, effort: number): void {
  const boost = effort - 1;
  const keysPerLoop = KEYS_PER_LOOP + (KEYS_PER_LOOP / 4) * boost;
  const acceptable = ACCEPTABLE_STALE_PERCENT - boost;
  let totalSampled = 0;
  let totalExpired = 0;

  for (const db of keyspace.databases) {
    let loops = 0;
    for (;;) {
      const count = db.expires.size;
      if (count === 0) {
        db.averageTtlMs = 0;
        break;
      }
      const slots = db.expires.tables[0].size + db.expires.tables[1].size;
      // A table that is nearly empty makes sampling expensive; it will be shrunk soon.
      if (slots > 4 && (count * 100) / slots < 1) break;

      const wanted = Math.min(count, keysPerLoop);
      const maxBuckets = wanted * 20;
      let sampled = 0;
      let expired = 0;
      let ttlSumMs = 0;
      let ttlSamples = 0;
      let checkedBuckets = 0;
      const found: { key: Uint8Array; atMs: Int64 }[] = [];
      while (sampled < wanted && checkedBuckets < maxBuckets) {
        found.length = 0;
        db.expiresCursor = db.expires.scan(db.expiresCursor, (entry) => {
          found.push({ key: entry.key.view(), atMs: entry.value });
        });
        checkedBuckets++;
        for (const { key, atMs } of found) {
          sampled++;
          const ttlMs = Number(atMs) - keyspace.nowMs;
          if (ttlMs < 0) {
            keyspace.expireNow(db, key, 'active');
            expired++;
          } else {
            ttlSumMs += ttlMs;
            ttlSamples++;
          }
        }
        if (db.expiresCursor === 0) break;
      }
      totalSampled += sampled;
      totalExpired += expired;
      if (ttlSamples > 0) {
        const averageMs = Math.floor(ttlSumMs / ttlSamples);
        db.averageTtlMs =
          db.averageTtlMs === 0
            ? averageMs
            : Math.floor(db.averageTtlMs / 50) * 49 + Math.floor(averageMs / 50);
      }
      if (++loops >= MAX_LOOPS_PER_DB) {
        statistics.expiredTimeCapReached++;
        break;
      }
      const repeat = sampled === 0 || (expired * 100) / sampled > acceptable;
      if (!repeat || (db.expiresCursor === 0 && expired === 0)) break;
    }
  }

  const stalePercent = totalSampled === 0 ? 0 : (totalExpired * 100) / totalSampled;
  statistics.expiredStalePercent = stalePercent * 0.05 + statistics.expiredStalePercent * 0.95;
}
