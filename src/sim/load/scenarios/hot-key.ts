/**
 * Four nodes share the keys by slots, and one key gets most of the traffic: its node is full while the others rest. A
 * copy in each application takes the reads away from it; copies under several names spread them.
 */
import { keySlot, utf8 } from '../../../engine/index.ts';
import { RedisServer, textOf } from '../redis-server.ts';
import type { Steps } from '../simulation.ts';
import type { LoadProgram } from '../stage.ts';

const DURATION_MS = 10_000;
const HOT_FROM_MS = 2000;
const NODES = 4;
const SLOTS = 16_384;
const KEYS = 1000;
const HOT = 'product:hot';
const COPIES = 8;
const APPLICATIONS = 8;
/** A key that an application has asked for so often within a second is hot there. */
const HOT_AT = 20;
const CHANGES_EVERY_MS = 500;

export const hotKey: LoadProgram = {
  id: 'hot-key',
  durationMs: DURATION_MS,
  windowMs: 250,
  begin(stage) {
    const { simulation, chance, meter } = stage;
    const nodes = Array.from(
      { length: NODES },
      (_, node) =>
        new RedisServer(simulation, chance, {
          name: `node-${node}`,
          seed: stage.run.seed + node,
          commandMs: 0.5,
          latencyMs: 0.5,
        }),
    );
    const nodeOf = (key: string) => Math.floor((keySlot(utf8(key)) * NODES) / SLOTS);
    const names = stage.has('copies') ? Array.from({ length: COPIES }, (_, copy) => `${HOT}:${copy}`) : [HOT];
    const version = () => Math.floor(simulation.nowMs / CHANGES_EVERY_MS);
    for (let key = 0; key < KEYS; key++) {
      const name = `product:${key}`;
      nodes[nodeOf(name)].inside(['SET', name, '0']);
    }
    for (const name of names) nodes[nodeOf(name)].inside(['SET', name, '0']);
    const local = Array.from({ length: APPLICATIONS }, () => new LocalCache(stage.setting('local')));

    function* write(): Steps {
      // One after the other: meanwhile, copies differ.
      for (const name of names) yield* nodes[nodeOf(name)].ask([['SET', name, String(version())]]);
    }

    function* read(key: string, application: number, copy: number): Steps {
      const startMs = simulation.nowMs;
      meter.count('requests');
      const cache = stage.has('local-cache') ? local[application] : null;
      let value = cache?.get(key, simulation.nowMs) ?? null;
      if (value !== null) meter.count('localHits');
      else {
        const name = key === HOT ? names[copy % names.length] : key;
        const node = nodeOf(name);
        meter.count(`node${node}`);
        const replies = yield* nodes[node].ask([['GET', name]]);
        value = textOf(replies![0]) ?? '0';
        cache?.set(key, value, simulation.nowMs);
      }
      if (key === HOT && Number(value) < version()) meter.count('stale');
      meter.latency(simulation.nowMs - startMs);
    }

    const draws = chance.stream('reads');
    const share = stage.setting('share');
    stage.mark('hot', HOT_FROM_MS);
    stage.arrivals('reads', stage.setting('rate'), 0, DURATION_MS, () => {
      const isHot = draws.below(100) < share && simulation.nowMs >= HOT_FROM_MS;
      const key = isHot ? HOT : `product:${draws.below(KEYS)}`;
      simulation.spawn(read(key, draws.below(APPLICATIONS), draws.below(COPIES)));
    });
    for (let atMs = CHANGES_EVERY_MS; atMs < DURATION_MS; atMs += CHANGES_EVERY_MS) {
      simulation.at(atMs, () => simulation.spawn(write()));
    }
    return () => {
      const load = nodes.map((_, node) => meter.rate(`node${node}`));
      const busiest = load[nodeOf(HOT)];
      return {
        curves: {
          ...Object.fromEntries(load.map((rate, node) => [`node${node}`, rate])),
          busiest: busiest.map((_, window) => Math.max(...load.map((rate) => rate[window]))),
          p50: meter.percentile(0.5),
          p99: meter.percentile(0.99),
        },
        figures: {
          requests: meter.total('requests'),
          answered: meter.answered,
          localHits: meter.total('localHits'),
          busiest: Math.max(...load.map((rate) => Math.max(...rate))),
          p50: meter.percentileOfAll(0.5),
          p99: meter.percentileOfAll(0.99),
          stale: meter.total('stale'),
        },
      };
    };
  },
};

/** A small cache inside an application: it keeps for a moment what it is asked for often. */
class LocalCache {
  readonly #ttlMs: number;
  readonly #values = new Map<string, { readonly value: string; readonly untilMs: number }>();
  readonly #asked = new Map<string, { second: number; count: number }>();

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs;
  }

  get(key: string, nowMs: number): string | null {
    const second = Math.floor(nowMs / 1000);
    const asked = this.#asked.get(key);
    if (asked === undefined || asked.second !== second) this.#asked.set(key, { second, count: 1 });
    else asked.count++;
    const kept = this.#values.get(key);
    return kept !== undefined && nowMs < kept.untilMs ? kept.value : null;
  }

  set(key: string, value: string, nowMs: number): void {
    if ((this.#asked.get(key)?.count ?? 0) < HOT_AT) return;
    this.#values.set(key, { value, untilMs: nowMs + this.#ttlMs });
  }
}
