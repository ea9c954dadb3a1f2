/// <reference path="../../ui/session/virtual-scenarios.d.ts" />
import { loadScenario, scenarios } from 'virtual:scenarios';
import { expect, test } from 'vitest';

test('the page gets an index and a chunk for each scenario', async () => {
  expect(scenarios.map(({ id }) => id)).toContain('lock-single');
  const scenario = await loadScenario('lock-single');
  expect(scenario?.variants[0].actors[0].source).toContain('SETNX');
  expect(scenario?.words.zh.actors.a.title).toBe('Worker A');
  expect(await loadScenario('nothing')).toBeNull();
});
