/** What a search over the schedules of a scenario finds, and what page and worker say to each other about it. */
import type { Held } from './held.ts';
import type { LsmPicture } from './lsm.ts';
import type { InBothLanguages } from './prose.ts';
import type { FaultKind, PlainValue, Scenario } from './scenario.ts';

/** 'arrive': what a master has sent to its replica. 'write-back': the system writes out what is not synced. */
export type EventKind = 'act' | 'pass' | 'arrive' | 'write-back' | FaultKind;

/** One thing that happens, with all that can be said about it. */
export interface ScheduleEvent {
  readonly kind: EventKind;
  /** Null where time passes, or something happens to a node. */
  readonly actor: string | null;
  readonly node: string | null;
  /** The operation, as in the program. */
  readonly operation: string | null;
  /** As a console prints it. */
  readonly answer: string | null;
  /** The line of the program that it came from. */
  readonly line: number | null;
  /** The time of the world when it has happened. */
  readonly atMs: number;
  /** Actors that stand still while time passes. */
  readonly stalled: readonly string[];
  /** What actors said, claimed, gave up, or did without being seen, in consequence. */
  readonly effects: readonly ScheduleEffect[];
  readonly text: InBothLanguages<string>;
}

export type ScheduleEffect = { readonly actor: string } & (
  | { readonly type: 'hold' | 'release'; readonly name: string }
  | { readonly type: 'log'; readonly text: string }
  | { readonly type: 'note'; readonly name: string; readonly value: PlainValue }
  | { readonly type: 'answered'; readonly answer: string }
  | { readonly type: 'returned'; readonly value: string }
  | { readonly type: 'waits' }
);

export interface Schedule {
  readonly events: readonly ScheduleEvent[];
  /** How often another actor goes on than before. */
  readonly switches: number;
  /** The invariants that do not hold, with the number of events after which each first did not. */
  readonly broken: readonly { readonly id: string; readonly after: number }[];
  /** What must be possible and was come to, with the number of events after which. */
  readonly met: readonly { readonly id: string; readonly after: number }[];
  readonly lanes: readonly Lane[];
  /** What the nodes held, from change to change. */
  readonly held: Held;
  /** After each event, and at index 0 before the first: which share of all continuations breaks. */
  readonly shares: readonly number[];
  /** The choices that give this schedule: names of events, for a link. */
  readonly choices: readonly string[];
}

/** What an actor believes to hold, from one event to another. Events count from 1; `to` is null at the end. */
export interface Lane {
  readonly actor: string;
  readonly name: string;
  readonly from: number;
  readonly fromMs: number;
  readonly to: number | null;
  readonly toMs: number | null;
}

/** How much of what may happen a search looks at. */
export interface Bound {
  /** At most so many faults in one schedule, of all kinds together; null for all that the variant allows. */
  readonly faults: number | null;
  /** At most so many switches between actors; null for any number. */
  readonly switches: number | null;
  /** At most so many states. */
  readonly states: number;
}

export type Finding =
  /** Schedules that break something were found. */
  | 'broken'
  /** All schedules within the bound were looked at, and nothing breaks. */
  | 'proved'
  /** Nothing breaks as far as the search went; it did not get to the end. */
  | 'not-found'
  /** Nothing breaks, but what must be possible is not. */
  | 'vacuous'
  /** A program has an error. */
  | 'failed';

export interface Verdict {
  readonly scenario: string;
  readonly variant: string;
  readonly finding: Finding;
  readonly bound: Bound;
  /** The faults that the bound allows, by kind. */
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
  readonly isExhausted: boolean;
  readonly states: number;
  readonly transitions: number;
  /** How far the search was when it first met something broken; null if it never did. */
  readonly firstBroken: FirstBroken | null;
  /** Exact, as decimal digits; null if the search was not exhausted. */
  readonly schedules: string | null;
  readonly broken: string | null;
  readonly invariants: readonly InvariantVerdict[];
  readonly counterexample: Schedule | null;
  /** It differs from the counterexample by one event that happens earlier or later, and breaks nothing. */
  readonly nearest: NearestSchedule | null;
  readonly problem: ProgramFailure | null;
  /** Of all states in the order in which they were found. */
  readonly stateHash: string;
}

export interface FirstBroken {
  readonly states: number;
  readonly transitions: number;
}

export interface InvariantVerdict {
  readonly id: string;
  readonly kind: 'never' | 'possible';
  /** For `never`: holds in all states. For `possible`: some schedule comes to it. */
  readonly holds: boolean;
}

export interface NearestSchedule {
  readonly schedule: Schedule;
  /** The event of the counterexample, from 0, that happens at another place, and that place. */
  readonly from: number;
  readonly to: number;
}

export interface ProgramFailure {
  readonly actor: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** One rung of the ladder: what a search with this bound finds. */
export interface Rung {
  readonly faults: number;
  readonly switches: number;
  readonly schedules: string;
  readonly broken: string;
}

/** Runs under latencies that are drawn from seeds. */
export interface Likelihood {
  readonly runs: number;
  readonly broken: number;
  /** The seed of the first run that broke something; null if none did. */
  readonly firstBrokenSeed: number | null;
  readonly hash: string;
}

export type ExploreRequest =
  | {
      readonly type: 'explore';
      readonly request: number;
      readonly scenario: Scenario;
      readonly variant: string;
      /** Programs that the reader has changed, by the name of the file. */
      readonly sources: Readonly<Record<string, string>>;
      readonly bound: Partial<Bound>;
    }
  | {
      readonly type: 'likelihood';
      readonly request: number;
      readonly scenario: Scenario;
      readonly variant: string;
      readonly sources: Readonly<Record<string, string>>;
      readonly runs: number;
      readonly seed: number;
    }
  | {
      /** One schedule, as far as it was chosen, and what may happen next. */
      readonly type: 'follow';
      readonly request: number;
      readonly scenario: Scenario;
      readonly variant: string;
      readonly sources: Readonly<Record<string, string>>;
      readonly choices: readonly string[];
    }
  | { readonly type: 'stop'; readonly request: number };

export type ExploreResponse =
  | {
      readonly type: 'progress';
      readonly request: number;
      readonly states: number;
      readonly transitions: number;
    }
  | {
      /** The search goes on, but something breaks: the first schedule of that kind that it met. */
      readonly type: 'found';
      readonly request: number;
      readonly schedule: Schedule;
      /** Since the search began. */
      readonly ms: number;
    }
  | {
      readonly type: 'verdict';
      readonly request: number;
      readonly verdict: Verdict;
      /** How long the search took. */
      readonly ms: number;
      /** After which time it met the first schedule that breaks; null if none does. */
      readonly firstBrokenMs: number | null;
      /** Empty while it is worked out, which comes as a second answer; null if none comes. */
      readonly ladder: readonly Rung[] | null;
    }
  | { readonly type: 'likelihood'; readonly request: number; readonly likelihood: Likelihood }
  | { readonly type: 'followed'; readonly request: number; readonly position: Position }
  | { readonly type: 'stopped'; readonly request: number }
  | {
      readonly type: 'failed';
      readonly request: number;
      readonly message: string;
      /** If a program has a mistake. */
      readonly problem?: ProgramFailure;
    };

/** Where a schedule stands that somebody chooses step by step. */
export interface Position {
  readonly schedule: Schedule;
  readonly next: readonly Choice[];
  /**
   * At each event so far, all that could have happened in its place. Null until all orders of these programs have
   * been searched.
   */
  readonly crossings: readonly Crossing[] | null;
  readonly actors: readonly ActorPosition[];
  readonly nodes: readonly NodePicture[];
}

export interface Choice {
  readonly choice: string;
  readonly kind: EventKind;
  readonly actor: string | null;
  readonly node: string | null;
  /** The operation, as in the program. */
  readonly operation: string | null;
  readonly text: InBothLanguages<string>;
  /** Which share of the orders that go on from there breaks; null until all have been searched. */
  readonly share: number | null;
}

export interface Crossing {
  readonly choices: readonly Choice[];
  /** The one that was taken, by its place in the list. */
  readonly taken: number;
}

export interface ActorPosition {
  readonly name: string;
  readonly state: 'not-begun' | 'ready' | 'stalled' | 'waiting' | 'finished' | 'crashed';
  /** The line that it stands at; null when it has ended. */
  readonly line: number | null;
  readonly holds: readonly string[];
  readonly result: string | null;
}

/** What a node holds, for people: keys with values and remaining times, or rows. */
export interface NodePicture {
  readonly name: string;
  readonly kind: 'redis' | 'sentinel' | 'database' | 'lsm';
  readonly isDown: boolean;
  /** Its place among other servers; empty where it knows none. */
  readonly facts: readonly NodeFact[];
  readonly entries: readonly {
    readonly name: string;
    readonly value: string;
    readonly remainingMs: number | null;
  }[];
  /** Of an LSM store: where they lie. */
  readonly lsm?: LsmPicture;
}

/** What a server of a cluster or under sentinels is to the others, by the names of the nodes. */
export type NodeFact =
  /** `isUp`: of a replica, that it has the data of its master and a connection to it. */
  | { readonly type: 'role'; readonly of: string | null; readonly isUp: boolean }
  | { readonly type: 'cut' }
  /** Writes are refused: too few replicas are up to date. */
  | { readonly type: 'alone' }
  | {
      readonly type: 'slot';
      readonly slot: number;
      /** Who serves it in the eyes of this node. */
      readonly owner: string | null;
      readonly isOwn: boolean;
      readonly migratingTo: string | null;
      readonly importingFrom: string | null;
    }
  | {
      readonly type: 'belief';
      /** Whom this sentinel takes for the master, and what it thinks of it. */
      readonly master: string;
      readonly isDown: 'no' | 'by-itself' | 'by-quorum';
      /** Whom it voted for last, and in which epoch; null before its first vote. */
      readonly vote: { readonly leader: string; readonly epoch: number } | null;
      readonly failsOver: boolean;
    };
