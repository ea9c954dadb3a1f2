/**
 * How large the site is: every script with its gzip size, and the sum of what the browser fetches before the first
 * command can be answered: the page with all it imports, and the worker with all it imports. Imports on demand (a
 * panel, a lesson, the rest of the engine) are not in the sum. `npm run sizes` builds and prints it.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensurePackages } from './prerequisites.mjs';
import { endTogether, packageProgram, run } from './run.mjs';

/** The limit of what is fetched before the first answer, in bytes after gzip. */
export const FIRST_LOAD_LIMIT = 250_000;

/** @typedef {{ name: string, gzipBytes: number, isFirst: boolean }} Chunk */

/**
 * The scripts that a built script imports before it runs.
 *
 * @param {string} code
 * @returns {string[]}
 */
export function staticImports(code) {
  const names = [];
  // Built code holds its imports at the top: `import{a as b}from"./x.js"` or `import"./x.js"`.
  for (const [, name] of code.matchAll(/(?:^|[;}\n])import(?:[^"'();]*from)?\s*["']\.\/([^"']+\.js)["']/g))
    names.push(name);
  return names;
}

/**
 * @param {string} site the folder of the built site
 * @returns {Chunk[]} the largest first
 */
export function chunksOf(site) {
  const folder = join(site, 'assets');
  /** @type {Map<string, string>} */
  const scripts = new Map();
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.js')) scripts.set(name, readFileSync(join(folder, name), 'utf8'));
  }
  const first = firstLoad(readFileSync(join(site, 'index.html'), 'utf8'), scripts);
  const chunks = [...scripts]
    .map(([name, code]) => ({ name, gzipBytes: gzipSync(code).length, isFirst: first.has(name) }))
    .sort((a, b) => b.gzipBytes - a.gzipBytes);
  const words = chunks.find(({ name }) => isWords(name));
  if (words !== undefined) words.isFirst = true;
  return chunks;
}

/**
 * The page's words in one language. The page waits for those of the reader's language, so the larger ones count.
 *
 * @param {string} name
 */
export function isWords(name) {
  return /^(?:en|zh)-/.test(name);
}

/**
 * The names of all scripts that the page and its worker need before the worker can answer.
 *
 * @param {string} html
 * @param {ReadonlyMap<string, string>} scripts
 */
export function firstLoad(html, scripts) {
  const first = new Set();
  const waiting = [...html.matchAll(/assets\/([^"']+\.js)/g)].map(([, name]) => name);
  while (waiting.length > 0) {
    const name = /** @type {string} */ (waiting.pop());
    const code = scripts.get(name);
    if (code === undefined || first.has(name)) continue;
    first.add(name);
    waiting.push(...staticImports(code));
    // The page starts its worker by address.
    for (const [, worker] of code.matchAll(
      /new Worker\(new URL\([^)]*?["'`](?:\.\/|\/?assets\/)?([^"'`/]+\.js)["'`]/g,
    ))
      waiting.push(worker);
  }
  return first;
}

/** @param {readonly Chunk[]} chunks */
export function firstLoadBytes(chunks) {
  return chunks.filter(({ isFirst }) => isFirst).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
}

/** @param {readonly Chunk[]} chunks */
export function sizeTable(chunks) {
  const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(7);
  const line = (/** @type {Chunk} */ chunk) => `${kilobytes(chunk.gzipBytes)} kB  ${chunk.name}`;
  return [
    'Before the first command answers (gzip):',
    ...chunks.filter(({ isFirst }) => isFirst).map(line),
    `${kilobytes(firstLoadBytes(chunks))} kB  in all; at most ${FIRST_LOAD_LIMIT / 1000} kB`,
    '',
    'When it is asked for:',
    ...chunks.filter(({ isFirst }) => !isFirst).map(line),
  ].join('\n');
}

// Compared by real path: the clone may be reached through a link.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(import.meta.filename)) {
  endTogether();
  await ensurePackages();
  const site = mkdtempSync(join(tmpdir(), 'rediscope-sizes-'));
  try {
    const { code } = await run(packageProgram('vite'), [
      'build',
      '--outDir',
      site,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ]);
    if (code !== 0) process.exit(code);
    const chunks = chunksOf(site);
    console.log(sizeTable(chunks));
    if (firstLoadBytes(chunks) > FIRST_LOAD_LIMIT) process.exitCode = 1;
  } finally {
    rmSync(site, { recursive: true, force: true });
  }
}
