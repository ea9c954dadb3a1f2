/**
 * How many different elements a HyperLogLog was really shown. The value itself does not know, that is its point; the log
 * of commands does: what PFADD and PFMERGE were given is counted. Where a value came from anywhere else (RESTORE, SET,
 * COPY, a file), nothing is said of it.
 */
import {
  type Client,
  type CommandEntry,
  type Engine,
  type EngineListener,
  latin1,
  type Server,
} from '../../engine/index.ts';
import { peek } from '../../engine/inspect/peek.ts';
import type { RedisObject } from '../../engine/inspect/values.ts';
import type { WorldNode } from '../../sim/machine.ts';
import type { Given, NodeHistory } from './node-history.ts';

/** Beyond this many elements in all, the oldest are forgotten. */
const MAX_ELEMENTS = 300_000;

/** What is known of one key: the elements, as long as its value is this one. */
interface Ledger {
  object: RedisObject | null;
  elements: Set<string> | null;
  /** What was known at the end of frames, the latest last; `growth` is the count after each element of the frame. */
  readonly known: { readonly frame: number; readonly seen: number | null; readonly growth: number[] }[];
}

export class SeenHistory implements NodeHistory, EngineListener {
  #engine!: Engine;
  #ledgers = new Map<string, Ledger>();
  #frame = 0;
  #isOwnOfFrame = false;
  #elements = 0;
  #command: { readonly db: number; readonly name: string; readonly args: readonly Uint8Array[] } | null =
    null;
  #growth: number[] = [];
  #callerDb: number | undefined = undefined;

  begin({ engine }: WorldNode): void {
    this.#engine = engine;
    this.#ledgers = new Map();
    this.#frame = 0;
    this.#elements = 0;
    this.#command = null;
    this.#growth = [];
    this.#callerDb = undefined;
  }

  before(_given: Given, frame: number, isOwnOfFrame: boolean): EngineListener {
    if (frame !== this.#frame) this.#growth = [];
    this.#frame = frame;
    this.#isOwnOfFrame = isOwnOfFrame;
    return this;
  }

  after(): void {
    if (this.#isOwnOfFrame) this.#endFrame();
  }

  /** What was known of a key at the end of a frame. */
  seen(db: number, key: Uint8Array, atFrame: number): number | null {
    return this.#knownAt(db, key, atFrame)?.seen ?? null;
  }

  /** The count after each element that this frame showed to the key. */
  growth(db: number, key: Uint8Array, atFrame: number): readonly number[] {
    const known = this.#knownAt(db, key, atFrame);
    return known?.frame === atFrame ? known.growth : [];
  }

  #knownAt(db: number, key: Uint8Array, atFrame: number): Ledger['known'][number] | undefined {
    return this.#ledgers.get(nameOf(db, key))?.known.findLast(({ frame }) => frame <= atFrame);
  }

  commandBegins(client: Client, { fullName: name }: CommandEntry, args: readonly Uint8Array[]): void {
    this.#command = null;
    const own = this.#engine.server.clients.get(client.id)?.db.id;
    // A script's client is not in the client list. It begins in its caller's database until it selects another.
    if (own !== undefined) this.#callerDb = own;
    else if (name === 'select') this.#callerDb = undefined;
    const db = own ?? this.#callerDb;
    if (db === undefined || !name.startsWith('pf') || args.length < 2) return;
    this.#command = { db, name, args };
    if (name !== 'pfadd' && name !== 'pfmerge') return;
    const ledger = this.#ledger(db, args[1]);
    const object = liveAt(this.#engine.server, db, args[1]);
    // A new value is counted from here; a value of unknown origin never can be.
    if (object === null) ledger.elements = new Set();
    else if (object !== ledger.object) ledger.elements = null;
  }

  commandEnds(): void {
    const command = this.#command;
    this.#command = null;
    if (command === null || (command.name !== 'pfadd' && command.name !== 'pfmerge')) return;
    const { db, name, args } = command;
    const ledger = this.#ledger(db, args[1]);
    ledger.object = liveAt(this.#engine.server, db, args[1]);
    if (ledger.object === null || ledger.elements === null) return;
    if (name === 'pfadd') {
      for (const element of args.slice(2)) {
        ledger.elements.add(latin1(element));
        this.#growth.push(ledger.elements.size);
      }
      this.#elements += args.length - 2;
    } else {
      for (const source of args.slice(2)) this.#merge(ledger, db, source);
    }
    if (this.#elements > MAX_ELEMENTS) this.#forget(ledger);
  }

  #merge(ledger: Ledger, db: number, source: Uint8Array): void {
    const object = liveAt(this.#engine.server, db, source);
    if (object === null || ledger.elements === null) return;
    const other = this.#ledger(db, source);
    const elements = other.object === object ? other.elements : null;
    if (elements === null) ledger.elements = null;
    else for (const element of elements) ledger.elements.add(element);
    this.#elements += elements?.size ?? 0;
  }

  /** Any other command that changes the value makes it one of unknown origin. */
  keyModified(db: { readonly id: number }, key: Uint8Array): void {
    if (this.#command !== null) return;
    const ledger = this.#ledgers.get(nameOf(db.id, key));
    if (ledger !== undefined) ledger.object = null;
  }

  #endFrame(): void {
    for (const [name, ledger] of this.#ledgers) {
      const db = Number(name.slice(0, name.indexOf(' ')));
      const key = Uint8Array.from(name.slice(name.indexOf(' ') + 1), (character) => character.charCodeAt(0));
      const isSame = ledger.object !== null && liveAt(this.#engine.server, db, key) === ledger.object;
      if (!isSame) ledger.object = null;
      const seen = isSame ? (ledger.elements?.size ?? null) : null;
      const last = ledger.known.at(-1);
      if (last !== undefined && last.seen === seen && this.#growth.length === 0) continue;
      ledger.known.push({ frame: this.#frame, seen, growth: this.#growth });
    }
  }

  #ledger(db: number, key: Uint8Array): Ledger {
    const name = nameOf(db, key);
    const known = this.#ledgers.get(name);
    if (known !== undefined) return known;
    const ledger: Ledger = { object: null, elements: null, known: [] };
    this.#ledgers.set(name, ledger);
    return ledger;
  }

  #forget(kept: Ledger): void {
    this.#elements = kept.elements?.size ?? 0;
    for (const ledger of this.#ledgers.values()) if (ledger !== kept) ledger.elements = null;
  }
}

function nameOf(db: number, key: Uint8Array): string {
  return `${db} ${latin1(key)}`;
}

/** The value at a key, unless its time has passed. */
function liveAt(server: Server, db: number, key: Uint8Array): RedisObject | null {
  const { keys, expires } = server.keyspace.databases[db];
  const expiry = expires.size === 0 ? null : peek(expires, key);
  if (expiry !== null && Number(expiry.value) < server.nowMs) return null;
  return peek(keys, key)?.value ?? null;
}
