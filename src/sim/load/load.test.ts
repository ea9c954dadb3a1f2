import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../engine/index.ts';
import { LOAD_SCENARIOS, type LoadResult, loadRun } from '../../protocol/load-scenarios.ts';
import { exponential, Popularity } from './chance.ts';
import { percentileOf } from './meter.ts';
import { LOAD_PROGRAMS, prepareLoad, runLoadToEnd } from './run.ts';
import { Simulation } from './simulation.ts';

beforeAll(prepareLoad);

function run(
  id: string,
  remedies: readonly string[] = [],
  settings: Readonly<Record<string, number>> = {},
  seed = 1,
): LoadResult & { readonly figures: Readonly<Record<string, number>> } {
  const scenario = LOAD_SCENARIOS.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  const result = runLoadToEnd(loadRun(scenario, { remedies, settings, seed }));
  return { ...result, figures: result.figures as Record<string, number> };
}

test('every scenario has a program, and every curve and figure that it names is there', () => {
  expect(LOAD_PROGRAMS.map(({ id }) => id)).toEqual(LOAD_SCENARIOS.map(({ id }) => id));
  for (const { id, charts, figures, settings } of LOAD_SCENARIOS) {
    const lowest = Object.fromEntries(
      settings.filter(({ unit }) => unit === 'per-second').map(({ id: name, min }) => [name, min]),
    );
    const result = run(id, [], lowest);
    const windows = result.durationMs / result.windowMs;
    for (const name of charts.flatMap(({ curves }) => curves))
      expect(result.curves[name]).toHaveLength(windows);
    for (const { id: name } of figures) expect(result.figures[name]).not.toBeUndefined();
  }
});

test('the same seed gives the same 100,000 events, and another seed others', () => {
  const one = run('avalanche');
  expect(one.events).toBeGreaterThan(100_000);
  expect(run('avalanche')).toEqual(one);
  expect(run('avalanche', [], {}, 2).hash).not.toBe(one.hash);
});

test('events come by time, and in the order of their making where times are equal', () => {
  const simulation = new Simulation();
  const random = new Random(7).stream('test');
  const seen: [number, number][] = [];
  for (let order = 0; order < 2000; order++) {
    const atMs = random.below(50);
    simulation.at(atMs, () => seen.push([atMs, order]));
  }
  for (const _ of simulation.run(40)) {
    // To the end.
  }
  const sorted = [...seen].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  expect(seen).toEqual(sorted);
  expect(seen.at(-1)![0]).toBe(40);
});

test('gaps between requests are exponential: their mean, their variance and their tail', () => {
  const stream = new Random(3).stream('test');
  const drawn = Array.from({ length: 100_000 }, () => exponential(stream));
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length;
  expect(mean).toBeCloseTo(1, 1);
  expect(variance).toBeCloseTo(1, 1);
  expect(drawn.filter((value) => value > 3).length / drawn.length).toBeCloseTo(Math.exp(-3), 2);
});

test('the first of a popular list is drawn twice as often as the second', () => {
  const stream = new Random(3).stream('test');
  const popularity = new Popularity(10, 0);
  const counts = new Array(10).fill(0);
  for (let draw = 0; draw < 50_000; draw++) counts[popularity.draw(stream)]++;
  expect(counts[0] / counts[1]).toBeCloseTo(2, 0);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test('a percentile is a value that was there', () => {
  expect(percentileOf([], 0.5)).toBeNull();
  expect(percentileOf([3, 1, 2], 0.5)).toBe(2);
  expect(percentileOf([3, 1, 2], 0.99)).toBe(3);
});

test('an avalanche behind a long queue never ends; jitter prevents it, and a breaker or a limit ends it', () => {
  const without = run('avalanche');
  expect(without.figures.full).toBeLessThan(60);
  // The database works without a pause, and for nobody.
  expect(without.figures.wasted).toBeGreaterThan(10_000);
  const jitter = run('avalanche', ['jitter']);
  expect(jitter.figures).toMatchObject({ full: 100, errors: 0 });
  for (const remedy of ['breaker', 'limit', 'degrade']) {
    expect(run('avalanche', [remedy]).figures.full).toBeGreaterThan(95);
  }
  expect(run('avalanche', [], { queue: 300 }).figures.full).toBeGreaterThan(98);
});

test('pauses before retries save requests where the trouble is short', () => {
  const impatient = run('avalanche', [], { queue: 300 });
  const patient = run('avalanche', ['backoff'], { queue: 300 });
  expect(patient.figures.errors).toBeLessThan(0.6 * impatient.figures.errors);
});

test('without one of four nodes the remainder misses about three quarters of the keys and the ring one quarter', () => {
  const lowest = (result: LoadResult) =>
    Math.min(...result.curves.hitRate.flatMap((share) => (share === null ? [] : [share])));
  expect(lowest(run('cache-node', [], { rate: 1000 }))).toBeLessThan(40);
  expect(lowest(run('cache-node', ['ring'], { rate: 1000 }))).toBeGreaterThan(65);
});

test('a hot key that expires sends everybody to the database, a mutex only one', () => {
  const without = run('breakdown');
  const mutex = run('breakdown', ['mutex']);
  const never = run('breakdown', ['never-expire']);
  expect(without.figures.databaseQueries).toBeGreaterThan(100);
  expect(mutex.figures.databaseQueries).toBeLessThan(6);
  expect(mutex.figures.errors).toBe(0);
  // Nobody waits for the row, not even those who come while it is fetched.
  expect(never.figures.p99).toBeLessThan(5);
  expect(mutex.figures.p99).toBeGreaterThan(100);
});

test('a Bloom filter lets through as many as its bits say, and rejects no product', () => {
  const without = run('penetration');
  expect(without.figures.errors).toBeGreaterThan(1000);
  const filtered = run('penetration', ['bloom']);
  expect(filtered.figures.errors).toBe(0);
  const asked = filtered.figures.rejected + filtered.figures.falsePositives;
  // 2,000 products and 4 of 20,000 bits each: (1 - e^-0.4)^4 = 1.2 %.
  expect(filtered.figures.falsePositives / asked).toBeCloseTo((1 - Math.exp(-0.4)) ** 4, 1);
  const crowded = run('penetration', ['bloom'], { bits: 2000 });
  expect(crowded.figures.falsePositives / asked).toBeGreaterThan(0.7);
});

test('the filter of the module keeps its error rate with fewer bytes and one command for each question', () => {
  const byHand = run('penetration', ['bloom']).figures;
  const module = run('penetration', ['bf']).figures;
  expect(module.falsePositiveRate).toBeGreaterThan(0.1);
  expect(module.falsePositiveRate).toBeLessThan(1);
  expect(module.filterBytes).toBeLessThan(byHand.filterBytes);
  // Each request asks once in place of four times.
  expect(byHand.commands - module.commands).toBeGreaterThan(2.9 * module.requests);
  expect(run('penetration', ['bf'], { filterError: 10 }).figures.falsePositiveRate).toBeGreaterThan(2);
  // Made for too few it grows, by layers that cost more than one that fits.
  const grown = run('penetration', ['bf'], { filterCapacity: 250 }).figures;
  expect([module.filterLayers, grown.filterLayers]).toEqual([1, 4]);
  expect(grown.filterBytes).toBeGreaterThan(2 * module.filterBytes);
  expect(grown.falsePositiveRate).toBeLessThan(1);
});

test('neither filter forgets a product that was withdrawn, and cached nulls stand in for that', () => {
  const queries = (...remedies: string[]) =>
    run('penetration', remedies, { withdrawn: 300 }).figures.withdrawnQueries;
  for (const filter of ['bloom', 'bf']) expect(queries(filter)).toBe(queries('validate'));
  expect(queries('bf')).toBeGreaterThan(2000);
  expect(queries('bf', 'cache-null')).toBeLessThan(queries('bf') / 2);
  expect(run('penetration', ['bf']).figures.withdrawnQueries).toBe(0);
});

test('nulls in the cache help only where ids come again', () => {
  const saved = (ids: number) =>
    run('penetration', [], { ids }).figures.databaseQueries -
    run('penetration', ['cache-null'], { ids }).figures.databaseQueries;
  expect(saved(500)).toBeGreaterThan(4 * saved(20_000));
});

test('a naive flash sale oversells, a lock turns buyers away, a script sells exactly the stock', () => {
  const naive = run('flash-sale').figures;
  expect(naive.oversold).toBeGreaterThan(5);
  expect(naive.ordered).toBe(naive.stock + naive.oversold);
  const locked = run('flash-sale', ['lock']).figures;
  expect(locked.oversold).toBe(0);
  expect(locked.refusedWithStock).toBeGreaterThan(500);
  const script = run('flash-sale', ['script']).figures;
  expect(script).toMatchObject({ ordered: 100, oversold: 0, refusedWithStock: 0, commands: 3000 });
  // A gateway protects and does not repair.
  const gateway = run('flash-sale', ['gateway']).figures;
  expect(gateway.turnedAway).toBe(2800);
  expect(gateway.oversold).toBeGreaterThan(0);
});

test('a lock beside another instance lets two in and oversells, a fence on the stock does not', () => {
  const outcomes = (...remedies: string[]) =>
    [1, 2, 3].map((seed) => run('flash-sale', remedies, { stock: 20 }, seed).figures);
  const total = (figures: readonly Readonly<Record<string, number>>[], id: string) =>
    figures.reduce((sum, each) => sum + each[id], 0);
  const [here, elsewhere, fenced] = [['lock'], ['lock-elsewhere'], ['fence']].map((each) =>
    outcomes(...each),
  );
  expect(total(here, 'overlaps')).toBe(0);
  expect(total(here, 'oversold')).toBe(0);
  for (const { overlaps, oversold } of elsewhere) {
    expect(overlaps).toBeGreaterThan(0);
    expect(oversold).toBeGreaterThan(0);
  }
  expect(total(fenced, 'overlaps')).toBeGreaterThan(0);
  expect(total(fenced, 'oversold')).toBe(0);
  expect(total(fenced, 'fenced')).toBeGreaterThan(0);
  // Where nobody stalls, the fence costs a fifth round trip.
  const calm = (remedy: string) => run('flash-sale', [remedy], { stock: 20, stall: 0, checks: 0 }).figures;
  expect(calm('fence').salesPerSecond).toBeLessThan(calm('lock-elsewhere').salesPerSecond);
  // A lock that outlives every stall is lost by the restart alone.
  expect(run('flash-sale', ['lock-elsewhere'], { lease: 1000 }).figures.overlaps).toBeGreaterThan(0);
});

test('limiters under bursts: which lets in how many, and which starves', () => {
  const { tables } = run('limiters');
  const table = tables.find(({ id }) => id === 'limiters')!;
  const rows = Object.fromEntries(table.names!.map((name, at) => [name, table.rows[at]]));
  // Columns: let in, most within a second, while the client keeps trying for four seconds at twice the rate.
  expect(rows.fixed[1]).toBe(20);
  expect(rows.sliding[1]).toBe(10);
  expect(rows.sliding[2]).toBe(40);
  expect(rows.addingFirst[2]).toBe(10);
  expect(rows.token[2]).toBe(49);
  // The bucket, and then never again.
  expect(rows.starving[2]).toBeLessThan(21);
  expect(rows.leakyQueue[1]).toBe(10);
  // A clock that is slow earns the same time over and over.
  expect(rows.clientClock[2]).toBeGreaterThan(75);
  const { tables: agreeing } = run('limiters', [], { skew: 0 });
  expect(agreeing[0].rows[table.names!.indexOf('clientClock')]).toEqual(rows.token);
});

test('the textbook cases of both buckets, second by second', () => {
  const { tables } = run('limiters');
  const column = (id: string, name: string) => {
    const table = tables.find((each) => each.id === id)!;
    return table.rows.map((row) => row[table.columns.indexOf(name)]);
  };
  expect(column('leaky-2', 'dropped')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(column('leaky-2', 'level')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 10]);
  expect(column('leaky-5', 'dropped').slice(0, 4)).toEqual([0, 0, 3, 4]);
  expect(column('leaky-12', 'dropped').slice(0, 3)).toEqual([2, 11, 11]);
  expect(column('token-3', 'level').slice(0, 3)).toEqual([7, 7, 7]);
  expect(column('token-8', 'admitted').slice(0, 4)).toEqual([8, 7, 5, 5]);
  expect(column('token-15', 'admitted').slice(0, 3)).toEqual([10, 5, 5]);
});

test('a bucket of 2 that is polled every 50 ms at 10 a second lets three in and then starves', () => {
  const { tables } = run('limiters', [], { limit: 10, capacity: 2, burst: 0 });
  const table = tables.find(({ id }) => id === 'limiters')!;
  expect(table.rows[table.names!.indexOf('starving')][0]).toBe(3);
  expect(table.rows[table.names!.indexOf('token')][0]).toBeGreaterThan(40);
});

test('a hot key fills one node; local caches and copies relieve it, at the price of old values', () => {
  const without = run('hot-key').figures;
  const local = run('hot-key', ['local-cache']).figures;
  const copies = run('hot-key', ['copies']).figures;
  expect(without.p99).toBeGreaterThan(500);
  expect(without.busiest).toBeGreaterThan(2000);
  for (const { p99, busiest } of [local, copies]) {
    expect(p99).toBeLessThan(20);
    expect(busiest).toBeLessThan(1200);
  }
  const older = run('hot-key', ['local-cache'], { local: 1000 }).figures;
  expect(older.stale).toBeGreaterThan(4 * local.stale);
});
