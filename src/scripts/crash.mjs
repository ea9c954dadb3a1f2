/** `npm run crash`: bundles the server once, so that it starts fast, and then crash.ts. */
import { bundle } from './bundle.mjs';
import { ensurePackages } from './prerequisites.mjs';
import { endTogether, run } from './run.mjs';

endTogether();
await ensurePackages();
const server = await bundle('src/tcp/main.ts');
const script = await bundle('src/scripts/crash.ts');
const args = ['--enable-source-maps', script, ...process.argv.slice(2)];
process.exitCode = (await run(process.execPath, args, { env: { REDISCOPE_SERVER: server } })).code;
