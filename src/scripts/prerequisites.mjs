/**
 * Finds what must be on the machine before anything else can run: the npm packages, a Chromium, a redis-server,
 * redis-py. Installs each only if it is missing. Plain JavaScript on Node alone, since it runs on a fresh clone.
 */

import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageProgram, rootFolder, run } from './run.mjs';

/**
 * Whether node_modules holds what the lock asks for. Versions are compared, since the times of files say
 * nothing after a checkout. Packages for other platforms are optional and may be absent.
 *
 * @param {{ packages: Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> }} wanted
 * @param {{ packages: Record<string, { version?: string }> }} installed
 */
export function isInstalled(wanted, installed) {
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (path === '') continue;
    const present = installed.packages[path];
    if (present === undefined ? !entry.optional && !entry.devOptional : present.version !== entry.version) {
      return false;
    }
  }
  return true;
}

/** @param {string} path */
function readLock(path) {
  return JSON.parse(readFileSync(join(rootFolder, path), 'utf8'));
}

function packagesAreInstalled() {
  if (!existsSync(join(rootFolder, 'node_modules/.package-lock.json'))) return false;
  return isInstalled(readLock('package-lock.json'), readLock('node_modules/.package-lock.json'));
}

/** Installs the npm packages unless they are there; ends the process with a message if it cannot. */
export async function ensurePackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Rediscope needs Node 20.19 or newer; this is ${process.version}.`);
    process.exit(1);
  }
  if (packagesAreInstalled()) return;
  console.log('Installing the npm packages …');
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    console.error('The npm packages could not be installed; the messages above say why.');
    process.exit(1);
  }
}

/**
 * Every place a program of one of these names may be in, in the order of the names.
 *
 * @param {readonly string[]} names
 */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((path) => existsSync(path));
}

/**
 * The version that a program prints, or null if it does not run (a stub, a missing library).
 *
 * @param {string} path
 */
async function versionOf(path) {
  const { code, output } = await run(path, ['--version'], { quiet: true, timeoutMs: 30_000 });
  return code === 0 ? output.trim() : null;
}

/**
 * Installs a Debian package where that is possible; false if it is not or did not work.
 *
 * @param {string} name
 */
async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || onPath(['apt-get']).length === 0) return false;
  console.log(`Installing the Debian package ${name} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', name],
  ]) {
    const { code, output } = await run('apt-get', args, { quiet: true, env });
    if (code !== 0) {
      console.log(`apt-get ${args[0]} failed:\n${output.trimEnd().split('\n').slice(-5).join('\n')}`);
      return false;
    }
  }
  return true;
}

/** Prefer an installed Chromium without a window: it is the same engine and takes half the time. */
const windowless = 'chromium-headless-shell';
const chromiumNames = [
  windowless,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

async function presentChromium() {
  const { chromium } = await import('@playwright/test');
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...onPath(chromiumNames),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ];
  for (const path of candidates) {
    if (path && existsSync(path) && (await versionOf(path)) !== null) return path;
  }
  return null;
}

/**
 * The path of a working Chromium, or null if none is there and none can be installed. The npm packages must be
 * installed.
 *
 * @returns {Promise<string | null>}
 */
export async function findOrInstallChromium() {
  const present = await presentChromium();
  if (present !== null) return present;
  for (const name of [windowless, 'chromium']) {
    const path = (await installDebianPackage(name)) ? await presentChromium() : null;
    if (path !== null) return path;
  }
  console.log('No Chromium found; fetching one …');
  const fetched = await run(packageProgram('playwright'), ['install', 'chromium'], {
    quiet: true,
    timeoutMs: 600_000,
  });
  return fetched.code === 0 ? presentChromium() : null;
}

/** Makes sure that a font with Chinese is installed; without one its words are drawn as empty boxes. */
export async function findOrInstallChineseFont() {
  const { code, output } = await run('fc-list', [':lang=zh'], { quiet: true });
  // Systems without fc-list have Chinese fonts of their own.
  if (code !== 0 || output.trim() !== '') return;
  if (!(await installDebianPackage('fonts-noto-cjk'))) console.log('There is no typeface for Chinese.');
}

/** The series whose behaviour the engine follows; another one would differ for good reasons. */
const oracleSeries = '7.0';

/**
 * The path of a redis-server to compare with, or null and the reason. A server of another series is taken only if
 * REDIS_SERVER names it.
 *
 * @returns {Promise<{ path: string, version: string } | { path: null, reason: string }>}
 */
export async function findOrInstallRedis() {
  const named = process.env.REDIS_SERVER;
  if (named) {
    const version = await redisVersion(named);
    if (version === null) return { path: null, reason: `REDIS_SERVER names ${named}, which does not run` };
    return { path: named, version };
  }
  let candidates = onPath(['redis-server']);
  if (candidates.length === 0 && (await installDebianPackage('redis-server'))) {
    candidates = onPath(['redis-server']);
  }
  const versions = [];
  for (const path of candidates) {
    const version = await redisVersion(path);
    if (version?.startsWith(`${oracleSeries}.`)) return { path, version };
    if (version !== null) versions.push(version);
  }
  return {
    path: null,
    reason:
      versions.length === 0
        ? 'no redis-server was found and none could be installed'
        : `the redis-server here is ${versions.join(', ')}, the oracle is ${oracleSeries}`,
  };
}

/** @param {string} path */
async function redisVersion(path) {
  return (await versionOf(path))?.match(/v=(\d+\.\d+\.\d+)/)?.[1] ?? null;
}

/**
 * The path of a Python that can import redis-py, or null and the reason. If PYTHON names an interpreter, no other is
 * taken.
 *
 * @returns {Promise<{ path: string } | { path: null, reason: string }>}
 */
export async function findRedisPy() {
  const named = process.env.PYTHON;
  // The Debian package serves the system's interpreter only, which another one may hide.
  const candidates = named ? [named] : [...new Set([...onPath(['python3', 'python']), '/usr/bin/python3'])];
  for (const path of candidates) {
    const { code } = await run(path, ['-c', 'import redis'], { quiet: true, timeoutMs: 30_000 });
    if (code === 0) return { path };
  }
  return {
    path: null,
    reason: named ? `PYTHON names ${named}, which cannot import redis` : 'no Python here can import redis',
  };
}

/** The same, with an attempt to install redis-py where it is missing and PYTHON leaves the choice. */
export async function findOrInstallRedisPy() {
  const found = await findRedisPy();
  if (found.path !== null || process.env.PYTHON) return found;
  return (await installDebianPackage('python3-redis')) ? findRedisPy() : found;
}
