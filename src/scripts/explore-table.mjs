/**
 * Searches as a table: a line for each with its speed and the time until something broke, and all of them together.
 *
 * @typedef {{ scenario: string, variant: string, finding: string, states: number, transitions: number }} Verdict
 * @typedef {{ verdict: Verdict, ms: number, firstBrokenMs: number | null }} Search
 * @param {readonly Search[]} searches
 */
export function speedTable(searches) {
  const rows = searches.map(({ verdict, ms, firstBrokenMs }) => [
    `${verdict.scenario} / ${verdict.variant}`,
    verdict.finding,
    String(verdict.states),
    String(verdict.transitions),
    ms.toFixed(1),
    firstBrokenMs === null ? '' : firstBrokenMs.toFixed(1),
  ]);
  const all = [['variant', 'finding', 'states', 'transitions', 'ms', 'first broken after ms'], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const lines = all.map((row) =>
    row
      .map((text, column) => (column < 2 ? text.padEnd(widths[column]) : text.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
  const transitions = searches.reduce((sum, { verdict }) => sum + verdict.transitions, 0);
  const ms = searches.reduce((sum, search) => sum + search.ms, 0);
  const firsts = searches.flatMap(({ firstBrokenMs }) => (firstBrokenMs === null ? [] : [firstBrokenMs]));
  const slow = firsts.filter((each) => each > 1000).length;
  lines.push(
    `${searches.length} searches: ${transitions} transitions in ${(ms / 1000).toFixed(1)} s, ${Math.round((transitions / ms) * 1000)} a second`,
    `${firsts.length} break, the slowest first after ${Math.max(0, ...firsts).toFixed(1)} ms; ${slow} after more than a second`,
  );
  return lines.join('\n');
}
