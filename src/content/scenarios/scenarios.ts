/** All scenarios, read from content/scenarios: a folder each. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario, ScenarioEntry } from '../../protocol/scenario.ts';
import { BrokenContentError, type Problem } from '../problem.ts';
import { textOf } from '../reading-time.ts';
import { clientEndings } from './client-texts.ts';
import { type CheckSyntax, compileScenario } from './compile-scenario.ts';

export const scenariosPath = 'content/scenarios';

/** Reads and compiles everything; throws one error that names all problems. */
export function readScenarios(projectRoot: string, checkSyntax: CheckSyntax): Scenario[] {
  const problems: Problem[] = [];
  const scenarios: Scenario[] = [];
  for (const id of scenarioIds(projectRoot)) {
    try {
      const scenario = readScenario(projectRoot, id, checkSyntax);
      scenarios.push(scenario);
      if (scenario.id !== id) {
        const message = `The folder is called "${id}": call it by the id, "${scenario.id}".`;
        problems.push({ path: `${scenariosPath}/${id}/scenario.yaml`, line: 1, column: 1, message });
      }
    } catch (error) {
      if (!(error instanceof BrokenContentError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new BrokenContentError(problems);
  return scenarios;
}

export function scenarioIds(projectRoot: string): string[] {
  const folder = join(projectRoot, scenariosPath);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export function readScenario(projectRoot: string, id: string, checkSyntax: CheckSyntax): Scenario {
  const folder = `${scenariosPath}/${id}`;
  const text = (name: string): string => {
    const path = join(projectRoot, folder, name);
    if (existsSync(path)) return readFileSync(path, 'utf8').replace(/\r\n/g, '\n');
    throw new BrokenContentError([
      { path: `${folder}/${name}`, line: 1, column: 1, message: 'This file is missing: write it.' },
    ]);
  };
  const names = readdirSync(join(projectRoot, folder)).sort();
  const textsOf = (...endings: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names
        .filter((name) => endings.some((ending) => name.endsWith(ending)))
        .map((name) => [name, text(name)]),
    );
  return compileScenario({
    folder,
    data: text('scenario.yaml'),
    zh: text('zh.md'),
    en: text('en.md'),
    programs: textsOf('.lua'),
    clients: textsOf(...Object.values(clientEndings)),
    checkSyntax,
  });
}

export function entryOf({ id, words, variants }: Scenario): ScenarioEntry {
  return {
    id,
    title: { zh: words.zh.title, en: words.en.title },
    lead: { zh: words.zh.lead, en: words.en.lead },
    variants: variants.map((variant) => ({
      id: variant.id,
      title: { zh: words.zh.variants[variant.id].title, en: words.en.variants[variant.id].title },
      breaks: variant.breaks.length > 0,
    })),
    infamous: variants.flatMap(({ id: variant }) => {
      const [zh, en] = [words.zh.infamous[variant], words.en.infamous[variant]];
      if (zh === undefined || en === undefined) return [];
      return [
        {
          variant,
          title: { zh: zh.title, en: en.title },
          about: { zh: textOf(zh.blocks), en: textOf(en.blocks) },
        },
      ];
    }),
  };
}
