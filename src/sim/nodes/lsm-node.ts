/**
 * An LSM store on bytes as a node of a search. Two states are one if their disks have the same bytes, of which the same
 * are synced, and the little that the store remembers beside them is the same; all else is read from the disk.
 *
 * The log may be ahead of the disk. `restart` is a power failure: what is not synced is gone, and the log is replayed.
 * Until then the system may write out a record by itself at any time, so that a crash keeps any number of records from
 * the front. The store goes down between two operations only; crashes within one are what src/sim/lsm/lsm.test.ts tries.
 *
 * A power failure ends all connections. An actor that had one is told so in place of its next answer: otherwise it could
 * write before the failure, sync after it, and take the sync for one of its write.
 *
 *     ask(7, 'put stock 1')   a copy of the store of state 7 does it, and the state is numbered that the copy is in
 */
import { Random } from '../../engine/index.ts';
import type { ProgramValue } from '../../engine/programs.ts';
import type { LsmOptions, LsmPicture } from '../../protocol/lsm.ts';
import { Disk } from '../lsm/disk.ts';
import { type Entry, textAt } from '../lsm/records.ts';
import { LsmStore } from '../lsm/store.ts';
import { REFUSED_CONNECTION } from './database-node.ts';
import {
  type Delivery,
  type Effect,
  type Footprint,
  type NodeEntry,
  type NodeRequest,
  type Passed,
  RefusedRequest,
  type SimulatedNode,
  TOUCHES_ALL,
} from './node.ts';

export interface LsmStart {
  readonly name: string;
  readonly seed: number;
  readonly options: Partial<LsmOptions>;
  /** Operations that ran before, as words: PUT k v, DELETE k, FLUSH, COMPACT 0, SYNC. */
  readonly given: readonly (readonly string[])[];
  /** Takes no two states for one: what merging is compared with. */
  readonly neverMerges?: boolean;
}

interface Contents {
  /** Never changed: what happens is done to copies. */
  readonly store: LsmStore;
  /** Actors that wait until so many more records of the log are on the disk, in their order. */
  readonly waiting: readonly { readonly actor: number; readonly records: number }[];
  /** Actors that have a connection, and those whose connection has ended without their knowing; both sorted. */
  readonly connected: readonly number[];
  readonly cut: readonly number[];
  readonly isDown: boolean;
  /** While it is down: when it comes back; null for never. */
  readonly backInMs: number | null;
}

const NOBODY = { waiting: [], connected: [], cut: [] };
const RESET_CONNECTION = 'connection reset';

/** What an operation answers on a store that it may change; undefined to wait for the log. */
type Method = (store: LsmStore, args: readonly ProgramValue[]) => ProgramValue | undefined;

const METHODS: Readonly<Record<string, Method>> = {
  get: (store, [key]) => store.get(textOf(key, 'store.get("stock")')),
  scan: (store, [from, to]) =>
    store.scan(
      from === undefined || from === null ? '' : textOf(from, SCAN),
      to === undefined || to === null ? null : textOf(to, SCAN),
    ),
  put: (store, [key, value]) => {
    store.put(textOf(key, PUT), textOf(value, PUT));
    return true;
  },
  delete: (store, [key]) => {
    store.delete(textOf(key, 'store.delete("stock")'));
    return true;
  },
  batch: (store, [entries]) => {
    store.write(batchOf(entries));
    return true;
  },
  sync: (store) => {
    store.sync();
    return true;
  },
  synced: (store) => (unsyncedRecords(store) === 0 ? true : undefined),
  flush: (store) => {
    const hadSome = store.memtable.length > 0;
    store.flush();
    return hadSome;
  },
  compact: (store, [level]) => {
    if (level !== undefined && level !== null && typeof level !== 'number') {
      throw new RefusedRequest('give the level as a number, as in store.compact(0)');
    }
    const chosen = level ?? store.nextCompaction() ?? store.levels.findIndex((tables) => tables.length > 0);
    return chosen >= 0 && store.compact(chosen) !== null;
  },
};

const PUT = 'store.put("stock", 1)';
const SCAN = 'store.scan("a", "b")';

export const LSM_METHODS = Object.keys(METHODS);

const READING = new Set(['get', 'scan']);
/** The log, and the files that follow from it. */
const FILES = 'files';
const NOTHING: ReadonlySet<string> = new Set();

export class LsmNode implements SimulatedNode {
  readonly name: string;
  readonly kind = 'lsm';
  readonly start: number;
  readonly #given: LsmStart;
  readonly #contents: Contents[] = [];
  readonly #byText = new Map<string, number>();
  readonly #effects = new Map<string, Effect>();

  constructor(given: LsmStart) {
    this.name = given.name;
    this.#given = given;
    const store = this.#open(new Disk());
    for (const [name, ...args] of given.given) {
      METHODS[name.toLowerCase()](store, name.toUpperCase() === 'COMPACT' ? args.map(Number) : args);
    }
    this.start = this.#intern({ store, ...NOBODY, isDown: false, backInMs: null });
  }

  #open(disk: Disk): LsmStore {
    return new LsmStore(disk, this.#levels(), this.#given.options);
  }

  /** The heights of a memtable's nodes: drawn anew for each store, so that they follow from what is in it. */
  #levels() {
    return new Random(this.#given.seed).stream(`levels of ${this.name}`);
  }

  #intern(contents: Contents): number {
    const { store, waiting, connected, cut, isDown, backInMs } = contents;
    const image = [imageOf(store.disk), store.memory];
    const text = JSON.stringify([image, waiting, connected, cut, isDown, backInMs]);
    const known = this.#given.neverMerges === true ? undefined : this.#byText.get(text);
    if (known !== undefined) return known;
    const state = this.#contents.push(contents) - 1;
    this.#byText.set(text, state);
    return state;
  }

  ask(state: number, actor: number, request: NodeRequest): Effect {
    const { method, args } = request;
    if (METHODS[method] === undefined) throw new RefusedRequest(`${this.name} has no ${method}`);
    const memo = `${state} ${actor} ${JSON.stringify(request)}`;
    let effect = this.#effects.get(memo);
    if (effect === undefined) {
      effect = this.#askAnew(this.#contents[state], actor, METHODS[method], args);
      this.#effects.set(memo, effect);
    }
    return effect;
  }

  #askAnew(contents: Contents, actor: number, method: Method, args: NodeRequest['args']): Effect {
    const { connected, cut, isDown } = contents;
    if (isDown || cut.includes(actor)) {
      return {
        state: this.#intern({ ...contents, cut: cut.filter((each) => each !== actor) }),
        answer: { err: isDown ? REFUSED_CONNECTION : RESET_CONNECTION },
        deliveries: [],
      };
    }
    const store = contents.store.copy(this.#levels());
    const answer = method(store, args);
    const { waiting, deliveries } = this.#woken(contents, store);
    const state = this.#intern({
      ...contents,
      store,
      connected: connected.includes(actor) ? connected : [...connected, actor].sort((a, b) => a - b),
      waiting: answer === undefined ? [...waiting, { actor, records: unsyncedRecords(store) }] : waiting,
    });
    return { state, answer, deliveries };
  }

  /** Of those who wait for the log, the ones whose records are on the disk now. */
  #woken({ store: before, waiting }: Contents, store: LsmStore) {
    const written =
      before.logName === store.logName ? syncedRecords(store) - syncedRecords(before) : Infinity;
    const later = waiting.map(({ actor, records }) => ({ actor, records: records - written }));
    return {
      waiting: later.filter(({ records }) => records > 0),
      deliveries: later
        .filter(({ records }) => records <= 0)
        .map(({ actor }): Delivery => ({ actor, kind: 'answer', value: true })),
    };
  }

  read(state: number, { method, args }: NodeRequest): ProgramValue {
    const { store, isDown } = this.#contents[state];
    return isDown ? null : (METHODS[method](store, args) ?? null);
  }

  pass(state: number, ms: number): Passed {
    const contents = this.#contents[state];
    if (contents.backInMs === null || ms === 0) return { state, deliveries: [] };
    const inMs = contents.backInMs - ms;
    const back = inMs > 0 ? { backInMs: inMs } : { isDown: false, backInMs: null };
    return { state: this.#intern({ ...contents, ...back }), deliveries: [] };
  }

  jump(state: number): Passed {
    return { state, deliveries: [] };
  }

  nextMs(state: number): number {
    return this.#contents[state].backInMs ?? Number.POSITIVE_INFINITY;
  }

  leave(state: number, actor: number): Passed {
    const contents = this.#contents[state];
    const others = (actors: readonly number[]) => actors.filter((each) => each !== actor);
    const left = {
      ...contents,
      waiting: contents.waiting.filter((each) => each.actor !== actor),
      connected: others(contents.connected),
      cut: others(contents.cut),
    };
    return { state: this.#intern(left), deliveries: [] };
  }

  /** The power fails and comes back: only what is synced is left, and the log is replayed. */
  restart(state: number, awayMs: number): Passed {
    const contents = this.#contents[state];
    if (contents.isDown) return { state, deliveries: [] };
    const disk = contents.store.disk.copy();
    disk.crash(() => 0);
    const store = this.#open(disk);
    const isDown = awayMs > 0;
    const { waiting, connected } = contents;
    // Who waits is told at once.
    const cut = connected.filter((actor) => !waiting.some((each) => each.actor === actor));
    return {
      state: this.#intern({ store, ...NOBODY, cut, isDown, backInMs: isDown ? awayMs : null }),
      deliveries: refusals(contents, RESET_CONNECTION),
    };
  }

  down(state: number): Passed {
    const contents = this.#contents[state];
    return {
      state: this.#intern({ ...contents, ...NOBODY, isDown: true, backInMs: null }),
      deliveries: refusals(contents, REFUSED_CONNECTION),
    };
  }

  isDown(state: number): boolean {
    return this.#contents[state].isDown;
  }

  canWriteBack(state: number): boolean {
    const { store, isDown } = this.#contents[state];
    return !isDown && unsyncedRecords(store) > 0;
  }

  writeBack(state: number): Passed {
    const contents = this.#contents[state];
    const store = contents.store.copy(this.#levels());
    store.writeBack();
    const { waiting, deliveries } = this.#woken(contents, store);
    return { state: this.#intern({ ...contents, store, waiting }), deliveries };
  }

  isWrite({ method }: NodeRequest): boolean {
    return !READING.has(method);
  }

  /**
   * A write goes to the end of the log, and perhaps into files: two of them never commute. What is read is the same
   * wherever it lies, unless a merge brings back what was deleted.
   */
  footprint({ method, args }: NodeRequest): Footprint {
    if (method === 'get') return { reads: new Set([keyOf(args[0])]), writes: NOTHING };
    if (method === 'scan') return { reads: 'all', writes: NOTHING };
    if (this.#given.options.dropsTombstonesEarly === true) return TOUCHES_ALL;
    const entries = method === 'batch' ? batchOf(args[0]).map(({ key }) => key) : [args[0]];
    const keys = method === 'put' || method === 'delete' || method === 'batch' ? entries.map(keyOf) : [];
    return { reads: NOTHING, writes: new Set([FILES, ...keys]) };
  }

  entries(state: number): readonly NodeEntry[] {
    const { store, isDown } = this.#contents[state];
    if (isDown) return [];
    return store.scan().map(([name, value]) => ({ name, value, remainingMs: null }));
  }

  picture(state: number): LsmPicture {
    const { store, isDown } = this.#contents[state];
    return {
      memtable: isDown ? [] : Array.from(store.memtable.entries(), ([key, value]) => ({ key, value })),
      log: store.logged.map(({ entries, isSynced }) => ({ entries, isSynced })),
      levels: store.levels.map((tables) =>
        tables.map((table) => ({ name: table.name, entries: table.all() })),
      ),
    };
  }
}

/** Every file with its bytes and with how many of them are synced. */
function imageOf(disk: Disk): (string | number)[][] {
  return disk.names.map((name) => {
    const bytes = disk.read(name)!;
    return [name, disk.syncedOf(name), textAt(bytes, 0, bytes.length)];
  });
}

function syncedRecords(store: LsmStore): number {
  return store.logged.filter(({ isSynced }) => isSynced).length;
}

function unsyncedRecords(store: LsmStore): number {
  return store.logged.filter(({ isSynced }) => !isSynced).length;
}

function refusals({ waiting }: Contents, err: string): Delivery[] {
  return waiting.map(({ actor }) => ({ actor, kind: 'answer', value: { err } }));
}

function keyOf(key: ProgramValue | undefined): string {
  return `key ${String(key)}`;
}

/** Keys and values are texts; a number is written as one. */
function textOf(value: ProgramValue | undefined, example: string): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value.length <= MAX_TEXT) return value;
  throw new RefusedRequest(`give texts or numbers, as in ${example}`);
}

/** The length of a key has two bytes. */
const MAX_TEXT = 0xffff;

function batchOf(entries: ProgramValue | undefined): Entry[] {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) {
    throw new RefusedRequest(
      'give keys and values, as in store.batch({ stock = 0, order = "ann" }); false deletes',
    );
  }
  return Object.entries(entries)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ({
      key,
      value: value === false ? null : textOf(value, 'store.batch({ stock = 0 })'),
    }));
}
