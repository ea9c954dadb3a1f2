/**
 * Many clients in virtual time: events in the order of their times, and of their making where times are equal.
 *
 * A client is a generator that yields at every operation and is resumed with its answer:
 *
 *     function* buyer() {
 *       const [stock] = yield* redis.ask([['GET', 'stock']]);
 *       yield* simulation.sleep(10);
 *     }
 *
 * Each event goes into a hash: two runs are the same if their hashes are.
 */
import { Digest } from '../explore/digest.ts';

/** Begins something; calls back, perhaps later in virtual time, with what came of it. */
type Operation = (resume: (answer: unknown) => void) => void;
// biome-ignore lint/suspicious/noExplicitAny: each operation is resumed with an answer of its own type.
export type Steps<Result = void> = Generator<Operation, Result, any>;

interface Event {
  readonly atMs: number;
  readonly order: number;
  readonly act: () => void;
}

/** A browser tab survives so many; a run that makes more has an error. */
const MAX_EVENTS = 3_000_000;
const PROGRESS_EVERY = 500;

export class Simulation {
  nowMs = 0;
  events = 0;
  readonly #heap: Event[] = [];
  readonly #digest = new Digest();
  #order = 0;

  get hash(): string {
    return this.#digest.text;
  }

  /** What happened beside the times of events: answers of servers. */
  note(number: number): void {
    this.#digest.add(number | 0);
  }

  at(atMs: number, act: () => void): void {
    const heap = this.#heap;
    const event = { atMs: Math.max(atMs, this.nowMs), order: this.#order++, act };
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = event;
  }

  after(ms: number, act: () => void): void {
    this.at(this.nowMs + ms, act);
  }

  /** A client begins now. */
  spawn(steps: Steps<unknown>): void {
    const goOn = (answer: unknown): void => {
      const step = steps.next(answer);
      if (step.done !== true) step.value(goOn);
    };
    goOn(undefined);
  }

  *sleep(ms: number): Steps {
    yield (resume) => this.after(ms, () => resume(undefined));
  }

  /** Lives until then; yields how far it has come, from 0 to 1. Events after the end do not happen. */
  *run(untilMs: number): Generator<number, void, void> {
    for (let event = this.#take(untilMs); event !== null; event = this.#take(untilMs)) {
      this.nowMs = event.atMs;
      this.events++;
      // Microseconds, folded into 32 bits.
      this.#digest.add(Math.round(event.atMs * 1000) | 0);
      event.act();
      if (this.events > MAX_EVENTS) throw new Error(`more than ${MAX_EVENTS} events`);
      if (this.events % PROGRESS_EVERY === 0) yield event.atMs / untilMs;
    }
    this.nowMs = untilMs;
  }

  #take(untilMs: number): Event | null {
    const heap = this.#heap;
    if (heap.length === 0 || heap[0].atMs > untilMs) return null;
    const [first] = heap;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], last)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
