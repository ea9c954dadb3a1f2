/**
 * All states that a scenario can come to, each once, with what may happen in it: built depth first, so that an engine
 * goes on from where it stands. A schedule is a way from the first state to one in which nothing may happen any more.
 *
 * With a bound on switches, who acted last and how often it changed belong to a state.
 */
import type { Bound, FirstBroken } from '../../protocol/explore.ts';
import { compileCondition } from './conditions.ts';
import { Digest } from './digest.ts';
import { runnerOfEvent, type Space, type Vector } from './space.ts';

export interface GraphNode {
  readonly state: Vector;
  /** Who acted last, and how many switches there were; -1 and 0 where they do not count. */
  readonly last: number;
  readonly switches: number;
  events: readonly number[];
  /** The states that they lead to. */
  targets: number[];
  /** The invariants that do not hold here, by their numbers, as bits. */
  broken: number;
  /** The possibilities that are met here, as bits. */
  met: number;
}

export interface Progress {
  readonly states: number;
  readonly transitions: number;
  /** Told once: this state, just found, is the first that breaks something. */
  readonly isFirstBroken: boolean;
}

const NOBODY = -1;
/** A transition can take long, where a server has to be led to its state again; Stop must be heard soon all the same. */
const PROGRESS_EVERY = 5;

export class Graph {
  readonly space: Space;
  readonly bound: Bound;
  readonly nodes: GraphNode[] = [];
  /** States in the order in which all that follows them was complete: each after those that it leads to. */
  readonly finished: number[] = [];
  transitions = 0;
  /** Whether every state within the bound was looked at. */
  isComplete = false;
  /** How far it was when it found the first state that breaks something. */
  firstBroken: FirstBroken | null = null;
  readonly #byText = new Map<string, number>();
  readonly #never: readonly { readonly holds: (state: Vector) => boolean; readonly atEnd: boolean }[];
  readonly #possible: readonly { readonly holds: (state: Vector) => boolean; readonly atEnd: boolean }[];
  readonly #digest = new Digest();
  readonly #maxFaults: number;

  constructor(space: Space, bound: Bound) {
    this.space = space;
    this.bound = bound;
    const compile = ({ when, at }: Space['variant']['never'][number]) => ({
      holds: compileCondition(when, space),
      atEnd: at === 'end',
    });
    this.#never = space.variant.never.map(compile);
    this.#possible = space.variant.possible.map(compile);
    this.#maxFaults = bound.faults ?? space.faults.most;
    this.#add(space.start, NOBODY, 0);
  }

  get hash(): string {
    return this.#digest.text;
  }

  /** Whether all possibilities are met somewhere. */
  get met(): number {
    return this.nodes.reduce((met, node) => met | node.met, 0);
  }

  #add(state: Vector, last: number, switches: number): number {
    const counts = this.bound.switches !== null;
    const text = counts ? `${state.join()} ${last} ${switches}` : state.join();
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const number = this.nodes.length;
    this.#byText.set(text, number);
    const events = this.#eventsOf(state, last, switches);
    const node: GraphNode = { state, last, switches, events, targets: [], broken: 0, met: 0 };
    const isEnd = events.length === 0;
    for (let at = 0; at < this.#never.length; at++) {
      const { holds, atEnd } = this.#never[at];
      if ((isEnd || !atEnd) && holds(state)) node.broken |= 1 << at;
    }
    for (let at = 0; at < this.#possible.length; at++) {
      const { holds, atEnd } = this.#possible[at];
      if ((isEnd || !atEnd) && holds(state)) node.met |= 1 << at;
    }
    this.nodes.push(node);
    for (const part of state) this.#digest.add(part);
    return number;
  }

  #eventsOf(state: Vector, last: number, switches: number): number[] {
    const events = this.space.enabled(state, this.#maxFaults);
    const { bound } = this;
    if (bound.switches === null || switches < bound.switches) return events;
    // Whoever acted last may go on; others only once it cannot.
    const own = events.filter((event) => runnerOfEvent(event) === last || runnerOfEvent(event) === NOBODY);
    return own.some((event) => event === last) ? own : events;
  }

  /** Builds the graph; pauses now and then to say how far it is. */
  *build(): Generator<Progress, void, void> {
    const { space, nodes, bound } = this;
    const path: { readonly number: number; next: number }[] = [{ number: 0, next: 0 }];
    if (nodes[0].broken !== 0) yield this.#noteFirstBroken();
    while (path.length > 0) {
      const top = path[path.length - 1];
      const node = nodes[top.number];
      if (top.next === node.events.length) {
        this.finished.push(top.number);
        path.pop();
        continue;
      }
      const event = node.events[top.next++];
      const before = nodes.length;
      const target = this.#follow(space, node, event);
      node.targets.push(target);
      this.#digest.add(event);
      this.transitions++;
      if (nodes.length > before) path.push({ number: target, next: 0 });
      if (this.firstBroken === null && nodes[target].broken !== 0) yield this.#noteFirstBroken();
      if (nodes.length > bound.states) return;
      if (this.transitions % PROGRESS_EVERY === 0) yield this.#progress(false);
    }
    this.isComplete = true;
  }

  #noteFirstBroken(): Progress {
    this.firstBroken = { states: this.nodes.length, transitions: this.transitions };
    return this.#progress(true);
  }

  #progress(isFirstBroken: boolean): Progress {
    return { states: this.nodes.length, transitions: this.transitions, isFirstBroken };
  }

  #follow(space: Space, node: GraphNode, event: number): number {
    const next = space.after(node.state, event);
    if (this.bound.switches === null) return this.#add(next, NOBODY, 0);
    const actor = runnerOfEvent(event);
    const last = actor === NOBODY ? node.last : actor;
    const isSwitch = isPreemption(node, actor);
    return this.#add(next, last, node.switches + (isSwitch ? 1 : 0));
  }
}

/** Another actor goes on although the last one could have. */
function isPreemption({ last, events }: GraphNode, actor: number): boolean {
  return actor !== NOBODY && last !== NOBODY && actor !== last && events.includes(last);
}
