import { expect, test } from 'vitest';
import { entryOf } from '../../content/scenarios/scenarios.ts';
import { allScenarios } from '../../testing/scenarios.ts';
import { allInfamous, someInfamous } from './infamous.ts';

const entries = allScenarios().map(entryOf);

test('a schedule with a name belongs to a variant that breaks', () => {
  const all = allInfamous(entries);
  expect(all.length).toBeGreaterThan(5);
  for (const { scenario, variant, title, about } of all) {
    const entry = entries.find(({ id }) => id === scenario);
    expect(entry?.variants.find(({ id }) => id === variant)?.breaks, `${scenario} ${variant}`).toBe(true);
    for (const text of [title.zh, title.en, about.zh, about.en])
      expect(text, `${scenario} ${variant}`).not.toBe('');
  }
});

test('a few of them come from as many scenarios as possible', () => {
  const scenarios = new Set(allInfamous(entries).map(({ scenario }) => scenario));
  const some = someInfamous(entries, scenarios.size);
  expect(new Set(some.map(({ scenario }) => scenario))).toEqual(scenarios);
  expect(someInfamous(entries, 1000)).toHaveLength(allInfamous(entries).length);
});
