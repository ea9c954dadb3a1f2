/** maxmemory as commands meet it, and what is shown of it. */
import { describe, expect, test } from 'vitest';
import type { EvictionView, ExpiryView } from '../../protocol/views.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { zipfTrace } from '../../testing/zipf-trace.ts';
import { latin1 } from '../base/bytes.ts';
import { readView } from '../inspect/index.ts';

function world(config: Record<string, string> = {}, seed = 1) {
  const clients = new EngineClients({ 'enable-debug-command': 'yes', ...config }, undefined, seed);
  const { server } = clients.engine;
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  const tick = (ms: number) => {
    clients.nowMs += ms;
    return clients.engine.step({ type: 'tick', nowMs: clients.nowMs });
  };
  const view = () =>
    readView(server, { kind: 'eviction', db: 0, window: { from: 0, count: 50 } }) as EvictionView;
  return { clients, server, ask, tick, view };
}

const OOM = "-OOM command not allowed when used memory > 'maxmemory'.\r\n";

describe('the limit', () => {
  test('noeviction refuses what needs memory and nothing else', () => {
    const { ask } = world();
    ask('SET k v');
    ask('CONFIG SET maxmemory 1');
    expect(ask('SET k w')).toBe(OOM);
    expect(ask('GET k')).toBe('$1\r\nv\r\n');
    expect(ask('DEL k')).toBe(':1\r\n');
    ask('CONFIG SET maxmemory 0');
    expect(ask('SET k w')).toBe('+OK\r\n');
  });

  test('keys go before the command runs, just as many as are needed', () => {
    const { ask, server } = world({ 'maxmemory-policy': 'allkeys-lru' });
    ask('DEBUG POPULATE 1000 key 100');
    const used = server.env.heap.usedBytes;
    ask(`CONFIG SET maxmemory ${used - 1000}`);
    expect(server.env.heap.usedBytes).toBeLessThanOrEqual(used - 1000);
    expect(server.eviction.evictedKeys).toBeGreaterThanOrEqual(5);
    expect(server.eviction.evictedKeys).toBeLessThan(15);
    expect(server.keyspace.databases[0].keys.size).toBe(1000 - server.eviction.evictedKeys);
  });

  test('a lower limit is met turn by turn: at most some 700 keys each', () => {
    const { ask, tick, server } = world({ 'maxmemory-policy': 'allkeys-random' });
    ask('DEBUG POPULATE 5000 key 100');
    const evicted = () => server.eviction.evictedKeys;
    ask('CONFIG SET maxmemory 200000');
    const first = evicted();
    expect(first).toBeGreaterThanOrEqual(700);
    expect(first).toBeLessThanOrEqual(736);
    expect(server.eviction.exceededSinceMs).not.toBeNull();
    let output = tick(1);
    expect(evicted()).toBeGreaterThan(first);
    for (let turn = 0; turn < 10; turn++) output = tick(1);
    expect(server.eviction.isOverLimit).toBe(false);
    expect(server.eviction.exceededSinceMs).toBeNull();
    expect(server.eviction.exceededMs).toBeGreaterThan(0);
    expect(output.wakeAtMs === null || output.wakeAtMs > server.nowMs + 1).toBe(true);
  });

  test.each([
    [0, 16],
    [5, 368],
    [10, 720],
    [20, 2896],
  ])('tenacity %d evicts %d keys at a time', (tenacity, keys) => {
    const { ask, server } = world({
      'maxmemory-policy': 'allkeys-random',
      'maxmemory-eviction-tenacity': String(tenacity),
    });
    ask('DEBUG POPULATE 5000 key 100');
    ask('CONFIG SET maxmemory 100000');
    expect(server.eviction.evictedKeys).toBe(keys);
  });

  test('volatile policies leave keys without expiry alone', () => {
    for (const policy of ['volatile-lru', 'volatile-lfu', 'volatile-random', 'volatile-ttl']) {
      const { ask, server } = world({ 'maxmemory-policy': policy });
      for (let key = 0; key < 50; key++) ask(`SET forever:${key} v`);
      for (let key = 0; key < 50; key++) ask(`SET volatile:${key} v EX ${1000 + key}`);
      ask('CONFIG SET maxmemory 1');
      expect(ask('SET new v'), policy).toBe(OOM);
      expect(server.keyspace.databases[0].keys.size, policy).toBe(50);
      expect(server.eviction.evictedKeys, policy).toBe(50);
    }
  });

  test('volatile-ttl takes those first that would go first anyway', () => {
    const { ask, server } = world({ 'maxmemory-policy': 'volatile-ttl', 'maxmemory-samples': '100' });
    for (let key = 0; key < 50; key++) ask(`SET k${key} v EX ${1000 + key}`);
    ask(`CONFIG SET maxmemory ${server.env.heap.usedBytes - 500}`);
    const { evictedKeys } = server.eviction;
    expect(evictedKeys).toBeGreaterThan(3);
    for (let key = 0; key < evictedKeys; key++) expect(ask(`EXISTS k${key}`)).toBe(':0\r\n');
  });

  test('LRU takes the longest unused, LFU the least used', () => {
    const lru = world({ 'maxmemory-policy': 'allkeys-lru', 'maxmemory-samples': '100' });
    for (let key = 0; key < 30; key++) {
      lru.ask(`SET k${key} v`);
      lru.clients.nowMs += 1000;
    }
    lru.ask('GET k0');
    lru.ask(`CONFIG SET maxmemory ${lru.server.env.heap.usedBytes - 100}`);
    expect(lru.ask('EXISTS k0 k1')).toBe(':1\r\n');
    expect(lru.ask('EXISTS k1')).toBe(':0\r\n');

    const lfu = world({
      'maxmemory-policy': 'allkeys-lfu',
      'maxmemory-samples': '100',
      'lfu-log-factor': '0',
    });
    for (let key = 0; key < 30; key++) lfu.ask(`SET k${key} v`);
    for (let key = 0; key < 30; key++) if (key !== 7) lfu.ask(`GET k${key}`);
    lfu.ask(`CONFIG SET maxmemory ${lfu.server.env.heap.usedBytes - 50}`);
    expect(lfu.ask('EXISTS k7')).toBe(':0\r\n');
  });

  test('with lazyfree-lazy-eviction what is being freed is waited for before a command is refused', () => {
    const { clients, ask, server } = world({
      'maxmemory-policy': 'allkeys-lru',
      'lazyfree-lazy-eviction': 'yes',
    });
    const start = server.env.heap.usedBytes;
    clients.send(['SADD', 's', ...Array.from({ length: 3000 }, (_, member) => `member:${member}`)]);
    ask(`CONFIG SET maxmemory ${start + 20_000}`);
    expect(ask('SET k v')).toBe('+OK\r\n');
    expect(server.keyspace.lazyFree.freedObjects).toBe(1);
  });

  test('evicted keys are told to listeners and counted', () => {
    const { ask, server } = world({ 'maxmemory-policy': 'allkeys-random' });
    const events: string[] = [];
    server.keyspace.listeners.push({
      modified: (_db, key) => events.push(`modified ${latin1(key)}`),
      event: (eventClass, event, _db, key) => events.push(`${eventClass} ${event} ${latin1(key)}`),
    });
    ask('SET k v');
    events.length = 0;
    ask('CONFIG SET maxmemory 1');
    expect(events).toEqual(['modified k', 'e evicted k']);
  });
});

describe('hit rates', () => {
  const rate = (policy: string, seed = 1) => {
    const { clients, ask, server } = world({ 'maxmemory-policy': policy }, seed);
    ask('DEBUG POPULATE 600 key 100');
    const used = server.env.heap.usedBytes;
    ask('FLUSHALL');
    ask(`CONFIG SET maxmemory ${used}`);
    let hits = 0;
    const trace = zipfTrace(3000, 20_000, 0.9, fuzzSeed);
    for (const key of trace) {
      clients.nowMs += 5;
      if (ask(`SET key:${key} ${'x'.repeat(100)} NX`) !== '+OK\r\n') hits++;
    }
    return hits / trace.length;
  };

  test('the more is known, the better: LFU before LRU before chance', () => {
    const [lfu, lru, random] = ['allkeys-lfu', 'allkeys-lru', 'allkeys-random'].map((policy) => rate(policy));
    expect(lfu).toBeGreaterThan(lru + 0.01);
    expect(lru).toBeGreaterThan(random + 0.01);
  });
});

describe('views', () => {
  test('of eviction: limit, pool, samples, who went', () => {
    const { ask, server, view } = world({ 'maxmemory-policy': 'allkeys-lru' });
    ask('DEBUG POPULATE 300 key 50');
    ask(`CONFIG SET maxmemory ${server.env.heap.usedBytes - 2000}`);
    const seen = view();
    expect(seen).toMatchObject({ policy: 'allkeys-lru', samples: 5, poolSize: 16, order: 'score' });
    expect(seen.evictedKeys).toBeGreaterThan(10);
    expect(seen.evicted.at(-1)).toMatchObject({ policy: 'allkeys-lru', db: 0 });
    expect(seen.usedBytes).toBeLessThanOrEqual(seen.maxBytes);
    expect(seen.pool.length).toBeGreaterThan(0);
    expect(seen.lastSamples.length).toBeGreaterThan(0);
    expect(seen.rows).toHaveLength(50);
    const scores = seen.pool.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    const [{ key }] = seen.pool.slice(-1);
    ask(`DEL ${key}`);
    expect(view().pool.at(-1)).toMatchObject({ key, ghost: true });
  });

  test('of LFU counters with their decay', () => {
    const { clients, ask, view } = world({ 'maxmemory-policy': 'allkeys-lfu', 'lfu-log-factor': '0' });
    ask('SET k v');
    for (let use = 0; use < 10; use++) ask('GET k');
    clients.nowMs += 4 * 60_000;
    ask('PING');
    expect(view().rows).toMatchObject([{ key: 'k', counter: 15, frequency: 11 }]);
    expect(ask('OBJECT FREQ k')).toBe(':11\r\n');
    ask('GET nobody');
    // Ten GETs, and OBJECT, which counts as a lookup too.
    expect(view().lookups.spans.map(({ hits }) => hits)).toEqual([...new Array(11).fill(1), 0]);
  });

  test('of expiry: who expires when, the cycles, and who was found on access', () => {
    const { clients, ask, tick, server } = world();
    for (let key = 0; key < 40; key++) ask(`SET k${key} v PX ${100 + key}`);
    ask('SET later v EX 1000');
    clients.nowMs += 110;
    ask('GET k0');
    const look = () =>
      readView(server, { kind: 'expiry', db: 0, window: { from: 0, count: 10 } }) as ExpiryView;
    expect(look()).toMatchObject({ volatileKeys: 40, expiredOnAccess: 1, order: 'time', keysPerLoop: 20 });
    expect(look().rows[0]).toMatchObject({ key: 'k1', stale: true });
    const inBuckets = (part: 'keys' | 'stale') =>
      look().tables.reduce((sum, table) => sum + table[part].reduce((all, count) => all + count, 0), 0);
    expect([inBuckets('keys'), inBuckets('stale')]).toEqual([40, 9]);
    expect(look().tables[0].cursor).toBe(look().cursor);
    tick(90);
    tick(100);
    const seen = look();
    expect(seen.expiredKeys).toBe(40);
    expect(seen.rows).toMatchObject([{ key: 'later', stale: false }]);
    expect(seen.cycles.length).toBeGreaterThan(0);
    expect(seen.cycles.reduce((sum, cycle) => sum + cycle.expired, 0)).toBe(39);
  });

  test('of big keys, by type and by memory', () => {
    const { clients, ask, server } = world();
    ask('SET small v');
    clients.send(['SET', 'large', 'x'.repeat(5000)]);
    ask('RPUSH list a b c');
    ask('RPUSH longer a b c d');
    clients.send(['SADD', 'set', ...Array.from({ length: 200 }, (_, member) => `m${member}`)]);
    const seen = readView(server, { kind: 'bigkeys', db: 0, count: 2 });
    expect(seen).toMatchObject({
      keys: 5,
      lookedAt: 5,
      totalKeyBytes: 23,
      types: [
        { type: 'string', keys: 2, biggestKey: 'large', biggestSize: 5000, totalSize: 5001 },
        { type: 'list', keys: 2, biggestKey: 'longer', biggestSize: 4 },
        { type: 'set', keys: 1, biggestSize: 200 },
      ],
      rows: [
        { key: 'set', effort: 200 },
        { key: 'large', effort: 1 },
      ],
    });
  });
});

test('the same inputs give the same evictions, watched or not', () => {
  const run = (isWatched: boolean) => {
    const { clients, ask, server, view } = world({ 'maxmemory-policy': 'allkeys-lfu' }, 9);
    if (isWatched) clients.engine.listen({ step: () => {} });
    ask('CONFIG SET maxmemory 60000');
    for (const key of zipfTrace(500, 3000, 0.9, 5)) {
      clients.nowMs += 20;
      ask(`SET key:${key} ${'x'.repeat(100)} NX PX ${1000 + key * 10}`);
      clients.engine.step({ type: 'tick', nowMs: clients.nowMs });
    }
    const { evictedKeys } = server.eviction;
    expect(evictedKeys).toBeGreaterThan(100);
    return {
      view: view(),
      evictedKeys,
      expired: server.keyspace.expiredKeys,
      used: server.env.heap.usedBytes,
    };
  };
  const first = run(false);
  expect(run(false)).toEqual(first);
  expect(run(true)).toEqual(first);
});

test('under a load of keys that expire all the time few stale ones stay', () => {
  const { clients, ask, tick, server } = world({ 'active-expire-effort': '10' });
  const shares: number[] = [];
  for (let round = 0; round < 100; round++) {
    for (let key = 0; key < 100; key++) ask(`SET k${round}:${key} v PX ${200 + ((key * 37) % 800)}`);
    tick(100);
    const [db] = server.keyspace.databases;
    let stale = 0;
    for (const entry of db.expires.entries()) if (Number(entry.value) < clients.nowMs) stale++;
    if (round > 20) shares.push(stale / db.expires.size);
  }
  // At full effort a cycle goes on until hardly one key in a hundred of a sample is stale.
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.03);
  expect(server.keyspace.expiredKeys).toBeGreaterThan(9000);
});

test('a cycle that takes long is a spike', () => {
  const { ask, tick } = world({ 'latency-monitor-threshold': '10' });
  ask('DEBUG SET-ACTIVE-EXPIRE 0');
  for (let key = 0; key < 20_000; key++) ask(`SET k${key} v PX 10`);
  ask('DEBUG SET-ACTIVE-EXPIRE 1');
  tick(1000);
  expect(ask('LATENCY LATEST')).toMatch(/expire-cycle\r\n:\d+\r\n:20\r\n:20\r\n/);
});

test('a large value that expires is a spike of its own, unless it is freed elsewhere', () => {
  const { ask, tick } = world({ 'latency-monitor-threshold': '20' });
  const fill = () => {
    for (let from = 0; from < 200_000; from += 1000) {
      ask(`SADD big ${Array.from({ length: 1000 }, (_, number) => `m${from + number}`).join(' ')}`);
    }
    ask('PEXPIRE big 50');
    ask('LATENCY RESET');
    tick(500);
    return ask('LATENCY LATEST');
  };
  const latest = fill();
  expect(latest).toMatch(/expire-cycle\r\n:\d+\r\n:40\r\n/);
  expect(latest).toMatch(/expire-del\r\n:\d+\r\n:40\r\n/);
  ask('CONFIG SET lazyfree-lazy-expire yes');
  expect(fill()).not.toMatch(/expire-(cycle|del)/);
});

test('while a child saves no use is noted: writing to the objects would copy their pages', () => {
  const { clients, ask, server } = world();
  ask('SET k v');
  server.env.dictCanResize = false;
  clients.nowMs += 10_000;
  ask('GET k');
  expect(ask('OBJECT IDLETIME k')).toBe(':10\r\n');
  server.env.dictCanResize = true;
  ask('GET k');
  expect(ask('OBJECT IDLETIME k')).toBe(':0\r\n');
});
