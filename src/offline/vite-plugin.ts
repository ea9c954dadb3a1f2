/** Builds the service worker after everything else, because it names every file of the site. */
import { resolve } from 'node:path';
import { getManifest } from '@serwist/build';
import { build, type Plugin, type ResolvedConfig } from 'vite';

export function offline(): Plugin {
  let config: ResolvedConfig;
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
        const { manifestEntries } = await getManifest({
          globDirectory: folder,
          globPatterns: ['**/*'],
          globIgnores: ['service-worker.js'],
          maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
          // These have a hash of their content in their names.
          dontCacheBustURLsMatching: /^assets\//,
        });
        await build({
          configFile: false,
          root: config.root,
          publicDir: false,
          logLevel: 'warn',
          define: { SITE_FILES: JSON.stringify(manifestEntries), 'process.env.NODE_ENV': '"production"' },
          build: {
            outDir: folder,
            emptyOutDir: false,
            target: 'es2023',
            lib: {
              entry: resolve(config.root, 'src/offline/service-worker.ts'),
              formats: ['iife'],
              name: 'serviceWorker',
              fileName: () => 'service-worker.js',
            },
          },
        });
      },
    },
  };
}
