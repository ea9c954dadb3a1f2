/**
 * Runs a program of the npm packages after making sure that they are installed:
 * `node src/scripts/run.mjs vite build`.
 */

import { ensurePackages, packageProgram, run } from './prerequisites.mjs';

const [program, ...args] = process.argv.slice(2);
await ensurePackages();
// Ctrl-C reaches the program as well; it decides when to end.
process.on('SIGINT', () => {});
process.exitCode = (await run(packageProgram(program), args)).code;
