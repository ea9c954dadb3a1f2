/** Scenarios of a few lines, for tests: programs by the names of their actors, and no words. */
import { parseExpression } from '../content/scenarios/expression.ts';
import {
  type FaultKind,
  type FaultOf,
  type FaultSpec,
  faultKinds,
  type Invariant,
  type LatencySpec,
  type Scenario,
  type ScenarioNode,
} from '../protocol/scenario.ts';

export interface SmallScenario {
  readonly programs: Readonly<Record<string, string>>;
  readonly nodes?: readonly ScenarioNode[];
  readonly never?: Readonly<Record<string, string>>;
  /** The same, but only judged at the end. */
  readonly neverAtEnd?: Readonly<Record<string, string>>;
  readonly possible?: Readonly<Record<string, string>>;
  readonly faults?: Readonly<Partial<Record<FaultKind, number>>>;
  /** How far clocks jump. */
  readonly jumpMs?: number;
  /** How long a server that restarts is away. */
  readonly afterMs?: number;
  readonly latency?: Partial<LatencySpec>;
  readonly seed?: number;
}

const REDIS: ScenarioNode = { name: 'redis', kind: 'redis', config: {}, given: [] };
const DATABASE: ScenarioNode = { name: 'db', kind: 'database', rows: {} };

export function smallScenario(given: SmallScenario): Scenario {
  const invariants = (from: Readonly<Record<string, string>> = {}, at: 'any' | 'end' = 'any'): Invariant[] =>
    Object.entries(from).map(([id, text]) => ({ id, text, at, when: parseExpression(text) }));
  const faultOf = (kind: FaultKind): FaultOf & { ms: number } => ({
    most: given.faults?.[kind] ?? 0,
    to: [],
    ms: (kind === 'restart' ? given.afterMs : given.jumpMs) ?? 0,
  });
  const words = { title: '', lead: '', story: [], variants: {}, invariants: {}, actors: {}, infamous: {} };
  return {
    id: 'small',
    seed: given.seed ?? 1,
    clients: {},
    latency: {
      ms: 1,
      jitterMs: 4,
      stallChance: 0,
      stallMs: 0,
      crashChance: 0,
      faultChance: 0,
      startWithinMs: 0,
      ...given.latency,
    },
    variants: [
      {
        id: 'only',
        nodes: given.nodes ?? [REDIS, DATABASE],
        actors: Object.entries(given.programs).map(([name, source]) => ({
          name,
          file: `${name}.lua`,
          source,
          parameters: {},
          clockOffsetMs: 0,
        })),
        faults: Object.fromEntries(faultKinds.map((kind) => [kind, faultOf(kind)])) as unknown as FaultSpec,
        never: [...invariants(given.never), ...invariants(given.neverAtEnd, 'end')],
        possible: invariants(given.possible),
        breaks: [],
        limit: { states: 100_000, operations: 60 },
      },
    ],
    words: { zh: words, en: words },
  };
}
