/**
 * Thousands of buyers, a small stock. The sale is a hash as `seckill:123 {total, ordered}`; an order is a row in the
 * database. Naive: read, compare, then count. With a lock: the same, one at a time. With a script: compare and count in
 * one piece.
 */
import type { RandomStream } from '../../../engine/index.ts';
import { Database } from '../database.ts';
import { numberIn, RedisServer, textOf } from '../redis-server.ts';
import type { Steps } from '../simulation.ts';
import type { LoadProgram } from '../stage.ts';

const DURATION_MS = 6000;
const SALE = 'seckill:123';
const LOCK = 'lock:seckill:123';
const BEGINS_MS = 500;
const LOCK_MS = 3000;
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
    const database = new Database(simulation, chance, meter, {
      connections: 20,
      serviceMs: 10,
      maxQueue: 10_000,
      timeoutMs: 5000,
    });
    const stock = stage.setting('stock');
    const pauses = chance.stream('pauses');
    redis.inside(['HSET', SALE, 'total', String(stock), 'ordered', '0']);
    const orderHash = textOf(redis.inside(['SCRIPT', 'LOAD', ORDER]))!;
    const releaseHash = textOf(redis.inside(['SCRIPT', 'LOAD', RELEASE]))!;
    let letThrough = 0;
    let lastToken = 0;
    let sold = 0;
    let soldOutAtMs: number | null = null;

    /** Reads, compares, looks whether the buyer may buy, counts: others come in between. */
    function* orderNaively(): Steps<boolean> {
      const read = yield* redis.ask([['HMGET', SALE, 'total', 'ordered']]);
      const [total, ordered] = read![0].type === 'array' ? read![0].items.map(numberIn) : [0, 0];
      if (ordered >= total) return false;
      yield* simulation.sleep(stage.setting('checks'));
      yield* redis.ask([['HINCRBY', SALE, 'ordered', '1']]);
      return true;
    }

    function* orderByScript(): Steps<boolean> {
      const replies = yield* redis.ask([['EVALSHA', orderHash, '1', SALE]]);
      return numberIn(replies![0]) === 1;
    }

    function* orderLocked(random: RandomStream): Steps<boolean | 'busy'> {
      const token = String(++lastToken);
      const giveUpMs = simulation.nowMs + PATIENCE_MS;
      for (;;) {
        const replies = yield* redis.ask([['SET', LOCK, token, 'NX', 'PX', String(LOCK_MS)]]);
        if (textOf(replies![0]) !== null) break;
        if (simulation.nowMs >= giveUpMs) return 'busy';
        meter.count('lockTries');
        yield* simulation.sleep(PAUSE_MS * (0.5 + random.float()));
      }
      const isSold = yield* orderNaively();
      yield* redis.ask([['EVALSHA', releaseHash, '1', LOCK, token]]);
      return isSold;
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
        : stage.has('lock')
          ? yield* orderLocked(pauses)
          : yield* orderNaively();
      if (outcome === 'busy') {
        meter.count('busy');
        if (sold < stock) meter.count('refusedWithStock');
      } else if (outcome) {
        sold++;
        if (sold === stock) soldOutAtMs = simulation.nowMs;
        meter.count('sold');
        // The order itself follows, at the pace of the database.
        simulation.spawn(database.query());
      } else meter.count('soldOut');
      meter.latency(simulation.nowMs - startMs);
      meter.peak('oversold', Math.max(0, sold - stock));
    }

    stage.mark('begins', BEGINS_MS);
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
          busy: meter.total('busy'),
          refusedWithStock: meter.total('refusedWithStock'),
          turnedAway: meter.total('turnedAway'),
          commands: redis.commands,
          p99: meter.percentileOfAll(0.99),
        },
      };
    };
  },
};
