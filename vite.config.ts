import './src/scripts/node-20.ts';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport } from 'vite';
import { defineConfig } from 'vitest/config';
import packageFile from './package.json' with { type: 'json' };
import { scenarios } from './src/content/scenarios/vite-plugin.ts';
import { lessons } from './src/content/vite-plugin.ts';
import { noteBundled, type PackageFolders } from './src/offline/licenses.ts';
import { offline } from './src/offline/vite-plugin.ts';

/** What the built page may load: its own files and nothing else. Images may also be made on the spot. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Only the build gets the policy: the development server needs inline scripts and a web socket. */
function strictPolicy(): Plugin {
  return {
    name: 'rediscope:content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/**
 * What the worker begins with in place of the whole, so that the first command is answered soon; the whole arrives in
 * chunks of its own (src/engine/state/lazy-chunks.ts). The development server and the tests have everything at once.
 */
const BEGINNINGS = [
  {
    importer: /\/engine\/server\/engine\.ts$/,
    source: '../commands/index.ts',
    instead: '../commands/first.ts',
  },
  {
    importer: /\/engine\/server\/engine\.ts$/,
    source: '../modules/index.ts',
    instead: '../modules/first.ts',
  },
  {
    importer: /\/engine\/server\/engine\.ts$/,
    source: '../cluster/start.ts',
    instead: '../cluster/first.ts',
  },
  {
    importer: /\/engine\/server\/engine\.ts$/,
    source: '../sentinel/startup.ts',
    instead: '../sentinel/startup-first.ts',
  },
  {
    importer: /\/engine\/server\/engine\.ts$/,
    source: '../replication/startup.ts',
    instead: '../replication/startup-first.ts',
  },
  {
    importer: /\/engine\/persistence\/housekeeping\.ts$/,
    source: './background.ts',
    instead: './background-first.ts',
  },
  {
    importer: /\/worker\/[^/]+\.ts$/,
    source: '../engine/inspect/index.ts',
    instead: '../engine/inspect/first.ts',
  },
  {
    importer: /\/worker\/[^/]+\.ts$/,
    source: './world-views/index.ts',
    instead: './world-views/first.ts',
  },
  ...['./observe.ts', './engine-reader.ts'].map((source) => ({
    importer: /\/worker\/(session|checks)\.ts$/,
    source,
    instead: './observe-first.ts',
  })),
  {
    importer: /\/worker\/last-change\.ts$/,
    source: './last-change-search.ts',
    instead: './last-change-first.ts',
  },
  ...[
    './cost-counts.ts',
    './lock-history.ts',
    './seen-history.ts',
    './wire-history.ts',
    './work-history.ts',
  ].map((source) => ({
    importer: /\/worker\/log-views\/(cost|locks|seen|work|wire)\.ts$/,
    source,
    instead: './first.ts',
  })),
];

function beginnings(): Plugin {
  return {
    name: 'rediscope:beginnings',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const found = BEGINNINGS.find((one) => one.source === source && one.importer.test(importer));
      return found === undefined ? null : this.resolve(found.instead, importer, { skipSelf: true });
    },
  };
}

const LUA_MODULES = [
  'defs',
  'lapi',
  'ldebug',
  'ldo',
  'lfunc',
  'llex',
  'llimits',
  'lobject',
  'lopcodes',
  'lstate',
  'lstring',
  'ltable',
  'ltm',
  'lua',
  'luaconf',
  'lvm',
];

/** The interpreter of the engine, for programs of scenarios. Fetched with the first of them: most runs need none. */
async function luaOfEngine() {
  const { module } = await runnerImport<typeof import('./src/engine/programs.ts')>(
    './src/engine/programs.ts',
    {
      configFile: false,
    },
  );
  return module.checkSyntax;
}

/** The packages whose files the build puts into the site. */
const bundled: PackageFolders = new Set();

export default defineConfig({
  // Relative addresses, so that the built site works from any folder of any host.
  base: './',
  plugins: [
    react(),
    lessons(),
    scenarios(luaOfEngine),
    strictPolicy(),
    noteBundled(bundled),
    offline(bundled),
  ],
  worker: {
    format: 'es',
    plugins: () => [beginnings(), noteBundled(bundled)],
    // All that the worker begins with is one file; left alone, the bundler cuts it into a dozen.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', test: /\/worker\/main\.ts$/ }] } },
    },
  },
  // The Lua machine: bundled ahead for the development server, which would otherwise find it at the first script.
  optimizeDeps: {
    include: LUA_MODULES.map((name) => `fengari/src/${name}.js`),
    rolldownOptions: {
      transform: { define: { 'process.env.FENGARICONF': 'undefined', 'typeof process': '"undefined"' } },
    },
  },
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(packageFile.version) },
  build: {
    target: 'es2023',
    // A file inlined as a data: address would be refused by the policy.
    assetsInlineLimit: 0,
  },
  test: {
    // By default one processor would stand idle.
    maxWorkers: '100%',
    globalSetup: 'src/testing/course-setup.ts',
    // Nothing is judged by the clock: the limit only ends what hangs, however busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'src/**/*.test.mjs'],
          exclude: ['**/*.oracle.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'oracle',
          include: ['src/**/*.oracle.test.ts'],
        },
      },
    ],
  },
});
