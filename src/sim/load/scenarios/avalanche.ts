/** A whole catalogue was put into the cache at one moment with one TTL: at another moment all of it is gone. */
import { CacheClient, cacheOutcome } from '../cache-client.ts';
import { Database } from '../database.ts';
import { RedisServer } from '../redis-server.ts';
import type { LoadProgram, Stage } from '../stage.ts';

const KEYS = 2000;
const DURATION_MS = 24_000;

export const avalanche: LoadProgram = {
  id: 'avalanche',
  durationMs: DURATION_MS,
  windowMs: 250,
  begin(stage) {
    const { simulation, chance, meter } = stage;
    const cache = new RedisServer(simulation, chance, {
      name: 'cache',
      seed: stage.run.seed,
      commandMs: 0.02,
      latencyMs: 0.5,
    });
    const ttls = chance.stream('jitter of TTLs');
    const meanMs = stage.setting('ttl') * 1000;
    const jitter = stage.has('jitter') ? stage.setting('jitter') / 100 : 0;
    const ttlMs = () => meanMs * (1 + jitter * ttls.float());
    for (let key = 0; key < KEYS; key++) {
      cache.inside(['SET', `product:${key}`, 'row', 'PX', String(Math.round(ttlMs()))]);
    }
    for (let atMs = meanMs; jitter === 0 && atMs < DURATION_MS; atMs += meanMs) {
      if (atMs === meanMs) stage.mark('expired', atMs);
    }
    const client = new CacheClient(stage, {
      database: slowDatabase(stage),
      serverOf: () => cache,
      ttlMs,
      retries: stage.setting('retries'),
    });
    const keys = chance.stream('keys');
    stage.arrivals('requests', stage.setting('rate'), 0, DURATION_MS, () =>
      simulation.spawn(client.request(`product:${keys.below(KEYS)}`)),
    );
    return () => cacheOutcome(meter);
  },
};

/** 16 connections and 20 ms a query: 800 queries a second and no more. */
export function slowDatabase(stage: Stage): Database {
  const { simulation, chance, meter } = stage;
  return new Database(simulation, chance, meter, {
    connections: 16,
    serviceMs: 20,
    maxQueue: stage.setting('queue'),
    timeoutMs: 600,
  });
}
