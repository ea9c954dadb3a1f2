/** Runs other programs from the root of the project, and ends them when the script ends. */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

const onWindows = process.platform === 'win32';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {number | null} The exit code to end with as soon as nothing runs any more. */
let endingWith = null;

/** @param {NodeJS.Signals} signal */
function end(signal) {
  endingWith = 128 + constants.signals[signal];
  if (running.size === 0) process.exit(endingWith);
  // A terminal sends Ctrl-C to the programs itself; a second signal would cut their shutdown short.
  if (signal !== 'SIGINT') for (const child of running) child.kill(signal);
}

/** Makes a signal end the script and all that it runs; a script calls it first. */
export function endTogether() {
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  if (process.env.npm_lifecycle_event === undefined) return;
  // A signal that ends npm reaches the shell between npm and this script but not the script, which would go on for ever
  // and keep its port. So the script ends when that shell is gone.
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell && endingWith === null) end('SIGTERM');
  }, 250).unref();
}

/**
 * Runs a program to its end. With `quiet` the output is returned instead of shown.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string | undefined>, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { quiet = false, env = {}, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: rootFolder,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      timeout: timeoutMs,
      // On Windows npm and the programs of the packages are .cmd files, which only a shell can start.
      shell: onWindows && program !== process.execPath,
    });
    running.add(child);
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    /** @param {number} code */
    const finish = (code) => {
      running.delete(child);
      if (endingWith !== null && running.size === 0) process.exit(endingWith);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/**
 * The path of a program from one of our npm packages.
 *
 * @param {string} name
 */
export function packageProgram(name) {
  return join(rootFolder, 'node_modules', '.bin', name);
}
