import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { rootFolder } from './run.mjs';

/**
 * Bundles an entry and resolves to the path of the result. npm packages stay outside the bundle, except the Lua
 * machine.
 *
 * @param {string} entry
 */
export async function bundle(entry) {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root: rootFolder,
    logLevel: 'warn',
    // Loaded in the order of our imports: parts of it are replaced before the rest reads them.
    ssr: { noExternal: ['fengari'] },
    build: {
      ssr: entry,
      target: 'node20',
      write: false,
      minify: false,
      sourcemap: 'inline',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  if (!('output' in result)) throw new Error(`${entry} gave no bundle`);
  const folder = join(rootFolder, 'node_modules/.cache/rediscope');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${basename(dirname(entry))}-${basename(entry, '.ts')}.mjs`);
  // Renamed into place, so that two processes started at once never read half a file.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, result.output[0].code);
  await rename(draft, path);
  return path;
}
