/**
 * Watches locks: replays a session's inputs on an engine of its own, command by command, and writes down what became
 * of every key that somebody has tried to take. What it says is read from the key before and after each command and
 * from the reply, never from what a command was meant to do. Every event knows its frame, so the past is a shorter
 * list, and another branch another witness.
 */
import {
  type Command,
  Engine,
  equalBytes,
  equalsIgnoreCase,
  keysOf,
  repr,
  type Server,
} from '../engine/index.ts';
import { peek } from '../engine/inspect/peek.ts';
import { stringBytes, TYPE_STRING, typeNameOf } from '../engine/inspect/values.ts';
import { printReplies } from '../protocol/redis-cli.ts';
import { encodeCommand, readReplies } from '../protocol/resp.ts';
import type { Input, SessionStart } from '../protocol/session.ts';
import type { LockEvent, LockEventKind, LockLane, LocksView } from '../protocol/views-locks.ts';
import { commandsIn, type FrameRecord, textOf } from './frames.ts';
import { LockLanes } from './lock-lanes.ts';

const MAX_LOCKS = 32;
const MAX_LANES = 8;
const MAX_EVENTS = 160;
const MAX_REPLY = 200;
/** Bytes of a reply that are read for that. */
const MAX_READ = 4096;
/** A longer pipeline is looked at as a whole. */
const MAX_SPLIT = 1000;

/** Commands that put a key there unless it is there. */
const TAKING: ReadonlySet<string> = new Set(['setnx', 'hsetnx', 'msetnx']);
/** Commands that are there to remove a key. */
const REMOVING: ReadonlySet<string> = new Set(['del', 'unlink', 'getdel']);

/** The key as it lies there at some instant. */
interface Sight {
  readonly token: string;
  readonly expireAtMs: number;
}

type WrittenEvent = { -readonly [Part in keyof LockEvent]: LockEvent[Part] };

/** The history of one key. */
interface Ledger {
  readonly db: number;
  readonly key: Uint8Array;
  readonly events: WrittenEvent[];
  /** All events applied: what is known now. */
  readonly lanes: LockLanes;
  /** Null while the key is not there, and from the instant its time has passed. */
  sight: Sight | null;
  /** The frames in which somebody tried to take it. */
  readonly triedAt: number[];
  /** What the keyspace told of it since the last look. */
  evicted: boolean;
  written: boolean;
}

/** One command of a client, with all that it calls. */
interface Strike {
  readonly client: number;
  readonly command: string;
  readonly byScript: boolean;
  readonly calls: { readonly command: Command; readonly args: readonly Uint8Array[] }[];
  readonly written: { readonly ledger: Ledger; readonly event: WrittenEvent }[];
}

interface Told<Value> {
  readonly frame: number;
  readonly client: number;
  readonly value: Value;
}

export interface NamedLock {
  readonly db: number;
  readonly key: Uint8Array;
}

/** A key was there before anybody tried to take it: its history begins earlier than it was looked at. */
class MissedBeginning extends Error {
  readonly lock: NamedLock;

  constructor(lock: NamedLock) {
    super('the beginning of a lock was missed');
    this.lock = lock;
  }
}

export class LockWitness {
  readonly #start: SessionStart;
  /** Keys that are watched from the beginning, whether or not anybody tries to take them. */
  readonly #named: NamedLock[] = [];
  #engine!: Engine;
  /** The one that is listened to: after a restart there is another. */
  #server!: Server;
  #ledgers: Ledger[] = [];
  #names: Told<string>[] = [];
  #connections: Told<boolean>[] = [];
  #frame = 0;
  #inputs = 0;
  #strike: Strike | null = null;

  constructor(start: SessionStart) {
    this.#start = start;
    this.#begin();
  }

  /** Sees everything up to the last frame. */
  follow(inputs: readonly Input[], frames: readonly FrameRecord[]): void {
    try {
      while (this.#frame < frames.length - 1) {
        this.#frame++;
        const { inputsEnd } = frames[this.#frame];
        while (this.#inputs < inputsEnd) this.#take(inputs[this.#inputs++]);
      }
    } catch (problem) {
      if (!(problem instanceof MissedBeginning)) throw problem;
      this.watch(problem.lock, inputs, frames);
    }
  }

  /** From now on this key is looked at from the beginning. */
  watch({ db, key }: NamedLock, inputs: readonly Input[], frames: readonly FrameRecord[]): void {
    if (!this.#isNamed(db, key)) {
      this.#named.push({ db, key: key.slice() });
      if (this.#named.length > MAX_LOCKS) this.#named.shift();
      this.#begin();
    }
    this.follow(inputs, frames);
  }

  view(db: number, key: Uint8Array | null, frames: readonly FrameRecord[], atFrame: number): LocksView {
    const tried = this.#ledgers.filter((ledger) => ledger.db === db && triedBy(ledger, atFrame) >= 0);
    const latestTried = tried.reduce<Ledger | null>(
      (latest, other) =>
        latest === null || triedBy(other, atFrame) > triedBy(latest, atFrame) ? other : latest,
      null,
    );
    const ledger = key === null ? latestTried : this.#find(db, key);
    const { lanes, events } = upTo(ledger, atFrame);
    const { spans, leases, conflicts, totals } = lanes.settle();
    const earlier = Math.max(0, events.length - MAX_EVENTS);
    const shown = lanes.clients.slice(0, MAX_LANES);
    const shownKey = ledger?.key ?? key;
    return {
      kind: 'locks',
      db,
      key: shownKey === null ? null : repr(shownKey),
      nowMs: frames[atFrame].summary.atMs,
      token: lanes.lease?.token ?? null,
      owner: lanes.lease?.owner ?? 0,
      expireAtMs: lanes.lease?.expireAtMs ?? -1,
      lanes: shown.map(
        (client): LockLane => ({
          client,
          name: toldLast(this.#names, client, atFrame) ?? '',
          connected: toldLast(this.#connections, client, atFrame) ?? false,
          state: lanes.stateOf(client),
        }),
      ),
      hiddenClients: lanes.clients.length - shown.length,
      events: events.slice(earlier).map((event) => ({ ...event })),
      earlierEvents: earlier,
      spans: windowed(spans, earlier).filter(({ client }) => shown.includes(client)),
      leases: windowed(leases, earlier),
      conflicts: windowed(conflicts, earlier),
      totals,
      names: tried.map((other) => ({ key: repr(other.key), keyBytes: other.key })),
    };
  }

  /** The lanes of a key at the end of a frame, for checks. */
  lanesOf(db: number, key: Uint8Array, atFrame: number): LockLanes {
    return upTo(this.#find(db, key), atFrame).lanes;
  }

  #begin(): void {
    this.#frame = 0;
    this.#inputs = 0;
    this.#names = [];
    this.#connections = [];
    this.#strike = null;
    this.#engine = new Engine(this.#start);
    this.#ledgers = this.#named.map(({ db, key }) => openLedger(db, key));
    this.#attach();
  }

  #attach(): void {
    const { server } = this.#engine;
    this.#server = server;
    // Commands that scripts and transactions call are no inputs of their own.
    const run = server.runCommand;
    server.runCommand = (client, entry, args) => {
      this.#notice(client.db.id, entry.command, args);
      this.#strike?.calls.push({ command: entry.command, args });
      run(client, entry, args);
      this.#lookForChanges();
    };
    server.keyspace.listeners.push({
      modified: () => {},
      event: (_, event, db, key) => {
        if (event !== 'evicted' && event !== 'set') return;
        const ledger = this.#find(db.id, key);
        if (ledger === null) return;
        if (event === 'evicted') ledger.evicted = true;
        else ledger.written = true;
      },
    });
  }

  #take(input: Input): void {
    if (input.type === 'data') {
      this.#receive(input.client, input.nowMs, input.bytes);
      return;
    }
    this.#strike = null;
    const { closed } = this.#engine.step(input);
    if (this.#engine.server !== this.#server) this.#attach();
    this.#lookAtTime();
    if (input.type === 'open') this.#connections.push(this.#told(input.client, true));
    if (input.type === 'close') this.#part(input.client);
    for (const client of closed) this.#part(client);
  }

  /** Commands sent together are run one by one, so that each can be seen. */
  #receive(client: number, nowMs: number, bytes: Uint8Array): void {
    const commands = commandsIn(bytes);
    const alone = this.#isToBeSplit(commands) ? commands.map(encodeCommand) : [];
    const isWhole = alone.reduce((sum, command) => sum + command.length, 0) === bytes.length;
    // What is not commands one behind the other is given to the engine as it came.
    if (alone.length === 0 || !isWhole) {
      this.#send(client, nowMs, bytes, commands[0] ?? []);
      return;
    }
    for (let nth = 0; nth < commands.length; nth++) this.#send(client, nowMs, alone[nth], commands[nth]);
  }

  /** Where there are no locks and nobody tries to take one, there is nothing to be seen one by one. */
  #isToBeSplit(commands: readonly Uint8Array[][]): boolean {
    if (commands.length < 2 || commands.length > MAX_SPLIT) return false;
    if (this.#ledgers.length > 0) return true;
    return commands.some((args) => {
      const entry = this.#engine.server.commands.resolve(args);
      return entry !== null && isAttempt(entry.command, args);
    });
  }

  #send(client: number, nowMs: number, bytes: Uint8Array, args: readonly Uint8Array[]): void {
    const { server } = this.#engine;
    const entry = args.length === 0 ? null : server.commands.resolve(args);
    const db = server.clients.get(client)?.db.id ?? 0;
    this.#lookAtTime(nowMs);
    if (entry !== null) this.#notice(db, entry.command, args);
    const strike: Strike = {
      client,
      command: textOf([[...args]], bytes),
      byScript: entry?.command.group === 'scripting',
      calls: entry === null ? [] : [{ command: entry.command, args }],
      written: [],
    };
    this.#strike = strike;
    const { replies, closed } = this.#engine.step({ type: 'data', nowMs, client, bytes });
    this.#lookForChanges();
    const own = replies.find((reply) => reply.client === client);
    const reply = own === undefined ? '' : printedShort(own.bytes);
    for (const ledger of this.#ledgers) if (ledger.db === db) this.#attend(ledger, strike, reply);
    for (const { event } of strike.written) event.reply = reply;
    this.#strike = null;
    // A client that comes back has no name yet: its lane keeps the one it had.
    const name = server.clients.get(client)?.name ?? '';
    if (name !== '' && name !== toldLast(this.#names, client, this.#frame)) {
      this.#names.push(this.#told(client, name));
    }
    for (const gone of closed) this.#part(gone);
  }

  /** A key that somebody is about to try to take is looked at from now on. */
  #notice(db: number, command: Command, args: readonly Uint8Array[]): void {
    if (!isAttempt(command, args)) return;
    const key = args[1];
    let ledger = this.#find(db, key);
    if (ledger === null) {
      if (this.#look(db, key) !== null) throw new MissedBeginning({ db, key: key.slice() });
      ledger = openLedger(db, key.slice());
      this.#ledgers.push(ledger);
      const oldest = this.#ledgers.findIndex((other) => !this.#isNamed(other.db, other.key));
      if (this.#ledgers.length > MAX_LOCKS) this.#ledgers.splice(oldest, 1);
    }
    if (ledger.triedAt.at(-1) !== this.#frame) ledger.triedAt.push(this.#frame);
  }

  /** What passed without anybody's doing: time, and what the server did to keys by itself. */
  #lookAtTime(nowMs = this.#engine.server.nowMs): void {
    for (const ledger of this.#ledgers) {
      const { sight } = ledger;
      if (sight === null) continue;
      // A key whose time has passed no longer counts, whether or not it still lies there.
      if (sight.expireAtMs >= 0 && Math.floor(nowMs) > sight.expireAtMs) {
        ledger.sight = null;
        this.#write(ledger, 'expired', 0, sight.token, sight.expireAtMs);
      } else if (this.#look(ledger.db, ledger.key) === null) {
        this.#takenAway(ledger, sight);
      }
    }
  }

  #takenAway(ledger: Ledger, { token }: Sight): void {
    ledger.sight = null;
    ledger.evicted = false;
    this.#write(ledger, 'lost', 0, token);
  }

  /** What the command that has just run did to each lock. */
  #lookForChanges(): void {
    const strike = this.#strike;
    for (const ledger of this.#ledgers) {
      const before = ledger.sight;
      const after = this.#look(ledger.db, ledger.key);
      const kind = this.#changeOf(ledger, before, after);
      ledger.written = false;
      if (after === null && before !== null && (ledger.evicted || strike === null)) {
        this.#takenAway(ledger, before);
        continue;
      }
      ledger.sight = after;
      const token = after?.token ?? before?.token ?? null;
      if (kind !== null) this.#write(ledger, kind, strike?.client ?? 0, token);
    }
  }

  #changeOf({ lanes, written }: Ledger, before: Sight | null, after: Sight | null): LockEventKind | null {
    const client = this.#strike?.client ?? 0;
    const owner = lanes.lease?.owner ?? 0;
    if (before === null) return after === null ? null : 'acquired';
    if (after === null) {
      if (owner === client && lanes.stateOf(client) === 'held') return 'released';
      return lanes.stateOf(owner) === 'held' ? 'wrongRelease' : 'cleared';
    }
    const isOwn = owner === client && lanes.stateOf(client) === 'held' && after.token === before.token;
    if ((after.token !== before.token || written) && !isOwn) return 'overwritten';
    return after.expireAtMs === before.expireAtMs ? null : 'renewed';
  }

  /** Commands that named the lock and changed nothing about it. */
  #attend(ledger: Ledger, strike: Strike, reply: string): void {
    if (reply === 'QUEUED' || reply.startsWith('(error)')) return;
    if (strike.written.some((written) => written.ledger === ledger)) return;
    const calls = strike.calls.filter(({ command, args }) =>
      keysOf(command, args).some(({ index }) => equalBytes(args[index], ledger.key)),
    );
    if (calls.length === 0) return;
    const kind = kindWithoutChange(
      calls,
      strike.byScript,
      ledger.lanes.stateOf(strike.client) === 'believed',
    );
    if (kind !== null) this.#write(ledger, kind, strike.client, ledger.sight?.token ?? null);
  }

  /** Somebody has hung up, or was hung up on. */
  #part(client: number): void {
    if (toldLast(this.#connections, client, this.#frame) !== true) return;
    this.#connections.push(this.#told(client, false));
    for (const ledger of this.#ledgers) {
      if (ledger.lanes.stateOf(client) !== null)
        this.#write(ledger, 'gone', client, ledger.sight?.token ?? null);
    }
  }

  #write(
    ledger: Ledger,
    kind: LockEventKind,
    client: number,
    token: string | null,
    atMs = this.#engine.server.nowMs,
  ): void {
    const strike = client === 0 ? null : this.#strike;
    const event: WrittenEvent = {
      kind,
      frame: this.#frame,
      atMs,
      client,
      command: strike?.command ?? '',
      reply: '',
      byScript: strike?.byScript ?? false,
      token,
      owner: ledger.lanes.lease?.owner ?? 0,
      expireAtMs: ledger.sight?.expireAtMs ?? -1,
    };
    ledger.events.push(event);
    ledger.lanes.apply(event);
    strike?.written.push({ ledger, event });
  }

  #look(db: number, key: Uint8Array): Sight | null {
    const { keyspace } = this.#engine.server;
    const database = keyspace.databases[db];
    const entry = peek(database.keys, key);
    if (entry === null) return null;
    const expireAtMs = Number(peek(database.expires, key)?.value ?? -1);
    if (expireAtMs >= 0 && keyspace.nowMs > expireAtMs) return null;
    const { value } = entry;
    const token = value.type === TYPE_STRING ? repr(stringBytes(value)) : `(${typeNameOf(value)})`;
    return { token, expireAtMs };
  }

  #find(db: number, key: Uint8Array): Ledger | null {
    return this.#ledgers.find((ledger) => ledger.db === db && equalBytes(ledger.key, key)) ?? null;
  }

  #isNamed(db: number, key: Uint8Array): boolean {
    return this.#named.some((lock) => lock.db === db && equalBytes(lock.key, key));
  }

  #told<Value>(client: number, value: Value): Told<Value> {
    return { frame: this.#frame, client, value };
  }
}

function openLedger(db: number, key: Uint8Array): Ledger {
  return {
    db,
    key,
    events: [],
    lanes: new LockLanes(),
    sight: null,
    triedAt: [],
    evicted: false,
    written: false,
  };
}

/** The events up to the end of a frame, and what they come to. */
function upTo(ledger: Ledger | null, atFrame: number): { lanes: LockLanes; events: readonly LockEvent[] } {
  if (ledger === null) return { lanes: new LockLanes(), events: [] };
  const end = ledger.events.findIndex(({ frame }) => frame > atFrame);
  if (end < 0) return ledger;
  const lanes = new LockLanes();
  const events = ledger.events.slice(0, end);
  for (const event of events) lanes.apply(event);
  return { lanes, events };
}

function isAttempt({ name }: Command, args: readonly Uint8Array[]): boolean {
  if (args.length < 3) return false;
  return TAKING.has(name) || (name === 'set' && args.slice(3).some((word) => equalsIgnoreCase(word, 'nx')));
}

function kindWithoutChange(
  calls: Strike['calls'],
  byScript: boolean,
  isMistaken: boolean,
): LockEventKind | null {
  if (calls.some(({ command, args }) => isAttempt(command, args))) return 'refused';
  if (calls.some(({ command }) => REMOVING.has(command.name))) return 'nothing';
  if (byScript) return isMistaken ? 'spared' : 'read';
  return calls.some(({ command }) => command.name === 'get') ? 'read' : null;
}

/** The last frame up to this one in which somebody tried to take it; -1 when nobody has. */
function triedBy({ triedAt }: Ledger, atFrame: number): number {
  return triedAt.findLast((frame) => frame <= atFrame) ?? -1;
}

function toldLast<Value>(told: readonly Told<Value>[], client: number, atFrame: number): Value | undefined {
  return told.findLast((other) => other.client === client && other.frame <= atFrame)?.value;
}

/** What reaches into the events shown, numbered as those are. */
function windowed<Part extends { readonly from: number; readonly to: number | null }>(
  parts: readonly Part[],
  earlier: number,
): Part[] {
  return parts
    .filter(({ to }) => to === null || to >= earlier)
    .map((part) => ({
      ...part,
      from: Math.max(-1, part.from - earlier),
      to: part.to === null ? null : part.to - earlier,
    }));
}

function printedShort(bytes: Uint8Array): string {
  const beginning = bytes.length <= MAX_READ ? bytes : bytes.subarray(0, MAX_READ);
  return printReplies(readReplies(beginning), { chars: MAX_REPLY, lines: MAX_REPLY }).text;
}
