/**
 * A simulated database: rows by name and queues to retry from, each statement done in one piece. It knows nothing of
 * SQL; `add` stands for `UPDATE … SET n = n + 1`, `insert` for a unique key, `compare` for `UPDATE … WHERE n = …`, `newer`
 * for one that is refused when a higher version was there before (the check of a fencing token), and `record` for a row
 * and an entry of a queue in one transaction: an outbox, or a log of changes that somebody follows.
 */
import type { ProgramValue } from '../../engine/programs.ts';
import { shownValue } from '../actors/operation.ts';
import { type EntryPart, item, itemsOf, plainValue } from './held-parts.ts';
import {
  type Effect,
  type Footprint,
  type NodeEntry,
  type NodeRequest,
  type Passed,
  RefusedRequest,
  type SimulatedNode,
} from './node.ts';

interface Contents {
  readonly rows: Readonly<Record<string, ProgramValue>>;
  readonly queues: Readonly<Record<string, readonly ProgramValue[]>>;
  /** Actors that wait for an entry, in their order. */
  readonly waiting: readonly { readonly actor: number; readonly queue: string }[];
  readonly isDown: boolean;
}

type Statement = (contents: Contents, args: readonly ProgramValue[], actor: number) => Outcome;

interface Outcome {
  readonly contents: Contents;
  readonly answer: ProgramValue | undefined;
  readonly deliveries?: Effect['deliveries'];
}

export const DATABASE_METHODS = [
  'read',
  'write',
  'delete',
  'add',
  'insert',
  'compare',
  'newer',
  'record',
  'push',
  'take',
  'wait',
  'length',
];

const READING = new Set(['read', 'length']);
const ON_QUEUES = new Set(['push', 'take', 'wait', 'length']);
export const REFUSED_CONNECTION = 'connection refused';

export class DatabaseNode implements SimulatedNode {
  readonly name: string;
  readonly kind = 'database';
  readonly start: number;
  readonly #contents: Contents[] = [];
  readonly #byText = new Map<string, number>();

  constructor(name: string, rows: Readonly<Record<string, ProgramValue>>) {
    this.name = name;
    this.start = this.#intern({ rows: { ...rows }, queues: {}, waiting: [], isDown: false });
  }

  #intern(contents: Contents): number {
    const text = JSON.stringify([
      sorted(contents.rows),
      sorted(contents.queues),
      contents.waiting,
      contents.isDown,
    ]);
    let state = this.#byText.get(text);
    if (state === undefined) {
      state = this.#contents.push(contents) - 1;
      this.#byText.set(text, state);
    }
    return state;
  }

  ask(state: number, actor: number, { method, args }: NodeRequest): Effect {
    const contents = this.#contents[state];
    const statement = STATEMENTS[method];
    if (statement === undefined) throw new RefusedRequest(`${this.name} has no ${method}`);
    if (contents.isDown) return { state, answer: { err: REFUSED_CONNECTION }, deliveries: [] };
    const outcome = statement(contents, args, actor);
    return {
      state: this.#intern(outcome.contents),
      answer: outcome.answer,
      deliveries: outcome.deliveries ?? [],
    };
  }

  read(state: number, { method, args }: NodeRequest): ProgramValue {
    return STATEMENTS[method](this.#contents[state], args, -1).answer ?? null;
  }

  pass(state: number): Passed {
    return { state, deliveries: [] };
  }

  jump(state: number): Passed {
    return { state, deliveries: [] };
  }

  nextMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  leave(state: number, actor: number): Passed {
    const contents = this.#contents[state];
    if (!contents.waiting.some((each) => each.actor === actor)) return { state, deliveries: [] };
    const waiting = contents.waiting.filter((each) => each.actor !== actor);
    return { state: this.#intern({ ...contents, waiting }), deliveries: [] };
  }

  /** What was written is on its disk: a database comes back with it. */
  restart(state: number): Passed {
    return { state, deliveries: [] };
  }

  down(state: number): Passed {
    const { rows, queues } = this.#contents[state];
    return { state: this.#intern({ rows, queues, waiting: [], isDown: true }), deliveries: [] };
  }

  isDown(state: number): boolean {
    return this.#contents[state].isDown;
  }

  isWrite({ method }: NodeRequest): boolean {
    return !READING.has(method);
  }

  footprint({ method, args }: NodeRequest): Footprint {
    const touched = new Set([`${ON_QUEUES.has(method) ? 'queue' : 'row'} ${String(args[0])}`]);
    if (method === 'record') touched.add(`queue ${String(args[2])}`);
    return READING.has(method)
      ? { reads: touched, writes: new Set() }
      : { reads: new Set(), writes: touched };
  }

  entries(state: number): readonly NodeEntry[] {
    const { rows, queues } = this.#contents[state];
    const entry = (name: string, value: ProgramValue, part: EntryPart): NodeEntry => ({
      name,
      value: JSON.stringify(value),
      remainingMs: null,
      parts: [part],
    });
    return [
      ...sorted(rows).map(([name, value]) =>
        entry(name, value, { kind: 'row', field: null, value: plainValue(value) }),
      ),
      ...sorted(queues).map(([name, values]) =>
        entry(name, values, {
          kind: 'queue',
          field: null,
          value: itemsOf(
            'queue',
            values.map((value) => item(shownValue(value))),
          ),
        }),
      ),
    ];
  }
}

function sorted<Value>(record: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

function nameIn(args: readonly ProgramValue[]): string {
  const [name] = args;
  if (typeof name !== 'string' && typeof name !== 'number') {
    throw new RefusedRequest('name the row or queue first, as in db.read("stock")');
  }
  return String(name);
}

function withRow({ rows, ...rest }: Contents, name: string, value: ProgramValue): Contents {
  if (value !== null) return { ...rest, rows: { ...rows, [name]: value } };
  const { [name]: _, ...others } = rows;
  return { ...rest, rows: others };
}

function withQueue({ queues, ...rest }: Contents, name: string, entries: readonly ProgramValue[]): Contents {
  if (entries.length > 0) return { ...rest, queues: { ...queues, [name]: entries } };
  const { [name]: _, ...others } = queues;
  return { ...rest, queues: others };
}

function same(a: ProgramValue, b: ProgramValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** An entry goes to the first that waits for it, or to the end of the queue. */
function pushed(contents: Contents, queue: string, value: ProgramValue): Outcome {
  const first = contents.waiting.find((each) => each.queue === queue);
  if (first === undefined) {
    const entries = [...(contents.queues[queue] ?? []), value];
    return { contents: withQueue(contents, queue, entries), answer: true };
  }
  const waiting = contents.waiting.filter((each) => each !== first);
  return {
    contents: { ...contents, waiting },
    answer: true,
    deliveries: [{ actor: first.actor, kind: 'answer', value }],
  };
}

const STATEMENTS: Readonly<Record<string, Statement>> = {
  read: (contents, args) => ({ contents, answer: contents.rows[nameIn(args)] ?? null }),
  write: (contents, args) => ({
    contents: withRow(contents, nameIn(args), args[1] ?? null),
    answer: true,
  }),
  delete: (contents, args) => ({
    contents: withRow(contents, nameIn(args), null),
    answer: contents.rows[nameIn(args)] !== undefined,
  }),
  add: (contents, args) => {
    const name = nameIn(args);
    const by = args[1] ?? 1;
    const before = contents.rows[name] ?? 0;
    if (typeof before !== 'number' || typeof by !== 'number') {
      throw new RefusedRequest(`${name} is no number: nothing can be added to it`);
    }
    return { contents: withRow(contents, name, before + by), answer: before + by };
  },
  insert: (contents, args) => {
    const name = nameIn(args);
    if (contents.rows[name] !== undefined) return { contents, answer: false };
    return { contents: withRow(contents, name, args[1] ?? true), answer: true };
  },
  compare: (contents, args) => {
    const name = nameIn(args);
    if (!same(contents.rows[name] ?? null, args[1] ?? null)) return { contents, answer: false };
    return { contents: withRow(contents, name, args[2] ?? null), answer: true };
  },
  newer: (contents, args) => {
    const name = nameIn(args);
    const version = args[1] ?? null;
    if (typeof version !== 'number') throw new RefusedRequest(`give ${name} a number as its version`);
    const before = contents.rows[`${name}.version`] ?? 0;
    if (version < Number(before)) return { contents, answer: false };
    return {
      contents: withRow(withRow(contents, `${name}.version`, version), name, args[2] ?? null),
      answer: true,
    };
  },
  record: (contents, args) => {
    const name = nameIn(args);
    return pushed(withRow(contents, name, args[1] ?? null), nameIn(args.slice(2)), name);
  },
  push: (contents, args) => pushed(contents, nameIn(args), args[1] ?? true),
  take: (contents, args) => {
    const name = nameIn(args);
    const [first, ...others] = contents.queues[name] ?? [];
    if (first === undefined) return { contents, answer: null };
    return { contents: withQueue(contents, name, others), answer: first };
  },
  wait: (contents, args, actor) => {
    const name = nameIn(args);
    const [first, ...others] = contents.queues[name] ?? [];
    if (first !== undefined) return { contents: withQueue(contents, name, others), answer: first };
    const waiting = [...contents.waiting, { actor, queue: name }];
    return { contents: { ...contents, waiting }, answer: undefined };
  },
  length: (contents, args) => ({ contents, answer: (contents.queues[nameIn(args)] ?? []).length }),
};
