/**
 * An application that reads through a cache, with the remedies that go with it. Each can be left out.
 *
 *     request ─▶ cache ─ hit ─▶ answer
 *                  │ miss
 *                  ▼
 *        breaker? limit? degrade? ─▶ refused at once, or a default answer
 *                  │
 *                  ▼
 *              database ─ rows ─▶ into the cache ─▶ answer
 *                  │ timeout, refused
 *                  └─▶ try again: at once, or after a growing pause
 */
import type { RandomStream } from '../../engine/index.ts';
import type { Database } from './database.ts';
import type { Meter } from './meter.ts';
import { type RedisServer, textOf } from './redis-server.ts';
import type { Steps } from './simulation.ts';
import type { Outcome, Stage } from './stage.ts';

export interface CacheClientOptions {
  readonly database: Database;
  /** Where a key is; null if its cache is known to be gone. */
  readonly serverOf: (key: string) => RedisServer | null;
  readonly ttlMs: () => number;
  readonly retries: number;
}

/** More calls than this in the last second, half of them failed: the breaker opens for a second. */
const BREAKER_LEAST = 20;
const BREAKER_WINDOW_MS = 1000;
const BREAKER_OPEN_MS = 1000;
const BREAKER_TRIALS = 10;
/** As many queries a second as the limiter lets through: a little less than the database can do. */
const LIMIT_SHARE = 0.9;
/** While more queries than this are under way for each connection, only core requests reach the database. */
const DEGRADE_AT = 3;
/** Of ten requests so many are core: an order, and not a recommendation. */
const CORE_OF_TEN = 3;
/** Pauses before a retry: about as long, and then twice. */
const BACKOFF_MS = 150;

export class CacheClient {
  readonly #stage: Stage;
  readonly #options: CacheClientOptions;
  readonly #breaker: Breaker | null;
  readonly #limiter: Limiter | null;
  readonly #pauses: RandomStream;
  readonly #kinds: RandomStream;

  constructor(stage: Stage, options: CacheClientOptions) {
    this.#stage = stage;
    this.#options = options;
    const now = () => stage.simulation.nowMs;
    const { connections, serviceMs } = options.database.options;
    this.#breaker = stage.has('breaker') ? new Breaker(now) : null;
    this.#limiter = stage.has('limit')
      ? new Limiter(now, ((LIMIT_SHARE * 1000) / serviceMs) * connections)
      : null;
    this.#pauses = stage.chance.stream('pauses before retries');
    this.#kinds = stage.chance.stream('kinds of requests');
  }

  /** One request, counted and measured. */
  *request(key: string): Steps {
    const { simulation, meter } = this.#stage;
    const startMs = simulation.nowMs;
    const isCore = this.#kinds.below(10) < CORE_OF_TEN;
    meter.count('requests');
    const outcome = yield* this.#read(key, isCore);
    meter.count(outcome);
    if (outcome === 'error' || outcome === 'shed') meter.count('failed');
    meter.latency(simulation.nowMs - startMs);
  }

  *#read(key: string, isCore: boolean): Steps<'full' | 'degraded' | 'shed' | 'error'> {
    const { simulation, meter } = this.#stage;
    const { database, retries } = this.#options;
    for (let attempt = 0; ; attempt++) {
      if ((yield* this.#fromCache(key)) !== null) return 'full';
      if (this.#breaker?.isOpen() === true) return 'shed';
      const isBusy = database.pending > DEGRADE_AT * database.options.connections;
      if (this.#stage.has('degrade') && !isCore && isBusy) return 'degraded';
      if (this.#limiter?.take() === false) return 'shed';
      const outcome = yield* database.query();
      this.#breaker?.note(outcome === 'rows');
      if (outcome === 'rows') {
        yield* this.#intoCache(key);
        return 'full';
      }
      if (attempt === retries) return 'error';
      meter.count('retries');
      if (this.#stage.has('backoff')) {
        yield* simulation.sleep(BACKOFF_MS * 2 ** attempt * (0.5 + this.#pauses.float()));
      }
    }
  }

  *#fromCache(key: string): Steps<string | null> {
    const { meter } = this.#stage;
    const server = this.#options.serverOf(key);
    const replies = server === null ? null : yield* server.ask([['GET', key]]);
    const value = replies === null ? null : textOf(replies[0]);
    meter.count(value === null ? 'misses' : 'hits');
    return value;
  }

  *#intoCache(key: string): Steps {
    const server = this.#options.serverOf(key);
    if (server === null) return;
    yield* server.ask([['SET', key, 'row', 'PX', String(Math.round(this.#options.ttlMs()))]]);
  }
}

/** Closed, open for a while, then a few trials that decide which. */
class Breaker {
  readonly #now: () => number;
  #calls: { readonly atMs: number; readonly isFine: boolean }[] = [];
  #openUntilMs = 0;
  #trials = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  isOpen(): boolean {
    const nowMs = this.#now();
    if (nowMs < this.#openUntilMs) return true;
    if (this.#trials === 0) return false;
    this.#trials--;
    return false;
  }

  note(isFine: boolean): void {
    const nowMs = this.#now();
    if (nowMs < this.#openUntilMs) return;
    this.#calls.push({ atMs: nowMs, isFine });
    if (this.#calls[0].atMs < nowMs - BREAKER_WINDOW_MS) {
      this.#calls = this.#calls.filter(({ atMs }) => atMs >= nowMs - BREAKER_WINDOW_MS);
    }
    const failed = this.#calls.filter((call) => !call.isFine).length;
    if (this.#calls.length < BREAKER_LEAST || failed * 2 < this.#calls.length) return;
    this.#openUntilMs = nowMs + BREAKER_OPEN_MS;
    this.#trials = BREAKER_TRIALS;
    this.#calls = [];
  }
}

/** A token bucket inside the application, with a tenth of a second of tokens. */
class Limiter {
  readonly #now: () => number;
  readonly #perMs: number;
  readonly #capacity: number;
  #tokens: number;
  #atMs = 0;

  constructor(now: () => number, perSecond: number) {
    this.#now = now;
    this.#perMs = perSecond / 1000;
    this.#capacity = perSecond / 10;
    this.#tokens = this.#capacity;
  }

  take(): boolean {
    const nowMs = this.#now();
    this.#tokens = Math.min(this.#capacity, this.#tokens + (nowMs - this.#atMs) * this.#perMs);
    this.#atMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** The curves and figures that all scenarios with a cache have. */
export function cacheOutcome(meter: Meter): Outcome {
  const requests = meter.total('requests');
  // Some are still under way at the end.
  const answered = ['full', 'degraded', 'shed', 'error'].reduce((sum, name) => sum + meter.total(name), 0);
  const full = meter.counts('full');
  const asked = meter.counts('requests');
  const bad = full.filter((count, window) => count < 0.9 * asked[window]).length;
  return {
    curves: {
      requests: meter.rate('requests'),
      hitRate: meter.share('hits', ['hits', 'misses']),
      database: meter.rate('database'),
      queue: meter.peaks('queue'),
      failed: meter.rate('failed'),
      p50: meter.percentile(0.5),
      p99: meter.percentile(0.99),
    },
    figures: {
      requests,
      full: (100 * meter.total('full')) / Math.max(1, answered),
      degraded: meter.total('degraded'),
      shed: meter.total('shed'),
      errors: meter.total('error'),
      databaseQueries: meter.total('database'),
      wasted: meter.total('wasted'),
      p50: meter.percentileOfAll(0.5),
      p99: meter.percentileOfAll(0.99),
      badSeconds: (bad * meter.windowMs) / 1000,
    },
  };
}
