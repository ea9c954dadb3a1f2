/** Whether a task on a scenario is as its lesson says: the schedule breaks it, or the mended programs are proved. */
import { readScenarios } from '../content/scenarios/scenarios.ts';
import { checkSyntax } from '../engine/programs.ts';
import type { LessonItem } from '../protocol/lesson.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { follow } from '../sim/explore/follow.ts';
import { prepareSearch, searchAll } from '../sim/explore/search.ts';
import { Space } from '../sim/explore/space.ts';

let scenarios: readonly Scenario[] | null = null;

export async function scenarioTaskFailures(item: LessonItem): Promise<string[]> {
  if (item.type !== 'scenario') return [];
  await prepareSearch();
  // Scripts are bundled elsewhere, but run in the project's folder.
  scenarios ??= readScenarios('.', checkSyntax);
  const scenario = scenarios.find(({ id }) => id === item.scenario);
  const variant = scenario?.variants.find(({ id }) => id === item.variant);
  if (scenario === undefined || variant === undefined) {
    return [`stands on ${item.scenario}/${item.variant}, which is not there`];
  }
  const { goal } = item;
  if (goal.type === 'break') {
    const { schedule } = follow(new Space(scenario, variant), goal.choices);
    if (schedule.choices.length < goal.choices.length) {
      return [`has a choice that is not possible: ${goal.choices[schedule.choices.length]}`];
    }
    const isBroken = schedule.broken.some(({ id }) => id === goal.invariant);
    return isBroken ? [] : [`has choices that do not break ${goal.invariant}`];
  }
  const source = (file: string) =>
    scenario.variants.flatMap(({ actors }) => actors).find((actor) => actor.file === file)?.source;
  const sources: Record<string, string> = {};
  for (const [file, other] of Object.entries(goal.files)) {
    const text = source(other);
    if (text === undefined) return [`names ${other}, which no actor runs`];
    sources[file] = text;
  }
  const request = { scenario, variant: variant.id };
  const before = searchAll(request).finding;
  const after = searchAll({ ...request, sources }).finding;
  return [
    ...(before === 'broken' ? [] : [`begins with programs that are ${before}`]),
    ...(after === 'proved' ? [] : [`ends with programs that are ${after}`]),
  ];
}
