/**
 * A task on a scenario of content/scenarios: a schedule to find, or programs to mend until a search finds nothing.
 *
 *     - scenario: steal
 *       of: lock-single
 *       variant: set-ex
 *       break: { invariant: robbed, choices: [a, a, pass, b, a] }
 *
 *     - scenario: mend
 *       of: lock-single
 *       variant: set-ex
 *       prove: { set-ex.lua: token-script.lua }
 *
 *     :::scenario{#steal}
 *     What to do.
 *
 *     ---
 *
 *     What is said once it is done; without it, the line above is left out as well.
 *     :::
 */
import type { ContainerDirective } from 'mdast-util-directive';
import { z } from 'zod';
import type { Block, InBothLanguages } from '../../protocol/prose.ts';
import type { ScenarioTask } from '../../protocol/scenario-task.ts';
import { readBlocks } from '../blocks.ts';
import type { DataFile, Path } from '../data-file.ts';
import { complain } from '../inline.ts';
import { id } from '../lesson-schema.ts';
import type { Source } from '../problem.ts';
import { halvesOf } from './halves.ts';

export const scenarioTaskSchema = z
  .strictObject({
    scenario: id,
    of: id,
    variant: id,
    break: z.strictObject({ invariant: id, choices: z.array(z.string()).min(1) }).optional(),
    prove: z.record(z.string(), z.string()).optional(),
  })
  .refine(
    (data) => (data.break === undefined) !== (data.prove === undefined),
    'Say what is asked: either "break" or "prove".',
  );

export type ScenarioTaskData = Omit<ScenarioTask, 'question' | 'explanation'>;

export function compileScenarioTask(file: DataFile, from: unknown, path: Path): ScenarioTaskData | null {
  const data = file.check(scenarioTaskSchema, from, path);
  if (data === null) return null;
  return {
    type: 'scenario',
    id: data.scenario,
    scenario: data.of,
    variant: data.variant,
    goal:
      data.break === undefined
        ? { type: 'prove', files: data.prove ?? {} }
        : { type: 'break', ...data.break },
  };
}

export interface ScenarioTaskWords {
  readonly question: readonly Block[];
  readonly explanation: readonly Block[];
}

export function readScenarioTask(node: ContainerDirective, source: Source): ScenarioTaskWords | null {
  const halves = halvesOf(node, source);
  if (halves === null) return null;
  const [asked, explained] = halves;
  if (asked.length === 0) {
    complain(node, source, 'Say what to do in the scenario.');
    return null;
  }
  return { question: readBlocks(asked, source), explanation: readBlocks(explained, source) };
}

export function joinScenarioTask(
  data: ScenarioTaskData,
  { zh, en }: InBothLanguages<ScenarioTaskWords>,
): ScenarioTask {
  return {
    ...data,
    question: { zh: zh.question, en: en.question },
    explanation: { zh: zh.explanation, en: en.explanation },
  };
}
