/** Reads from the reports of the test programs how many tests passed, and adds them up. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A program that failed without naming a failed test (it crashed, or an error escaped) counts as one.
 *
 * @param {Counts | null} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
export function withExitCode(counts, exitCode) {
  // No report means that the program did not reach its end, whatever its exit code.
  if (counts === null) return { passed: 0, failed: 1, skipped: 0 };
  if (exitCode !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

/**
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] } | null} report
 * @returns {Counts | null}
 */
export function vitestCounts(report) {
  if (report === null) return null;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report.testResults) {
    let failedInFile = 0;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (status === 'failed') failedInFile++;
      else counts.skipped++;
    }
    // A file that could not be loaded, or whose hooks threw, fails without a failed test.
    counts.failed += file.status === 'failed' ? Math.max(1, failedInFile) : failedInFile;
  }
  return counts;
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | null} report
 * @returns {Counts | null}
 */
export function playwrightCounts(report) {
  if (report === null) return null;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** @param {readonly Counts[]} results */
export function totalLine(results) {
  const sum = (/** @type {keyof Counts} */ name) =>
    results.reduce((total, counts) => total + counts[name], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
