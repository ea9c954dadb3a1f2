/** From a fresh clone to a page in the browser: installs, builds, serves and says where. */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages, packageProgram, rootFolder, run } from './prerequisites.mjs';
import { serve } from './static-server.mjs';

const { values } = parseArgs({
  options: {
    // `npm start --port 8080` keeps the flag to itself and hands it on as a variable.
    port: { type: 'string', default: process.env.npm_config_port ?? '4173' },
    host: { type: 'string', default: process.env.npm_config_host ?? '127.0.0.1' },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`--port takes a number from 1 to 65535, not "${values.port}".`);
  process.exit(1);
}

await ensurePackages();
console.log('Building …');
const { code } = await run(packageProgram('vite'), ['build', '--logLevel', 'warn']);
if (code !== 0) {
  console.error('The build failed; the messages above say why.');
  process.exit(1);
}
try {
  const taken = await serve({ folder: join(rootFolder, 'dist'), host: values.host, port, tries: 20 });
  console.log(`Rediscope is at http://${values.host}:${taken}/ (Ctrl-C ends it)`);
} catch (error) {
  console.error(`No port could be opened: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
