/**
 * Runs one of our TypeScript programs in Node: bundles it into one file and starts that. `node src/scripts/bundled.mjs
 * src/tcp/main.ts --port 7000`
 */

import { bundle } from './bundle.mjs';
import { ensurePackages } from './prerequisites.mjs';
import { endTogether, run } from './run.mjs';

endTogether();
const [entry, ...args] = process.argv.slice(2);
await ensurePackages();
let path;
try {
  path = await bundle(entry);
} catch (error) {
  console.error(`${entry} could not be bundled: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
process.exitCode = (await run(process.execPath, ['--enable-source-maps', path, ...args])).code;
