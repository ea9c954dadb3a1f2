/**
 * What an actor does next is a function of its program and the answers it has had. So its positions form a tree, which
 * is filled where somebody comes by; most steps of a search need no Lua at all.
 *
 *     0  GET stock ──"1"──▸ 1  DECR stock ──0──▸ 3  end: "sold"
 *                  └─"0"──▸ 2  end: "sold out"
 *
 * What it claims, notes and says at once belongs to the position that it comes to.
 */
import { ProgramRun, type ProgramValue, type Turn } from '../../engine/programs.ts';
import { decodeUtf8 } from '../../protocol/utf8.ts';
import { RefusedRequest } from '../nodes/node.ts';
import {
  type LocalEffect,
  type NodeNames,
  type Operation,
  operationNames,
  readOperation,
} from './operation.ts';

export interface Position {
  readonly id: number;
  /** The position before; -1 at the beginning. */
  readonly before: number;
  /** Null at the end. */
  readonly operation: Operation | null;
  /** Where the operation stands; 0 at the end. */
  readonly line: number;
  /** What was done at once on the way here. */
  readonly effects: readonly LocalEffect[];
  readonly claims: readonly string[];
  readonly notes: Readonly<Record<string, ProgramValue>>;
  readonly result: ProgramValue;
  readonly failure: { readonly line: number; readonly message: string } | null;
  readonly depth: number;
}

interface Node {
  readonly position: Position;
  readonly parent: Node | null;
  readonly answer: ProgramValue;
  readonly children: Map<string, number>;
  readonly tokens: number;
}

export interface ActorStart {
  readonly name: string;
  readonly source: string;
  readonly parameters: Readonly<Record<string, ProgramValue>>;
  readonly nodes: NodeNames;
  readonly seed: number;
  /** The most operations of one run. */
  readonly maxOperations: number;
}

const MAX_PARKED = 64;
const MAX_LOCAL = 10_000;

export class ActorProgram {
  readonly name: string;
  readonly #start: ActorStart;
  readonly #operations: readonly string[];
  readonly #nodes: Node[] = [];
  readonly #parked = new Map<number, ProgramRun>();

  constructor(start: ActorStart) {
    this.name = start.name;
    this.#start = start;
    this.#operations = operationNames(start.nodes);
    const run = this.#newRun();
    this.#arrive(null, null, run, run.next());
  }

  at(id: number): Position {
    return this.#nodes[id].position;
  }

  /** The answer that led to a position. */
  answerTo(id: number): ProgramValue {
    return this.#nodes[id].answer;
  }

  get positions(): number {
    return this.#nodes.length;
  }

  /** Where it comes to from a position with this answer. */
  next(id: number, answer: ProgramValue): number {
    const node = this.#nodes[id];
    const key = JSON.stringify(answer);
    const known = node.children.get(key);
    if (known !== undefined) return known;
    const run = this.#runAt(node);
    const next = this.#arrive(node, answer, run, run.next(answer));
    node.children.set(key, next);
    return next;
  }

  #newRun(): ProgramRun {
    const { name, source, parameters } = this.#start;
    return new ProgramRun({ source, constants: { ...parameters, me: name }, operations: this.#operations });
  }

  #runAt(node: Node): ProgramRun {
    const parked = this.#parked.get(node.position.id);
    if (parked !== undefined) {
      this.#parked.delete(node.position.id);
      return parked;
    }
    const answers: ProgramValue[] = [];
    for (let at: Node = node; at.parent !== null; at = at.parent) answers.push(at.answer);
    const run = this.#newRun();
    const counter = { tokens: 0 };
    this.#settle(run, run.next(), counter, []);
    for (const answer of answers.reverse()) this.#settle(run, run.next(answer), counter, []);
    return run;
  }

  #arrive(parent: Node | null, answer: ProgramValue, run: ProgramRun, first: Turn): number {
    const counter = { tokens: parent?.tokens ?? 0 };
    const effects: LocalEffect[] = [];
    const settled = this.#settle(run, first, counter, effects);
    const before = parent?.position;
    const id = this.#nodes.length;
    const depth = (before?.depth ?? -1) + 1;
    const { maxOperations } = this.#start;
    const isTooLong = settled.operation !== null && depth >= maxOperations;
    const position: Position = {
      id,
      before: before?.id ?? -1,
      depth,
      effects,
      claims: claimsAfter(before?.claims ?? [], effects),
      notes: notesAfter(before?.notes ?? {}, effects),
      operation: isTooLong ? null : settled.operation,
      line: settled.line,
      result: settled.result,
      failure: isTooLong
        ? { line: settled.line, message: `more than ${maxOperations} operations: let its loops end` }
        : settled.failure,
    };
    this.#nodes.push({ position, parent, answer, children: new Map(), tokens: counter.tokens });
    if (position.operation !== null) this.#park(id, run);
    return id;
  }

  #park(id: number, run: ProgramRun): void {
    if (this.#parked.size >= MAX_PARKED) {
      for (const oldest of this.#parked.keys()) {
        this.#parked.delete(oldest);
        break;
      }
    }
    this.#parked.set(id, run);
  }

  /** Does at once what needs nobody else, up to the next operation or the end. */
  #settle(run: ProgramRun, first: Turn, counter: { tokens: number }, effects: LocalEffect[]) {
    let turn = first;
    for (let count = 0; ; count++) {
      if (turn.type === 'returned') {
        return { operation: null, line: 0, result: turn.value, failure: null };
      }
      if (turn.type === 'failed') return failedAt(turn.line, decoded(turn.message));
      const { line } = turn;
      if (count === MAX_LOCAL) return failedAt(line, 'it runs on and on without an operation');
      try {
        const asked = readOperation(turn.name, turn.args, this.#start.nodes);
        if (asked.type === 'operation') {
          return { operation: asked.operation, line, result: null, failure: null };
        }
        let answer: ProgramValue = null;
        if (asked.type === 'token') answer = `${this.name}:${++counter.tokens}`;
        else if (asked.type === 'random') answer = this.#drawn(++counter.tokens, asked.below);
        else effects.push(asked.effect);
        turn = run.next(answer);
      } catch (problem) {
        if (!(problem instanceof RefusedRequest)) throw problem;
        return failedAt(line, problem.message);
      }
    }
  }

  /** From 1: follows from the seed, the actor and how often it has drawn. */
  #drawn(nth: number, below: number): number {
    let hash = (this.#start.seed ^ 0x811c9dc5) >>> 0;
    for (const character of `${this.name} ${nth}`) {
      hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
    return 1 + (((hash ^ (hash >>> 13)) >>> 0) % Math.floor(below));
  }
}

function failedAt(line: number, message: string) {
  return { operation: null, line, result: null, failure: { line, message } };
}

function decoded(text: string): string {
  return decodeUtf8(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

function claimsAfter(before: readonly string[], effects: readonly LocalEffect[]): readonly string[] {
  let claims = before;
  for (const effect of effects) {
    if (effect.type === 'hold' && !claims.includes(effect.name)) claims = [...claims, effect.name];
    if (effect.type === 'release') claims = claims.filter((name) => name !== effect.name);
  }
  return claims;
}

function notesAfter(before: Position['notes'], effects: readonly LocalEffect[]): Position['notes'] {
  let notes = before;
  for (const effect of effects) {
    if (effect.type === 'note') notes = { ...notes, [effect.name]: effect.value };
  }
  return notes;
}
