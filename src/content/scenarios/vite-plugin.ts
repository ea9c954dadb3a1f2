/**
 * Gives the page its scenarios as plain modules: `virtual:scenarios` holds the table of contents and a loader, and each
 * scenario is a chunk of its own.
 */
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import type { Scenario } from '../../protocol/scenario.ts';
import { BrokenContentError } from '../problem.ts';
import type { CheckSyntax } from './compile-scenario.ts';
import { entryOf, readScenarios, scenariosPath } from './scenarios.ts';

const indexName = 'virtual:scenarios';
const prefix = 'virtual:scenarios/';
const mark = '\0';

export function scenarios(interpreter: () => Promise<CheckSyntax>): Plugin {
  let root = '.';
  let read: Promise<readonly Scenario[]> | null = null;
  const current = (): Promise<readonly Scenario[]> => {
    read ??= interpreter().then((checkSyntax) => readScenarios(root, checkSyntax));
    return read;
  };

  return {
    name: 'rediscope:scenarios',
    configResolved(config) {
      root = config.root;
    },
    configureServer(server) {
      server.watcher.add(join(root, scenariosPath));
      const reread = (file: string) => {
        if (relative(join(root, scenariosPath), file).startsWith('..')) return;
        read = null;
        for (const module of server.moduleGraph.idToModuleMap.values()) {
          if (isOurs(module.id ?? '')) server.moduleGraph.invalidateModule(module);
        }
        server.ws.send({ type: 'full-reload' });
      };
      server.watcher.on('add', reread);
      server.watcher.on('change', reread);
      server.watcher.on('unlink', reread);
    },
    resolveId(id) {
      return isOurs(mark + id) ? mark + id : null;
    },
    async load(id) {
      if (!isOurs(id)) return null;
      try {
        const all = await current();
        return id === mark + indexName
          ? indexModule(all)
          : scenarioModule(all, id.slice((mark + prefix).length));
      } catch (error) {
        if (!(error instanceof BrokenContentError)) throw error;
        const [{ path, line, column }] = error.problems;
        this.error({ message: error.message, loc: { file: path, line, column } });
      }
    },
  };
}

function isOurs(id: string): boolean {
  return id === mark + indexName || id.startsWith(mark + prefix);
}

function indexModule(all: readonly Scenario[]): string {
  return [
    `export const scenarios = ${literal(all.map(entryOf))};`,
    'const loaders = {',
    ...all.map(({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(prefix + id)}),`),
    '};',
    'export async function loadScenario(id) {',
    '  return Object.hasOwn(loaders, id) ? (await loaders[id]()).default : null;',
    '}',
  ].join('\n');
}

function scenarioModule(all: readonly Scenario[], id: string): string {
  const scenario = all.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`there is no scenario '${id}'`);
  return `export default ${literal(scenario)};`;
}

/** Parsing a string is faster than parsing source of the same length. */
function literal(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}
