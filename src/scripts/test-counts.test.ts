import { expect, test } from 'vitest';
import { playwrightCounts, totalLine, vitestCounts, withExitCode } from './test-counts.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

test('a report of Vitest is counted by test', () => {
  const report = {
    testResults: [file('passed', 'passed', 'skipped', 'todo'), file('failed', 'passed', 'failed')],
  };
  expect(vitestCounts(report)).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test('a file that could not be loaded is a failure', () => {
  expect(vitestCounts({ testResults: [file('failed')] })).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a report of Playwright is counted, and a test that passed only at a second try has failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 };
  expect(playwrightCounts({ stats })).toEqual({ passed: 5, failed: 3, skipped: 3 });
});

test('a program that fails without a failed test counts as one failure', () => {
  const counts = { passed: 4, failed: 0, skipped: 0 };
  expect(withExitCode(counts, 0)).toEqual(counts);
  expect(withExitCode(counts, 1)).toEqual({ passed: 4, failed: 1, skipped: 0 });
  expect(withExitCode({ ...counts, failed: 2 }, 1)).toEqual({ passed: 4, failed: 2, skipped: 0 });
});

test('a missing report is a failure whatever the program says', () => {
  expect(withExitCode(vitestCounts(null), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(withExitCode(playwrightCounts(null), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the last line adds up, and names skipped tests only if there are some', () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  expect(totalLine([one, one])).toBe('2 passed, 0 failed');
  expect(totalLine([one, { passed: 3, failed: 2, skipped: 1 }])).toBe('4 passed, 2 failed, 1 skipped');
});
