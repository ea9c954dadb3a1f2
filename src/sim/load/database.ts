/**
 * A database with a few connections and a queue before them.
 *
 * A client that waits too long gives up, but its query stays in the queue and is worked on all the same: a database
 * that everybody has given up on is busy and of no use to anyone. When the queue is full, a query is refused at once.
 */
import type { Chance } from './chance.ts';
import type { Meter } from './meter.ts';
import type { Simulation, Steps } from './simulation.ts';

export interface DatabaseOptions {
  readonly connections: number;
  /** Of a query, on average. */
  readonly serviceMs: number;
  readonly maxQueue: number;
  /** After this time a client gives up. */
  readonly timeoutMs: number;
}

export type QueryOutcome = 'rows' | 'timeout' | 'refused';

interface Query {
  readonly serviceMs: number;
  settle: ((outcome: QueryOutcome) => void) | null;
}

export class Database {
  readonly options: DatabaseOptions;
  /** Queries under way, waiting or running. */
  pending = 0;
  readonly #simulation: Simulation;
  readonly #meter: Meter;
  readonly #service: (meanMs: number) => number;
  readonly #queue: Query[] = [];
  #head = 0;
  #running = 0;

  constructor(simulation: Simulation, chance: Chance, meter: Meter, options: DatabaseOptions) {
    this.options = options;
    this.#simulation = simulation;
    this.#meter = meter;
    const stream = chance.stream('database');
    this.#service = (meanMs) => chance.aroundMs(stream, meanMs);
  }

  get queued(): number {
    return this.#queue.length - this.#head;
  }

  *query(serviceMs = this.options.serviceMs): Steps<QueryOutcome> {
    return yield (resume) => this.#arrive(serviceMs, resume);
  }

  #arrive(serviceMs: number, resume: (outcome: QueryOutcome) => void): void {
    const simulation = this.#simulation;
    this.#meter.count('database');
    if (this.queued >= this.options.maxQueue) {
      simulation.after(1, () => resume('refused'));
      return;
    }
    const query: Query = { serviceMs: this.#service(serviceMs), settle: resume };
    this.pending++;
    this.#queue.push(query);
    simulation.after(this.options.timeoutMs, () => {
      const { settle } = query;
      query.settle = null;
      settle?.('timeout');
    });
    this.#work();
    this.#meter.peak('queue', this.queued);
  }

  #work(): void {
    while (this.#running < this.options.connections && this.queued > 0) {
      const query = this.#queue[this.#head++];
      if (this.#head > 1024) {
        this.#queue.splice(0, this.#head);
        this.#head = 0;
      }
      this.#running++;
      this.#simulation.after(query.serviceMs, () => {
        this.#running--;
        this.pending--;
        const { settle } = query;
        query.settle = null;
        if (settle === null) this.#meter.count('wasted');
        else settle('rows');
        this.#work();
      });
    }
  }
}
