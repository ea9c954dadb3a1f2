/**
 * Checks everything, from a fresh clone on. Without arguments all phases run, also after a failed one, and
 * the last line adds them up. With arguments only the named phases run; what follows `--` goes to the
 * program behind the last of them: `node src/scripts/test.mjs build e2e -- --headed`.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ensurePackages,
  findOrInstallChromium,
  findOrInstallRedis,
  findOrInstallRedisPy,
  findRedisPy,
} from './prerequisites.mjs';
import { endTogether, packageProgram, rootFolder, run } from './run.mjs';
import { playwrightCounts, totalLine, vitestCounts, withExitCode } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */

endTogether();
// Colour codes are useless in a file or a log.
if (!process.stdout.isTTY && process.env.FORCE_COLOR === undefined) process.env.NO_COLOR ??= '1';

const reportFolder = mkdtempSync(join(tmpdir(), 'rediscope-test-'));

/** @param {string} name */
function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reportFolder, name), 'utf8'));
  } catch {
    return null;
  }
}

async function types() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const layer of ['engine', 'worker', 'ui', 'testing']) {
    const { code } = await run(packageProgram('tsc'), ['-p', `src/${layer}`]);
    console.log(`${code === 0 ? 'ok' : 'FAILED'}  src/${layer}`);
    counts[code === 0 ? 'passed' : 'failed']++;
  }
  return counts;
}

/** @param {readonly string[]} args */
async function lint(args) {
  const { code } = await run(packageProgram('biome'), ['check', ...args]);
  return withExitCode({ passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 }, code);
}

/**
 * @param {string} project
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
async function vitest(project, args, env) {
  const report = `${project}.json`;
  const { code } = await run(
    packageProgram('vitest'),
    [
      'run',
      `--project=${project}`,
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reportFolder, report)}`,
      ...args,
    ],
    { env },
  );
  return withExitCode(vitestCounts(readReport(report)), code);
}

/** @param {readonly string[]} args */
async function unit(args) {
  // A run of a few files should not wait for apt-get.
  const runsAll = args.length === 0;
  const python = await (runsAll ? findOrInstallRedisPy() : findRedisPy());
  if (python.path !== null) return vitest('unit', args, { PYTHON: python.path });
  if (runsAll) console.log(`The Python programs of the lessons are skipped: ${python.reason}.`);
  return vitest('unit', args);
}

/** @param {readonly string[]} args */
async function oracle(args) {
  const redis = await findOrInstallRedis();
  if (redis.path === null) {
    console.log(
      `Comparing with a live server is skipped: ${redis.reason}. The recorded transcripts stand alone.`,
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  console.log(`Comparing with redis-server ${redis.version} (${redis.path}).`);
  return vitest('oracle', args, { REDIS_SERVER: redis.path });
}

async function build() {
  // Remove the earlier build: nothing may be tested against it.
  rmSync(join(rootFolder, 'dist'), { recursive: true, force: true });
  const { code } = await run(packageProgram('vite'), ['build', '--logLevel', 'warn']);
  return withExitCode({ passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 }, code);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** @param {readonly string[]} args */
async function endToEnd(args) {
  if (!existsSync(join(rootFolder, 'dist/index.html'))) {
    console.log('FAILED  There is no built page to look at.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const chromium = await findOrInstallChromium();
  if (chromium === null) {
    console.log('FAILED  No Chromium was found and none could be installed; CHROMIUM_PATH can name one.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
  console.log(`Driving ${chromium}.`);
  const report = 'e2e.json';
  const { code } = await run(
    packageProgram('playwright'),
    [
      'test',
      '-c',
      'e2e/playwright.config.ts',
      '--forbid-only',
      '--pass-with-no-tests',
      '--reporter=list,json',
      ...args,
    ],
    {
      env: {
        CHROMIUM_PATH: chromium,
        REDISCOPE_E2E_PORT: String(await freePort()),
        PLAYWRIGHT_JSON_OUTPUT_FILE: join(reportFolder, report),
      },
    },
  );
  return withExitCode(playwrightCounts(readReport(report)), code);
}

/** @type {Record<string, { heading: string, check: (args: readonly string[]) => Promise<Counts> }>} */
const phases = {
  types: { heading: 'Types', check: types },
  lint: { heading: 'Lint', check: lint },
  unit: { heading: 'Unit tests', check: unit },
  oracle: { heading: 'Oracle tests', check: oracle },
  build: { heading: 'Production build', check: build },
  e2e: { heading: 'End-to-end tests', check: endToEnd },
};

const given = process.argv.slice(2);
const divider = given.indexOf('--');
const named = divider === -1 ? given : given.slice(0, divider);
const passedOn = divider === -1 ? [] : given.slice(divider + 1);
const unknown = named.filter((name) => !(name in phases));
if (unknown.length > 0) {
  console.error(`There is no phase "${unknown[0]}"; there are ${Object.keys(phases).join(', ')}.`);
  process.exit(1);
}
const chosen = named.length > 0 ? named : Object.keys(phases);

await ensurePackages();
/** @type {Counts[]} */
const results = [];
for (const name of chosen) {
  const { heading, check } = phases[name];
  console.log(`\n== ${heading}`);
  const startedMs = performance.now();
  /** @type {Counts} */
  let counts;
  try {
    counts = await check(name === chosen.at(-1) ? passedOn : []);
  } catch (error) {
    console.error(error);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  results.push(counts);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`-- ${heading}: ${totalLine([counts])} (${seconds} s)`);
}
rmSync(reportFolder, { recursive: true, force: true });
console.log(`\n${totalLine(results)}`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
