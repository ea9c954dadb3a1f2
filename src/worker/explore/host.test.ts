import { expect, test } from 'vitest';
import type { ExploreRequest, ExploreResponse } from '../../protocol/explore.ts';
import { scenarioNamed } from '../../testing/scenarios.ts';
import { smallScenario } from '../../testing/small-scenario.ts';
import { ExploreHost } from './host.ts';

function page() {
  const heard: ExploreResponse[] = [];
  let realMs = 0;
  let onRest = () => {};
  const host = new ExploreHost({
    post: (response) => heard.push(structuredClone(response)),
    // Every look at the clock takes as long as a slice.
    realMs: () => (realMs += 50),
    rest: () => {
      onRest();
      return new Promise((resolve) => setTimeout(resolve, 0));
    },
  });
  return {
    heard,
    take: (request: ExploreRequest) => host.take(structuredClone(request)),
    whenResting(act: () => void) {
      onRest = act;
    },
  };
}

const stock = scenarioNamed('stock-decrement');
const plain = { scenario: stock, variant: 'get-set', sources: {}, bound: {} };

test('a search ends with its verdict, and then with the ladder', async () => {
  const { heard, take } = page();
  await take({ type: 'explore', request: 1, ...plain });
  const verdicts = heard.filter((response) => response.type === 'verdict');
  expect(verdicts.map(({ ladder }) => ladder?.length !== 0)).toEqual([false, true]);
  expect(verdicts[0].verdict).toMatchObject({ finding: 'broken', schedules: '6', broken: '4' });
});

test('a program that the reader has mended is searched in place of the old one', async () => {
  const { heard, take } = page();
  const script = stock.variants.find(({ id }) => id === 'script')?.actors[0].source ?? '';
  await take({ type: 'explore', request: 1, ...plain, sources: { 'get-set.lua': script } });
  expect(heard[0]).toMatchObject({ type: 'verdict', verdict: { finding: 'proved' } });
});

test('the first schedule that breaks is told before the verdict, with the times of both', async () => {
  const { heard, take } = page();
  await take({ type: 'explore', request: 1, ...plain });
  const [found, end] = heard.filter(({ type }) => type === 'found' || type === 'verdict');
  if (found.type !== 'found' || end.type !== 'verdict') throw new Error('nothing was found');
  expect(found.schedule.broken.map(({ id }) => id)).toEqual(['oversold']);
  expect(end.firstBrokenMs).toBe(found.ms);
  expect(end.ms).toBeGreaterThan(found.ms);
  expect(end.verdict.firstBroken).toEqual({ states: 7, transitions: 6 });
});

test('where nothing breaks, nothing is found first', async () => {
  const { heard, take } = page();
  await take({ type: 'explore', request: 1, ...plain, variant: 'script' });
  expect(heard.filter(({ type }) => type === 'found')).toEqual([]);
  expect(heard.find(({ type }) => type === 'verdict')).toMatchObject({ firstBrokenMs: null });
});

test('a mistake in a program is said with its line', async () => {
  const { heard, take } = page();
  await take({ type: 'explore', request: 1, ...plain, sources: { 'get-set.lua': 'local = 1' } });
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({
    type: 'verdict',
    verdict: { finding: 'failed', problem: { file: 'get-set.lua', line: 1 } },
  });
});

test('a search that is stopped says so and nothing more', async () => {
  const { heard, take, whenResting } = page();
  const many = Array.from({ length: 6 }, (_, nth) => `redis('SET', me .. ':${nth}', 1)`).join('\n');
  const scenario = smallScenario({ programs: { a: many, b: many, c: many } });
  whenResting(() => void take({ type: 'stop', request: 4 }));
  await take({ type: 'explore', request: 4, scenario, variant: 'only', sources: {}, bound: {} });
  expect(heard.at(-1)).toEqual({ type: 'stopped', request: 4 });
  expect(heard.some(({ type }) => type === 'verdict')).toBe(false);
});

test('a schedule is followed choice by choice, as far as it is possible', async () => {
  const { heard, take } = page();
  await take({
    type: 'follow',
    request: 1,
    scenario: stock,
    variant: 'get-set',
    sources: {},
    choices: ['a', 'b', 'x'],
  });
  const [response] = heard;
  if (response.type !== 'followed') throw new Error('it was not followed');
  const { schedule, next, actors, nodes } = response.position;
  expect(schedule.choices).toEqual(['a', 'b']);
  expect(next.map(({ choice }) => choice)).toEqual(['a', 'b']);
  expect(next[0].text.en).toBe('Buyer A: SET stock 0 → OK');
  expect(next[0].text.zh).toContain('买家 A');
  expect(actors.map(({ state, line }) => [state, line])).toEqual([
    ['ready', 4],
    ['ready', 4],
  ]);
  expect(nodes).toEqual([
    {
      name: 'redis',
      kind: 'redis',
      isDown: false,
      facts: [],
      entries: [{ name: 'stock', value: '1', remainingMs: null }],
    },
  ]);
});

test('runs under latencies are counted', async () => {
  const { heard, take } = page();
  const scenario = scenarioNamed('lock-single');
  await take({
    type: 'likelihood',
    request: 1,
    scenario,
    variant: 'token-script',
    sources: {},
    runs: 60,
    seed: 1,
  });
  expect(heard.at(-1)).toMatchObject({ type: 'likelihood', likelihood: { runs: 60, broken: 0 } });
});

test('a variant that does not exist is refused', async () => {
  const { heard, take } = page();
  await take({ type: 'explore', request: 1, ...plain, variant: 'none' });
  expect(heard).toEqual([{ type: 'failed', request: 1, message: 'stock-decrement has no variant none' }]);
});

test('after a search, every choice says which share of its continuations breaks', async () => {
  const { heard, take } = page();
  const lost = { type: 'follow', scenario: stock, variant: 'get-set', sources: {} } as const;
  await take({ ...lost, request: 1, choices: ['a', 'b'] });
  await take({ type: 'explore', request: 2, ...plain });
  await take({ ...lost, request: 3, choices: ['a', 'b'] });
  await take({ ...lost, request: 4, sources: { 'get-set.lua': `redis('PING')` }, choices: ['a'] });
  const [before, after, other] = heard.flatMap((response) =>
    response.type === 'followed' ? [response.position] : [],
  );
  expect(before.crossings).toBeNull();
  expect(before.next.map(({ share }) => share)).toEqual([null, null]);
  const shares = (choices: typeof before.next) =>
    choices.map(({ choice, share }) => [choice, Math.round((share ?? -1) * 1000)]);
  expect(after.crossings?.map(({ taken }) => taken)).toEqual([0, 1]);
  // Of six orders four sell it twice: both of those in which one buyer is done before the other begins do not.
  expect(shares(after.crossings?.[0].choices ?? [])).toEqual([
    ['a', 667],
    ['b', 667],
  ]);
  expect(shares(after.crossings?.[1].choices ?? [])).toEqual([
    ['a', 0],
    ['b', 1000],
  ]);
  expect(shares(after.next)).toEqual([
    ['a', 1000],
    ['b', 1000],
  ]);
  expect(after.schedule.shares.map((share) => Math.round(share * 1000))).toEqual([667, 667, 1000]);
  // Other programs are other orders.
  expect(other.crossings).toBeNull();
});

test('a schedule says when what must be possible was come to', async () => {
  const { heard, take } = page();
  const choices = ['a', 'a', 'b', 'b'];
  await take({ type: 'follow', request: 1, scenario: stock, variant: 'get-set', sources: {}, choices });
  const [response] = heard;
  if (response.type !== 'followed') throw new Error('it was not followed');
  expect(response.position.schedule.broken).toEqual([]);
  expect(response.position.schedule.met.map(({ id }) => id)).toContain('sold');
});

test('a program that fails on the way names its file and line', async () => {
  const { heard, take } = page();
  const sources = { 'get-set.lua': `redis('PING')\nlocal t = nil\nreturn t.x` };
  await take({ type: 'follow', request: 1, scenario: stock, variant: 'get-set', sources, choices: [] });
  expect(heard[0]).toMatchObject({ type: 'failed', problem: { actor: 'a', file: 'get-set.lua', line: 3 } });
});
