/**
 * The record of a set operation in progress: which algorithm, how many lookups, how it ended. The server keeps the
 * latest one for the panels; nothing depends on it.
 */
import type { SetOperation, SetsEnd, SetWay } from '../../protocol/steps-sets.ts';
import { repr } from '../base/bytes.ts';
import type { Environment } from '../base/probe.ts';
import { type Member, memberBytes } from './set.ts';

export class SetAlgebraRecord {
  readonly db: number;
  readonly operation: SetOperation;
  /** The sets of the command are at the arguments from here up to but not including `end`. */
  readonly from: number;
  readonly end: number;
  readonly limit: number;
  way: SetWay | null = null;
  order: readonly number[] = [];
  lookUpCost = 0;
  takeAwayCost = 0;
  /** The result goes to a key: the first argument. */
  isStored = false;
  probes = 0;
  taken = 0;
  ended: SetsEnd | null = null;
  readonly #env: Environment;
  #args: readonly Uint8Array[];
  #isKept = false;

  constructor(
    env: Environment,
    db: number,
    args: readonly Uint8Array[],
    operation: SetOperation,
    from: number,
    end = args.length,
    limit = 0,
  ) {
    this.#env = env;
    this.db = db;
    this.#args = args;
    this.operation = operation;
    this.from = from;
    this.end = end;
    this.limit = limit;
  }

  /** As they came, name included. */
  get args(): readonly Uint8Array[] {
    return this.#args;
  }

  /** Their bytes are another's when the step is over. */
  keep(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    this.#args = this.#args.map((arg) => arg.slice());
  }

  plan(way: SetWay, order: readonly number[], lookUpCost = 0, takeAwayCost = 0): void {
    this.way = way;
    this.order = order;
    this.lookUpCost = lookUpCost;
    this.takeAwayCost = takeAwayCost;
    const { operation } = this;
    this.#env.probe?.emit({ type: 'sets.plan', operation, way, order, lookUpCost, takeAwayCost });
  }

  probed(operand: number, member: Member, found: boolean): void {
    this.probes++;
    const { probe } = this.#env;
    if (probe === null) return;
    probe.emit({ type: 'sets.probe', operand, member: this.#name(member), found, probes: this.probes });
  }

  took(operand: number, member: Member, isNew: boolean): void {
    if (isNew) this.taken++;
    const { probe } = this.#env;
    if (probe === null) return;
    probe.emit({ type: 'sets.take', operand, member: this.#name(member), isNew, taken: this.taken });
  }

  dropped(operand: number, member: Member, wasThere: boolean): void {
    if (wasThere) this.taken--;
    const { probe } = this.#env;
    if (probe === null) return;
    probe.emit({ type: 'sets.drop', operand, member: this.#name(member), wasThere, taken: this.taken });
  }

  finish(why: SetsEnd): void {
    this.ended = why;
    const { probes, taken } = this;
    this.#env.probe?.emit({ type: 'sets.end', why, probes, taken });
  }

  #name(member: Member): string {
    return repr(memberBytes(this.#env.heap, member));
  }
}
