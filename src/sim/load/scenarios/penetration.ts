/**
 * Requests for things that do not exist: the cache never has them, so every one reaches the database.
 *
 * A third of them cannot even be ids; the rest look like ids and are drawn from a pool, so that some come again.
 *
 * A Bloom filter of all products is a bitmap by hand (four SETBIT and four GETBIT for each), or that of the module, which
 * is loaded into the cache's server then (BF.RESERVE, BF.ADD, BF.EXISTS). Products may be withdrawn from sale: customers
 * still ask for them, and no filter of this kind can forget them.
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
const WITHDRAWN_AT_MS = 2000;

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
      config: stage.has('bf') ? { loadmodule: 'bloom' } : {},
    });
    const database = new Database(simulation, chance, meter, {
      connections: 10,
      serviceMs: 12,
      maxQueue: 400,
      timeoutMs: 600,
    });
    const bits = stage.setting('bits');
    const filter = stage.has('bf')
      ? moduleFilter(cache, stage.setting('filterError') / 100, stage.setting('filterCapacity'))
      : stage.has('bloom')
        ? bitmapFilter(cache, bits)
        : null;
    for (let product = 0; product < PRODUCTS; product++) {
      cache.inside(['SET', keyOf(String(product)), 'row', 'PX', String(TTL_MS)]);
      filter?.add(String(product));
    }
    const withdrawn = stage.setting('withdrawn');
    const isWithdrawn = (id: string) => simulation.nowMs >= WITHDRAWN_AT_MS && Number(id) < withdrawn;

    function* read(id: string, isProduct: boolean): Steps<boolean> {
      if (stage.has('validate') && !/^\d{1,9}$/.test(id)) {
        meter.count('rejected');
        return true;
      }
      if (filter !== null) {
        const replies = yield* cache.ask(filter.question(id));
        if (replies?.some((reply) => numberIn(reply) === 0) === true) {
          meter.count('rejected');
          meter.count('filtered');
          return true;
        }
        if (!isProduct) meter.count('falsePositives');
      }
      const found = yield* cache.ask([['GET', keyOf(id)]]);
      const value = found === null ? null : textOf(found[0]);
      meter.count(value === null ? 'misses' : 'hits');
      if (value !== null) return true;
      const hasNoRow = !isProduct || isWithdrawn(id);
      if (isProduct && hasNoRow) meter.count('withdrawnQueries');
      if ((yield* database.query()) !== 'rows') return false;
      if (!hasNoRow) yield* cache.ask([['SET', keyOf(id), 'row', 'PX', String(TTL_MS)]]);
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
    for (let product = PRODUCTS; product < 2 * PRODUCTS; product++) filter?.add(String(product));
    if (withdrawn > 0) {
      stage.mark('withdrawn', WITHDRAWN_AT_MS);
      simulation.at(WITHDRAWN_AT_MS, () => {
        for (let product = 0; product < withdrawn; product++) cache.inside(['DEL', keyOf(String(product))]);
      });
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
          falsePositiveRate:
            filter === null ? null : shareOf(meter.total('falsePositives'), meter.total('filtered')),
          withdrawnQueries: meter.total('withdrawnQueries'),
          filterBytes: filter === null ? null : numberIn(cache.inside(['MEMORY', 'USAGE', FILTER])),
          filterLayers: filter === null ? null : filter.layers(),
          commands: cache.commands,
          memory: used === null ? 0 : Number(used[1]),
        },
      };
    };
  },
};

function keyOf(id: string): string {
  return `product:${id}`;
}

/** Of both together, in percent. */
function shareOf(part: number, rest: number): number {
  return part === 0 ? 0 : (100 * part) / (part + rest);
}

/** A Bloom filter of products on a server. */
interface ProductFilter {
  add(id: string): void;
  /** What to ask about an id: it cannot be a product if some answer is 0. */
  question(id: string): string[][];
  layers(): number;
}

function bitmapFilter(server: RedisServer, bits: number): ProductFilter {
  return {
    add(id) {
      for (const bit of bitsOf(id, bits)) server.inside(['SETBIT', FILTER, String(bit), '1']);
    },
    question: (id) => bitsOf(id, bits).map((bit) => ['GETBIT', FILTER, String(bit)]),
    layers: () => 1,
  };
}

function moduleFilter(server: RedisServer, error: number, capacity: number): ProductFilter {
  textOf(server.inside(['BF.RESERVE', FILTER, String(error), String(capacity)]));
  return {
    add(id) {
      textOf(server.inside(['BF.ADD', FILTER, id]));
    },
    question: (id) => [['BF.EXISTS', FILTER, id]],
    layers() {
      const reply = server.inside(['BF.INFO', FILTER, 'FILTERS']);
      return reply.type === 'array' ? numberIn(reply.items[0]) : 0;
    },
  };
}

/** Two hashes make as many as are wanted: a, a + b, a + 2b … */
function bitsOf(id: string, bits: number): number[] {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const a = fnv1a(bytes(`a${id}`));
  const b = fnv1a(bytes(`${id}b`)) | 1;
  return Array.from({ length: HASHES }, (_, index) => ((a + index * b) >>> 0) % bits);
}
