/**
 * Eviction beside the real server: the same accesses, the same sizes, a limit under which as many keys fit, and the
 * engine's clock moved as the real one moved. The share of hits must be the same within three points.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { latin1 } from '../../engine/base/bytes.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { startRedis, WireClient } from '../oracle.ts';
import { EngineClients } from '../transcript-players.ts';
import { zipfTrace } from '../zipf-trace.ts';

const KEYS = 10_000;
const ACCESSES = 60_000;
/** Below a power of two, so that no table is about to grow. */
const CAPACITY = 3_000;
const PORTIONS = 60;
const PORTION_MS = 100;
const PIPELINED = 50;
const VALUE = 'x'.repeat(200);
const MAX_DIFFERENCE_POINTS = 3;

const POLICIES = [
  'allkeys-lru',
  'allkeys-lfu',
  'allkeys-random',
  'volatile-lru',
  'volatile-lfu',
  'volatile-random',
  'volatile-ttl',
];

/** One command is one access: answered with nil it was a hit, with OK a miss that was filled. */
function access(policy: string, key: number): string[] {
  const command = ['SET', `key:${key}`, VALUE, 'NX'];
  return policy.startsWith('volatile') ? [...command, 'EX', String(10_000 + (key % 997) * 10)] : command;
}

interface Run {
  readonly hits: number;
  readonly keys: number;
  readonly evicted: number;
}

async function runOnRedis(policy: string, trace: readonly number[]): Promise<Run & { times: number[] }> {
  const redis = await startRedis(['--maxmemory-policy', policy]);
  const client = await WireClient.connect(redis.port);
  try {
    for (let key = 0; key < CAPACITY; key++) await client.send(access(policy, key));
    const used = infoNumber(await client.send(['INFO', 'memory']), 'used_memory');
    await client.send(['FLUSHALL']);
    await client.send(['CONFIG', 'SET', 'maxmemory', String(used)]);
    const times: number[] = [];
    let hits = 0;
    const startedAtMs = Date.now();
    for (let portion = 0; portion < PORTIONS; portion++) {
      await pause(Math.max(0, startedAtMs + portion * PORTION_MS - Date.now()));
      times.push(Date.now());
      const size = trace.length / PORTIONS;
      for (let at = portion * size; at < (portion + 1) * size; at += PIPELINED) {
        const keys = trace.slice(at, Math.min(at + PIPELINED, (portion + 1) * size));
        const replies = await Promise.all(keys.map((key) => client.send(access(policy, key))));
        hits += replies.filter((reply) => latin1(reply).startsWith('$-1')).length;
      }
    }
    const keys = Number(latin1(await client.send(['DBSIZE'])).slice(1));
    const evicted = infoNumber(await client.send(['INFO', 'stats']), 'evicted_keys');
    return { hits, keys, evicted, times };
  } finally {
    client.close();
    await redis.stop();
  }
}

function runOnEngine(
  policy: string,
  trace: readonly number[],
  times: readonly number[],
  capacity: number,
): Run {
  const clients = new EngineClients({ 'maxmemory-policy': policy }, times[0], 1);
  const { server } = clients.engine;
  for (let key = 0; key < capacity; key++) clients.send(access(policy, key));
  const used = server.env.heap.usedBytes;
  clients.send(['FLUSHALL']);
  clients.send(['CONFIG', 'SET', 'maxmemory', String(used)]);
  let hits = 0;
  const size = trace.length / PORTIONS;
  for (const [at, key] of trace.entries()) {
    clients.nowMs = times[Math.floor(at / size)];
    if (latin1(clients.send(access(policy, key))).startsWith('$-1')) hits++;
  }
  return { hits, keys: server.keyspace.databases[0].keys.size, evicted: server.eviction.evictedKeys };
}

function infoNumber(reply: Uint8Array, field: string): number {
  return Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(latin1(reply))?.[1]);
}

test.concurrent.each(POLICIES)('hit rate under %s', { timeout: 120_000 }, async (policy) => {
  const trace = zipfTrace(KEYS, ACCESSES, 0.9, fuzzSeed);
  const theirs = await runOnRedis(policy, trace);
  const ours = runOnEngine(policy, trace, theirs.times, theirs.keys);
  const percent = ({ hits }: Run) => (hits * 100) / ACCESSES;
  const figures = `${policy}: server ${percent(theirs).toFixed(2)} % with ${theirs.keys} keys, engine ${percent(ours).toFixed(2)} % with ${ours.keys}`;
  expect(theirs.evicted, figures).toBeGreaterThan(CAPACITY);
  expect(Math.abs(ours.keys - theirs.keys) / theirs.keys, figures).toBeLessThan(0.02);
  expect(Math.abs(percent(ours) - percent(theirs)), figures).toBeLessThan(MAX_DIFFERENCE_POINTS);
});
