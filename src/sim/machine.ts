/**
 * What a session runs: mostly one server, otherwise a world of several, which is fetched when a session needs it.
 * Both take the same inputs and say which of their servers took a step.
 */
import { Engine, type EngineListener, type Server } from '../engine/index.ts';
import type { Address, Input, LinkInput, SessionStart } from '../protocol/session.ts';
import type { SessionInput, WorldOutput } from '../protocol/world.ts';
import type { Network } from './network.ts';

export interface WorldNode {
  readonly name: string;
  readonly address: Address;
  readonly engine: Engine;
  readonly isFrozen: boolean;
  readonly isRemoved: boolean;
  /** How its time goes with the world's. */
  readonly clock: NodeTime;
  /** How much its kernel has taken for it that it has not read. */
  readonly unread: number;
}

export interface NodeTime {
  readonly rate: number;
  /** How far its time is ahead of the world's. */
  offsetAtMs(worldMs: number): number;
}

/** Is told what a node is given, in the time of its clock, just before it takes it. */
export type Attendant = (node: number, given: Input | LinkInput) => void;

export interface SessionMachine {
  readonly nodes: readonly WorldNode[];
  /** Whether it has one server, and no network. */
  readonly isSingle: boolean;
  /** Null for a single server. */
  readonly network: Network | null;
  /** The node that is taking a step, or took the last one. */
  readonly acting: number;
  readonly nowMs: number;
  /** The server of a node; the first if none is named. */
  serverOf(node?: number): Server;
  /** From now on the listener hears what happens inside of every server. Gives the way to end that. */
  listen(listener: EngineListener): () => void;
  /** From now on it is told what the nodes are given. Gives the way to end that. */
  attend(attendant: Attendant): () => void;
  step(input: SessionInput): WorldOutput;
}

/** Clients of other nodes are numbered from here: below are the consoles. */
export const FIRST_NODE_CLIENT = 1000;
export const MAX_NODES = 64;

const WORLD_TIME: NodeTime = { rate: 1, offsetAtMs: () => 0 };

/** A server that is alone takes every input as it is. */
class Alone implements SessionMachine {
  readonly nodes: readonly [WorldNode];
  readonly isSingle = true;
  readonly network = null;
  readonly acting = 0;
  readonly #engine: Engine;
  readonly #attendants = new Set<Attendant>();

  constructor(start: SessionStart) {
    this.#engine = new Engine(start);
    const address = { host: '127.0.0.1', port: 6379 };
    const engine = this.#engine;
    this.nodes = [
      { name: '', address, engine, isFrozen: false, isRemoved: false, clock: WORLD_TIME, unread: 0 },
    ];
  }

  get nowMs(): number {
    return this.#engine.server.nowMs;
  }

  serverOf(): Server {
    return this.#engine.server;
  }

  listen(listener: EngineListener): () => void {
    return this.#engine.listen(listener);
  }

  attend(attendant: Attendant): () => void {
    this.#attendants.add(attendant);
    return () => this.#attendants.delete(attendant);
  }

  step(input: SessionInput): WorldOutput {
    const given = input as Input;
    for (const attendant of this.#attendants) attendant(0, given);
    return { ...this.#engine.step(given), node: 0, given, message: null };
  }
}

let worlds: typeof import('./world.ts') | null = null;

/** To be awaited before a machine of several servers is made. */
export async function loadWorlds(): Promise<void> {
  worlds ??= await import('./world.ts');
}

export function newMachine(start: SessionStart): SessionMachine {
  if (start.world === undefined) return new Alone(start);
  if (worlds === null) throw new Error('the network has not been fetched');
  return new worlds.World(start);
}
