/**
 * How likely is it? The same scenario in time: every operation takes a latency drawn from a seed, actors now and then
 * stall or crash, as often as the variant allows, and what breaks in so many runs is a number. The same seed gives the
 * same run.
 */
import { Random, type RandomStream } from '../../engine/index.ts';
import type { Likelihood } from '../../protocol/explore.ts';
import { compileCondition } from './conditions.ts';
import { Digest } from './digest.ts';
import { faultAt } from './faults.ts';
import { type SearchRequest, variantOf } from './search.ts';
import {
  ACT,
  ARRIVE,
  actorOfEvent,
  CRASH,
  CRASHED,
  kindOfEvent,
  NOT_BEGUN,
  RESTART,
  Space,
  STALLED,
  subjectOfEvent,
  type Vector,
  WRITE_BACK,
} from './space.ts';

const MAX_EVENTS = 10_000;
/** Of each record of a log that is not synced, if those before it are. */
const WRITTEN_CHANCE = 0.5;

export class Runner {
  readonly #space: Space;
  readonly #never: readonly { readonly holds: (state: Vector) => boolean; readonly atEnd: boolean }[];

  constructor(space: Space) {
    this.#space = space;
    this.#never = space.variant.never.map(({ when, at }) => ({
      holds: compileCondition(when, space),
      atEnd: at === 'end',
    }));
  }

  /** One run; whether it broke something. */
  run(seed: number, digest: Digest): boolean {
    const space = this.#space;
    const { startWithinMs, crashChance, faultChance } = space.scenario.latency;
    const { crash, pause } = space.faults;
    let crashesLeft = crash.most;
    let stallsLeft = pause.most;
    const random = new Random(seed).stream('latency');
    const count = space.programs.length;
    const due = Array.from({ length: count }, () => Math.floor(random.float() * (startWithinMs + 1)));
    /** By nodes: when the next of what its master has sent is there. */
    const arrives: (number | null)[] = space.nodes.map(() => null);
    let state: Vector = space.start;
    let nowMs = 0;
    let isBroken = this.#isBroken(state, false);
    for (let events = 0; events < MAX_EVENTS; events++) {
      const actor = this.#first(state, due, random);
      const deadlineMs = space.toDeadlineMs(state);
      const isUnderWay = space.nodes.some((_, node) => space.hasArrivals(state, node));
      if (actor === -1 && deadlineMs === null && !isUnderWay) break;
      const isAnybodyLeft = space.programs.some((_, each) => space.mode(state, each) <= WAITING_AT_MOST);
      if (!isAnybodyLeft && !isUnderWay) break;
      const replica = this.#nextArrival(state, arrives, nowMs, random);
      const arrivalMs =
        replica === -1 ? Number.POSITIVE_INFINITY : Math.max(0, (arrives[replica] as number) - nowMs);
      const dueMs = actor === -1 ? Number.POSITIVE_INFINITY : Math.max(0, due[actor] - nowMs);
      const before = state;
      const isArrival = arrivalMs <= Math.min(dueMs, deadlineMs ?? Number.POSITIVE_INFINITY);
      if (isArrival) {
        state = space.after(space.passBy(state, arrivalMs), ARRIVE + replica);
        nowMs += arrivalMs;
        arrives[replica] = null;
      } else if (deadlineMs !== null && deadlineMs <= dueMs) {
        state = space.passBy(state, deadlineMs);
        nowMs += deadlineMs;
      } else {
        state = space.passBy(state, dueMs);
        nowMs += dueMs;
        const mayCrash =
          crashesLeft > 0 && crash.subjects.has(actor) && space.mode(state, actor) !== NOT_BEGUN;
        const crashes = mayCrash && random.float() < crashChance;
        if (crashes) crashesLeft--;
        const others =
          !crashes && faultChance > 0 && random.float() < faultChance ? this.#faults(state, actor) : [];
        const fault = others[Math.floor(random.float() * others.length)];
        if (fault !== undefined) state = this.#written(state, fault, random);
        state = space.after(state, fault ?? (crashes ? CRASH : ACT) + actor);
      }
      for (let each = 0; each < count; each++) {
        const hasMoved = space.position(before, each) !== space.position(state, each);
        if (!hasMoved && (each !== actor || isArrival)) continue;
        const stallMs = stallsLeft > 0 && pause.subjects.has(each) ? this.#stallMs(random) : 0;
        if (stallMs > 0) stallsLeft--;
        due[each] = nowMs + this.#wayMs(random) + stallMs;
      }
      for (const part of state) digest.add(part);
      isBroken ||= this.#isBroken(state, false);
    }
    return isBroken || this.#isBroken(state, true);
  }

  /** The replica at which something arrives next; -1 if nothing is under way. */
  #nextArrival(state: Vector, arrives: (number | null)[], nowMs: number, random: RandomStream): number {
    let next = -1;
    for (let node = 0; node < arrives.length; node++) {
      if (!this.#space.hasArrivals(state, node)) {
        arrives[node] = null;
        continue;
      }
      arrives[node] ??= nowMs + this.#wayMs(random);
      if (next === -1 || (arrives[node] as number) < (arrives[next] as number)) next = node;
    }
    return next;
  }

  /** What else may go wrong where this actor would act: its request, its reply, or a server. */
  #faults(state: Vector, actor: number): number[] {
    const space = this.#space;
    return space.enabled(state, space.faults.most).filter((event) => {
      const kind = faultAt(event);
      if (kind === null || kind === 'crash') return false;
      return actorOfEvent(event) === -1 || actorOfEvent(event) === actor;
    });
  }

  /** Before the power fails, the system may have written out some of what was not synced. */
  #written(state: Vector, fault: number, random: RandomStream): Vector {
    const space = this.#space;
    const node = subjectOfEvent(fault);
    if (kindOfEvent(fault) !== RESTART || space.nodes[node].canWriteBack === undefined) return state;
    let written = state;
    while (
      space.nodes[node].canWriteBack?.(space.nodeState(written, node)) === true &&
      random.float() < WRITTEN_CHANCE
    ) {
      written = space.after(written, WRITE_BACK + node);
    }
    return written;
  }

  #wayMs(random: RandomStream): number {
    const { ms, jitterMs } = this.#space.scenario.latency;
    return ms + Math.floor(random.float() * (jitterMs + 1));
  }

  #stallMs(random: RandomStream): number {
    const { stallChance, stallMs } = this.#space.scenario.latency;
    return random.float() < stallChance ? Math.floor(random.float() * (stallMs + 1)) : 0;
  }

  /** Who goes on next; among those at one instant chance decides. */
  #first(state: Vector, due: readonly number[], random: RandomStream): number {
    let first = -1;
    let equals = 0;
    for (let actor = 0; actor < due.length; actor++) {
      if (this.#space.mode(state, actor) > STALLED) continue;
      if (first !== -1 && due[actor] > due[first]) continue;
      if (first !== -1 && due[actor] === due[first]) {
        equals++;
        if (random.float() * (equals + 1) >= 1) continue;
      } else {
        equals = 0;
      }
      first = actor;
    }
    return first;
  }

  #isBroken(state: Vector, atEnd: boolean): boolean {
    return this.#never.some((each) => each.atEnd === atEnd && each.holds(state));
  }
}

/** Everything but finished and crashed. */
const WAITING_AT_MOST = CRASHED - 2;

export function runMany(request: SearchRequest, runs: number, firstSeed: number): Likelihood {
  const steps = runInSlices(request, runs, firstSeed);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const SLICE_RUNS = 5;
/** States of servers that are kept; each run comes by new ones. */
const FRESH_AFTER_RUNS = 500;

export function* runInSlices(
  { scenario, variant, sources = {} }: SearchRequest,
  runs: number,
  firstSeed: number,
): Generator<number, Likelihood, void> {
  const digest = new Digest();
  let runner: Runner | null = null;
  let slice = SLICE_RUNS;
  let broken = 0;
  let firstBrokenSeed: number | null = null;
  for (let run = 0; run < runs; run++) {
    if (run % FRESH_AFTER_RUNS === 0 || runner === null) {
      const space = new Space(scenario, variantOf(scenario, variant), sources);
      runner = new Runner(space);
      slice = space.hasWorld ? 1 : SLICE_RUNS;
    }
    if (runner.run(firstSeed + run, digest)) {
      broken++;
      firstBrokenSeed ??= firstSeed + run;
    }
    if (run % slice === slice - 1) yield run + 1;
  }
  return { runs, broken, firstBrokenSeed, hash: digest.text };
}
