import { beforeAll, expect, test } from 'vitest';
import { LOAD_SCENARIOS, loadRun } from '../../protocol/load-scenarios.ts';
import { prepareLoad, runLoadToEnd } from '../../sim/load/run.ts';
import { loadEntries } from './entries.ts';
import { amountText, scenarioWords } from './scenario-words.ts';

const marks = new Map<string, readonly string[]>();

beforeAll(async () => {
  await prepareLoad();
  for (const scenario of LOAD_SCENARIOS) {
    const lowest = Object.fromEntries(scenario.settings.map(({ id, min }) => [id, min]));
    const result = runLoadToEnd(loadRun(scenario, { settings: lowest }));
    marks.set(
      scenario.id,
      result.marks.map(({ id }) => id),
    );
  }
});

test.each(['en', 'zh'] as const)('everything that a scenario names has words in %s', (language) => {
  const words = scenarioWords[language];
  for (const scenario of LOAD_SCENARIOS) {
    expect(words.scenarios[scenario.id].look.length).toBeGreaterThan(2);
    for (const { id } of scenario.settings) expect(words.settings[id], id).toBeTruthy();
    for (const { id } of scenario.remedies) expect(words.remedies[id]?.about, id).toBeTruthy();
    for (const { id, curves } of scenario.charts) {
      expect(words.charts[id], id).toBeTruthy();
      if (curves.length > 1) for (const curve of curves) expect(words.curves[curve], curve).toBeTruthy();
    }
    for (const { id } of scenario.figures) expect(words.figures[id], id).toBeTruthy();
    for (const id of marks.get(scenario.id)!) expect(words.marks[id], id).toBeTruthy();
  }
});

test('the list has every page once', () => {
  const ids = loadEntries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['ring', ...LOAD_SCENARIOS.map(({ id }) => id)]));
});

test('amounts carry their units', () => {
  expect(amountText(1500, 'per-second', 'en')).toBe('1,500/s');
  expect(amountText(1.234, 'ms', 'zh')).toBe('1.2 毫秒');
  expect(amountText(51.58, 'percent', 'en')).toBe('51.6%');
  expect(amountText(1, 'bytes', 'en')).toBe('1 byte');
});
