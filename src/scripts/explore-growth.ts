/**
 * How a search grows with clients and steps, against the number of orders. Two programs: one that only writes, in which
 * many orders lead to one state, and a counter that is read and written back plus one, in which what a client has read
 * keeps states apart.
 */
import { search } from '../sim/explore/search.ts';
import { smallScenario } from '../testing/small-scenario.ts';

export interface Growth {
  readonly program: 'SET' | 'GET, SET';
  readonly clients: number;
  readonly steps: number;
  /** Exact, as decimal digits. */
  readonly orders: string;
  /** False where there are more states than the search may look at. */
  readonly isExhausted: boolean;
  readonly states: number;
  readonly transitions: number;
  readonly ms: number;
}

const CLIENTS = [2, 3, 4];
const STEPS = [2, 3, 4, 5, 6];

const STEP: Readonly<Record<Growth['program'], (step: number) => string>> = {
  SET: (step) => `redis('SET', 'n', ${step})`,
  'GET, SET': (step) =>
    step % 2 === 0 ? `n = tonumber(redis('GET', 'n') or 0)` : `redis('SET', 'n', n + 1)`,
};

export function* growth(): Generator<Growth> {
  for (const program of ['SET', 'GET, SET'] as const) {
    for (const clients of CLIENTS) for (const steps of STEPS) yield grown(program, clients, steps);
  }
}

function grown(program: Growth['program'], clients: number, steps: number): Growth {
  const lines = Array.from({ length: steps }, (_, step) => STEP[program](step));
  const source = ['local n = 0', ...lines].join('\n');
  const names = Array.from({ length: clients }, (_, nth) => `c${nth + 1}`);
  const scenario = smallScenario({ programs: Object.fromEntries(names.map((name) => [name, source])) });
  const startedAt = performance.now();
  const searching = search({ scenario, variant: 'only' });
  let step = searching.next();
  while (step.done !== true) step = searching.next();
  const { schedules, states, transitions, isExhausted } = step.value;
  const orders = String(ordersOf(clients, steps));
  if (schedules !== null && schedules !== orders) throw new Error(`${schedules} of ${orders} orders counted`);
  const ms = Math.round(performance.now() - startedAt);
  return { program, clients, steps, orders, isExhausted, states, transitions, ms };
}

/** As many as the steps of all have orders in which each client keeps its own: 18! / (6! · 6! · 6!) for three of six. */
function ordersOf(clients: number, steps: number): bigint {
  let orders = factorial(clients * steps);
  for (let client = 0; client < clients; client++) orders /= factorial(steps);
  return orders;
}

function factorial(number: number): bigint {
  let product = 1n;
  for (let factor = 2n; factor <= BigInt(number); factor++) product *= factor;
  return product;
}
