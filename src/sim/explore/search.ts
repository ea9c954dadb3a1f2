/**
 * Searches all schedules of one variant up to a bound, in slices: a generator that says how far it is and in the end
 * gives the verdict.
 */
import { loadRest, loadScripting } from '../../engine/index.ts';
import type {
  Bound,
  InvariantVerdict,
  ProgramFailure,
  Rung,
  Schedule,
  Verdict,
} from '../../protocol/explore.ts';
import { type FaultKind, faultKinds, type Scenario, type Variant } from '../../protocol/scenario.ts';
import { type Counts, countSchedules, sharesAlong } from './counts.ts';
import type { Searched } from './follow.ts';
import { Graph } from './graph.ts';
import { nearestGood } from './nearest.ts';
import { scheduleOf } from './schedule.ts';
import { shortestBroken } from './shortest.ts';
import { ProgramFailed, Space } from './space.ts';

export interface SearchRequest {
  readonly scenario: Scenario;
  readonly variant: string;
  /** Programs in place of those of the scenario, by file. */
  readonly sources?: Readonly<Record<string, string>>;
  readonly bound?: Partial<Bound>;
}

export interface Progress {
  readonly states: number;
  readonly transitions: number;
  /** Told once, as soon as something breaks: the shortest way there so far. The whole search may find a shorter one. */
  readonly firstBroken: Schedule | null;
}

/** To be awaited before anything else here: servers need all their commands, and the interpreter. */
export async function prepareSearch(): Promise<void> {
  await Promise.all([loadScripting(), loadRest()]);
}

export function variantOf(scenario: Scenario, id: string): Variant {
  const variant = scenario.variants.find((each) => each.id === id);
  if (variant === undefined) throw new RangeError(`${scenario.id} has no variant ${id}`);
  return variant;
}

export function boundOf(variant: Variant, given: Partial<Bound> = {}): Bound {
  return {
    faults: given.faults ?? null,
    switches: given.switches ?? null,
    states: given.states ?? variant.limit.states,
  };
}

export function* search(request: SearchRequest): Generator<Progress, Verdict, void> {
  return (yield* searchAndKeep(request)).verdict;
}

/** The verdict, and if all orders were searched, what is known of each. */
export function* searchAndKeep(
  request: SearchRequest,
): Generator<Progress, { readonly verdict: Verdict; readonly searched: Searched | null }, void> {
  const { scenario, sources = {} } = request;
  const variant = variantOf(scenario, request.variant);
  const bound = boundOf(variant, request.bound);
  try {
    const graph = new Graph(new Space(scenario, variant, sources), bound);
    for (const { states, transitions, isFirstBroken } of graph.build()) {
      yield { states, transitions, firstBroken: isFirstBroken ? brokenSoFar(graph) : null };
    }
    const counts = graph.isComplete ? countSchedules(graph) : null;
    return { verdict: verdictOf(graph, counts), searched: counts === null ? null : { graph, counts } };
  } catch (problem) {
    if (!(problem instanceof ProgramFailed)) throw problem;
    return { verdict: failedVerdict(scenario, variant, bound, problem), searched: null };
  }
}

function brokenSoFar(graph: Graph): Schedule {
  return scheduleOf(graph.space, shortestBroken(graph) ?? []);
}

/** The whole search at once. */
export function searchAll(request: SearchRequest): Verdict {
  const steps = search(request);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function verdictOf(graph: Graph, counts: Counts | null): Verdict {
  const { space, bound, nodes } = graph;
  const events = shortestBroken(graph);
  const invariants = invariantsOf(graph);
  const nearest = events === null || counts === null ? null : nearestGood(graph, counts, events);
  return {
    scenario: space.scenario.id,
    variant: space.variant.id,
    finding: findingOf(graph, events !== null, invariants),
    bound,
    faults: allowedFaults(space.variant),
    isExhausted: graph.isComplete,
    states: nodes.length,
    transitions: graph.transitions,
    firstBroken: graph.firstBroken,
    schedules: counts === null ? null : String(counts.schedules[0]),
    broken: counts === null ? null : String(counts.broken[0]),
    invariants,
    counterexample: events === null ? null : scheduleOf(space, events, sharesAlong(graph, counts, events)),
    nearest:
      nearest === null
        ? null
        : {
            schedule: scheduleOf(space, nearest.events, sharesAlong(graph, counts, nearest.events)),
            from: nearest.from,
            to: nearest.to,
          },
    problem: null,
    stateHash: graph.hash,
  };
}

function findingOf(
  graph: Graph,
  isBroken: boolean,
  invariants: readonly InvariantVerdict[],
): Verdict['finding'] {
  if (isBroken) return 'broken';
  if (!graph.isComplete) return 'not-found';
  return invariants.every(({ holds }) => holds) ? 'proved' : 'vacuous';
}

function invariantsOf({ space, nodes, met }: Graph): InvariantVerdict[] {
  const broken = nodes.reduce((bits, node) => bits | node.broken, 0);
  const { never, possible } = space.variant;
  return [
    ...never.map(
      ({ id }, at): InvariantVerdict => ({ id, kind: 'never', holds: (broken & (1 << at)) === 0 }),
    ),
    ...possible.map(
      ({ id }, at): InvariantVerdict => ({ id, kind: 'possible', holds: (met & (1 << at)) !== 0 }),
    ),
  ];
}

function allowedFaults({ faults }: Variant): Verdict['faults'] {
  return Object.fromEntries(
    faultKinds.flatMap((kind): [FaultKind, number][] =>
      faults[kind].most > 0 ? [[kind, faults[kind].most]] : [],
    ),
  );
}

function failedVerdict(
  scenario: Scenario,
  variant: Variant,
  bound: Bound,
  { actor, line, message }: ProgramFailed,
): Verdict {
  const { name, file } = variant.actors[actor];
  const problem: ProgramFailure = { actor: name, file, line, message };
  return {
    scenario: scenario.id,
    variant: variant.id,
    finding: 'failed',
    bound,
    faults: allowedFaults(variant),
    isExhausted: false,
    states: 0,
    transitions: 0,
    firstBroken: null,
    schedules: null,
    broken: null,
    invariants: [],
    counterexample: null,
    nearest: null,
    problem,
    stateHash: '',
  };
}

/** The simplest failure first: no fault and no switch, then more of each. Null where it only pauses. */
export function* climb(
  { scenario, variant, sources = {} }: SearchRequest,
  most: { readonly faults: number; readonly switches: number },
): Generator<Rung | null, void, void> {
  const space = new Space(scenario, variantOf(scenario, variant), sources);
  const states = space.variant.limit.states;
  for (let faults = 0; faults <= Math.min(most.faults, space.faults.most); faults++) {
    for (let switches = 0; switches <= most.switches; switches++) {
      const graph = new Graph(space, { faults, switches, states });
      for (const _ of graph.build()) yield null;
      if (!graph.isComplete) return;
      const { schedules, broken } = countSchedules(graph);
      yield { faults, switches, schedules: String(schedules[0]), broken: String(broken[0]) };
    }
  }
}
