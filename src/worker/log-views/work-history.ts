/**
 * The history of the thread: reads the log and writes down, for every turn of the event loop, what it did and how long
 * that is by the engine's accounts, and for every command what it cost. The engine keeps nothing of this.
 */
import type {
  Client,
  CommandCost,
  CommandEntry,
  Engine,
  EngineListener,
  Server,
} from '../../engine/index.ts';
import type { Input, Output } from '../../protocol/session.ts';
import type { Step } from '../../protocol/steps.ts';
import type { CostView, LoopTurn, LoopView, TurnCause } from '../../protocol/views-work.ts';
import type { SessionInput, TimedInput } from '../../protocol/world.ts';
import type { SessionMachine } from '../../sim/machine.ts';
import { commandsIn, textOf } from '../frames.ts';
import type { SessionReader } from '../history/session-history.ts';
import { CostNotes, type NotedRow } from './cost-notes.ts';
import { JobNotes } from './job-notes.ts';
import { TurnNotes } from './turn-notes.ts';

/** A longer pipeline is looked at as a whole. */
const MAX_SPLIT = 200;
const MAX_TURNS = 64;
const MAX_SOCKETS = 24;
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

/** A server that is alone gets no inputs without a time. */
function instantOf(input: SessionInput): number {
  return (input as TimedInput).nowMs;
}

export class WorkHistory implements SessionReader, EngineListener {
  #engine!: Engine;
  #frame = 0;
  #turns: NotedTurn[] = [];
  #jobs = new JobNotes();
  #rows: NotedRow[] = [];
  #idleTimers = 0;
  #freeAtUs = 0;
  #commands = 0;
  #busyMicroseconds = 0;
  #longest = { microseconds: 0, label: '' };
  /** Of the input that is being taken. */
  #turn!: TurnNotes;
  #taking = { commands: 0, wasHeld: false, isOwnOfFrame: false, microsecondsBefore: 0 };
  #cost: CostNotes | null = null;
  #depth = 0;
  #steps = 0;
  #label = '';

  begin({ nodes }: SessionMachine): void {
    const [{ engine }] = nodes;
    this.#engine = engine;
    this.#frame = 0;
    this.#turns = [];
    this.#jobs = new JobNotes();
    this.#rows = [];
    this.#idleTimers = 0;
    this.#freeAtUs = engine.server.nowMs * 1000;
    this.#commands = 0;
    this.#busyMicroseconds = 0;
    this.#longest = { microseconds: 0, label: '' };
    this.#turn = new TurnNotes(engine.server);
  }

  /** A long pipeline is not listened to, and looked at as a whole. */
  before(input: SessionInput, frame: number, isOwnOfFrame: boolean): EngineListener | null {
    const { server } = this.#engine;
    this.#frame = frame;
    this.#turn = new TurnNotes(server);
    this.#steps = 0;
    this.#depth = 0;
    this.#cost = null;
    const commands = input.type === 'data' ? commandsIn(input.bytes).length : 0;
    this.#taking = {
      commands,
      wasHeld: server.blockedUntilMs > instantOf(input),
      isOwnOfFrame,
      microsecondsBefore: server.statistics.microseconds,
    };
    return commands > MAX_SPLIT ? null : this;
  }

  after(input: SessionInput, output: Output): void {
    const { server } = this.#engine;
    const { commands, wasHeld, isOwnOfFrame, microsecondsBefore } = this.#taking;
    if (commands > MAX_SPLIT && input.type === 'data') {
      const microseconds = Math.max(0, server.statistics.microseconds - microsecondsBefore);
      this.#turn.commands(input.client, commands, microseconds);
    }
    this.#cost = null;
    this.#jobs.look(server, this.#frame);
    this.#commands += commands;
    this.#busyMicroseconds += this.#turn.busyMicroseconds;
    if (isOwnOfFrame) this.#turns.push(this.#turnOf(input, output, wasHeld));
    else this.#passOver(input, wasHeld);
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

  step(step: Step): void {
    this.#cost?.add(step);
    this.#turn.note(step);
    this.#steps++;
  }

  allocated(slotBytes: number): void {
    this.#cost?.allocated(slotBytes);
  }

  freed(slotBytes: number): void {
    this.#cost?.freed(slotBytes);
  }

  commandBegins(client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void {
    const { server } = this.#engine;
    this.#label = textOf([args as Uint8Array[]], args[0]);
    const isCalled = this.#depth > 0 || server.scripting.isInScript || server.inExec;
    this.#depth++;
    if (isCalled) return;
    this.#turn.beginCommand(client.id, this.#label);
    if (isListed(server, client)) this.#cost = new CostNotes(server, client, entry, args, this.#steps);
  }

  commandEnds(_client: Client, _entry: CommandEntry, cost: CommandCost): void {
    this.#depth--;
    const { server } = this.#engine;
    const client = server.currentClient ?? server.scripting.caller;
    if (this.#depth > 0 || this.#cost === null) {
      if (this.#cost !== null) this.#cost.insideMicroseconds += cost.microseconds;
      this.#turn.called(client?.id ?? 0, this.#label, cost.microseconds);
      return;
    }
    const noted = this.#cost.end(cost, this.#rows.length + 1, this.#frame, this.#steps);
    this.#cost = null;
    this.#rows.push(noted);
    const { row } = noted;
    const runner = server.clients.get(row.client);
    this.#turn.endCommand(cost.microseconds, row.failed, runner?.blocked != null);
    const microseconds = cost.microseconds + row.insideMicroseconds;
    if (microseconds > this.#longest.microseconds) this.#longest = { microseconds, label: row.command };
  }

  /** An input that is no frame: a timer that found nothing to do, or the next slice of a script that goes on. */
  #passOver(input: SessionInput, wasHeld: boolean): void {
    const { heldUntilMs } = this.#hold(instantOf(input));
    const nowUs = Math.round(instantOf(input) * 1000);
    const { busyMicroseconds } = this.#turn;
    if (heldUntilMs > 0) this.#freeAtUs = Math.max(this.#freeAtUs, Math.round(heldUntilMs * 1000));
    else if (busyMicroseconds > 0) this.#freeAtUs = Math.max(nowUs, this.#freeAtUs) + busyMicroseconds;
    // While the thread is held, no timer runs.
    if (input.type === 'tick' && !wasHeld && heldUntilMs === 0) this.#idleTimers++;
  }

  /** What holds the thread after an input, and until when. */
  #hold(nowMs: number): Pick<LoopTurn, 'heldUntilMs' | 'heldBy'> {
    const { blockedUntilMs, scripting } = this.#engine.server;
    const heldUntilMs = Math.max(blockedUntilMs, scripting.running?.wakeAtMs ?? 0);
    if (heldUntilMs <= nowMs) return { heldUntilMs: 0, heldBy: null };
    return { heldUntilMs, heldBy: scripting.running === null ? 'sleep' : 'script' };
  }

  #turnOf(input: SessionInput, output: Output, wasHeld: boolean): NotedTurn {
    const { heldUntilMs, heldBy } = this.#hold(instantOf(input));
    const isHeld = heldBy !== null;
    // While the thread is held, input stays unread in the socket.
    const isUnread = wasHeld && isHeld && this.#turn.parts.length === 0;
    const nowUs = Math.round(instantOf(input) * 1000);
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
      cause: CAUSE[(input as Input).type],
      client: 'client' in input ? input.client : 0,
      atMs: instantOf(input),
      idleFromUs,
      fromUs,
      untilUs,
      heldUntilMs,
      heldBy,
      unread: isUnread,
      idleTimers,
      reads: input.type === 'data' ? [{ client: input.client, bytes: input.bytes.length }] : [],
      writes: output.replies.map(({ client, bytes }) => ({ client, bytes: bytes.length })),
      ...socketsOf(this.#engine.server),
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

/** The connections of the clients, the oldest first. */
function socketsOf({ clients }: Server): Pick<LoopTurn, 'sockets' | 'moreSockets'> {
  const sockets: { client: number; waits: boolean }[] = [];
  for (const { id, blocked } of clients.values()) {
    if (sockets.length === MAX_SOCKETS) break;
    sockets.push({ client: id, waits: blocked != null });
  }
  return { sockets, moreSockets: clients.size - sockets.length };
}

/** A script's client is not in the client list. */
function isListed({ clients }: Server, client: Client): boolean {
  return clients.get(client.id) === client;
}

function plainTurn(noted: NotedTurn): LoopTurn {
  const { commands, busyMicroseconds, longest, ioThreads, ioThreadsDoReads, hz, ...turn } = noted;
  return turn;
}

/** How many elements at the beginning of a sorted list satisfy the condition. */
function countUpTo<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
