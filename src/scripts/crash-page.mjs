/**
 * Ends the page at many random moments and checks whether anything is missing afterwards: `npm run crash-page --
 * --times 200 --seed 7`. Prints the seed and the counts of each way to end.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endTogether, rootFolder, run } from './run.mjs';

endTogether();
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    workers: { type: 'string', default: '2' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'rediscope-crash-report-'));
const report = join(folder, 'moments.jsonl');
const { code } = await run(
  process.execPath,
  [
    join(rootFolder, 'src/scripts/test.mjs'),
    'build',
    'e2e',
    '--',
    'crash-page.spec.ts',
    `--workers=${values.workers}`,
  ],
  { env: { CRASH_TIMES: values.times, CRASH_SEED: values.seed, CRASH_REPORT: report } },
);
/** @type {{ kind: string, where: string, missing: string[] }[]} */
const moments = existsSync(report)
  ? readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true });
/** @type {Map<string, { times: number, lost: number }>} */
const counts = new Map();
for (const { kind, missing } of moments) {
  const count = counts.get(kind) ?? { times: 0, lost: 0 };
  counts.set(kind, { times: count.times + 1, lost: count.lost + (missing.length > 0 ? 1 : 0) });
}
console.log(`\nSeed ${values.seed}: ${moments.length} of ${values.times} moments`);
for (const [kind, { times, lost }] of [...counts].sort()) {
  console.log(`  ${kind.padEnd(8)} ${String(times).padStart(4)} times, ${lost} with something missing`);
}
for (const { where, missing } of moments)
  if (missing.length > 0) console.log(`  ${where}: ${missing.join('; ')}`);
process.exitCode = code;
