/**
 * Runs a program of the npm packages after making sure that they are installed:
 * `node src/scripts/package-program.mjs vite build`.
 */

import { ensurePackages } from './prerequisites.mjs';
import { endTogether, packageProgram, run } from './run.mjs';

endTogether();
const [program, ...args] = process.argv.slice(2);
await ensurePackages();
process.exitCode = (await run(packageProgram(program), args)).code;
