/**
 * The active expiry cycle: it deletes expired keys that no command accesses (activeExpireCycle of expire.c).
 *
 * A cycle visits up to 16 databases. In each it samples the next buckets of the expires dict, from where it last
 * stopped, until it has seen 20 keys (5 more for every step of active-expire-effort), and deletes the expired ones. If
 * more than a tenth of them had expired (1 % less for every step of effort), it samples 20 more; otherwise it moves on
 * to the next database.
 *
 *     slow   from the cron, hz times a second, for at most 25 % of the time (2 % more per step of effort)
 *     fast   before the server sleeps, for at most 1 ms (0.25 ms more per step), not twice within twice that time,
 *            and only after a cycle that was cut off by its limit
 *
 * The C code checks the clock every 16 rounds. Here a cycle adds up the time it would take: LOOK_US for a bucket or a
 * key, EXPIRE_US for a deletion and more for a large value, as measured on the real server. With hz 10 a slow cycle
 * deletes about 25,000 keys and a fast one 1,000.
 *
 * Worked example: 1,000 keys, 400 of them stale, none clustered. Each round deletes some 8 of 20, until a sample finds
 * at most 2: then about a tenth of the rest is stale, which the cycle accepts.
 */

import type { Int64 } from '../base/numbers.ts';
import type { DictEntry } from '../structures/dict.ts';
import type { Database } from './database.ts';
import type { Keyspace } from './keyspace.ts';

const KEYS_PER_LOOP = 20;
const ACCEPTABLE_STALE_PERCENT = 10;
const FAST_LIMIT_US = 1000;
const SLOW_TIME_PERCENT = 25;
const DATABASES_PER_CYCLE = 16;
const BUCKETS_PER_KEY = 20;
const ROUNDS_PER_CHECK = 16;
/** How much of the estimate of stale keys is the latest cycle's, and how much the earlier ones'. */
const NEW_SHARE = 0.05;
const OLD_SHARE = 0.95;
const LOOK_US = 0.02;
const EXPIRE_US = 1;
/** How many cycles are remembered to be shown. */
const KEPT_CYCLES = 32;

/** The parameters of a cycle by its effort, 1 to 10. */
export function parametersOf(effort: number) {
  const boost = effort - 1;
  return {
    keysPerLoop: KEYS_PER_LOOP + (KEYS_PER_LOOP / 4) * boost,
    acceptablePercent: ACCEPTABLE_STALE_PERCENT - boost,
    fastLimitUs: FAST_LIMIT_US + (FAST_LIMIT_US / 4) * boost,
    slowTimePercent: SLOW_TIME_PERCENT + 2 * boost,
  };
}

export type CycleKind = 'slow' | 'fast';

export interface ExpireStatistics {
  /** The estimated share of keys that are stale but still there. */
  expiredStalePercent: number;
  expiredTimeCapReached: number;
}

/** What one cycle did, in one database. */
export interface CycleVisit {
  readonly db: number;
  readonly rounds: number;
  readonly sampled: number;
  readonly expired: number;
  /** Buckets of the expires dict, before and after. */
  readonly fromCursor: number;
  readonly toCursor: number;
}

export interface CycleRecord {
  readonly atMs: number;
  readonly kind: CycleKind;
  readonly sampled: number;
  readonly expired: number;
  readonly buckets: number;
  /** The time a server would have taken. */
  readonly costUs: number;
  readonly limitUs: number;
  readonly isCutOff: boolean;
  readonly visits: readonly CycleVisit[];
}

export class ActiveExpiry {
  readonly #keyspace: Keyspace;
  readonly #statistics: ExpireStatistics;
  #nextDb = 0;
  #lastFastMs = Number.NEGATIVE_INFINITY;
  #lastSlowMs = Number.NEGATIVE_INFINITY;
  #periodMs = 100;
  #sampled = 0;
  #expired = 0;
  #buckets = 0;
  #freeUs = 0;
  #visits: CycleVisit[] = [];
  /** Whether the latest cycle was cut off by its limit: then the next one visits all databases, and soon. */
  isCutOff = false;
  /** The latest cycles that looked at any key, the latest last. */
  readonly cycles: CycleRecord[] = [];

  constructor(keyspace: Keyspace, statistics: ExpireStatistics) {
    this.#keyspace = keyspace;
    this.#statistics = statistics;
  }

  /** hz times a second. */
  slow(effort: number, hz: number): void {
    const { nowMs } = this.#keyspace;
    this.#statistics.expiredStalePercent = this.stalePercent();
    this.#lastSlowMs = nowMs;
    this.#periodMs = 1000 / hz;
    const { slowTimePercent } = parametersOf(effort);
    const limitUs = Math.max(1, Math.floor(Math.floor((slowTimePercent * 1_000_000) / hz) / 100));
    this.#run('slow', effort, limitUs);
  }

  /** Before the server sleeps. */
  fast(effort: number): void {
    const { nowMs } = this.#keyspace;
    // The server means to run also while many keys are stale, but compares a share of at most 1 with a percentage.
    if (!this.isCutOff) return;
    const limitUs = parametersOf(effort).fastLimitUs;
    if (nowMs < this.#lastFastMs + (limitUs * 2) / 1000) return;
    this.#lastFastMs = nowMs;
    this.#run('fast', effort, limitUs);
  }

  /** The estimate as of now: cycles that were left out, because there was nothing to expire, count as having found none. */
  stalePercent(): number {
    const missed = Math.floor((this.#keyspace.nowMs - this.#lastSlowMs) / this.#periodMs) - 1;
    const known = this.#statistics.expiredStalePercent;
    return known === 0 || missed <= 0 ? known : known * OLD_SHARE ** missed;
  }

  #run(kind: CycleKind, effort: number, limitUs: number): void {
    const { databases, env, nowMs } = this.#keyspace;
    const { keysPerLoop, acceptablePercent } = parametersOf(effort);
    const count = this.isCutOff ? databases.length : Math.min(DATABASES_PER_CYCLE, databases.length);
    this.isCutOff = false;
    this.#sampled = 0;
    this.#expired = 0;
    this.#buckets = 0;
    this.#freeUs = 0;
    this.#visits = [];
    let rounds = 0;
    let hasEmitted = false;

    for (let visited = 0; visited < count && !this.isCutOff; visited++) {
      const db = databases[this.#nextDb % databases.length];
      this.#nextDb = (this.#nextDb + 1) % databases.length;
      if (!hasEmitted && env.probe !== null && db.expires.size > 0) {
        hasEmitted = true;
        env.probe.emit({ type: 'expire.cycle', kind, keysPerLoop, acceptablePercent, limitUs });
      }
      rounds = this.#visit(db, rounds, keysPerLoop, acceptablePercent, limitUs);
    }

    if (this.isCutOff) this.#statistics.expiredTimeCapReached++;
    const percent = this.#sampled === 0 ? 0 : (this.#expired * 100) / this.#sampled;
    const before = this.#statistics.expiredStalePercent;
    this.#statistics.expiredStalePercent = percent * NEW_SHARE + before * OLD_SHARE;
    if (this.#visits.length === 0) return;
    const [sampled, expired] = [this.#sampled, this.#expired];
    const record: CycleRecord = {
      atMs: nowMs,
      kind,
      sampled,
      expired,
      buckets: this.#buckets,
      costUs: this.#costUs,
      limitUs,
      isCutOff: this.isCutOff,
      visits: this.#visits,
    };
    if (this.cycles.push(record) > KEPT_CYCLES) this.cycles.shift();
    if (hasEmitted && env.probe !== null) {
      env.probe.emit({ type: 'expire.end', kind, sampled, expired, cutOff: this.isCutOff });
    }
  }

  get #costUs(): number {
    return (this.#buckets + this.#sampled) * LOOK_US + this.#expired * EXPIRE_US + this.#freeUs;
  }

  /** Stays in a database while its samples are stale enough; gives the number of rounds of the whole cycle. */
  #visit(
    db: Database,
    roundsBefore: number,
    keysPerLoop: number,
    acceptable: number,
    limitUs: number,
  ): number {
    const { probe } = this.#keyspace.env;
    const [sampledBefore, expiredBefore, fromCursor] = [this.#sampled, this.#expired, db.expiresCursor];
    let rounds = roundsBefore;
    for (;;) {
      rounds++;
      const count = db.expires.size;
      if (count === 0) {
        db.averageTtlMs = 0;
        break;
      }
      // A table that is nearly empty makes sampling expensive; it will be shrunk soon.
      const { slots } = db.expires;
      if (slots > 4 && (count * 100) / slots < 1) break;

      const [sampledAtStart, expiredAtStart, from] = [this.#sampled, this.#expired, db.expiresCursor];
      this.#sample(db, Math.min(count, keysPerLoop));
      const sampled = this.#sampled - sampledAtStart;
      const expired = this.#expired - expiredAtStart;
      if (probe !== null) {
        const cursor = db.expiresCursor;
        probe.emit({ type: 'expire.sample', db: db.id, sampled, expired, from, cursor });
      }
      if (rounds % ROUNDS_PER_CHECK === 0 && this.#costUs > limitUs) {
        this.isCutOff = true;
        break;
      }
      if (sampled !== 0 && Math.floor((expired * 100) / sampled) <= acceptable) break;
    }
    if (this.#sampled > sampledBefore) {
      this.#visits.push({
        db: db.id,
        rounds: rounds - roundsBefore,
        sampled: this.#sampled - sampledBefore,
        expired: this.#expired - expiredBefore,
        fromCursor,
        toCursor: db.expiresCursor,
      });
    }
    return rounds;
  }

  /** Looks at the next buckets, of both tables while the dict is rehashed, until `wanted` keys were seen. */
  #sample(db: Database, wanted: number): void {
    const keyspace = this.#keyspace;
    const { expires } = db;
    const maxBuckets = wanted * BUCKETS_PER_KEY;
    let sampled = 0;
    let buckets = 0;
    let ttlSumMs = 0;
    let ttlSamples = 0;
    while (sampled < wanted && buckets < maxBuckets) {
      for (let number = 0; number < 2; number++) {
        if (number === 1 && !expires.isRehashing) break;
        const table = expires.tables[number];
        buckets++;
        // The last key may be gone by now, and its table too.
        let entry = table.size === 0 ? null : table.buckets[db.expiresCursor & (table.size - 1)];
        while (entry !== null) {
          const next: DictEntry<Int64> | null = entry.next;
          const ttlMs = Number(entry.value) - keyspace.nowMs;
          if (ttlMs < 0) {
            this.#freeUs += keyspace.expireNow(db, entry.keyBytes, 'active');
            this.#expired++;
          } else if (ttlMs > 0) {
            ttlSumMs += ttlMs;
            ttlSamples++;
          }
          sampled++;
          entry = next;
        }
      }
      // A 64-bit cursor never wraps around; a 30-bit one does, and no table can notice.
      db.expiresCursor = (db.expiresCursor + 1) & 0x3fff_ffff;
    }
    this.#sampled += sampled;
    this.#buckets += buckets;
    if (ttlSamples === 0) return;
    const averageMs = Math.floor(ttlSumMs / ttlSamples);
    if (db.averageTtlMs === 0) db.averageTtlMs = averageMs;
    db.averageTtlMs = Math.floor(db.averageTtlMs / 50) * 49 + Math.floor(averageMs / 50);
  }
}
