/**
 * The states of a scenario and what may happen in each. A state is a list of small numbers; equal lists are one state,
 * however it was come to.
 *
 *     [ instant | node, node, … | actor: position, mode, time left, mailbox | … | faults so far by kind ]
 *
 * Time is a choice: `pass` lets it go on to the next deadline (a key expires, a sleeper wakes), and nothing waits in
 * small steps. An actor that could go on stands still meanwhile, which is a fault of the kind `pause` unless it has
 * not begun at all.
 */
import type { ProgramValue } from '../../engine/programs.ts';
import type {
  ActorSpec,
  FaultKind,
  RedisNodeSpec,
  Scenario,
  ScenarioNode,
  Variant,
} from '../../protocol/scenario.ts';
import { faultKinds } from '../../protocol/scenario.ts';
import { encodeUtf8 } from '../../protocol/utf8.ts';
import { ActorProgram, type Position } from '../actors/actor-program.ts';
import { DatabaseNode } from '../nodes/database-node.ts';
import { LsmNode } from '../nodes/lsm-node.ts';
import { type Delivery, RefusedRequest, type SimulatedNode } from '../nodes/node.ts';
import { RedisNode } from '../nodes/redis-node.ts';
import { replicatedNodes } from '../nodes/replicated-node.ts';
import { type WorldSpec, worldNodes } from '../nodes/world-node.ts';
import { type Faults, faultAt, faultsOf, worldsOf } from './faults.ts';

export type Vector = readonly number[];

export const NOT_BEGUN = 0;
export const READY = 1;
export const STALLED = 2;
export const WAITING = 3;
export const FINISHED = 4;
export const CRASHED = 5;

/** What happens, as a number: the kind in the hundreds, and which actor or node. */
export const ACT = 0;
export const LOST_REPLY = 100;
export const LOST_REQUEST = 200;
export const FAILED_WRITE = 300;
export const CRASH = 400;
export const PASS = 500;
export const JUMP = 600;
export const RESTART = 700;
export const DOWN = 800;
export const ARRIVE = 900;
export const WRITE_BACK = 1000;
export const CUT = 1100;

export function kindOfEvent(event: number): number {
  return event - (event % 100);
}

export function subjectOfEvent(event: number): number {
  return event % 100;
}

/** The actor that an event is about; -1 where there is none. */
export function actorOfEvent(event: number): number {
  return event < PASS ? subjectOfEvent(event) : -1;
}

/** The actor that goes on in an event; -1 where none does. A crash is not its own doing. */
export function runnerOfEvent(event: number): number {
  return event < CRASH ? subjectOfEvent(event) : -1;
}

/** A program cannot go on: its file has a mistake. */
export class ProgramFailed extends Error {
  readonly actor: number;
  readonly line: number;

  constructor(actor: number, line: number, message: string) {
    super(message);
    this.actor = actor;
    this.line = line;
  }
}

/** Sources that show one instant or another: then states of different instants must not be taken for one. */
const SHOWS_TIME = /\bnow\s*\(/;
/** Sources that show the clock of a server. `now()` does not: it is the actor's own. */
const SHOWS_SERVER_TIME = /["'](TIME|EXPIRETIME|PEXPIRETIME|EXPIREAT|PEXPIREAT|EXAT|PXAT|X[A-Z]{3,})["']/i;
const FIELDS = 4;
const POSITION = 0;
const MODE = 1;
const LEFT = 2;
const MAILBOX = 3;
const NEVER = -1;

export const LOST: ProgramValue = { err: 'timeout' };
export const WRITE_FAILED: ProgramValue = { err: 'write failed' };

export class Space {
  readonly scenario: Scenario;
  readonly variant: Variant;
  readonly nodes: readonly SimulatedNode[];
  readonly actors: readonly ActorSpec[];
  readonly programs: readonly ActorProgram[];
  readonly faults: Faults;
  readonly showsTime: boolean;
  /** Servers stand in a world, where a step may take a hundred times as long as elsewhere. */
  readonly hasWorld: boolean;
  readonly start: Vector;
  /** By nodes: where their state is. A replica shares that of its master. */
  readonly #slots: readonly number[];
  readonly #firstActor: number;
  readonly #firstFault: number;
  readonly #mailboxes: (readonly ProgramValue[])[] = [[]];
  readonly #mailboxByText = new Map<string, number>([['[]', 0]]);

  constructor(
    scenario: Scenario,
    variant: Variant,
    sources: Readonly<Record<string, string>> = {},
    neverMerges = false,
  ) {
    this.scenario = scenario;
    this.variant = variant;
    this.actors = variant.actors.map((actor) => ({ ...actor, source: sources[actor.file] ?? actor.source }));
    const someSource = (pattern: RegExp) =>
      this.actors.some(
        ({ source, parameters }) => pattern.test(source) || pattern.test(JSON.stringify(parameters)),
      );
    const showsServerTime = someSource(SHOWS_SERVER_TIME);
    this.showsTime = showsServerTime || someSource(SHOWS_TIME);
    const isTracked = this.actors.some(({ source }) => /\btrack\s*\(/.test(source));
    const startOf = (node: RedisNodeSpec, number: number) => ({
      ...node,
      seed: scenario.seed + number,
      showsTime: showsServerTime,
      isTracked,
      neverMerges,
    });
    this.#slots = slotsOf(variant.nodes);
    const nodes: SimulatedNode[] = [];
    const { cluster, underSentinels } = worldsOf(variant.nodes);
    this.hasWorld = cluster.length + underSentinels.length > 0;
    let constants: Readonly<Record<string, ProgramValue>> = {};
    for (const specs of [cluster, underSentinels] as readonly (readonly WorldSpec[])[]) {
      if (specs.length === 0) continue;
      const world = worldNodes(specs, scenario.seed, neverMerges);
      constants = { ...constants, ...world.constants };
      for (const [at, node] of world.nodes.entries()) nodes[variant.nodes.indexOf(specs[at])] = node;
    }
    for (const [number, node] of variant.nodes.entries()) {
      if (nodes[number] !== undefined) continue;
      if (node.kind === 'database') nodes[number] = new DatabaseNode(node.name, node.rows);
      if (node.kind === 'lsm') {
        nodes[number] = new LsmNode({ ...node, given: binary(node.given), seed: scenario.seed, neverMerges });
      }
      if (node.kind !== 'redis' || this.#slots[number] !== number) continue;
      const replicas = variant.nodes.flatMap((_, at) =>
        at !== number && this.#slots[at] === number ? [at] : [],
      );
      if (replicas.length === 0) {
        nodes[number] = new RedisNode(startOf(node, number));
        continue;
      }
      const members = [number, ...replicas];
      const starts = members.map((member) => startOf(variant.nodes[member] as RedisNodeSpec, member));
      for (const [at, member] of replicatedNodes(starts).entries()) nodes[members[at]] = member;
    }
    this.nodes = nodes;
    const numbered = (kind: SimulatedNode['kind']) =>
      new Map(nodes.flatMap((node, number) => (node.kind === kind ? [[node.name, number] as const] : [])));
    const names = {
      redis: numbered('redis'),
      databases: numbered('database'),
      stores: numbered('lsm'),
      actors: new Map(this.actors.map(({ name }, number) => [name, number])),
    };
    this.programs = this.actors.map(
      ({ name, source, parameters }) =>
        new ActorProgram({
          name,
          source: binary(source),
          parameters: { ...constants, ...(binary(parameters) as Record<string, ProgramValue>) },
          nodes: names,
          seed: scenario.seed,
          maxOperations: variant.limit.operations,
        }),
    );
    this.faults = faultsOf(variant);
    this.#firstActor = 1 + this.nodes.length;
    this.#firstFault = this.#firstActor + FIELDS * this.programs.length;
    const actors = this.programs.flatMap(() => [0, NOT_BEGUN, NEVER, 0]);
    const start = [
      0,
      ...this.nodes.map((node, number) => (this.#slots[number] === number ? node.start : 0)),
      ...actors,
      ...faultKinds.map(() => 0),
    ];
    for (let actor = 0; actor < this.programs.length; actor++) {
      const position = this.position(start, actor);
      this.#throwFailure(actor, position);
      if (position.operation === null) start[this.#at(actor, MODE)] = FINISHED;
    }
    this.start = start;
  }

  #at(actor: number, field: number): number {
    return this.#firstActor + FIELDS * actor + field;
  }

  position(state: Vector, actor: number): Position {
    return this.programs[actor].at(state[this.#at(actor, POSITION)]);
  }

  mode(state: Vector, actor: number): number {
    return state[this.#at(actor, MODE)];
  }

  /** Whether an actor has neither come to its end nor crashed; -1 is nobody. */
  canStillAct(state: Vector, actor: number): boolean {
    return actor !== -1 && this.mode(state, actor) <= WAITING;
  }

  nodeState(state: Vector, node: number): number {
    return state[1 + this.#slots[node]];
  }

  /** Nodes with the same slot are one system: what happens at one may matter to the other. */
  slotOf(node: number): number {
    return this.#slots[node];
  }

  used(state: Vector, kind: FaultKind): number {
    return state[this.#firstFault + faultKinds.indexOf(kind)];
  }

  usedInAll(state: Vector): number {
    let used = 0;
    for (let at = this.#firstFault; at < state.length; at++) used += state[at];
    return used;
  }

  /** Whether this actor's next step, if it has one, asks a node; and which. */
  nodeAsked(state: Vector, actor: number): number | null {
    const { operation } = this.position(state, actor);
    return operation?.kind === 'node' ? operation.node : null;
  }

  hasArrivals(state: Vector, node: number): boolean {
    return this.nodes[node].hasArrivals?.(this.nodeState(state, node)) === true;
  }

  /** How long it is to the next deadline; null if there is none. */
  toDeadlineMs(state: Vector): number | null {
    let least = Number.POSITIVE_INFINITY;
    for (let actor = 0; actor < this.programs.length; actor++) {
      const left = state[this.#at(actor, LEFT)];
      if (left >= 0 && this.mode(state, actor) === WAITING) least = Math.min(least, left);
    }
    for (let node = 0; node < this.nodes.length; node++) {
      least = Math.min(least, this.nodes[node].nextMs(this.nodeState(state, node)));
    }
    return least === Number.POSITIVE_INFINITY ? null : least;
  }

  /** The actors that would have to stand still, and now do not, if time passed. */
  toStall(state: Vector): number[] {
    const actors: number[] = [];
    for (let actor = 0; actor < this.programs.length; actor++) {
      if (this.mode(state, actor) === READY) actors.push(actor);
    }
    return actors;
  }

  /** All that may happen now, always in the same order. */
  enabled(state: Vector, maxFaults: number): number[] {
    const events: number[] = [];
    let isAnybodyLeft = false;
    for (let actor = 0; actor < this.programs.length; actor++) {
      const mode = this.mode(state, actor);
      if (mode <= STALLED) events.push(ACT + actor);
      if (mode <= WAITING) isAnybodyLeft = true;
    }
    for (let node = 0; node < this.nodes.length; node++) {
      if (this.hasArrivals(state, node)) events.push(ARRIVE + node);
    }
    if (!isAnybodyLeft) return events;
    const left = maxFaults - this.usedInAll(state);
    const stalling = this.toStall(state);
    const mayStall =
      stalling.length === 0 ||
      (stalling.length <= left &&
        stalling.every((actor) => this.faults.pause.subjects.has(actor)) &&
        this.used(state, 'pause') + stalling.length <= this.faults.pause.most);
    if (mayStall && this.toDeadlineMs(state) !== null) events.push(PASS);
    if (left > 0 && this.faults.areAny) this.#addFaults(state, events);
    return events;
  }

  #addFaults(state: Vector, events: number[]): void {
    const may = (kind: FaultKind, subject: number) =>
      this.used(state, kind) < this.faults[kind].most && this.faults[kind].subjects.has(subject);
    for (let actor = 0; actor < this.programs.length; actor++) {
      const mode = this.mode(state, actor);
      if (mode > WAITING) continue;
      const node = mode === WAITING ? null : this.nodeAsked(state, actor);
      if (node !== null) {
        if (may('lostReply', actor)) events.push(LOST_REPLY + actor);
        if (may('lostRequest', actor)) events.push(LOST_REQUEST + actor);
        const { operation } = this.position(state, actor);
        const isWrite =
          operation?.kind === 'node' &&
          this.nodes[node].kind === 'database' &&
          this.nodes[node].isWrite(operation.request);
        if (isWrite && may('failedWrite', actor)) events.push(FAILED_WRITE + actor);
      }
      if (mode !== NOT_BEGUN && may('crash', actor)) events.push(CRASH + actor);
    }
    for (let node = 0; node < this.nodes.length; node++) {
      if (this.nodes[node].isDown(this.nodeState(state, node))) continue;
      if (may('clockJump', node)) events.push(JUMP + node);
      if (may('restart', node)) {
        // What is written out when matters only as long as the power may fail.
        if (this.nodes[node].canWriteBack?.(this.nodeState(state, node)) === true)
          events.push(WRITE_BACK + node);
        events.push(RESTART + node);
      }
      if (may('down', node)) events.push(DOWN + node);
      const isCut = this.nodes[node].isCut?.(this.nodeState(state, node)) === true;
      if (may('cut', node) && !isCut) events.push(CUT + node);
    }
  }

  /** The state after an event that may happen now. */
  after(state: Vector, event: number): number[] {
    const next = state.slice();
    const fault = faultAt(event);
    if (fault !== null) next[this.#firstFault + faultKinds.indexOf(fault)]++;
    const subject = subjectOfEvent(event);
    switch (kindOfEvent(event)) {
      case PASS: {
        for (const actor of this.toStall(next)) {
          next[this.#at(actor, MODE)] = STALLED;
          next[this.#firstFault + faultKinds.indexOf('pause')]++;
        }
        this.#pass(next, this.toDeadlineMs(next) ?? 0);
        return next;
      }
      case CRASH:
        next[this.#at(subject, MODE)] = CRASHED;
        next[this.#at(subject, LEFT)] = NEVER;
        next[this.#at(subject, MAILBOX)] = 0;
        for (let node = 0; node < this.nodes.length; node++) {
          this.#arrive(next, node, this.nodes[node].leave(this.nodeState(next, node), subject));
        }
        return next;
      case JUMP:
        this.#arrive(
          next,
          subject,
          this.nodes[subject].jump(this.nodeState(next, subject), this.variant.faults.clockJump.ms),
        );
        return next;
      case RESTART:
        this.#arrive(
          next,
          subject,
          this.nodes[subject].restart(this.nodeState(next, subject), this.variant.faults.restart.ms),
        );
        return next;
      case ARRIVE: {
        const arrived = this.nodes[subject].letArrive?.(this.nodeState(next, subject));
        if (arrived !== undefined) this.#arrive(next, subject, arrived);
        return next;
      }
      case WRITE_BACK: {
        const written = this.nodes[subject].writeBack?.(this.nodeState(next, subject));
        if (written !== undefined) this.#arrive(next, subject, written);
        return next;
      }
      case CUT: {
        const cut = this.nodes[subject].cut?.(this.nodeState(next, subject), this.variant.faults.cut.ms);
        if (cut !== undefined) this.#arrive(next, subject, cut);
        return next;
      }
      case DOWN:
        this.#arrive(next, subject, this.nodes[subject].down(this.nodeState(next, subject)));
        return next;
      default:
        this.#act(next, subject, kindOfEvent(event));
        return next;
    }
  }

  /** Lets any amount of time pass, deadline by deadline; for runs under latencies. */
  passBy(state: Vector, ms: number): number[] {
    const next = state.slice();
    let left = ms;
    while (left > 0) {
      const stretch = Math.min(left, this.toDeadlineMs(next) ?? left);
      this.#pass(next, stretch);
      left -= stretch;
    }
    return next;
  }

  #pass(next: number[], ms: number): void {
    if (this.showsTime) next[0] += ms;
    for (let actor = 0; actor < this.programs.length; actor++) {
      const at = this.#at(actor, LEFT);
      if (next[at] >= 0) next[at] = Math.max(0, next[at] - ms);
    }
    for (let node = 0; node < this.nodes.length; node++) {
      if (this.#slots[node] === node) this.#arrive(next, node, this.nodes[node].pass(next[1 + node], ms));
    }
    for (let actor = 0; actor < this.programs.length; actor++) {
      if (next[this.#at(actor, MODE)] !== WAITING || next[this.#at(actor, LEFT)] !== 0) continue;
      const { operation } = this.position(next, actor);
      this.#advance(next, actor, operation?.kind === 'receive' ? false : null);
    }
  }

  #arrive(
    next: number[],
    node: number,
    { state, deliveries }: { state: number; deliveries: readonly Delivery[] },
  ) {
    next[1 + this.#slots[node]] = state;
    for (const delivery of deliveries) this.#deliver(next, delivery);
  }

  #deliver(next: number[], { actor, kind, value }: Delivery): void {
    const mode = next[this.#at(actor, MODE)];
    if (mode === FINISHED || mode === CRASHED) return;
    if (kind === 'answer') {
      this.#advance(next, actor, value);
      return;
    }
    const { operation } = this.position(next, actor);
    if (mode === WAITING && operation?.kind === 'receive') {
      this.#advance(next, actor, value);
      return;
    }
    const at = this.#at(actor, MAILBOX);
    next[at] = this.#mailbox([...this.#mailboxes[next[at]], value]);
  }

  #mailbox(messages: readonly ProgramValue[]): number {
    const text = JSON.stringify(messages);
    let id = this.#mailboxByText.get(text);
    if (id === undefined) {
      id = this.#mailboxes.push(messages) - 1;
      this.#mailboxByText.set(text, id);
    }
    return id;
  }

  #act(next: number[], actor: number, kind: number): void {
    const { operation } = this.position(next, actor);
    next[this.#at(actor, MODE)] = READY;
    switch (operation?.kind) {
      case 'node': {
        const { node, request } = operation;
        if (kind === LOST_REQUEST) {
          this.#advance(next, actor, LOST);
          return;
        }
        if (kind === FAILED_WRITE) {
          this.#advance(next, actor, WRITE_FAILED);
          return;
        }
        let effect: ReturnType<SimulatedNode['ask']>;
        try {
          effect = this.nodes[node].ask(this.nodeState(next, node), actor, request);
        } catch (problem) {
          if (!(problem instanceof RefusedRequest)) throw problem;
          throw new ProgramFailed(actor, this.position(next, actor).line, problem.message);
        }
        next[1 + this.#slots[node]] = effect.state;
        if (effect.answer === undefined) {
          next[this.#at(actor, MODE)] = WAITING;
          next[this.#at(actor, LEFT)] = NEVER;
        } else {
          this.#advance(next, actor, kind === LOST_REPLY ? LOST : effect.answer);
        }
        for (const delivery of effect.deliveries) this.#deliver(next, delivery);
        return;
      }
      case 'now':
        this.#advance(next, actor, next[0] + this.actors[actor].clockOffsetMs);
        return;
      case 'step':
        this.#advance(next, actor, null);
        return;
      case 'sleep':
      case 'receive':
        // It begins with a wait.
        this.#settle(next, actor);
        return;
      default:
        throw new RangeError(`${this.programs[actor].name} has nothing to do`);
    }
  }

  #advance(next: number[], actor: number, answer: ProgramValue): void {
    const at = this.#at(actor, POSITION);
    next[at] = this.programs[actor].next(next[at], answer);
    this.#settle(next, actor);
  }

  #settle(next: number[], actor: number): void {
    const position = this.position(next, actor);
    this.#throwFailure(actor, position);
    const { operation } = position;
    const become = (mode: number, left: number) => {
      next[this.#at(actor, MODE)] = mode;
      next[this.#at(actor, LEFT)] = left;
    };
    if (operation === null) {
      next[this.#at(actor, MAILBOX)] = 0;
      become(FINISHED, NEVER);
      return;
    }
    if (operation.kind === 'sleep') {
      if (operation.ms === 0) {
        this.#advance(next, actor, null);
        return;
      }
      become(WAITING, operation.ms);
      return;
    }
    if (operation.kind === 'receive') {
      const at = this.#at(actor, MAILBOX);
      const [first, ...others] = this.#mailboxes[next[at]];
      if (first !== undefined) {
        next[at] = this.#mailbox(others);
        this.#advance(next, actor, first);
        return;
      }
      if (operation.timeoutMs === 0) {
        this.#advance(next, actor, false);
        return;
      }
      become(WAITING, operation.timeoutMs ?? NEVER);
      return;
    }
    become(READY, NEVER);
  }

  #throwFailure(actor: number, { failure }: Position): void {
    if (failure !== null) throw new ProgramFailed(actor, failure.line, failure.message);
  }
}

/** By nodes: the number of the one that stands for the system that they are part of. */
function slotsOf(nodes: readonly ScenarioNode[]): number[] {
  const { cluster, underSentinels } = worldsOf(nodes);
  return nodes.map((node, number) => {
    const world = [cluster, underSentinels].find((each) => each.includes(node));
    if (world !== undefined) return nodes.indexOf(world[0]);
    if (node.kind !== 'redis' || node.replicaOf === undefined) return number;
    return nodes.findIndex(({ name }) => name === node.replicaOf);
  });
}

/** A text with one character per byte, as programs hold it. */
function binary<Value>(value: Value): Value {
  if (typeof value === 'string') return bytesAsText(value) as Value;
  if (Array.isArray(value)) return value.map(binary) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, binary(item)])) as Value;
}

function bytesAsText(text: string): string {
  let bytes = '';
  for (const byte of encodeUtf8(text)) bytes += String.fromCharCode(byte);
  return bytes;
}
