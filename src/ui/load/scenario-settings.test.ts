import { expect, test } from 'vitest';
import { LOAD_SCENARIOS, loadRun } from '../../protocol/load-scenarios.ts';
import { runOf, runText, toggled } from './scenario-settings.ts';

const [avalanche] = LOAD_SCENARIOS;
const breakdown = LOAD_SCENARIOS.find(({ id }) => id === 'breakdown')!;

test('an address keeps what was set, and has nothing to say about what is usual', () => {
  expect(runText(avalanche, loadRun(avalanche))).toBeUndefined();
  const run = loadRun(avalanche, { seed: 7, settings: { rate: 900 }, remedies: ['limit', 'jitter'] });
  expect(runText(avalanche, run)).toBe('rate=900,with=jitter+limit,seed=7');
  expect(runOf(avalanche, runText(avalanche, run))).toEqual(run);
});

test('what an address may not say is brought back to what may be', () => {
  const run = runOf(avalanche, 'rate=1e12,ttl=x,with=magic+jitter,seed=-4,retries=');
  expect(run).toEqual(loadRun(avalanche, { settings: { rate: 2500 }, remedies: ['jitter'] }));
});

test('a remedy replaces the one that it excludes', () => {
  const mutex = toggled(breakdown, loadRun(breakdown), 'mutex');
  expect(mutex.remedies).toEqual(['mutex']);
  expect(toggled(breakdown, mutex, 'never-expire').remedies).toEqual(['never-expire']);
  expect(toggled(breakdown, mutex, 'mutex').remedies).toEqual([]);
});
