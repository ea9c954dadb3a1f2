/** Scenarios under load as data: what can be set, which remedies there are, and which curves are drawn. */

export interface LoadSetting {
  readonly id: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly initial: number;
  readonly unit: LoadUnit;
  /** Only with one of these remedies does it matter. */
  readonly of?: readonly string[];
}

export type LoadUnit = 'per-second' | 'ms' | 'seconds' | 'percent' | 'count' | 'bytes';

export interface LoadRemedy {
  readonly id: string;
  /** Switched off by this one. */
  readonly excludes?: readonly string[];
}

export interface LoadChart {
  readonly id: string;
  readonly unit: LoadUnit;
  /** One curve is drawn for the run before and for the run with remedies; several only for the latter. */
  readonly curves: readonly string[];
  readonly scale?: 'log';
}

export interface LoadScenario {
  readonly id: string;
  readonly settings: readonly LoadSetting[];
  readonly remedies: readonly LoadRemedy[];
  readonly charts: readonly LoadChart[];
  /** In the table of both runs. */
  readonly figures: readonly { readonly id: string; readonly unit: LoadUnit }[];
}

/** What determines a run, with the program of the scenario. */
export interface LoadRun {
  readonly scenario: string;
  readonly seed: number;
  readonly settings: Readonly<Record<string, number>>;
  readonly remedies: readonly string[];
}

export interface LoadResult {
  readonly run: LoadRun;
  readonly durationMs: number;
  readonly windowMs: number;
  /** One number for each window; null where there is nothing to say, such as the latency of no request. */
  readonly curves: Readonly<Record<string, readonly (number | null)[]>>;
  /** Null where there is nothing to say, such as when a stock was sold out that never was. */
  readonly figures: Readonly<Record<string, number | null>>;
  /** What happened when. */
  readonly marks: readonly { readonly id: string; readonly atMs: number }[];
  readonly tables: readonly LoadTable[];
  /** Events of the simulation, and a hash of them all: the same for the same run, on every machine. */
  readonly events: number;
  readonly hash: string;
}

export interface LoadTable {
  readonly id: string;
  readonly columns: readonly string[];
  /** What each row is about, where its first number does not say so. */
  readonly names?: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

const perSecond = (id: string, min: number, max: number, step: number, initial: number): LoadSetting => ({
  id,
  min,
  max,
  step,
  initial,
  unit: 'per-second',
});

const CACHE_CHARTS: readonly LoadChart[] = [
  { id: 'database', unit: 'per-second', curves: ['database'] },
  { id: 'hitRate', unit: 'percent', curves: ['hitRate'] },
  { id: 'failed', unit: 'per-second', curves: ['failed'] },
  { id: 'p99', unit: 'ms', curves: ['p99'], scale: 'log' },
  { id: 'queue', unit: 'count', curves: ['queue'] },
];

const CACHE_FIGURES = [
  { id: 'requests', unit: 'count' },
  { id: 'full', unit: 'percent' },
  { id: 'degraded', unit: 'count' },
  { id: 'shed', unit: 'count' },
  { id: 'errors', unit: 'count' },
  { id: 'databaseQueries', unit: 'count' },
  { id: 'wasted', unit: 'count' },
  { id: 'p50', unit: 'ms' },
  { id: 'p99', unit: 'ms' },
  { id: 'badSeconds', unit: 'seconds' },
] as const;

/** Of these only one at a time. */
const onlyOneOf = (ids: readonly string[]): LoadRemedy[] =>
  ids.map((id) => ({ id, excludes: ids.filter((other) => other !== id) }));

/** The lock is on one instance of Redis and the stock on another. */
const TWO_INSTANCES = ['lock-elsewhere', 'fence'] as const;

const LOSSY: readonly LoadRemedy[] = [
  { id: 'breaker' },
  { id: 'limit' },
  { id: 'degrade' },
  { id: 'backoff' },
];

export const LOAD_SCENARIOS: readonly LoadScenario[] = [
  {
    id: 'avalanche',
    settings: [
      perSecond('rate', 500, 2500, 100, 1500),
      { id: 'ttl', min: 4, max: 20, step: 1, initial: 8, unit: 'seconds' },
      { id: 'retries', min: 0, max: 3, step: 1, initial: 2, unit: 'count' },
      { id: 'queue', min: 100, max: 1000, step: 100, initial: 700, unit: 'count' },
      { id: 'jitter', min: 10, max: 100, step: 10, initial: 50, unit: 'percent', of: ['jitter'] },
    ],
    remedies: [{ id: 'jitter' }, ...LOSSY],
    charts: CACHE_CHARTS,
    figures: CACHE_FIGURES,
  },
  {
    id: 'cache-node',
    settings: [
      perSecond('rate', 500, 2500, 100, 2000),
      { id: 'nodes', min: 3, max: 8, step: 1, initial: 4, unit: 'count' },
      { id: 'retries', min: 0, max: 3, step: 1, initial: 2, unit: 'count' },
      { id: 'queue', min: 100, max: 1000, step: 100, initial: 700, unit: 'count' },
    ],
    remedies: [{ id: 'ring' }, ...LOSSY],
    charts: CACHE_CHARTS,
    figures: CACHE_FIGURES,
  },
  {
    id: 'breakdown',
    settings: [
      perSecond('rate', 200, 2000, 100, 1000),
      { id: 'ttl', min: 1, max: 6, step: 1, initial: 3, unit: 'seconds' },
      { id: 'rebuild', min: 50, max: 500, step: 50, initial: 200, unit: 'ms' },
    ],
    remedies: [
      { id: 'mutex', excludes: ['never-expire'] },
      { id: 'never-expire', excludes: ['mutex'] },
    ],
    charts: CACHE_CHARTS,
    figures: [
      { id: 'requests', unit: 'count' },
      { id: 'errors', unit: 'count' },
      { id: 'databaseQueries', unit: 'count' },
      { id: 'stale', unit: 'count' },
      { id: 'p50', unit: 'ms' },
      { id: 'p99', unit: 'ms' },
    ],
  },
  {
    id: 'penetration',
    settings: [
      perSecond('attack', 500, 3000, 100, 1500),
      { id: 'ids', min: 100, max: 20_000, step: 100, initial: 5000, unit: 'count' },
      { id: 'bits', min: 2000, max: 32_000, step: 2000, initial: 20_000, unit: 'count', of: ['bloom'] },
      { id: 'filterCapacity', min: 250, max: 4000, step: 250, initial: 2000, unit: 'count', of: ['bf'] },
      { id: 'filterError', min: 0.1, max: 10, step: 0.1, initial: 1, unit: 'percent', of: ['bf'] },
      { id: 'withdrawn', min: 0, max: 500, step: 50, initial: 0, unit: 'count' },
    ],
    remedies: [{ id: 'validate' }, { id: 'cache-null' }, ...onlyOneOf(['bloom', 'bf'])],
    charts: [...CACHE_CHARTS, { id: 'keys', unit: 'count', curves: ['keys'] }],
    figures: [
      { id: 'requests', unit: 'count' },
      { id: 'errors', unit: 'count' },
      { id: 'databaseQueries', unit: 'count' },
      { id: 'rejected', unit: 'count' },
      { id: 'falsePositives', unit: 'count' },
      { id: 'falsePositiveRate', unit: 'percent' },
      { id: 'withdrawnQueries', unit: 'count' },
      { id: 'filterBytes', unit: 'bytes' },
      { id: 'filterLayers', unit: 'count' },
      { id: 'memory', unit: 'bytes' },
      { id: 'commands', unit: 'count' },
      { id: 'p99', unit: 'ms' },
    ],
  },
  {
    id: 'flash-sale',
    settings: [
      { id: 'buyers', min: 500, max: 6000, step: 500, initial: 3000, unit: 'count' },
      { id: 'stock', min: 10, max: 500, step: 10, initial: 100, unit: 'count' },
      { id: 'checks', min: 0, max: 50, step: 5, initial: 10, unit: 'ms' },
      { id: 'spread', min: 250, max: 3000, step: 250, initial: 1000, unit: 'ms' },
      { id: 'lease', min: 20, max: 1000, step: 10, initial: 50, unit: 'ms', of: TWO_INSTANCES },
      { id: 'stall', min: 0, max: 1000, step: 50, initial: 300, unit: 'ms', of: TWO_INSTANCES },
    ],
    remedies: [...onlyOneOf(['lock', 'lock-elsewhere', 'fence', 'script']), { id: 'gateway' }],
    charts: [
      { id: 'sold', unit: 'count', curves: ['sold'] },
      { id: 'oversold', unit: 'count', curves: ['oversold'] },
      { id: 'p99', unit: 'ms', curves: ['p99'], scale: 'log' },
      { id: 'queue', unit: 'count', curves: ['queue'] },
    ],
    figures: [
      { id: 'requests', unit: 'count' },
      { id: 'stock', unit: 'count' },
      { id: 'ordered', unit: 'count' },
      { id: 'oversold', unit: 'count' },
      { id: 'soldOutSeconds', unit: 'seconds' },
      { id: 'salesPerSecond', unit: 'per-second' },
      { id: 'overlaps', unit: 'count' },
      { id: 'fenced', unit: 'count' },
      { id: 'busy', unit: 'count' },
      { id: 'refusedWithStock', unit: 'count' },
      { id: 'turnedAway', unit: 'count' },
      { id: 'commands', unit: 'count' },
      { id: 'p50', unit: 'ms' },
      { id: 'p99', unit: 'ms' },
    ],
  },
  {
    id: 'limiters',
    settings: [
      perSecond('limit', 5, 20, 1, 10),
      { id: 'capacity', min: 1, max: 30, step: 1, initial: 10, unit: 'count' },
      { id: 'burst', min: 0, max: 40, step: 1, initial: 20, unit: 'count' },
      { id: 'skew', min: 0, max: 2000, step: 100, initial: 500, unit: 'ms' },
    ],
    remedies: [],
    charts: [
      ...['fixed', 'sliding', 'addingFirst', 'token', 'starving', 'clientClock', 'meter', 'leakyQueue'].map(
        (id) => ({
          id,
          unit: 'count' as const,
          curves: ['offered', id],
        }),
      ),
      { id: 'levels', unit: 'count', curves: ['tokenLevel', 'meterLevel', 'queueLevel'] },
    ],
    figures: [],
  },
  {
    id: 'hot-key',
    settings: [
      perSecond('rate', 1000, 4000, 250, 3000),
      { id: 'share', min: 0, max: 90, step: 5, initial: 70, unit: 'percent' },
      { id: 'local', min: 50, max: 1000, step: 50, initial: 100, unit: 'ms', of: ['local-cache'] },
    ],
    remedies: [{ id: 'local-cache' }, { id: 'copies' }],
    charts: [
      { id: 'busiest', unit: 'per-second', curves: ['busiest'] },
      { id: 'p99', unit: 'ms', curves: ['p99'], scale: 'log' },
      { id: 'nodes', unit: 'per-second', curves: ['node0', 'node1', 'node2', 'node3'] },
    ],
    figures: [
      { id: 'requests', unit: 'count' },
      { id: 'answered', unit: 'count' },
      { id: 'busiest', unit: 'per-second' },
      { id: 'localHits', unit: 'count' },
      { id: 'stale', unit: 'count' },
      { id: 'p50', unit: 'ms' },
      { id: 'p99', unit: 'ms' },
    ],
  },
];

/** A run with every number within its limits and only remedies that the scenario has. */
export function loadRun(
  scenario: LoadScenario,
  given: {
    readonly seed?: number;
    readonly settings?: Readonly<Record<string, number>>;
    readonly remedies?: readonly string[];
  } = {},
): LoadRun {
  const settings: Record<string, number> = {};
  for (const { id, min, max, initial } of scenario.settings) {
    const value = given.settings?.[id];
    settings[id] = value === undefined || Number.isNaN(value) ? initial : Math.min(max, Math.max(min, value));
  }
  const remedies: string[] = [];
  for (const { id, excludes = [] } of scenario.remedies) {
    if (given.remedies?.includes(id) && !excludes.some((other) => remedies.includes(other)))
      remedies.push(id);
  }
  return { scenario: scenario.id, seed: given.seed ?? 1, settings, remedies };
}
