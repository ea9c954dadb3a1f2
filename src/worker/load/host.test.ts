import { expect, test } from 'vitest';
import type { LoadRequest, LoadResponse } from '../../protocol/load.ts';
import { LOAD_SCENARIOS, loadRun } from '../../protocol/load-scenarios.ts';
import { LoadHost } from './host.ts';

const [avalanche] = LOAD_SCENARIOS;

function page() {
  const heard: LoadResponse[] = [];
  let realMs = 0;
  let onRest = () => {};
  const host = new LoadHost({
    post: (response) => heard.push(structuredClone(response)),
    // Every look at the clock takes half a slice.
    realMs: () => (realMs += 20),
    rest: () => {
      onRest();
      return Promise.resolve();
    },
  });
  return {
    heard,
    take: (request: LoadRequest) => host.take(structuredClone(request)),
    whenResting(act: () => void) {
      onRest = act;
    },
  };
}

test('a run says how far it is, and ends with its result', async () => {
  const { heard, take } = page();
  const run = loadRun(avalanche, { settings: { rate: 500 }, remedies: ['jitter'] });
  await take({ type: 'run', request: 1, run });
  const progress = heard.flatMap((response) => (response.type === 'progress' ? [response.done] : []));
  expect(progress.length).toBeGreaterThan(10);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(heard.at(-1)).toMatchObject({ type: 'result', request: 1, result: { run } });
});

test('a run that is stopped ends without a result, and the next one begins', async () => {
  const { heard, take, whenResting } = page();
  whenResting(() => void take({ type: 'stop', request: 1 }));
  const quick = loadRun(avalanche, { settings: { rate: 500 } });
  await Promise.all([
    take({ type: 'run', request: 1, run: quick }),
    take({ type: 'run', request: 2, run: { ...quick, scenario: 'none' } }),
  ]);
  expect(heard.filter(({ type }) => type !== 'progress')).toEqual([
    { type: 'stopped', request: 1 },
    { type: 'failed', request: 2, message: 'there is no load scenario "none"' },
  ]);
});
