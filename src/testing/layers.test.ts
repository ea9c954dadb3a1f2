import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layerComplaints } from './layers.ts';

const sourceFolder = join(import.meta.dirname, '..');

const sourceFiles = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.(ts|tsx|mjs|js|jsx)$/.test(path));

test('the sources are found', () => {
  expect(sourceFiles).toContain('protocol/session.ts');
  expect(sourceFiles).toContain('testing/layers.ts');
});

test('every file keeps to its layer', () => {
  const complaints = sourceFiles.flatMap((path) =>
    layerComplaints(path, readFileSync(join(sourceFolder, path), 'utf8')),
  );
  expect(complaints).toEqual([]);
});

/** Sources that the check must refuse, with a word of the reason. */
const refused: [string, string, string, string][] = [
  [
    'protocol importing the engine',
    'protocol/x.ts',
    `import { a } from '../engine/index.ts';`,
    'may not import engine',
  ],
  ['protocol importing a package', 'protocol/x.ts', `import { z } from 'zod';`, 'package zod'],
  [
    'the worker past the door of the engine',
    'worker/x.ts',
    `import { Engine } from '../engine/server/engine.ts';`,
    'may not import engine/server',
  ],
  ['an upward type import', 'engine/base/x.ts', `import type { A } from '../types/hash.ts';`, 'engine/types'],
  [
    'an upward import inside a type',
    'engine/base/x.ts',
    `let a: import('../server/step.ts').Step;`,
    'engine/server',
  ],
  ['an upward re-export', 'engine/types/x.ts', `export { a } from '../commands/hash.ts';`, 'engine/commands'],
  ['an upward export of all', 'engine/types/x.ts', `export * from '../keyspace/db.ts';`, 'engine/keyspace'],
  [
    'an upward dynamic import',
    'engine/commands/x.ts',
    `const a = import('../server/call.ts');`,
    'engine/server',
  ],
  ['a sideways import', 'engine/scripting/x.ts', `import '../persistence/rdb.ts';`, 'engine/persistence'],
  [
    'a room importing the door',
    'engine/server/x.ts',
    `import { a } from '../index.ts';`,
    'may not import engine',
  ],
  [
    'the server importing inspect',
    'engine/server/x.ts',
    `import { a } from '../inspect/dict.ts';`,
    'engine/inspect',
  ],
  [
    'the engine importing the simulation',
    'engine/index.ts',
    `import { a } from '../sim/net.ts';`,
    'may not import sim',
  ],
  ['the engine importing a package', 'engine/base/x.ts', `import { a } from 'd3-array';`, 'package d3-array'],
  [
    'Lua outside of scripting',
    'engine/commands/x.ts',
    `import { a } from 'fengari/src/lua.js';`,
    'package fengari',
  ],
  ['the engine importing Node', 'engine/base/x.ts', `import { a } from 'node:fs';`, 'does not run in Node'],
  ['a room that is not in the plan', 'engine/misc/x.ts', `export const a = 1;`, 'no layer'],
  ['a file outside of all layers', 'odd.ts', `export const a = 1;`, 'no layer'],
  [
    'the simulation importing the worker',
    'sim/x.ts',
    `import { a } from '../worker/main.ts';`,
    'may not import worker',
  ],
  ['the worker importing tcp', 'worker/x.ts', `import { a } from '../tcp/main.ts';`, 'may not import tcp'],
  [
    'tcp importing the worker',
    'tcp/x.ts',
    `import { a } from '../worker/clock.ts';`,
    'may not import worker',
  ],
  [
    'the page importing the engine',
    'ui/x.tsx',
    `import { a } from '../engine/index.ts';`,
    'may not import engine',
  ],
  [
    'the page importing a type of the engine',
    'ui/panels/x.ts',
    `import type { A } from '../../engine/base/x.ts';`,
    'engine/base',
  ],
  [
    'the page importing the worker',
    'ui/session/x.ts',
    `import { a } from '../../worker/main.ts';`,
    'may not import worker',
  ],
  [
    'another page file starting the worker',
    'ui/app.tsx',
    `new Worker(new URL('../worker/main.ts', import.meta.url));`,
    'worker',
  ],
  [
    'the page importing the content compiler',
    'ui/x.ts',
    `import { a } from '../content/compile.ts';`,
    'content',
  ],
  [
    'the page globbing outside of src',
    'ui/x.ts',
    `import.meta.glob(['../../content/**/*.md']);`,
    'outside of src',
  ],
  ['the page importing Node', 'ui/x.ts', `import { a } from 'node:path';`, 'does not run in Node'],
  [
    'an upward import in the page',
    'ui/session/x.ts',
    `import { a } from '../panels/registry.ts';`,
    'ui/session may not import ui/panels',
  ],
  [
    'an upward type import in the page',
    'ui/loading/x.tsx',
    `import type { A } from '../active-session/active-session.ts';`,
    'ui/active-session',
  ],
  [
    'an upward import of a part that the page loads later',
    'ui/console/x.tsx',
    `const a = () => import('../lesson/LessonPage.tsx');`,
    'ui/lesson',
  ],
  [
    'an upward import of a style',
    'ui/lesson/x.tsx',
    `import '../shell/message-page.css';`,
    'ui/lesson may not import ui/shell',
  ],
  [
    'an upward glob in the page',
    'ui/home/x.ts',
    `import.meta.glob('../shell/*.tsx');`,
    'ui/home may not import ui/shell',
  ],
  [
    'an upward import from a folder of one panel',
    'ui/panels/dict/x.tsx',
    `import { a } from '../../timeline/marks.ts';`,
    'ui/panels may not import ui/timeline',
  ],
  [
    'a sideways import in the page',
    'ui/lab/x.ts',
    `import { a } from '../lesson/words.ts';`,
    'ui/lab may not import ui/lesson',
  ],
  [
    'a folder of the page importing App.tsx',
    'ui/shell/x.tsx',
    `import { App } from '../App.tsx';`,
    'ui/shell may not import ui',
  ],
  ['a folder of the page that is not in the order', 'ui/misc/x.ts', `export const a = 1;`, 'no layer'],
  [
    'content importing the engine',
    'content/x.ts',
    `import { a } from '../engine/index.ts';`,
    'may not import engine',
  ],
  [
    'an import by a name made up while running',
    'ui/x.ts',
    `const a = (name: string) => import('./' + name);`,
    'cannot be read',
  ],
  ['a reach outside of src', 'engine/base/x.ts', `import a from '../../../package.json';`, 'outside of src'],
  ['an import of a test', 'engine/base/x.ts', `import { a } from './bytes.test.ts';`, 'imports a test'],
  ['a clock', 'engine/base/x.ts', `const a = Date.now();`, 'Date'],
  ['a new date', 'sim/x.ts', `const a = new Date();`, 'Date'],
  ['chance', 'engine/base/x.ts', `const a = Math.random();`, 'Math.random'],
  ['chance by another door', 'engine/base/x.ts', `const { random } = Math;`, 'Math.random'],
  ['chance by a text', 'engine/base/x.ts', `const a = Math['random']();`, 'Math.random'],
  ['a timer', 'sim/x.ts', `setTimeout(() => {}, 1);`, 'setTimeout'],
  ['a finer clock', 'engine/server/x.ts', `const a = performance.now();`, 'performance'],
  ['a console', 'engine/server/x.ts', `console.log(1);`, 'console'],
  ['a shorthand', 'engine/server/x.ts', `export const a = { console };`, 'console'],
  ['inside a template', 'engine/server/x.ts', 'const a = `$' + '{Date.now()}`;', 'Date'],
  ['a way round by the global object', 'engine/server/x.ts', `const a = globalThis;`, 'globalThis'],
  ['a message from elsewhere in the page', 'ui/app.tsx', `worker.postMessage(1);`, 'postMessage'],
  ['a message from elsewhere in the worker', 'worker/clock.ts', `postMessage(1);`, 'postMessage'],
  ['a file that cannot be parsed', 'engine/base/x.ts', `const = ;`, 'cannot be parsed'],
];

/** Sources that the check must accept. */
const allowed: [string, string, string][] = [
  [
    'downward in the engine',
    'engine/server/x.ts',
    `import { a } from '../base/bytes.ts'; import '../commands/hash.ts';`,
  ],
  ['within a room', 'engine/base/x.ts', `import { a } from './bytes.ts'; export * from './deep/number.ts';`],
  [
    'the protocol from the engine',
    'engine/inspect/x.ts',
    `import type { View } from '../../protocol/views.ts';`,
  ],
  [
    'the door over its rooms',
    'engine/index.ts',
    `export { a } from './inspect/dict.ts'; export * from './server/step.ts';`,
  ],
  ['Lua in scripting', 'engine/scripting/x.ts', `import { lua } from 'fengari/src/lua.js';`],
  ['the simulation over the engine', 'sim/x.ts', `import { a } from '../engine/index.ts';`],
  [
    'the worker over all below',
    'worker/main.ts',
    `import '../sim/net.ts'; import '../engine/index.ts'; postMessage(Date.now());`,
  ],
  ['tcp in Node', 'tcp/main.ts', `import { createServer } from 'node:net'; import '../engine/index.ts';`],
  [
    'the page over protocol and packages',
    'ui/panels/dict/x.tsx',
    `import { useState } from 'react'; import '../../../protocol/views.ts'; import './x.css';`,
  ],
  [
    'downward in the page',
    'ui/shell/x.tsx',
    `import { a } from '../home/Home.tsx'; import type { B } from '../session/state.ts'; import './x.css';`,
  ],
  [
    'App.tsx over the folders of the page',
    'ui/App.tsx',
    `import { a } from './shell/Header.tsx'; const b = () => import('./lab/Lab.tsx');`,
  ],
  [
    'the one link to the worker',
    'ui/session/worker-link.ts',
    `const w = new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module' }); w.postMessage(1);`,
  ],
  [
    'the compiler of lessons',
    'content/x.ts',
    `import { readFileSync } from 'node:fs'; import { z } from 'zod'; import '../protocol/checks.ts';`,
  ],
  [
    'scripts over the engine',
    'scripts/bench.ts',
    `import '../engine/index.ts'; import '../tcp/main.ts'; import Redis from 'ioredis';`,
  ],
  [
    'a test that needs more',
    'engine/base/x.test.ts',
    `import { test } from 'vitest'; import '../../scripts/oracle.ts'; Math.random();`,
  ],
  ['other mathematics', 'engine/base/x.ts', `const a = Math.floor(1.5);`],
  [
    'words in comments and texts',
    'engine/base/x.ts',
    `// Date.now() and Math.random()\nconst a = 'console.log postMessage';`,
  ],
  [
    'properties of the same name',
    'engine/base/x.ts',
    `const a = { Date: 1, self: 2 }; export const b = a.Date + a.self;`,
  ],
  ['clocks in the page', 'ui/x.ts', `const a = Date.now(); setTimeout(() => {}, 1); Math.random();`],
];

describe('the check refuses', () => {
  test.each(refused)('%s', (_name, path, source, reason) => {
    const complaints = layerComplaints(path, source);
    expect(complaints).not.toEqual([]);
    expect(complaints[0]).toContain(reason);
  });
});

describe('the check accepts', () => {
  test.each(allowed)('%s', (_name, path, source) => {
    expect(layerComplaints(path, source)).toEqual([]);
  });
});

test('a complaint names the line', () => {
  expect(layerComplaints('engine/base/x.ts', 'const a = 1;\n\nconsole.log(a);')).toEqual([
    'engine/base/x.ts:3: engine/base is pure and may not use console',
  ]);
});
