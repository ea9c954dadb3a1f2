/** Builds the service worker after everything else, because it names every file of the site. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getManifest } from '@serwist/build';
import { build, type InlineConfig, type Plugin, type ResolvedConfig } from 'vite';
import { licensesText, noteBundled, type PackageFolders, readPackage } from './licenses.ts';
import { expectNoticed } from './notice.ts';

/** `folders` are the packages found in the bundles; those of the service worker are added. */
export function offline(folders: PackageFolders): Plugin {
  let config: ResolvedConfig;

  /** The build of the service worker, which lists the files of the site. */
  function serviceWorker(siteFiles: readonly unknown[], more: InlineConfig['build']): InlineConfig {
    return {
      configFile: false,
      root: config.root,
      publicDir: false,
      logLevel: 'warn',
      define: { SITE_FILES: JSON.stringify(siteFiles), 'process.env.NODE_ENV': '"production"' },
      plugins: [noteBundled(folders)],
      build: {
        target: 'es2023',
        lib: {
          entry: resolve(config.root, 'src/offline/service-worker.ts'),
          formats: ['iife'],
          name: 'serviceWorker',
          fileName: () => 'service-worker.js',
        },
        ...more,
      },
    };
  }

  return {
    name: 'rediscope:offline',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (config.build.ssr || !config.build.write) return;
        const folder = resolve(config.root, config.build.outDir);
        // A first build only finds its packages: their licences are a file of the site, and so in the list.
        await build(serviceWorker([], { write: false }));
        const own = readFileSync(resolve(config.root, 'LICENSE'), 'utf8');
        const packages = [...folders].map(readPackage);
        expectNoticed(readFileSync(resolve(config.root, 'NOTICE'), 'utf8'), packages);
        writeFileSync(resolve(folder, 'licenses.txt'), licensesText(own, packages));
        const { manifestEntries = [] } = await getManifest({
          globDirectory: folder,
          globPatterns: ['**/*'],
          globIgnores: ['service-worker.js'],
          maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
          // These have a hash of their content in their names.
          dontCacheBustURLsMatching: /^assets\//,
        });
        await build(serviceWorker(manifestEntries, { outDir: folder, emptyOutDir: false }));
      },
    },
  };
}
