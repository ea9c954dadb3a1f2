/** The search against brute force: merged states and orders that are left out must not change what is found. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Variant } from '../../protocol/scenario.ts';
import { endOf, everySchedule } from '../../testing/brute-force.ts';
import { allScenarios, scenarioNamed } from '../../testing/scenarios.ts';
import { countSchedules } from './counts.ts';
import { Graph } from './graph.ts';
import { independenceOf } from './independence.ts';
import { reducedSearch } from './reduced.ts';
import { boundOf, prepareSearch, variantOf } from './search.ts';
import { ACT, kindOfEvent, Space } from './space.ts';

beforeAll(prepareSearch);

/** More schedules than these are not listed one by one. */
const SMALL = 200n;

function built(space: Space, variant: Variant, faults: number | null = null): Graph {
  const graph = new Graph(space, { ...boundOf(variant), faults });
  for (const _ of graph.build());
  return graph;
}

const cases = allScenarios().flatMap((scenario) =>
  scenario.variants.map((variant) => ({ name: `${scenario.id} / ${variant.id}`, scenario, variant })),
);

describe.each(cases)('$name', ({ scenario, variant }) => {
  // What a server answers is worked out once for both tests.
  let known: Graph | null = null;
  const whole = (): Graph => {
    known ??= built(new Space(scenario, variant), variant);
    return known;
  };
  afterAll(() => {
    known = null;
  });

  test('merging changes neither counts nor ends nor verdicts', () => {
    const graph = whole();
    const counts = countSchedules(graph);
    // Where there are too many, fewer faults are allowed; the rest is left to the small ones.
    let faults = graph.space.faults.most;
    let merged = graph;
    let counted = counts;
    while (counted.schedules[0] > SMALL && faults > 0) {
      merged = built(graph.space, variant, --faults);
      counted = countSchedules(merged);
    }
    if (counted.schedules[0] > SMALL) return;
    const all = everySchedule(new Space(scenario, variant, {}, true), faults);
    expect(counted.schedules[0]).toBe(BigInt(all.schedules));
    expect(counted.broken[0]).toBe(BigInt(all.broken));
    const ends = merged.nodes.filter(({ events }) => events.length === 0);
    expect(new Set(ends.map(({ state }) => endOf(merged.space, state)))).toEqual(all.ends);
    const brokenOnes = variant.never.filter((_, at) =>
      merged.nodes.some(({ broken }) => (broken & (1 << at)) !== 0),
    );
    expect(new Set(brokenOnes.map(({ id }) => id))).toEqual(all.brokenInvariants);
  });

  test('leaving out orders changes neither states nor ends nor verdicts', () => {
    const graph = whole();
    const reduced = reducedSearch(graph.space, boundOf(variant));
    expect(reduced.states.size).toBe(graph.nodes.length);
    expect([...reduced.states.values()].filter(Boolean)).toHaveLength(
      graph.nodes.filter(({ events }) => events.length === 0).length,
    );
    expect(reduced.transitions).toBeLessThanOrEqual(graph.transitions);
    const broken = variant.never.filter((_, at) =>
      graph.nodes.some((node) => (node.broken & (1 << at)) !== 0),
    );
    expect([...reduced.broken].sort()).toEqual(broken.map(({ id }) => id).sort());
  });
});

describe('a search that is wrong on purpose is caught', () => {
  const scenario = scenarioNamed('stock-decrement');
  const variant = variantOf(scenario, 'get-decr');

  test('where reading and changing the same key count as independent', () => {
    const all = everySchedule(new Space(scenario, variant, {}, true));
    const space = new Space(scenario, variant);
    const wrong = reducedSearch(
      space,
      boundOf(variant),
      (_, a, b) => kindOfEvent(a) === ACT && kindOfEvent(b) === ACT && a !== b,
    );
    const ends = [...wrong.states].filter(([, isEnd]) => isEnd).map(([text]) => text.split(',').map(Number));
    expect(new Set(ends.map((state) => endOf(space, state)))).not.toEqual(all.ends);
    expect(wrong.broken).not.toEqual(all.brokenInvariants);
  });

  test('while the right independence finds two reads that commute', () => {
    const space = new Space(scenario, variant);
    const independent = independenceOf(space);
    expect(independent(space.start, ACT, ACT + 1)).toBe(true);
    const afterRead = space.after(space.start, ACT);
    expect(independent(afterRead, ACT, ACT + 1)).toBe(false);
  });
});
