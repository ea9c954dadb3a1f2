/**
 * Installs the npm packages if they are missing, then runs one of their programs: `node src/scripts/package-program.mjs
 * vite build`.
 */

import { ensurePackages } from './prerequisites.mjs';
import { endTogether, packageProgram, run } from './run.mjs';

endTogether();
const [program, ...args] = process.argv.slice(2);
await ensurePackages();
process.exitCode = (await run(packageProgram(program), args)).code;
