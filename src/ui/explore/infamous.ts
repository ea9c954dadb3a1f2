/** Schedules with a name: variants whose shortest counterexample is known for what it did. */
import type { ScenarioEntry } from '../../protocol/scenario.ts';

export type InfamousEntry = ScenarioEntry['infamous'][number] & { readonly scenario: string };

export function allInfamous(scenarios: readonly ScenarioEntry[]): InfamousEntry[] {
  return scenarios.flatMap(({ id, infamous }) => infamous.map((each) => ({ scenario: id, ...each })));
}

/** A few of them, from as many scenarios as possible. */
export function someInfamous(scenarios: readonly ScenarioEntry[], count: number): InfamousEntry[] {
  const all = allInfamous(scenarios);
  const nth = all.map(
    (each, at) => all.slice(0, at).filter(({ scenario }) => scenario === each.scenario).length,
  );
  const order = all.map((_, at) => at).sort((a, b) => nth[a] - nth[b] || a - b);
  return order.slice(0, count).map((at) => all[at]);
}
