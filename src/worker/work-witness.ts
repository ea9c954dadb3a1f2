/**
 * Watches the thread: replays a session's inputs on an engine of its own and writes down, for every turn of the event
 * loop, what it did and how long that is by the engine's accounts, and for every command what it cost. Nothing of this
 * is kept by the engine, so whoever does not look pays nothing.
 */
import { type Client, Engine, type Probe, type Ran, type Witness } from '../engine/index.ts';
import type { Input, Output, SessionStart } from '../protocol/session.ts';
import type { Step } from '../protocol/steps.ts';
import type { CostView, LoopTurn, LoopView, TurnCause } from '../protocol/views-work.ts';
import { CostNotes, type NotedRow } from './cost-notes.ts';
import { commandsIn, textOf } from './frames.ts';
import { JobNotes } from './job-notes.ts';
import type { Log } from './lock-watch.ts';
import { TurnNotes } from './turn-notes.ts';

/** A longer pipeline is looked at as a whole. */
const MAX_SPLIT = 200;
const MAX_TURNS = 64;
/** The command itself and ten before it. */
const SHOWN_ROWS = 11;

/** A turn with what was known of the whole session at its end. */
interface NotedTurn extends LoopTurn {
  readonly commands: number;
  readonly busyMicroseconds: number;
  readonly longest: { readonly microseconds: number; readonly label: string };
  readonly ioThreads: number;
  readonly ioThreadsDoReads: boolean;
  readonly hz: number;
}

const CAUSE: Record<Input['type'], TurnCause> = {
  open: 'open',
  close: 'close',
  data: 'data',
  tick: 'timer',
  crash: 'crash',
  restart: 'restart',
  disk: 'disk',
};

export class WorkWitness implements Probe, Witness {
  readonly #engine: Engine;
  #frame = 0;
  #inputs = 0;
  readonly #turns: NotedTurn[] = [];
  readonly #jobs = new JobNotes();
  readonly #rows: NotedRow[] = [];
  #idleTimers = 0;
  #freeAtUs = 0;
  #commands = 0;
  #busyMicroseconds = 0;
  #longest = { microseconds: 0, label: '' };
  /** Of the input that is being taken. */
  #turn: TurnNotes;
  #cost: CostNotes | null = null;
  #depth = 0;
  #steps = 0;
  #label = '';

  constructor(start: SessionStart) {
    this.#engine = new Engine(start);
    this.#turn = new TurnNotes(this.#engine.server);
    this.#freeAtUs = start.startMs * 1000;
  }

  /** Sees everything up to the end of a frame. */
  follow({ inputs, frames }: Log, atFrame: number): void {
    while (this.#frame < atFrame) {
      this.#frame++;
      const { inputsEnd } = frames[this.#frame];
      while (this.#inputs < inputsEnd) {
        const input = inputs[this.#inputs++];
        this.#take(input, this.#inputs === inputsEnd);
      }
    }
  }

  loop(atFrame: number, nowMs: number, wanted: number): LoopView {
    const end = countUpTo(this.#turns, ({ frame }) => frame <= atFrame);
    const from = Math.max(0, end - Math.max(1, Math.min(MAX_TURNS, Math.floor(wanted))));
    const last = end === 0 ? null : this.#turns[end - 1];
    const { config } = this.#engine.server;
    return {
      kind: 'loop',
      nowMs,
      turns: this.#turns.slice(from, end).map(plainTurn),
      earlierTurns: from,
      jobs: this.#jobs.upTo(atFrame, from === end ? nowMs : this.#turns[from].atMs),
      ioThreads: last?.ioThreads ?? config.number('io-threads'),
      ioThreadsDoReads: last?.ioThreadsDoReads ?? config.flag('io-threads-do-reads'),
      hz: last?.hz ?? config.number('hz'),
      commands: last?.commands ?? 0,
      busyMicroseconds: last?.busyMicroseconds ?? 0,
      longestMicroseconds: last?.longest.microseconds ?? 0,
      longestLabel: last?.longest.label ?? '',
      tooLong: false,
    };
  }

  cost(atFrame: number, nowMs: number): CostView {
    const end = countUpTo(this.#rows, ({ row }) => row.frame <= atFrame);
    const rows = this.#rows.slice(Math.max(0, end - SHOWN_ROWS), end).reverse();
    return { kind: 'cost', nowMs, rows: rows.map(({ row }) => row), complete: true, tooLong: false };
  }

  /** The commands of one frame, the first first. */
  rowsOf(frame: number): readonly NotedRow[] {
    const from = countUpTo(this.#rows, ({ row }) => row.frame < frame);
    const to = countUpTo(this.#rows, ({ row }) => row.frame <= frame);
    return this.#rows.slice(from, to);
  }

  emit(step: Step): void {
    this.#cost?.add(step);
    this.#turn.note(step);
    this.#steps++;
  }

  runs(clientId: number, _name: string, args: readonly Uint8Array[]): void {
    const { server } = this.#engine;
    this.#label = textOf([args as Uint8Array[]], args[0]);
    const isCalled = this.#depth > 0 || server.scripting.isInScript || server.inExec;
    this.#depth++;
    if (isCalled) return;
    this.#turn.beginCommand(clientId, this.#label);
    const client = server.clients.get(clientId);
    const entry = server.commands.resolve(args);
    if (client === undefined || entry === null) return;
    this.#cost = new CostNotes(server, client, entry, args, this.#steps);
    server.env.heap.witness = this.#cost;
  }

  ran(what: Ran): void {
    this.#depth--;
    const { server } = this.#engine;
    const client = server.currentClient ?? this.#clientOfTurn();
    if (this.#depth > 0 || this.#cost === null) {
      if (this.#cost !== null) this.#cost.insideMicroseconds += what.microseconds;
      this.#turn.called(client?.id ?? 0, this.#label, what.microseconds);
      return;
    }
    const noted = this.#cost.end(what, this.#rows.length + 1, this.#frame, this.#steps);
    this.#cost = null;
    server.env.heap.witness = null;
    this.#rows.push(noted);
    const { row } = noted;
    const runner = server.clients.get(row.client);
    this.#turn.endCommand(what.microseconds, row.failed, runner?.blocked != null);
    const microseconds = what.microseconds + row.insideMicroseconds;
    if (microseconds > this.#longest.microseconds) this.#longest = { microseconds, label: row.command };
  }

  #clientOfTurn(): Client | null {
    return this.#engine.server.scripting.caller;
  }

  #take(input: Input, isOwnOfFrame: boolean): void {
    const engine = this.#engine;
    const { server } = engine;
    const wasHeld = server.blockedUntilMs > input.nowMs;
    this.#turn = new TurnNotes(server);
    this.#steps = 0;
    this.#depth = 0;
    const commands = input.type === 'data' ? commandsIn(input.bytes).length : 0;
    const output = commands > MAX_SPLIT ? this.#takeWhole(input, commands) : this.#takeWatched(input);
    this.#jobs.look(engine.server, this.#frame);
    this.#commands += commands;
    this.#busyMicroseconds += this.#turn.busyMicroseconds;
    if (isOwnOfFrame) this.#turns.push(this.#turnOf(input, output, wasHeld));
    else this.#passOver(input, wasHeld);
  }

  /** An input that is no frame: a timer that found nothing to do, or the next slice of a script that goes on. */
  #passOver(input: Input, wasHeld: boolean): void {
    const { heldUntilMs } = this.#hold(input.nowMs);
    const nowUs = Math.round(input.nowMs * 1000);
    const { busyMicroseconds } = this.#turn;
    if (heldUntilMs > 0) this.#freeAtUs = Math.max(this.#freeAtUs, Math.round(heldUntilMs * 1000));
    else if (busyMicroseconds > 0) this.#freeAtUs = Math.max(nowUs, this.#freeAtUs) + busyMicroseconds;
    // While the thread is held no timer is looked at.
    if (input.type === 'tick' && !wasHeld && heldUntilMs === 0) this.#idleTimers++;
  }

  /** Whether somebody holds the thread after an input, and until when. */
  #hold(nowMs: number): Pick<LoopTurn, 'heldUntilMs' | 'heldBy'> {
    const { blockedUntilMs, scripting } = this.#engine.server;
    const heldUntilMs = Math.max(blockedUntilMs, scripting.running?.wakeAtMs ?? 0);
    if (heldUntilMs <= nowMs) return { heldUntilMs: 0, heldBy: null };
    return { heldUntilMs, heldBy: scripting.running === null ? 'sleep' : 'script' };
  }

  #takeWatched(input: Input): Output {
    const { env } = this.#engine.server;
    this.#engine.probe = this;
    env.witness = this;
    try {
      return this.#engine.step(input);
    } finally {
      env.witness = null;
      env.heap.witness = null;
      this.#cost = null;
      this.#engine.probe = null;
    }
  }

  #takeWhole(input: Input, commands: number): Output {
    const { statistics } = this.#engine.server;
    const before = statistics.microseconds;
    const output = this.#engine.step(input);
    const client = 'client' in input ? input.client : 0;
    this.#turn.commands(client, commands, Math.max(0, statistics.microseconds - before));
    return output;
  }

  #turnOf(input: Input, output: Output, wasHeld: boolean): NotedTurn {
    const { heldUntilMs, heldBy } = this.#hold(input.nowMs);
    const isHeld = heldBy !== null;
    // Nobody reads what comes while the thread is held: it lies in the socket.
    const isUnread = wasHeld && isHeld && this.#turn.parts.length === 0;
    const nowUs = Math.round(input.nowMs * 1000);
    const fromUs = isUnread ? nowUs : Math.max(nowUs, this.#freeAtUs);
    const heldUs = isHeld && !isUnread ? Math.round(heldUntilMs * 1000) : 0;
    const untilUs = isUnread ? nowUs : heldUs > fromUs ? heldUs : fromUs + this.#turn.busyMicroseconds;
    const idleFromUs = this.#freeAtUs;
    if (!isUnread) this.#freeAtUs = untilUs;
    const idleTimers = this.#idleTimers;
    this.#idleTimers = 0;
    const { config } = this.#engine.server;
    return {
      turn: this.#turns.length + 1,
      frame: this.#frame,
      cause: CAUSE[input.type],
      client: 'client' in input ? input.client : 0,
      atMs: input.nowMs,
      idleFromUs,
      fromUs,
      untilUs,
      heldUntilMs,
      heldBy,
      unread: isUnread,
      idleTimers,
      reads: input.type === 'data' ? [{ client: input.client, bytes: input.bytes.length }] : [],
      writes: output.replies.map(({ client, bytes }) => ({ client, bytes: bytes.length })),
      parts: this.#turn.parts,
      moreParts: this.#turn.moreParts,
      commands: this.#commands,
      busyMicroseconds: this.#busyMicroseconds,
      longest: this.#longest,
      ioThreads: config.number('io-threads'),
      ioThreadsDoReads: config.flag('io-threads-do-reads'),
      hz: config.number('hz'),
    };
  }
}

function plainTurn(noted: NotedTurn): LoopTurn {
  const { commands, busyMicroseconds, longest, ioThreads, ioThreadsDoReads, hz, ...turn } = noted;
  return turn;
}

/** How many at the beginning of a sorted list hold. */
function countUpTo<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
