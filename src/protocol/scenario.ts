/**
 * A scenario as data: nodes, actors that are programs in Lua, what may go wrong, and what must hold. The folders of
 * content/scenarios are compiled into it (content/scenarios/README.md has the format).
 */
import type { CodeLanguage } from './client-code.ts';
import type { LsmOptions } from './lsm.ts';
import type { Block, InBothLanguages } from './prose.ts';

export interface Scenario {
  readonly id: string;
  readonly seed: number;
  readonly latency: LatencySpec;
  /** Nodes whose keys or rows copy those of another node by the same names: caches. */
  readonly copies?: Readonly<Record<string, string>>;
  readonly variants: readonly Variant[];
  /** By Lua files: the same program as text for client libraries, whole, for localhost:6379. */
  readonly clients: Readonly<Record<string, ClientTexts>>;
  readonly words: InBothLanguages<ScenarioWords>;
}

export type ClientTexts = Readonly<Record<CodeLanguage, string>>;

export type ScenarioNode = RedisNodeSpec | SentinelNodeSpec | DatabaseNodeSpec | LsmNodeSpec;

export interface RedisNodeSpec {
  readonly name: string;
  readonly kind: 'redis';
  readonly config: Readonly<Record<string, string>>;
  /** The node that it is a replica of. */
  readonly replicaOf?: string;
  /** The slots that it serves in the beginning, as a node of the cluster of its variant. */
  readonly slots?: readonly { readonly first: number; readonly last: number }[];
  /** Commands that ran before anything begins, as words. */
  readonly given: readonly (readonly string[])[];
}

export interface SentinelNodeSpec {
  readonly name: string;
  readonly kind: 'sentinel';
  /** The node that is the master in the beginning; sentinels call it by that name for ever. */
  readonly watches: string;
  readonly quorum: number;
  /** Directives of its file about the master. */
  readonly config: Readonly<Record<string, string>>;
}

export interface DatabaseNodeSpec {
  readonly name: string;
  readonly kind: 'database';
  readonly rows: Readonly<Record<string, PlainValue>>;
}

export interface LsmNodeSpec {
  readonly name: string;
  readonly kind: 'lsm';
  readonly options: Partial<LsmOptions>;
  /** Operations that ran before anything begins, as words. */
  readonly given: readonly (readonly string[])[];
}

export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue };

/** For runs under latencies: the way there and back takes `ms` and up to `jitterMs` more. */
export interface LatencySpec {
  readonly ms: number;
  readonly jitterMs: number;
  /** With this chance an actor stalls before an operation, for up to `stallMs`. */
  readonly stallChance: number;
  readonly stallMs: number;
  /** With this chance an actor crashes before an operation. */
  readonly crashChance: number;
  /** With this chance another fault that is allowed happens in its place: a lost reply, a server that is down. */
  readonly faultChance: number;
  /** The actors begin within so many milliseconds. */
  readonly startWithinMs: number;
}

export interface Variant {
  readonly id: string;
  readonly nodes: readonly ScenarioNode[];
  readonly actors: readonly ActorSpec[];
  readonly faults: FaultSpec;
  /** No state may be so; a condition `at: end` only counts when nothing happens any more. */
  readonly never: readonly Invariant[];
  /** Some schedule must come to such a state. */
  readonly possible: readonly Invariant[];
  /** The invariants that the search is expected to find broken; none for a repaired variant. */
  readonly breaks: readonly string[];
  readonly limit: SearchLimit;
}

export interface ActorSpec {
  readonly name: string;
  /** The file in the scenario's folder. */
  readonly file: string;
  readonly source: string;
  readonly parameters: Readonly<Record<string, PlainValue>>;
  /** How far its clock is ahead of the world's. */
  readonly clockOffsetMs: number;
}

/** Which faults may happen, each so many times in one schedule. */
export interface FaultSpec {
  /** An actor that has begun ends without a word. */
  readonly crash: FaultOf;
  /** An actor that could go on stands still while time passes. */
  readonly pause: FaultOf;
  /** An operation is done, and its answer is lost. */
  readonly lostReply: FaultOf;
  /** An operation never arrives. */
  readonly lostRequest: FaultOf;
  /** A database refuses a write. */
  readonly failedWrite: FaultOf;
  /** The clock of a node jumps ahead by `ms`. */
  readonly clockJump: FaultOf & { readonly ms: number };
  /** A server is killed and starts again, at once or after `ms`; only its disk is left. */
  readonly restart: FaultOf & { readonly ms: number };
  /** A server is killed for good. */
  readonly down: FaultOf;
  /** A server and the other servers no longer reach each other; after `ms` they do, or never if it is 0. */
  readonly cut: FaultOf & { readonly ms: number };
}

export type FaultKind = keyof FaultSpec;

export const faultKinds = [
  'crash',
  'pause',
  'lostReply',
  'lostRequest',
  'failedWrite',
  'clockJump',
  'restart',
  'down',
  'cut',
] as const satisfies readonly FaultKind[];

export interface FaultOf {
  readonly most: number;
  /** The actors, or for faults of nodes the nodes, that it may happen to; all if empty. */
  readonly to: readonly string[];
}

export interface Invariant {
  readonly id: string;
  readonly when: Condition;
  /** As it stands in the file. */
  readonly text: string;
  readonly at: 'any' | 'end';
}

/** Where a search gives up. */
export interface SearchLimit {
  readonly states: number;
  /** Operations of one actor. */
  readonly operations: number;
}

/** An expression in the syntax of Lua, parsed. */
export type Condition =
  | { readonly type: 'literal'; readonly value: null | boolean | number | string }
  | { readonly type: 'call'; readonly name: ConditionFunction; readonly args: readonly Condition[] }
  | { readonly type: 'not' | 'minus'; readonly of: Condition }
  | { readonly type: ConditionOperator; readonly left: Condition; readonly right: Condition };

export const conditionOperators = [
  'or',
  'and',
  '<',
  '>',
  '<=',
  '>=',
  '~=',
  '==',
  '..',
  '+',
  '-',
  '*',
] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** What a condition can ask; the number of arguments that each takes. */
export const conditionFunctions = {
  /** A command that reads, on the only redis node or on the one named first. */
  redis: [1, 16],
  /** A row of the only database, or of the one named first. */
  db: [1, 2],
  /** A key of the only LSM store, or of the one named first. */
  store: [1, 2],
  /** How many entries wait in a queue of the database. */
  queued: [1, 2],
  /** How many actors believe that they hold something. */
  holders: [1, 1],
  /** Whether an actor believes that it holds something. */
  holds: [2, 2],
  /** What an actor noted under a name; nil if nothing. */
  noted: [2, 2],
  /** The sum of what all actors noted under a name. */
  sum: [1, 1],
  /** How many actors have noted something under a name; with a second argument, this. */
  count: [1, 2],
  /** What an actor's program returned; nil before its end. */
  result: [1, 1],
  /** How many actors have returned this. */
  results: [1, 1],
  /** Whether an actor's program has come to its end. */
  finished: [1, 1],
  /** Whether it was crashed. */
  crashed: [1, 1],
  /** How many actors wait for ever, now that nothing happens any more. */
  stuck: [0, 0],
  tonumber: [1, 1],
} as const satisfies Record<string, readonly [number, number]>;

export type ConditionFunction = keyof typeof conditionFunctions;

export interface ScenarioWords {
  readonly title: string;
  readonly lead: string;
  readonly story: readonly Block[];
  readonly variants: Readonly<Record<string, NamedWords>>;
  readonly invariants: Readonly<Record<string, NamedWords>>;
  readonly actors: Readonly<Record<string, NamedWords>>;
  /** By variants that break: what the schedule that breaks them is known as. */
  readonly infamous: Readonly<Record<string, NamedWords>>;
}

export interface NamedWords {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A row of the table of contents. */
export interface ScenarioEntry {
  readonly id: string;
  readonly title: InBothLanguages<string>;
  readonly lead: InBothLanguages<string>;
  readonly variants: readonly {
    readonly id: string;
    readonly title: InBothLanguages<string>;
    /** Whether a search is expected to find a schedule that breaks it. */
    readonly breaks: boolean;
  }[];
  /** For the gallery: variants whose shortest counterexample has a name. */
  readonly infamous: readonly {
    readonly variant: string;
    readonly title: InBothLanguages<string>;
    readonly about: InBothLanguages<string>;
  }[];
}
