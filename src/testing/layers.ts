/**
 * The architecture as a check: which file may import which, and what no pure file may touch.
 *
 *   protocol  <  engine  <  sim  <  worker, tcp          ui, content: protocol only          offline: nothing
 *   sim, worker and tcp come in by the engine's doors: engine/index.ts, engine/process.ts, engine/inspect
 *   engine:  base < structures < types < keyspace < state < scripting, persistence < replication < cluster < commands < modules, sentinel < server < inspect
 *   ui:      uiOrder below, from browser up to shell; App.tsx and main.tsx stand above all of its folders
 *
 * A file may import from its own layer and from those below it; layers of one rank do not import each other. Tests may import what they need; nothing
 * imports a test. Files are parsed, so that comments and texts never count.
 */

import { posix } from 'node:path';
import { parseSync } from 'vite';

interface Layer {
  /** The layers it may import from beside itself. */
  readonly below: readonly string[];
  /** npm packages: all, none, or the named ones. */
  readonly packages: 'any' | readonly string[];
  /** Whether modules of Node may be imported. */
  readonly node: boolean;
  /** A pure layer sees no clock, timer, chance, console or page. */
  readonly pure: boolean;
}

const engineOrder = [
  ['base'],
  ['structures'],
  ['types'],
  ['keyspace'],
  ['state'],
  ['scripting', 'persistence'],
  ['replication'],
  ['cluster'],
  ['commands'],
  ['modules', 'sentinel'],
  ['server'],
  ['inspect'],
];

/**
 * The folders of `parent` as layers, each above the ranks before its own. The files beside the folders, such as
 * src/engine/index.ts, stand above all of them.
 */
function foldersInOrder(
  parent: string,
  order: readonly (readonly string[])[],
  rules: Omit<Layer, 'below'>,
): [string, Layer][] {
  const below: string[] = ['protocol'];
  const layers: [string, Layer][] = [];
  for (const rank of order) {
    const names = rank.map((name) => `${parent}/${name}`);
    for (const name of names) layers.push([name, { ...rules, below: [...below] }]);
    below.push(...names);
  }
  layers.push([parent, { ...rules, below }]);
  return layers;
}

const uiOrder = [
  ['browser'],
  ['i18n', 'theme'],
  ['session'],
  ['controls', 'code', 'storage'],
  ['loading', 'picture'],
  ['console'],
  ['panels'],
  ['timeline', 'workbench'],
  ['active-session', 'explore'],
  ['lesson', 'lab', 'compare', 'load', 'embed', 'gallery', 'coverage', 'about'],
  ['drills', 'interview', 'cheatsheets', 'reading', 'glossary', 'search', 'curriculum'],
  ['home', 'progress'],
  ['shell'],
];

const engine = foldersInOrder('engine', engineOrder, { packages: [], node: false, pure: true }).map(
  ([name, layer]): [string, Layer] =>
    name === 'engine/scripting' ? [name, { ...layer, packages: ['fengari'] }] : [name, layer],
);
const ui = foldersInOrder('ui', uiOrder, { packages: 'any', node: false, pure: false });
const wholeEngine = ['protocol', ...engine.map(([name]) => name)];

/** The engine's public files: engine/index.ts, engine/process.ts, and the views. */
const engineDoors = ['protocol', 'engine', 'engine/inspect'];

const layers = new Map<string, Layer>([
  ['protocol', { below: [], packages: [], node: false, pure: true }],
  ...engine,
  ['sim', { below: engineDoors, packages: [], node: false, pure: true }],
  ['worker', { below: [...engineDoors, 'sim'], packages: 'any', node: false, pure: false }],
  ['tcp', { below: [...engineDoors, 'sim'], packages: 'any', node: true, pure: false }],
  ['offline', { below: [], packages: 'any', node: true, pure: false }],
  ['content', { below: ['protocol'], packages: 'any', node: true, pure: false }],
  ...ui,
  [
    'testing',
    { below: [...wholeEngine, 'sim', 'worker', 'tcp', 'content'], packages: 'any', node: true, pure: false },
  ],
  [
    'scripts',
    {
      below: [...wholeEngine, 'sim', 'worker', 'tcp', 'content', 'testing'],
      packages: 'any',
      node: true,
      pure: false,
    },
  ],
]);

/** What a pure file may not name. The compiler rejects names of the page: it has no library for them. */
const impureNames = new Set([
  'Date',
  'performance',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
  'globalThis',
]);

/** The two ends of each worker boundary, and the references that cross one. */
const postMessageHomes = [
  'worker/main.ts',
  'ui/session/worker-link.ts',
  'worker/explore/main.ts',
  'ui/session/job-link.ts',
  'worker/load/main.ts',
];
/** They post to the other tabs of the browser, and to the service worker. */
const otherMessengers = ['ui/storage/channel.ts', 'ui/browser/offline.ts'];
const workerLinks: ReadonlyMap<string, string> = new Map([
  ['ui/session/worker-link.ts', 'worker/main.ts'],
  ['ui/session/explore-link.ts', 'worker/explore/main.ts'],
  ['ui/session/load-link.ts', 'worker/load/main.ts'],
]);

/** The layer of a path below src, such as 'engine/base' of 'engine/base/bytes.ts'; null if it has none. */
function layerOf(path: string): string | null {
  const [first, second, third] = path.split('/');
  if ((first === 'engine' || first === 'ui') && third !== undefined) {
    const name = `${first}/${second}`;
    return layers.has(name) ? name : null;
  }
  return second !== undefined && layers.has(first) ? first : null;
}

export function isTest(path: string): boolean {
  return /\.test\.(ts|tsx|mjs)$/.test(path);
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

function visit(
  value: unknown,
  enter: (node: SyntaxNode, parent: SyntaxNode | null, key: string) => void,
): void {
  const walk = (node: SyntaxNode, parent: SyntaxNode | null, key: string): void => {
    enter(node, parent, key);
    for (const [childKey, child] of Object.entries(node)) {
      for (const element of Array.isArray(child) ? child : [child]) {
        if (isNode(element)) walk(element, node, childKey);
      }
    }
  };
  if (isNode(value)) walk(value, null, '');
}

function textOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

function isImportMeta(node: unknown): boolean {
  return isNode(node) && node.type === 'MetaProperty';
}

/** Whether an identifier only names a property: `x.Date`, `{ Date: 1 }`, `{ readonly Date: number }`. */
function isPropertyName(parent: SyntaxNode | null, key: string): boolean {
  if (parent === null || parent.computed === true) return false;
  if (parent.type === 'MemberExpression') return key === 'property';
  if (parent.type === 'TSQualifiedName') return key === 'right';
  return key === 'key' && parent.shorthand !== true;
}

/** The modules that a node refers to, as written; null stands for one that is known only at run time. */
function referencesOf(node: SyntaxNode): (string | null)[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      return [textOf(node.source)];
    case 'ExportNamedDeclaration':
      return isNode(node.source) ? [textOf(node.source)] : [];
    case 'ImportExpression':
      return [textOf(node.source)];
    case 'NewExpression': {
      const [address, base] = node.arguments as SyntaxNode[];
      const atModule = isNode(base) && base.type === 'MemberExpression' && isImportMeta(base.object);
      return atModule ? [textOf(address)] : [];
    }
    case 'CallExpression': {
      const callee = node.callee as SyntaxNode;
      if (callee.type !== 'MemberExpression' || !isImportMeta(callee.object)) return [];
      const [patterns] = node.arguments as SyntaxNode[];
      if (!isNode(patterns)) return [];
      const list = patterns.type === 'ArrayExpression' ? (patterns.elements as SyntaxNode[]) : [patterns];
      return list.map((pattern) => textOf(pattern)?.replace(/^!/, '') ?? null);
    }
    default:
      return [];
  }
}

/** Why a reference is not allowed, or null if it is. */
function referenceComplaint(path: string, reference: string): string | null {
  const name = layerOf(path)!;
  const layer = layers.get(name)!;
  if (reference.startsWith('node:')) return layer.node ? null : `${name} does not run in Node: ${reference}`;
  if (!/^[./]/.test(reference)) {
    const allowed =
      layer.packages === 'any' || layer.packages.some((known) => `${reference}/`.startsWith(`${known}/`));
    return allowed ? null : `${name} may not import the package ${reference}`;
  }
  const file = reference.split('?')[0];
  const target = file.startsWith('/')
    ? posix.relative('/src', file)
    : posix.normalize(posix.join(posix.dirname(path), file));
  if (target.startsWith('..')) {
    return name === 'scripts' ? null : `${name} may not reach outside of src: ${reference}`;
  }
  if (isTest(target)) return `nothing imports a test: ${reference}`;
  if (workerLinks.get(path) === target) return null;
  const targetLayer = layerOf(target);
  if (targetLayer === null) return `${target} belongs to no layer`;
  if (targetLayer === name || layer.below.includes(targetLayer)) return null;
  return `${name} may not import ${targetLayer}: ${reference}`;
}

/** All problems of one file, each as `path:line: why`. `path` is relative to src and written with slashes. */
export function layerComplaints(path: string, source: string): string[] {
  const complaints: string[] = [];
  const complain = (start: number, why: string) => {
    const line = source.slice(0, start).split('\n').length;
    complaints.push(`${path}:${line}: ${why}`);
  };
  const layerName = layerOf(path);
  const test = isTest(path);
  if (layerName === null) {
    if (!test) complain(0, 'belongs to no layer');
    return complaints;
  }
  const { pure } = layers.get(layerName)!;
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) complain(0, `cannot be parsed: ${errors[0].message}`);

  visit(program, (node, parent, key) => {
    if (!test) {
      for (const reference of referencesOf(node)) {
        const why =
          reference === null
            ? 'imports something that cannot be read from the line'
            : referenceComplaint(path, reference);
        if (why !== null) complain(node.start, why);
      }
    }
    if (node.type !== 'Identifier') return;
    const identifier = node.name as string;
    // Checked as a property too, because it is called as one.
    if (
      identifier === 'postMessage' &&
      !test &&
      !otherMessengers.includes(path) &&
      !postMessageHomes.includes(path)
    ) {
      complain(node.start, `postMessage belongs in ${postMessageHomes.join(' and ')}`);
    }
    if (!pure || test) return;
    if (impureNames.has(identifier) && !isPropertyName(parent, key)) {
      complain(node.start, `${layerName} is pure and may not use ${identifier}`);
    }
    if (identifier === 'Math' && parent !== null && !isPropertyName(parent, key)) {
      const property = parent.property as SyntaxNode | undefined;
      const named = property?.type === 'Identifier' && parent.computed !== true;
      // `const { random } = Math` and `Math[name]` would get around a check of `Math.random` alone.
      if (!named || property.name === 'random')
        complain(node.start, `${layerName} is pure and may not use Math.random`);
    }
  });
  return complaints;
}
