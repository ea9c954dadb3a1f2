/**
 * Thousands of buyers, a small stock. The sale is a hash as `seckill:123 {total, ordered}`; an order is a row in the
 * database. Naive: read, compare, then count. With a lock: the same, one at a time. With a script: compare and count in
 * one piece.
 *
 * The lock can be on an instance of its own. That one restarts without a disk while the sale is on, and one holder in ten
 * stalls after it has read, perhaps for longer than its lock lives. A fence is a number that the stock's own instance
 * gives to each holder before it reads; the script that counts wants it to be the newest.
 */
import { Database } from '../database.ts';
import { numberIn, RedisServer, textOf } from '../redis-server.ts';
import type { Steps } from '../simulation.ts';
import type { LoadProgram } from '../stage.ts';

const DURATION_MS = 6000;
const SALE = 'seckill:123';
const LOCK = 'lock:seckill:123';
const BEGINS_MS = 500;
const LOCK_MS = 3000;
const FENCE = 'fence:seckill:123';
/** After the sale has opened, the lock's own instance restarts. */
const LOCK_RESTARTS_MS = 400;
const STALLS_OF_TEN = 1;
/** A buyer tries for the lock so long, with pauses of about so long. */
const PATIENCE_MS = 800;
const PAUSE_MS = 30;
/** The gateway lets through so many for each article. */
const GATEWAY_FACTOR = 2;

const ORDER = `
local sale = redis.call('HMGET', KEYS[1], 'total', 'ordered')
if tonumber(sale[2]) >= tonumber(sale[1]) then return 0 end
redis.call('HINCRBY', KEYS[1], 'ordered', 1)
return 1`;
const ORDER_FENCED = `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 'late' end
redis.call('HINCRBY', KEYS[1], 'ordered', 1)
return 'sold'`;
const RELEASE =
  "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

export const flashSale: LoadProgram = {
  id: 'flash-sale',
  durationMs: DURATION_MS,
  windowMs: 100,
  begin(stage) {
    const { simulation, chance, meter } = stage;
    const redis = new RedisServer(simulation, chance, {
      name: 'redis',
      seed: stage.run.seed,
      commandMs: 0.05,
      latencyMs: 1,
    });
    const locks = ['lock-elsewhere', 'fence'].some((remedy) => stage.has(remedy))
      ? new RedisServer(simulation, chance, {
          name: 'locks',
          seed: stage.run.seed + 1,
          commandMs: 0.05,
          latencyMs: 1,
          config: { save: '' },
        })
      : null;
    const database = new Database(simulation, chance, meter, {
      connections: 20,
      serviceMs: 10,
      maxQueue: 10_000,
      timeoutMs: 5000,
    });
    const stock = stage.setting('stock');
    const pauses = chance.stream('pauses');
    const stalls = chance.stream('stalls');
    redis.inside(['HSET', SALE, 'total', String(stock), 'ordered', '0']);
    const orderHash = textOf(redis.inside(['SCRIPT', 'LOAD', ORDER]))!;
    const releaseHash = textOf(redis.inside(['SCRIPT', 'LOAD', RELEASE]))!;
    const fencedHash = textOf(redis.inside(['SCRIPT', 'LOAD', ORDER_FENCED]))!;
    let letThrough = 0;
    /** Buyers that believe to hold the lock. */
    let inside = 0;
    let lastToken = 0;
    let sold = 0;
    let soldOutAtMs: number | null = null;
    let lastSaleMs = BEGINS_MS;

    /** Whether the buyer may buy. Where the lock is on another instance, now and then a holder stalls over it. */
    function* check(): Steps {
      yield* simulation.sleep(stage.setting('checks'));
      if (locks !== null && stalls.below(10) < STALLS_OF_TEN) yield* simulation.sleep(stage.setting('stall'));
    }

    function* isSoldOut(): Steps<boolean> {
      const read = yield* redis.ask([['HMGET', SALE, 'total', 'ordered']]);
      const [total, ordered] = read![0].type === 'array' ? read![0].items.map(numberIn) : [0, 0];
      return ordered >= total;
    }

    /** Reads, compares, looks whether the buyer may buy, counts: others come in between. */
    function* orderNaively(): Steps<boolean> {
      if (yield* isSoldOut()) return false;
      yield* check();
      yield* redis.ask([['HINCRBY', SALE, 'ordered', '1']]);
      return true;
    }

    function* orderByScript(): Steps<boolean> {
      const replies = yield* redis.ask([['EVALSHA', orderHash, '1', SALE]]);
      return numberIn(replies![0]) === 1;
    }

    /** Numbered by the stock's instance, which sells to the holder with the newest number only. */
    function* orderFenced(): Steps<boolean | 'late'> {
      const fence = textOf((yield* redis.ask([['INCR', FENCE]]))![0])!;
      if (yield* isSoldOut()) return false;
      yield* check();
      const answer = textOf((yield* redis.ask([['EVALSHA', fencedHash, '2', SALE, FENCE, fence]]))![0]);
      return answer === 'sold' ? true : 'late';
    }

    function* orderLocked(order: () => Steps<boolean | 'late'>): Steps<boolean | 'late' | 'busy'> {
      const server = locks ?? redis;
      const leaseMs = locks === null ? LOCK_MS : stage.setting('lease');
      const token = String(++lastToken);
      const giveUpMs = simulation.nowMs + PATIENCE_MS;
      for (;;) {
        const replies = yield* server.ask([['SET', LOCK, token, 'NX', 'PX', String(leaseMs)]]);
        if (textOf(replies![0]) !== null) break;
        if (simulation.nowMs >= giveUpMs) return 'busy';
        meter.count('lockTries');
        yield* simulation.sleep(PAUSE_MS * (0.5 + pauses.float()));
      }
      if (inside++ > 0) meter.count('overlaps');
      const outcome = yield* order();
      inside--;
      // A server that has restarted has no scripts: there the text goes along.
      const release = locks === null ? ['EVALSHA', releaseHash] : ['EVAL', RELEASE];
      yield* server.ask([[...release, '1', LOCK, token]]);
      return outcome;
    }

    function* buy(): Steps {
      const startMs = simulation.nowMs;
      meter.count('requests');
      if (stage.has('gateway') && letThrough >= GATEWAY_FACTOR * stock) {
        meter.count('turnedAway');
        return;
      }
      letThrough++;
      const outcome = stage.has('script')
        ? yield* orderByScript()
        : stage.has('fence')
          ? yield* orderLocked(orderFenced)
          : stage.has('lock') || locks !== null
            ? yield* orderLocked(orderNaively)
            : yield* orderNaively();
      if (outcome === 'busy' || outcome === 'late') {
        meter.count(outcome);
        if (sold < stock) meter.count('refusedWithStock');
      } else if (outcome) {
        sold++;
        lastSaleMs = simulation.nowMs;
        if (sold === stock) soldOutAtMs = simulation.nowMs;
        meter.count('sold');
        // The order itself follows, at the pace of the database.
        simulation.spawn(database.query());
      } else meter.count('soldOut');
      meter.latency(simulation.nowMs - startMs);
      meter.peak('oversold', Math.max(0, sold - stock));
    }

    stage.mark('begins', BEGINS_MS);
    if (locks !== null) {
      stage.mark('lockRestarts', BEGINS_MS + LOCK_RESTARTS_MS);
      simulation.at(BEGINS_MS + LOCK_RESTARTS_MS, () => locks.restart());
    }
    const arrivals = chance.stream('buyers');
    const spreadMs = stage.setting('spread');
    for (let buyer = 0; buyer < stage.setting('buyers'); buyer++) {
      simulation.at(BEGINS_MS + spreadMs * arrivals.float(), () => simulation.spawn(buy()));
    }
    return () => {
      const ordered = numberIn(redis.inside(['HGET', SALE, 'ordered']));
      let running = 0;
      const soldSoFar = meter.counts('sold').map((count) => {
        running += count;
        return running;
      });
      return {
        curves: {
          requests: meter.rate('requests'),
          sold: soldSoFar,
          oversold: soldSoFar.map((count) => Math.max(0, count - stock)),
          queue: meter.peaks('queue'),
          p99: meter.percentile(0.99),
        },
        figures: {
          requests: meter.total('requests'),
          stock,
          ordered,
          oversold: Math.max(0, ordered - stock),
          soldOutSeconds: soldOutAtMs === null ? null : (soldOutAtMs - BEGINS_MS) / 1000,
          salesPerSecond: lastSaleMs > BEGINS_MS ? (sold * 1000) / (lastSaleMs - BEGINS_MS) : null,
          overlaps: stage.has('lock') || locks !== null ? meter.total('overlaps') : null,
          fenced: stage.has('fence') ? meter.total('late') : null,
          busy: meter.total('busy'),
          refusedWithStock: meter.total('refusedWithStock'),
          turnedAway: meter.total('turnedAway'),
          commands: redis.commands + (locks?.commands ?? 0),
          p50: meter.percentileOfAll(0.5),
          p99: meter.percentileOfAll(0.99),
        },
      };
    };
  },
};
