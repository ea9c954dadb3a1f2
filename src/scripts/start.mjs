/** From a fresh clone to a page in the browser: installs, builds, serves and prints the address. */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages } from './prerequisites.mjs';
import { endTogether, packageProgram, rootFolder, run } from './run.mjs';
import { serve } from './static-server.mjs';

/** @returns {{ host: string, port: number }} */
function readOptions() {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string' }, host: { type: 'string' } },
    allowPositionals: true,
  });
  // npm itself reads `npm start --port 8080`, without the dashes between: it keeps the flag as a variable and passes on
  // the bare number.
  const kept = process.env.npm_config_port;
  const text = values.port ?? (kept === 'true' ? positionals[0] : kept) ?? '4173';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`--port takes a number from 1 to 65535, not "${text}".`);
  }
  return { port, host: values.host ?? '127.0.0.1' };
}

/** @param {string} message */
function stop(message) {
  console.error(message);
  process.exit(1);
}

endTogether();
try {
  const { host, port } = readOptions();
  await ensurePackages();
  console.log('Building …');
  const { code } = await run(packageProgram('vite'), ['build', '--logLevel', 'warn']);
  if (code !== 0) stop('The build failed; the messages above say why.');
  const opened = await serve({ folder: join(rootFolder, 'dist'), host, port, tries: 20 });
  console.log(`Rediscope is at http://${host}:${opened}/ (Ctrl-C ends it)`);
} catch (error) {
  stop(`Rediscope could not be started: ${error instanceof Error ? error.message : error}`);
}
