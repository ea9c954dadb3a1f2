import { expect, test } from 'vitest';
import { fuzzSeed } from './fuzz-seed.ts';
import { attackInProcess } from './hostile-attack.ts';

test('an engine survives every input', async () => {
  const { counts } = await attackInProcess(600, fuzzSeed, false);
  expect(counts.script + counts.command + counts.bytes).toBe(600);
});
