/** The scenarios of the project, for tests. */
import { join } from 'node:path';
import { readScenarios } from '../content/scenarios/scenarios.ts';
import { checkSyntax } from '../engine/programs.ts';
import type { Scenario } from '../protocol/scenario.ts';

let scenarios: readonly Scenario[] | null = null;

export function allScenarios(): readonly Scenario[] {
  scenarios ??= readScenarios(join(import.meta.dirname, '../..'), checkSyntax);
  return scenarios;
}

export function scenarioNamed(id: string): Scenario {
  const scenario = allScenarios().find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`there is no scenario ${id}`);
  return scenario;
}
