/**
 * Serves the built site as plain files, as any static host would. Run alone, it serves the end-to-end tests: `node
 * src/scripts/static-server.mjs --port 4180`.
 */

import { createReadStream, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { rootFolder } from './run.mjs';

/** @type {Record<string, string>} */
const contentTypes = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * The file of a request, or null if it would lie outside the folder or the address is invalid.
 *
 * @param {string} folder
 * @param {string} url
 */
export function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0]);
  } catch {
    return null;
  }
  if (path.includes('\0')) return null;
  const base = resolve(folder);
  const file = resolve(join(base, path.endsWith('/') ? `${path}index.html` : path));
  return file.startsWith(base + sep) ? file : null;
}

/** @param {string} folder */
export function staticServer(folder) {
  return createServer(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const file = fileFor(folder, request.url ?? '/');
    const info = file === null ? null : await stat(file).catch(() => null);
    if (file === null || !info?.isFile()) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    response.writeHead(200, {
      'Content-Type': contentTypes[extname(file)] ?? 'application/octet-stream',
      'Content-Length': info.size,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
}

/**
 * Serves a folder; if the port is taken, it tries the next one, up to `tries` of them. Resolves to the port in use.
 *
 * @param {{ folder: string, host: string, port: number, tries: number }} options
 * @returns {Promise<number>}
 */
export async function serve({ folder, host, port, tries }) {
  const server = staticServer(folder);
  for (let candidate = port; ; candidate++) {
    try {
      await new Promise((done, fail) => {
        server.once('error', fail);
        server.listen(candidate, host, () => {
          server.off('error', fail);
          done(undefined);
        });
      });
      return candidate;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EADDRINUSE' || candidate + 1 >= port + tries) throw error;
      console.log(`Port ${candidate} is taken; trying ${candidate + 1}.`);
    }
  }
}

// Compared by real path: the clone may be reached through a link.
if (realpathSync(process.argv[1]) === realpathSync(import.meta.filename)) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4180' },
      folder: { type: 'string', default: join(rootFolder, 'dist') },
    },
  });
  await serve({ folder: values.folder, host: '127.0.0.1', port: Number(values.port), tries: 1 });
}
