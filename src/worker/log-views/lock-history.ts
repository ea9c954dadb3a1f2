/**
 * The history of locks: reads the log command by command, and writes down what became of every key that a client has
 * tried to take. What it says is read from the key before and after each command and from the reply, never from what a
 * command was meant to do. Every event knows its frame, so the past is a shorter list.
 */
import {
  type Client,
  type Command,
  type CommandCost,
  type CommandEntry,
  type Engine,
  type EngineListener,
  equalBytes,
  equalsIgnoreCase,
  FIRST_DIALED_CLIENT,
  keysOf,
  repr,
} from '../../engine/index.ts';
import { peek } from '../../engine/inspect/peek.ts';
import { stringBytes, TYPE_STRING, typeNameOf } from '../../engine/inspect/values.ts';
import { printReplies } from '../../protocol/redis-cli.ts';
import { readReplies } from '../../protocol/resp.ts';
import type { LinkInput, Output } from '../../protocol/session.ts';
import type { LockEvent, LockEventKind, LockLane, LocksView } from '../../protocol/views-locks.ts';
import type { WorldOutput } from '../../protocol/world.ts';
import type { SessionMachine, WorldNode } from '../../sim/machine.ts';
import { commandsIn, textOf } from '../frames.ts';
import { LockLanes } from './lock-lanes.ts';
import { type Given, isOfConsole, type NodeHistory } from './node-history.ts';

const MAX_LOCKS = 32;
const MAX_LANES = 8;
const MAX_EVENTS = 160;
const MAX_REPLY = 200;
/** Bytes of a reply that are read to print it. */
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
  /** The frames in which a client tried to take it. */
  readonly triedAt: number[];
  /** Key events since the last look. */
  evicted: boolean;
  written: boolean;
}

/** One command of a client, with all that it calls. */
interface Strike {
  readonly client: number;
  readonly db: number;
  readonly command: string;
  readonly byScript: boolean;
  readonly calls: { readonly command: Command; readonly args: readonly Uint8Array[] }[];
  readonly written: { readonly ledger: Ledger; readonly event: WrittenEvent }[];
}

/** Something that is so for a client from a frame on. */
interface Noted<Value> {
  readonly frame: number;
  readonly client: number;
  readonly value: Value;
}

export interface NamedLock {
  readonly db: number;
  readonly key: Uint8Array;
}

export class LockHistory implements NodeHistory, EngineListener {
  /** Keys that are followed from the beginning, tried or not. */
  readonly #named: NamedLock[] = [];
  #engine!: Engine;
  #machine!: SessionMachine;
  #ledgers: Ledger[] = [];
  #names: Noted<string>[] = [];
  #connections: Noted<boolean>[] = [];
  #frame = 0;
  #strike: Strike | null = null;
  /** For each command that runs now, the innermost last: whether EXEC or a script called it. */
  #running: boolean[] = [];
  /** A pipeline too long to be looked at command by command. */
  #isWhole = false;
  #missed: NamedLock | null = null;

  /** A key that existed before the first attempt to take it, so that the beginning of its history was missed. */
  get missed(): NamedLock | null {
    return this.#missed;
  }

  /** The key is to be followed from the beginning. Says whether that is new: then everything has to be read again. */
  name({ db, key }: NamedLock): boolean {
    if (this.#isNamed(db, key)) return false;
    this.#named.push({ db, key: key.slice() });
    if (this.#named.length > MAX_LOCKS) this.#named.shift();
    return true;
  }

  view(db: number, key: Uint8Array | null, atFrame: number, nowMs: number): LocksView {
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
      nowMs,
      token: lanes.lease?.token ?? null,
      owner: lanes.lease?.owner ?? 0,
      expireAtMs: lanes.lease?.expireAtMs ?? -1,
      lanes: shown.map(
        (client): LockLane => ({
          client,
          name: lastNoted(this.#names, client, atFrame) ?? '',
          connected: lastNoted(this.#connections, client, atFrame) ?? false,
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

  begin({ engine }: WorldNode, machine: SessionMachine): void {
    this.#engine = engine;
    this.#machine = machine;
    this.#frame = 0;
    this.#names = [];
    this.#connections = [];
    this.#strike = null;
    this.#missed = null;
    this.#ledgers = this.#named.map(({ db, key }) => openLedger(db, key));
  }

  before(given: Given, frame: number): EngineListener {
    this.#frame = frame;
    this.#strike = null;
    this.#running = [];
    this.#isWhole = false;
    if ('bytes' in given) this.#lookAtTime(given.nowMs);
    if (given.type === 'data' && isOfConsole(this.#machine, given.client)) {
      const commands = commandsIn(given.bytes);
      if (commands.length > MAX_SPLIT) this.#strikeAsWhole(given.client, commands);
    }
    return this;
  }

  after(given: Given, { replies, closed, message }: WorldOutput): void {
    if (this.#isWhole) this.#lookAtWhole(replies);
    else if ('bytes' in given) this.#lookForChanges();
    else this.#lookAtTime();
    if (given.type === 'open') this.#connections.push(this.#noted(given.client, true));
    if (given.type === 'close') this.#part(given.client);
    if ('link' in given) this.#notePeer(given, message?.from);
    for (const client of closed) this.#part(client);
  }

  /** What a replica's master tells it to do has a lane under the master's name. */
  #notePeer({ type, link }: Exclude<LinkInput, { type: 'accepted' }>, from: number | undefined): void {
    const client = FIRST_DIALED_CLIENT + link;
    if (type === 'ended') this.#part(client);
    if (type !== 'connected') return;
    this.#connections.push(this.#noted(client, true));
    if (from !== undefined) this.#names.push(this.#noted(client, this.#machine.nodes[from].name));
  }

  commandBegins(client: Client, { command }: CommandEntry, args: readonly Uint8Array[]): void {
    const { scripting, inExec } = this.#engine.server;
    const isCalled = this.#running.length > 0 || scripting.isInScript || inExec;
    this.#running.push(isCalled);
    this.#notice(client.db.id, command, args);
    if (isCalled) this.#strike?.calls.push({ command, args });
    else if (!this.#isWhole) this.#strike = strikeOf(client.id, client.db.id, command, args);
  }

  commandEnds(client: Client, _entry: CommandEntry, { replyBytes }: CommandCost): void {
    const isCalled = this.#running.pop() ?? false;
    if (this.#isWhole) return;
    this.#lookForChanges();
    if (isCalled) return;
    if (this.#ledgers.length > 0) {
      const { reply } = client;
      this.#endStrike(printedShort(reply.since(reply.length - Math.max(0, replyBytes))));
    }
    this.#strike = null;
    this.#noteName(client);
  }

  keyEvent(event: string, db: { readonly id: number }, key: Uint8Array): void {
    if (event !== 'evicted' && event !== 'set') return;
    const ledger = this.#find(db.id, key);
    if (ledger === null) return;
    if (event === 'evicted') ledger.evicted = true;
    else ledger.written = true;
  }

  #strikeAsWhole(client: number, commands: readonly Uint8Array[][]): void {
    const { server } = this.#engine;
    const entry = server.commands.resolve(commands[0]);
    if (entry === null) return;
    this.#isWhole = true;
    this.#strike = strikeOf(client, server.clients.get(client)?.db.id ?? 0, entry.command, commands[0]);
  }

  #lookAtWhole(replies: Output['replies']): void {
    this.#lookForChanges();
    const own = replies.find((reply) => reply.client === this.#strike?.client);
    this.#endStrike(own === undefined ? '' : printedShort(own.bytes));
    this.#strike = null;
  }

  #endStrike(reply: string): void {
    const strike = this.#strike;
    if (strike === null) return;
    for (const ledger of this.#ledgers) if (ledger.db === strike.db) this.#attend(ledger, strike, reply);
    for (const { event } of strike.written) event.reply = reply;
  }

  /** A client that comes back has no name yet: its lane keeps the one it had. */
  #noteName({ id, name }: Client): void {
    if (name !== '' && name !== lastNoted(this.#names, id, this.#frame)) {
      this.#names.push(this.#noted(id, name));
    }
  }

  /** Follows a key from the first attempt to take it. */
  #notice(db: number, command: Command, args: readonly Uint8Array[]): void {
    if (!isAttempt(command, args)) return;
    const key = args[1];
    let ledger = this.#find(db, key);
    if (ledger === null) {
      const sight = this.#look(db, key);
      if (sight !== null && this.#named.length < MAX_LOCKS) {
        this.#missed ??= { db, key: key.slice() };
        return;
      }
      ledger = openLedger(db, key.slice(), sight);
      this.#ledgers.push(ledger);
      const oldest = this.#ledgers.findIndex((other) => !this.#isNamed(other.db, other.key));
      if (this.#ledgers.length > MAX_LOCKS) this.#ledgers.splice(oldest, 1);
    }
    if (ledger.triedAt.at(-1) !== this.#frame) ledger.triedAt.push(this.#frame);
  }

  /** Looks for what no command did: keys that expired, and keys that the server removed. */
  #lookAtTime(nowMs = this.#engine.server.nowMs): void {
    for (const ledger of this.#ledgers) {
      const { sight } = ledger;
      if (sight === null) continue;
      // An expired key no longer counts, even while it still lies there.
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

  /** A connection was closed, by either side. */
  #part(client: number): void {
    if (lastNoted(this.#connections, client, this.#frame) !== true) return;
    this.#connections.push(this.#noted(client, false));
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

  #noted<Value>(client: number, value: Value): Noted<Value> {
    return { frame: this.#frame, client, value };
  }
}

function openLedger(db: number, key: Uint8Array, sight: Sight | null = null): Ledger {
  return {
    db,
    key,
    events: [],
    lanes: new LockLanes(),
    sight,
    triedAt: [],
    evicted: false,
    written: false,
  };
}

function strikeOf(client: number, db: number, command: Command, args: readonly Uint8Array[]): Strike {
  return {
    client,
    db,
    command: textOf([[...args]], args[0]),
    byScript: command.group === 'scripting',
    calls: [{ command, args }],
    written: [],
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

/** The last frame up to this one in which a client tried to take it; -1 if none did. */
function triedBy({ triedAt }: Ledger, atFrame: number): number {
  return triedAt.findLast((frame) => frame <= atFrame) ?? -1;
}

function lastNoted<Value>(
  noted: readonly Noted<Value>[],
  client: number,
  atFrame: number,
): Value | undefined {
  return noted.findLast((other) => other.client === client && other.frame <= atFrame)?.value;
}

/** The parts that overlap the events shown, with indexes relative to them. */
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
