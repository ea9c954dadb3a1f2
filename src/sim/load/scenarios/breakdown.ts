/** One key that everybody wants expires, and until it is there again everybody asks the database for it. */
import { cacheOutcome } from '../cache-client.ts';
import { Database } from '../database.ts';
import { RedisServer, textOf } from '../redis-server.ts';
import type { Steps } from '../simulation.ts';
import type { LoadProgram } from '../stage.ts';

const DURATION_MS = 12_000;
const KEY = 'product:hot';
const LOCK = 'lock:product:hot';
/** Who does not get the lock looks again after this. */
const LOOK_AGAIN_MS = 20;
const LOCK_MS = 3000;
/** The row changes so often: what was read before is stale. */
const CHANGES_EVERY_MS = 1000;

export const breakdown: LoadProgram = {
  id: 'breakdown',
  durationMs: DURATION_MS,
  windowMs: 100,
  begin(stage) {
    const { simulation, chance, meter } = stage;
    const cache = new RedisServer(simulation, chance, {
      name: 'cache',
      seed: stage.run.seed,
      commandMs: 0.02,
      latencyMs: 0.5,
    });
    const database = new Database(simulation, chance, meter, {
      connections: 10,
      serviceMs: stage.setting('rebuild'),
      maxQueue: 400,
      timeoutMs: 2000,
    });
    const ttlMs = stage.setting('ttl') * 1000;
    const version = () => Math.floor(simulation.nowMs / CHANGES_EVERY_MS);
    const neverExpires = stage.has('never-expire');
    const isMutex = stage.has('mutex');
    let lastToken = 0;

    /** The value is the version, and with "never expire" the time until which it is good. */
    const store = (): readonly string[] =>
      neverExpires
        ? ['SET', KEY, `${version()} ${Math.round(simulation.nowMs + ttlMs)}`]
        : ['SET', KEY, String(version()), 'PX', String(ttlMs)];
    cache.inside(store());
    for (let atMs = ttlMs; atMs < DURATION_MS; atMs += ttlMs) {
      if (atMs === ttlMs) stage.mark('expired', atMs);
    }

    function* rebuild(): Steps<boolean> {
      if ((yield* database.query()) !== 'rows') return false;
      yield* cache.ask([store()]);
      return true;
    }

    /** Whoever gets the lock rebuilds; false for everybody else. Released only by its holder. */
    function* rebuildAlone(): Steps<'rebuilt' | 'failed' | 'locked'> {
      const token = String(++lastToken);
      const replies = yield* cache.ask([['SET', LOCK, token, 'NX', 'PX', String(LOCK_MS)]]);
      if (replies === null || textOf(replies[0]) === null) return 'locked';
      const isFine = yield* rebuild();
      yield* cache.ask([['EVAL', RELEASE, '1', LOCK, token]]);
      return isFine ? 'rebuilt' : 'failed';
    }

    function* read(): Steps<boolean> {
      const giveUpMs = simulation.nowMs + database.options.timeoutMs;
      for (let isFirst = true; simulation.nowMs < giveUpMs; isFirst = false) {
        const replies = yield* cache.ask([['GET', KEY]]);
        const value = replies === null ? null : textOf(replies[0]);
        if (isFirst) meter.count(value === null ? 'misses' : 'hits');
        if (value !== null) {
          const [seen, goodUntil] = value.split(' ').map(Number);
          if (seen < version()) meter.count('stale');
          // The old value is good enough for this request; one of them fetches the new one beside it.
          if (goodUntil !== undefined && goodUntil <= simulation.nowMs) simulation.spawn(rebuildAlone());
          return true;
        }
        if (!isMutex) return yield* rebuild();
        const outcome = yield* rebuildAlone();
        if (outcome !== 'locked') return outcome === 'rebuilt';
        yield* simulation.sleep(LOOK_AGAIN_MS);
      }
      return false;
    }

    function* request(): Steps {
      const startMs = simulation.nowMs;
      meter.count('requests');
      const isFine = yield* read();
      meter.count(isFine ? 'full' : 'error');
      if (!isFine) meter.count('failed');
      meter.latency(simulation.nowMs - startMs);
    }

    stage.arrivals('requests', stage.setting('rate'), 0, DURATION_MS, () => simulation.spawn(request()));
    return () => {
      const outcome = cacheOutcome(meter);
      return { ...outcome, figures: { ...outcome.figures, stale: meter.total('stale') } };
    };
  },
};

const RELEASE =
  "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";
