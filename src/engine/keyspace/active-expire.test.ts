import { describe, expect, test } from 'vitest';
import { bytesOf } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { StringFactory } from '../types/string.ts';
import { ActiveExpiry, parametersOf } from './active-expire.ts';
import { Keyspace } from './keyspace.ts';

const HZ = 10;
const PERIOD_MS = 1000 / HZ;

function world(databases = 16) {
  const env = createEnvironment(3);
  const keyspace = new Keyspace(env, databases);
  const strings = new StringFactory(env);
  const statistics = { expiredStalePercent: 0, expiredTimeCapReached: 0 };
  const expiry = new ActiveExpiry(keyspace, statistics);
  const add = (name: string, atMs: number, db = 0) => {
    const key = bytesOf(name);
    keyspace.add(keyspace.databases[db], key, strings.plain(key, 0));
    keyspace.setExpire(keyspace.databases[db], key, atMs);
  };
  const staleShare = (db = 0) => {
    let stale = 0;
    for (const entry of keyspace.databases[db].expires.entries()) {
      if (Number(entry.value) < keyspace.nowMs) stale++;
    }
    return stale / Math.max(1, keyspace.databases[db].expires.size);
  };
  return { env, keyspace, expiry, statistics, add, staleShare };
}

describe('one cycle', () => {
  test('leaves a database whose sample is fresh after 20 keys', () => {
    const { expiry, add, keyspace } = world();
    keyspace.setTime(1000);
    for (let key = 0; key < 1000; key++) add(`k${key}`, 5000);
    expiry.slow(1, HZ);
    const [cycle] = expiry.cycles;
    expect(cycle).toMatchObject({ kind: 'slow', expired: 0, isCutOff: false });
    // The last bucket is looked at to its end.
    expect(cycle.sampled).toBeGreaterThanOrEqual(20);
    expect(cycle.sampled).toBeLessThan(30);
    expect(keyspace.databases[0].averageTtlMs).toBe(Math.floor(4000 / 50) * 49 + Math.floor(4000 / 50));
  });

  test('stays while more than a tenth is stale, and ends with little more than that', () => {
    const { expiry, add, keyspace, staleShare } = world();
    for (let key = 0; key < 4000; key++) add(`k${key}`, key % 2 === 0 ? 10 : 100_000);
    keyspace.setTime(1000);
    expiry.slow(1, HZ);
    expect(keyspace.expiredKeys).toBeGreaterThan(0);
    for (let run = 0; run < 50; run++) {
      keyspace.setTime(1000 + run * PERIOD_MS);
      expiry.slow(1, HZ);
    }
    expect(staleShare()).toBeLessThan(0.1);
    expect(keyspace.databases[0].keys.size).toBe(keyspace.databases[0].expires.size);
  });

  test('goes on at the bucket where it stopped', () => {
    const { expiry, add, keyspace } = world();
    for (let key = 0; key < 1000; key++) add(`k${key}`, 5000);
    expiry.slow(1, HZ);
    expiry.slow(1, HZ);
    const [first, second] = expiry.cycles;
    expect(first.visits[0].fromCursor).toBe(0);
    expect(second.visits[0].fromCursor).toBe(first.visits[0].toCursor);
    expect(keyspace.databases[0].expiresCursor).toBe(second.visits[0].toCursor);
  });

  test('a key is not stale in the very millisecond of its expiry', () => {
    const { expiry, add, keyspace } = world();
    add('k', 1000);
    keyspace.setTime(1000);
    expiry.slow(1, HZ);
    expect(keyspace.expiredKeys).toBe(0);
    keyspace.setTime(1001);
    expiry.slow(1, HZ);
    expect(keyspace.expiredKeys).toBe(1);
  });

  test('effort makes samples larger, tolerance smaller and limits longer', () => {
    expect(parametersOf(1)).toEqual({
      keysPerLoop: 20,
      acceptablePercent: 10,
      fastLimitUs: 1000,
      slowTimePercent: 25,
    });
    expect(parametersOf(10)).toEqual({
      keysPerLoop: 65,
      acceptablePercent: 1,
      fastLimitUs: 3250,
      slowTimePercent: 43,
    });
  });

  test('a nearly empty table is left alone until it is shrunk', () => {
    const { expiry, add, keyspace } = world();
    for (let key = 0; key < 2000; key++) add(`k${key}`, 10);
    const [db] = keyspace.databases;
    for (let key = 1; key < 2000; key++) keyspace.delete(db, bytesOf(`k${key}`));
    while (db.expires.isRehashing) db.expires.rehash(100);
    keyspace.setTime(1000);
    expiry.slow(1, HZ);
    expect(keyspace.expiredKeys).toBe(0);
    db.expires.resizeToFit();
    while (db.expires.isRehashing) db.expires.rehash(100);
    expiry.slow(1, HZ);
    expect(keyspace.expiredKeys).toBe(1);
  });
});

describe('limits', () => {
  test('a slow cycle is cut off after a quarter of its period, a fast one follows, and not another at once', () => {
    const { expiry, add, keyspace, statistics } = world();
    for (let key = 0; key < 60_000; key++) add(`k${key}`, 10);
    keyspace.setTime(1000);
    expiry.slow(1, HZ);
    expect(expiry.isCutOff).toBe(true);
    expect(statistics.expiredTimeCapReached).toBe(1);
    const [slow] = expiry.cycles;
    expect(slow.limitUs).toBe(25_000);
    expect(slow.expired).toBeGreaterThan(23_000);
    expect(slow.expired).toBeLessThan(26_000);

    expiry.fast(1);
    const fast = expiry.cycles[1];
    expect(fast).toMatchObject({ kind: 'fast', limitUs: 1000, isCutOff: true });
    expect(fast.expired).toBeGreaterThan(900);
    expect(fast.expired).toBeLessThan(1400);
    expiry.fast(1);
    keyspace.setTime(1001);
    expiry.fast(1);
    expect(expiry.cycles).toHaveLength(2);
    keyspace.setTime(1002);
    expiry.fast(1);
    expect(expiry.cycles).toHaveLength(3);
  });

  test('there is no fast cycle after a cycle that had time enough', () => {
    const { expiry, add, keyspace } = world();
    for (let key = 0; key < 100; key++) add(`k${key}`, 10);
    keyspace.setTime(1000);
    expiry.slow(1, HZ);
    expiry.fast(1);
    expect(expiry.cycles).toHaveLength(1);
    expect(keyspace.expiredKeys).toBe(100);
  });

  test('databases take turns, 16 a cycle', () => {
    const { expiry, add, keyspace } = world(40);
    for (let db = 0; db < 40; db++) add('k', 10, db);
    keyspace.setTime(1000);
    const seen: number[] = [];
    for (let run = 0; run < 3; run++) {
      expiry.slow(1, HZ);
      seen.push(keyspace.expiredKeys);
    }
    expect(seen).toEqual([16, 32, 40]);
  });
});

describe('the estimate of stale keys', () => {
  test('moves by a twentieth to what the latest cycle found, and decays while cycles are left out', () => {
    const { expiry, add, keyspace, statistics } = world();
    for (let key = 0; key < 10; key++) add(`k${key}`, 10);
    keyspace.setTime(1000);
    expiry.slow(1, HZ);
    expect(statistics.expiredStalePercent).toBeCloseTo(5);
    keyspace.setTime(1000 + 11 * PERIOD_MS);
    expect(expiry.stalePercent()).toBeCloseTo(5 * 0.95 ** 10);
    expiry.slow(1, HZ);
    expect(statistics.expiredStalePercent).toBeCloseTo(5 * 0.95 ** 11);
  });
});
