/** Every variant of every scenario, searched within its own bound, comes out as its file expects. */
import { beforeAll, describe, expect, test } from 'vitest';
import { allScenarios, scenarioNamed } from '../../testing/scenarios.ts';
import { prepareSearch, searchAll } from './search.ts';

beforeAll(prepareSearch);

describe.each(allScenarios().map((scenario) => ({ id: scenario.id, scenario })))('$id', ({ scenario }) => {
  test.each(scenario.variants.map((variant) => ({ id: variant.id, variant })))('$id', ({ variant }) => {
    const verdict = searchAll({ scenario, variant: variant.id });
    expect(verdict.problem).toBeNull();
    expect(verdict.isExhausted).toBe(true);
    const broken = verdict.invariants.filter(({ kind, holds }) => kind === 'never' && !holds);
    expect(broken.map(({ id }) => id).sort()).toEqual([...variant.breaks].sort());
    const impossible = verdict.invariants.filter(({ kind, holds }) => kind === 'possible' && !holds);
    expect(impossible).toEqual([]);
    expect(verdict.finding).toBe(variant.breaks.length === 0 ? 'proved' : 'broken');
    expect(verdict.counterexample === null).toBe(variant.breaks.length === 0);
  });
});

/** Words of content/scenarios quote these. */
test.each([
  ['watch-race', 'get-set', 6, 4],
  ['watch-race', 'multi', 70, 68],
  ['delayed-orders', 'read-close', 70, 60],
  ['slot-migration', 'too-early', 55, 55],
  ['slot-migration', 'migrating-first', 1605, 1],
  ['sentinel-failover', 'known-master', 72, 8],
  ['sentinel-failover', 'min-replicas', 90, 1],
])('%s / %s has the numbers that its words quote: %i orders, %i of them broken', (id, variant, all, bad) => {
  const { schedules, broken } = searchAll({ scenario: scenarioNamed(id), variant });
  expect([schedules, broken]).toEqual([String(all), String(bad)]);
});
