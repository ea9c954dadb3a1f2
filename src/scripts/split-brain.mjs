/** `npm run split-brain`: bundles the server once, so that its processes start fast, and then split-brain.ts. */
import { bundle } from './bundle.mjs';
import { ensurePackages } from './prerequisites.mjs';
import { endTogether, run } from './run.mjs';

endTogether();
await ensurePackages();
const server = await bundle('src/tcp/main.ts');
const script = await bundle('src/scripts/split-brain.ts');
const args = ['--enable-source-maps', script, ...process.argv.slice(2)];
process.exitCode = (await run(process.execPath, args, { env: { REDISCOPE_SERVER: server } })).code;
