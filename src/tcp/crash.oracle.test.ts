/** `kill -9` in the middle of writes; `npm run crash` does the same two hundred times. */
import { expect, test } from 'vitest';
import { bundle } from '../scripts/bundle.mjs';
import { type Promised, runCrashes } from '../testing/crash-run.ts';

test.each<[Promised, number]>([
  ['always', 5],
  ['everysec', 2],
  ['snapshots', 3],
])('%s: a killed server has kept what it promised, for redis-server and for us', async (promised, times) => {
  const program = await bundle('src/tcp/main.ts');
  const reports = await runCrashes({ program, times, seed: 7, promised });
  expect(reports).toHaveLength(times);
  for (const { acknowledged, lostByRedis, lostByUs } of reports) {
    expect(acknowledged).toBeGreaterThan(0);
    expect({ lostByRedis, lostByUs }).toEqual({ lostByRedis: 0, lostByUs: 0 });
  }
});
