/** A copy of the built site on a port of its own, which can be replaced by another version while it is open. */
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileFor, staticServer } from '../src/scripts/static-server.mjs';

const built = process.env.REDISCOPE_E2E_SITE ?? fileURLToPath(new URL('../dist', import.meta.url));

export interface SiteCopy {
  readonly address: string;
  /** As a host does with a new build: every asset has a new name, and the old ones are gone. */
  publish(version: string): void;
  /** Requests for this file get no answer until it is released. */
  holdBack(file: string): { readonly asked: Promise<void>; release(): void };
  close(): Promise<void>;
}

export async function copyOfSite(): Promise<SiteCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'rediscope-site-'));
  cpSync(built, folder, { recursive: true });
  const server = staticServer(folder);
  const [answer] = server.listeners('request') as ((...given: unknown[]) => void)[];
  const held = new Map<string, () => Promise<void>>();
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    await held.get(fileFor(folder, request.url ?? '/') ?? '')?.();
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    publish: (version) => publish(folder, version),
    holdBack: (file) => {
      const [asked, released] = [signal(), signal()];
      held.set(join(folder, file), () => {
        asked.give();
        return released.given;
      });
      return { asked: asked.given, release: released.give };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

function publish(folder: string, version: string): void {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets);
  const renamed = new Map(names.map((name) => [name, name.replace(/\.\w+$/, `.${version}$&`)]));
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const rewrite = (file: string, more = (text: string) => text) => {
    const text = readFileSync(file, 'utf8').replace(anyName, (name) => renamed.get(name) ?? name);
    writeFileSync(file, more(text));
  };
  for (const [name, next] of renamed) {
    renameSync(join(assets, name), join(assets, next));
    if (/\.(js|css)$/.test(name)) rewrite(join(assets, next));
  }
  rewrite(join(folder, 'index.html'), (html) => html.replace(/<html[^>]*?/, `$& data-version="${version}"`));
  // The service worker identifies the first page by the hash of its content.
  const revision = /(url:.index\.html.,revision:.)\w+/;
  rewrite(join(folder, 'service-worker.js'), (script) => {
    if (!revision.test(script)) throw new Error('the service worker does not name the first page');
    return script.replace(revision, `$1${version}`);
  });
}
