/**
 * Requests for things that do not exist: the cache never has them, so every one reaches the database.
 *
 * A third of them cannot even be ids; the rest look like ids and are drawn from a pool, so that some come again.
 */
import { fnv1a } from '../../ring/hash.ts';
import { cacheOutcome } from '../cache-client.ts';
import { Database } from '../database.ts';
import { numberIn, RedisServer, textOf } from '../redis-server.ts';
import type { Steps } from '../simulation.ts';
import type { LoadProgram } from '../stage.ts';

const DURATION_MS = 16_000;
const ATTACK_FROM_MS = 4000;
const ATTACK_TO_MS = 12_000;
const PRODUCTS = 1000;
/** Of customers. */
const RATE = 600;
const TTL_MS = 60_000;
const NULL_MS = 5000;
const NOTHING = '(nothing)';
const FILTER = 'products:filter';
const HASHES = 4;

export const penetration: LoadProgram = {
  id: 'penetration',
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
    const database = new Database(simulation, chance, meter, {
      connections: 10,
      serviceMs: 12,
      maxQueue: 400,
      timeoutMs: 600,
    });
    const bits = stage.setting('bits');
    const filtering = stage.has('bloom');
    for (let product = 0; product < PRODUCTS; product++) {
      cache.inside(['SET', keyOf(String(product)), 'row', 'PX', String(TTL_MS)]);
      if (!filtering) continue;
      for (const bit of bitsOf(String(product), bits)) cache.inside(['SETBIT', FILTER, String(bit), '1']);
    }

    function* read(id: string, isProduct: boolean): Steps<boolean> {
      if (stage.has('validate') && !/^\d{1,9}$/.test(id)) {
        meter.count('rejected');
        return true;
      }
      if (filtering) {
        const replies = yield* cache.ask(bitsOf(id, bits).map((bit) => ['GETBIT', FILTER, String(bit)]));
        if (replies?.some((reply) => numberIn(reply) === 0) === true) {
          meter.count('rejected');
          return true;
        }
        if (!isProduct) meter.count('falsePositives');
      }
      const found = yield* cache.ask([['GET', keyOf(id)]]);
      const value = found === null ? null : textOf(found[0]);
      meter.count(value === null ? 'misses' : 'hits');
      if (value !== null) return true;
      if ((yield* database.query()) !== 'rows') return false;
      if (isProduct) yield* cache.ask([['SET', keyOf(id), 'row', 'PX', String(TTL_MS)]]);
      else if (stage.has('cache-null')) {
        yield* cache.ask([['SET', keyOf(id), NOTHING, 'PX', String(NULL_MS)]]);
      }
      return true;
    }

    function* request(id: string, isProduct: boolean): Steps {
      const startMs = simulation.nowMs;
      meter.count('requests');
      const isFine = yield* read(id, isProduct);
      meter.count(isFine ? 'full' : 'error');
      if (!isFine) meter.count('failed');
      meter.latency(simulation.nowMs - startMs);
      meter.peak('keys', numberIn(cache.inside(['DBSIZE'])));
    }

    const products = chance.stream('products');
    const attack = chance.stream('attack');
    stage.arrivals('customers', RATE, 0, DURATION_MS, () => {
      // One in fifty asks for something that is not in the cache yet: new products, whose rows are there.
      const isNew = products.below(50) === 0;
      const product = isNew ? PRODUCTS + products.below(PRODUCTS) : products.below(PRODUCTS);
      simulation.spawn(request(String(product), true));
    });
    if (filtering) {
      for (let product = PRODUCTS; product < 2 * PRODUCTS; product++) {
        for (const bit of bitsOf(String(product), bits)) cache.inside(['SETBIT', FILTER, String(bit), '1']);
      }
    }
    stage.mark('attack', ATTACK_FROM_MS);
    stage.mark('attackOver', ATTACK_TO_MS);
    stage.arrivals('attackers', stage.setting('attack'), ATTACK_FROM_MS, ATTACK_TO_MS, () => {
      const number = 100_000 + attack.below(stage.setting('ids'));
      const id = attack.below(3) === 0 ? `-${number}` : String(number);
      simulation.spawn(request(id, false));
    });
    return () => {
      const outcome = cacheOutcome(meter);
      const memory = cache.inside(['INFO', 'memory']);
      const used = /used_memory:(\d+)/.exec(textOf(memory) ?? '');
      return {
        curves: { ...outcome.curves, keys: meter.peaks('keys') },
        figures: {
          ...outcome.figures,
          rejected: meter.total('rejected'),
          falsePositives: meter.total('falsePositives'),
          memory: used === null ? 0 : Number(used[1]),
        },
      };
    };
  },
};

function keyOf(id: string): string {
  return `product:${id}`;
}

/** Two hashes make as many as are wanted: a, a + b, a + 2b … */
function bitsOf(id: string, bits: number): number[] {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const a = fnv1a(bytes(`a${id}`));
  const b = fnv1a(bytes(`${id}b`)) | 1;
  return Array.from({ length: HASHES }, (_, index) => ((a + index * b) >>> 0) % bits);
}
