/**
 * The history of the thread: reads the log and writes down, for every turn of the event loop, what it did and how long
 * that is by the engine's accounts, and for every command what it cost. The engine keeps nothing of this.
 */
import {
  type Client,
  type CommandCost,
  type CommandEntry,
  type Engine,
  type EngineListener,
  FIRST_DIALED_CLIENT,
  type Server,
} from '../../engine/index.ts';
import type { Output } from '../../protocol/session.ts';
import type { Step } from '../../protocol/steps.ts';
import type { CostView, LoopTurn, LoopView, Peer, TurnCause } from '../../protocol/views-work.ts';
import type { WorldOutput } from '../../protocol/world.ts';
import type { SessionMachine, WorldNode } from '../../sim/machine.ts';
import { commandsIn, textOf } from '../frames.ts';
import { CostNotes, type NotedRow } from './cost-notes.ts';
import { JobNotes } from './job-notes.ts';
import { type Given, isOfConsole, type NodeHistory } from './node-history.ts';
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

const CAUSE: Record<Given['type'], TurnCause> = {
  open: 'open',
  close: 'close',
  data: 'data',
  tick: 'timer',
  crash: 'crash',
  restart: 'restart',
  disk: 'disk',
  accepted: 'peer-open',
  connected: 'link-open',
  received: 'peer-data',
  ended: 'peer-close',
};

/** Whose input it was; 0 where it was no client's. */
function senderOf(given: Given): number {
  if ('link' in given) return FIRST_DIALED_CLIENT + given.link;
  return 'client' in given ? given.client : 0;
}

export class WorkHistory implements NodeHistory, EngineListener {
  #machine!: SessionMachine;
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
  #taking = { commands: 0, wasHeld: false, isOwnOfFrame: false, microsecondsBefore: 0, rowsBefore: 0 };
  /** Commands that nobody called. */
  #ran = 0;
  /** By client: the server at the other end. */
  #peers = new Map<number, string>();
  /** Connections of the server's own making that stand, by their clients' numbers. */
  #links = new Set<number>();
  #cost: CostNotes | null = null;
  #depth = 0;
  #steps = 0;
  #label = '';

  begin({ engine }: WorldNode, machine: SessionMachine): void {
    this.#machine = machine;
    this.#engine = engine;
    this.#peers = new Map();
    this.#links = new Set();
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
  before(given: Given, frame: number, isOwnOfFrame: boolean): EngineListener | null {
    const { server } = this.#engine;
    this.#frame = frame;
    this.#turn = new TurnNotes(server);
    this.#steps = 0;
    this.#depth = 0;
    this.#cost = null;
    this.#ran = 0;
    const commands =
      given.type === 'data' && isOfConsole(this.#machine, given.client) ? commandsIn(given.bytes).length : 0;
    this.#taking = {
      commands,
      wasHeld: server.blockedUntilMs > given.nowMs,
      isOwnOfFrame,
      microsecondsBefore: server.statistics.microseconds,
      rowsBefore: this.#rows.length,
    };
    return commands > MAX_SPLIT ? null : this;
  }

  after(given: Given, output: WorldOutput): void {
    const { server } = this.#engine;
    const { commands, wasHeld, isOwnOfFrame, microsecondsBefore, rowsBefore } = this.#taking;
    if (commands > MAX_SPLIT && given.type === 'data') {
      const microseconds = Math.max(0, server.statistics.microseconds - microsecondsBefore);
      this.#turn.commands(given.client, commands, microseconds);
    }
    if (!this.#machine.isSingle) this.#notePeer(given, output);
    // What servers say to each other all the time makes no frame, and no row.
    if (!this.#machine.isSingle && !isOwnOfFrame) this.#rows.length = rowsBefore;
    this.#cost = null;
    this.#jobs.look(server, this.#frame);
    this.#commands += this.#isOfPeer(given) ? this.#ran : commands;
    this.#busyMicroseconds += this.#turn.busyMicroseconds;
    if (isOwnOfFrame) this.#turns.push(this.#turnOf(given, output, wasHeld));
    else this.#passOver(given, wasHeld);
  }

  #isOfPeer(given: Given): boolean {
    return 'link' in given || !isOfConsole(this.#machine, senderOf(given));
  }

  /** Who is at the other end of a connection, and which connections stand. */
  #notePeer(given: Given, { message, outgoing = [] }: WorldOutput): void {
    const client = senderOf(given);
    if (message !== null && client !== 0) {
      this.#peers.set(client, this.#machine.nodes[message.from].name);
    }
    if (given.type === 'connected') this.#links.add(client);
    if (given.type === 'ended') this.#links.delete(client);
    if (given.type === 'crash' || given.type === 'restart') this.#links.clear();
    for (const { type, link } of outgoing) {
      if (type === 'hang-up') this.#links.delete(FIRST_DIALED_CLIENT + link);
    }
  }

  #causeOf(given: Given, { message }: WorldOutput): TurnCause {
    if (given.type === 'ended' && (message === null || message.kind === 'refuse')) return 'link-refused';
    if (given.type === 'data' && this.#isOfPeer(given)) return 'peer-data';
    if (given.type === 'close' && this.#isOfPeer(given)) return 'peer-close';
    return CAUSE[given.type];
  }

  loop(atFrame: number, nowMs: number, wanted: number): LoopView {
    const end = countUpTo(this.#turns, ({ frame }) => frame <= atFrame);
    const from = Math.max(0, end - Math.max(1, Math.min(MAX_TURNS, Math.floor(wanted))));
    const last = end === 0 ? null : this.#turns[end - 1];
    const { config } = this.#engine.server;
    const turns = this.#turns.slice(from, end).map(plainTurn);
    return {
      kind: 'loop',
      nowMs,
      turns,
      earlierTurns: from,
      jobs: this.#jobs.upTo(atFrame, from === end ? nowMs : this.#turns[from].atMs),
      ioThreads: last?.ioThreads ?? config.number('io-threads'),
      ioThreadsDoReads: last?.ioThreadsDoReads ?? config.flag('io-threads-do-reads'),
      hz: last?.hz ?? config.number('hz'),
      commands: last?.commands ?? 0,
      busyMicroseconds: last?.busyMicroseconds ?? 0,
      longestMicroseconds: last?.longest.microseconds ?? 0,
      longestLabel: last?.longest.label ?? '',
      ...(this.#machine.isSingle ? {} : { peers: this.#peersIn(turns) }),
      tooLong: false,
    };
  }

  cost(atFrame: number, nowMs: number): CostView {
    const end = countUpTo(this.#rows, ({ row }) => row.frame <= atFrame);
    const rows = this.#rows.slice(Math.max(0, end - SHOWN_ROWS), end).reverse();
    return { kind: 'cost', nowMs, rows: rows.map(({ row }) => row), complete: true, tooLong: false };
  }

  #peersIn(turns: readonly LoopTurn[]): Peer[] {
    const seen = new Set(
      turns.flatMap(({ client, reads, writes, sockets, parts }) => [
        client,
        ...[...reads, ...writes, ...sockets, ...parts].map((each) => each.client),
      ]),
    );
    return Array.from(seen, (client) => ({ client, name: this.#peers.get(client) ?? '' })).filter(
      ({ client }) => !isOfConsole(this.#machine, client),
    );
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
    this.#ran++;
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
    const counted = this.#cost.end(cost, this.#rows.length + 1, this.#frame, this.#steps);
    const peer = this.#peers.get(counted.row.client);
    const noted = peer === undefined ? counted : { ...counted, row: { ...counted.row, peer } };
    this.#cost = null;
    this.#rows.push(noted);
    const { row } = noted;
    const runner = server.clients.get(row.client);
    this.#turn.endCommand(cost.microseconds, row.failed, runner?.blocked != null);
    const microseconds = cost.microseconds + row.insideMicroseconds;
    if (microseconds > this.#longest.microseconds) this.#longest = { microseconds, label: row.command };
  }

  /** An input that is no frame: a timer that found nothing to do, or the next slice of a script that goes on. */
  #passOver(given: Given, wasHeld: boolean): void {
    const { heldUntilMs } = this.#hold(given.nowMs);
    const nowUs = Math.round(given.nowMs * 1000);
    const { busyMicroseconds } = this.#turn;
    if (heldUntilMs > 0) this.#freeAtUs = Math.max(this.#freeAtUs, Math.round(heldUntilMs * 1000));
    else if (busyMicroseconds > 0) this.#freeAtUs = Math.max(nowUs, this.#freeAtUs) + busyMicroseconds;
    // While the thread is held, no timer runs.
    if (given.type === 'tick' && !wasHeld && heldUntilMs === 0) this.#idleTimers++;
  }

  /** What holds the thread after an input, and until when. */
  #hold(nowMs: number): Pick<LoopTurn, 'heldUntilMs' | 'heldBy'> {
    const { blockedUntilMs, scripting } = this.#engine.server;
    const heldUntilMs = Math.max(blockedUntilMs, scripting.running?.wakeAtMs ?? 0);
    if (heldUntilMs <= nowMs) return { heldUntilMs: 0, heldBy: null };
    return { heldUntilMs, heldBy: scripting.running === null ? 'sleep' : 'script' };
  }

  #turnOf(given: Given, output: WorldOutput, wasHeld: boolean): NotedTurn {
    const { heldUntilMs, heldBy } = this.#hold(given.nowMs);
    const isHeld = heldBy !== null;
    // While the thread is held, input stays unread in the socket.
    const isUnread = wasHeld && isHeld && this.#turn.parts.length === 0;
    const nowUs = Math.round(given.nowMs * 1000);
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
      cause: this.#causeOf(given, output),
      client: senderOf(given),
      atMs: given.nowMs,
      idleFromUs,
      fromUs,
      untilUs,
      heldUntilMs,
      heldBy,
      unread: isUnread,
      idleTimers,
      reads: 'bytes' in given ? [{ client: senderOf(given), bytes: given.bytes.length }] : [],
      writes: [
        ...output.replies.map(({ client, bytes }) => ({ client, bytes: bytes.length })),
        ...sentOn(output),
      ],
      ...socketsOf(this.#engine.server, this.#links),
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

/** What goes out on connections of the server's own making, at most one entry for each. */
function sentOn({ outgoing = [] }: Output): { client: number; bytes: number }[] {
  const sent = new Map<number, number>();
  for (const each of outgoing) {
    if (each.type !== 'send') continue;
    const client = FIRST_DIALED_CLIENT + each.link;
    sent.set(client, (sent.get(client) ?? 0) + each.bytes.length);
  }
  return Array.from(sent, ([client, bytes]) => ({ client, bytes }));
}

/** The connections of the clients, the oldest first, and those to other servers that are no clients. */
function socketsOf(
  { clients }: Server,
  links: ReadonlySet<number>,
): Pick<LoopTurn, 'sockets' | 'moreSockets'> {
  const sockets: { client: number; waits: boolean }[] = [];
  for (const { id, blocked } of clients.values()) {
    if (sockets.length === MAX_SOCKETS) break;
    sockets.push({ client: id, waits: blocked != null });
  }
  const others = [...links].filter((link) => !clients.has(link));
  for (const client of others.slice(0, MAX_SOCKETS - sockets.length)) sockets.push({ client, waits: false });
  return { sockets, moreSockets: clients.size + others.length - sockets.length };
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
