/**
 * A node of a scenario, for a search over schedules: its states are numbers, and what an operation does to a state is
 * worked out once. Equal numbers mean that nobody can tell the two states apart from now on.
 */
import type { ProgramValue } from '../../engine/programs.ts';
import type { NodeFact } from '../../protocol/explore.ts';
import type { LsmPicture } from '../../protocol/lsm.ts';
import type { EntryPart } from './held-parts.ts';

/** What an actor asks of a node: a function of Lua with its arguments. */
export interface NodeRequest {
  readonly method: string;
  readonly args: readonly ProgramValue[];
}

export interface Effect {
  readonly state: number;
  /** Undefined: the actor has to wait for it. */
  readonly answer: ProgramValue | undefined;
  readonly deliveries: readonly Delivery[];
}

/** What others get in consequence. */
export interface Delivery {
  readonly actor: number;
  /** The answer that it has waited for, or a message of a channel. */
  readonly kind: 'answer' | 'message';
  readonly value: ProgramValue;
}

/** What an operation reads and changes of a node; `all` for what cannot be told. */
export interface Footprint {
  readonly reads: ReadonlySet<string> | 'all';
  readonly writes: ReadonlySet<string> | 'all';
}

export interface Passed {
  readonly state: number;
  readonly deliveries: readonly Delivery[];
}

export interface NodeEntry {
  readonly name: string;
  readonly value: string;
  readonly remainingMs: number | null;
  /** What it consists of; without them it is one text. */
  readonly parts?: readonly EntryPart[];
}

export interface SimulatedNode {
  readonly name: string;
  readonly kind: 'redis' | 'database' | 'lsm';
  /** The state that it begins in. */
  readonly start: number;
  /** Throws a `RefusedRequest` for one that makes no sense. */
  ask(state: number, actor: number, request: NodeRequest): Effect;
  /** What the same request answers while nothing is changed. */
  read(state: number, request: NodeRequest): ProgramValue;
  /** Time passes: at most up to what `nextMs` says. */
  pass(state: number, ms: number): Passed;
  /** After how much time something happens by itself; Infinity for never. */
  nextMs(state: number): number;
  /** Its clock jumps ahead. */
  jump(state: number, ms: number): Passed;
  /** An actor is gone, and with it its connections. */
  leave(state: number, actor: number): Passed;
  /** Killed and started again, at once or after some time. */
  restart(state: number, awayMs: number): Passed;
  /** Killed for good. */
  down(state: number): Passed;
  isDown(state: number): boolean;
  /** Whether something from its master is under way to it; and it arrives. Only replicas have these. */
  hasArrivals?(state: number): boolean;
  letArrive?(state: number): Passed;
  /** Whether the system could write something out that is not synced; and it does. Only LSM stores have these. */
  canWriteBack?(state: number): boolean;
  writeBack?(state: number): Passed;
  isWrite(request: NodeRequest): boolean;
  footprint(request: NodeRequest): Footprint;
  /** A server without a way to the others. Only nodes of a world have these. */
  cut?(state: number, ms: number): Passed;
  isCut?(state: number): boolean;
  /** What servers have made known between two states, the second of which follows from the first. */
  saidBetween?(before: number, after: number): readonly NodeSaid[];
  /** Its place among the others, for people. */
  facts?(state: number): readonly NodeFact[];
  /** What it holds, for people. */
  entries(state: number): readonly NodeEntry[];
  /** Where they lie. Only LSM stores have one. */
  picture?(state: number): LsmPicture;
}

/** A type of event, as a sentinel names it: `+odown`. */
export interface NodeSaid {
  readonly node: string;
  readonly event: string;
}

/** A request that no node understands: a mistake in the program of an actor. */
export class RefusedRequest extends Error {}

const NOTHING: ReadonlySet<string> = new Set();
export const TOUCHES_NOTHING: Footprint = { reads: NOTHING, writes: NOTHING };
export const TOUCHES_ALL: Footprint = { reads: 'all', writes: 'all' };

/** Whether two operations on one node give the same in both orders. */
export function areIndependent(a: Footprint, b: Footprint): boolean {
  return !meet(a.writes, b.writes) && !meet(a.writes, b.reads) && !meet(a.reads, b.writes);
}

function meet(a: ReadonlySet<string> | 'all', b: ReadonlySet<string> | 'all'): boolean {
  if (a === 'all') return b === 'all' || b.size > 0;
  if (b === 'all') return a.size > 0;
  for (const each of a) if (b.has(each)) return true;
  return false;
}
