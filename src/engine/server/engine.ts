/**
 * One Redis server as a pure function: bytes, time and chance come in as data.
 *
 *   const engine = new Engine({ generation: '7.0', seed: 1, startMs: 0, config: {} });
 *   engine.step({ type: 'open', nowMs: 0, client: 1 });
 *   engine.step({ type: 'data', nowMs: 5, client: 1, bytes });   // -> { replies, closed, wakeAtMs }
 */
import type {
  Address,
  CrashLoss,
  Input,
  LinkInput,
  Outgoing,
  Output,
  SessionStart,
  Unsent,
} from '../../protocol/session.ts';
import { AssertionFailure, assert } from '../base/errors.ts';
import { Random, type RandomStream } from '../base/random.ts';
import { claimSlotsOfData, openCluster } from '../cluster/start.ts';
import { commandTable } from '../commands/index.ts';
import { loadModules } from '../modules/index.ts';
import { leaveToDisk, persistenceCron, settlePersistence } from '../persistence/housekeeping.ts';
import { startUp } from '../replication/startup.ts';
import { LibraryFiles } from '../scripting/libraries.ts';
import { continueScript } from '../scripting/slices.ts';
import { type SentinelStart, sentinelStart } from '../sentinel/startup.ts';
import { Client } from '../state/client/client.ts';
import { ProtocolError } from '../state/client/query-buffer.ts';
import { VirtualDisk } from '../state/disk/disk.ts';
import type { BusListener, HeardOfLink } from '../state/links.ts';
import { type Ending, Server } from '../state/server.ts';
import { tendMemory } from './before-sleep.ts';
import { call, processCommand, refuseInput } from './call.ts';
import {
  closeNow,
  evictClients,
  isOverOutputLimit,
  refuseQuery,
  refuseWhenFull,
  tendIdleClients,
} from './client-limits.ts';
import { Cron } from './cron.ts';
import { type EngineListener, Listening } from './listening.ts';
import { serveReadyKeys } from './ready-keys.ts';

export class Engine {
  /** What a crash leaves. */
  readonly disk: VirtualDisk;
  /** Whether a port can be listened on. In a page nobody else wants one; where there are real ports, it is asked. */
  mayListen: (port: number) => boolean = () => true;
  /** Whether somebody carries the connections that it makes; without, none ever stands. */
  hasNetwork = false;
  readonly #start: SessionStart;
  readonly #crashes: RandomStream;
  readonly #listening: Listening;
  #server: Server;
  #cron: Cron;
  /** How it starts as a sentinel; null for a server with data. */
  #sentinel: SentinelStart | null = null;
  #boots = 0;
  #endReason: Ending['reason'] | null = null;
  /** While DEBUG SLEEP holds the server: clients with waiting input or replies, in the order of their input. */
  readonly #waiting = new Set<Client>();
  /** Those of them that hung up meanwhile: their input still runs, as it would from a socket. */
  readonly #leaving = new Set<Client>();
  /** Clients that had to wait and may be answered in this step. */
  #woken: Client[] = [];
  /** What other servers have sent while DEBUG SLEEP holds this one. */
  #unheard: (() => void)[] = [];
  /** Connections to other servers that ended with the process that had made them. */
  #orphaned: readonly Outgoing[] = NONE;

  constructor(start: SessionStart, disk = new VirtualDisk()) {
    this.#start = start;
    this.disk = disk;
    for (const { path, bytes } of start.files ?? []) this.disk.write(path, bytes, start.startMs);
    this.#crashes = new Random(start.seed).stream('crash');
    this.#server = this.#newServer(start.startMs);
    this.#listening = new Listening(this.#server);
    this.#cron = new Cron(this.#server);
    this.#boot();
  }

  /** The server of now: another one after every restart. */
  get server(): Server {
    return this.#server;
  }

  /** Why no server is running, in the words of its log; null while one is. */
  get downBecause(): string | null {
    return this.#server.persistence.downBecause;
  }

  /** Why the server last ended by itself; null if it never did. */
  get endReason(): Ending['reason'] | null {
    return this.#endReason;
  }

  /** Empty, not yet started. Every start has its own randomness, as every process has. */
  #newServer(nowMs: number): Server {
    const given = { ...this.#start, seed: this.#start.seed + this.#boots * SEEDS_APART, startMs: nowMs };
    this.#boots++;
    this.#sentinel = given.sentinel === undefined ? null : sentinelStart(given, this.disk);
    const start = this.#sentinel?.start ?? given;
    const commands = this.#sentinel?.commands ?? commandTable();
    const server = new Server(start, commands, this.disk, this.#server?.links.lastId);
    server.runCommand = (client, entry, args) => call(server, client, entry, args);
    server.processCommand = (client, args) => processCommand(server, client, args);
    server.functionLibraries = new LibraryFiles(server);
    server.mayListen = (port) => this.mayListen(port);
    server.hasNetwork = () => this.hasNetwork;
    loadModules(server, start.config.loadmodule ?? '');
    return server;
  }

  /** Whether it was started to watch others, also while its process is gone. */
  get isSentinel(): boolean {
    return this.#sentinel !== null;
  }

  /** The server reads its disk; a sentinel begins to watch. */
  #boot(): void {
    const server = this.#server;
    server.persistence.downBecause =
      openCluster(server) ??
      startUp(server) ??
      claimSlotsOfData(server) ??
      this.#sentinel?.begin(server) ??
      null;
  }

  #replaceServer(): void {
    this.#server = this.#newServer(this.#server.nowMs);
    this.#listening.moveTo(this.#server);
    this.#cron = new Cron(this.#server);
    this.#waiting.clear();
    this.#leaving.clear();
    this.#unheard = [];
    this.#woken = [];
  }

  /** The process ends. Memory is gone, and so are the clients; the disk loses what it loses. */
  #goDown(loss: CrashLoss, because: string): number[] {
    const server = this.#server;
    const closed = [...server.clients.values()].filter(({ isMaster }) => !isMaster).map(({ id }) => id);
    this.#orphaned = server.links.dropAll();
    leaveToDisk(server);
    const lost = this.disk.crash(loss, server.nowMs, this.#crashes);
    this.#replaceServer();
    this.#server.persistence.downBecause = because;
    const lostBytes = lost.reduce((sum, file) => sum + file.lostBytes, 0);
    this.#server.env.probe?.emit({ type: 'disk.crash', loss, lostBytes });
    return closed;
  }

  #restart(): number[] {
    const closed = this.downBecause === null ? this.#goDown('nothing', 'Killed') : NONE;
    this.#replaceServer();
    this.#boot();
    settlePersistence(this.#server);
    return [...closed];
  }

  /** Handles inputs from outside: power, operator, disk. Null for all others. */
  #outside(input: Input | Unsent | LinkInput): Output | null {
    let closed: readonly number[] = NONE;
    if (input.type === 'crash') closed = this.#goDown(input.loss, 'Crashed');
    else if (input.type === 'restart') closed = this.#restart();
    else if (input.type === 'disk') {
      if (input.full !== undefined) this.disk.isFull = input.full;
      if (input.fsyncMs !== undefined) this.disk.fsyncMs = input.fsyncMs;
      return this.downBecause === null ? null : nothing();
    } else if (this.downBecause === null) return null;
    // Nobody listens at the port.
    else if (input.type === 'open' || input.type === 'accepted') closed = [input.client];
    return this.#parted(closed);
  }

  /** The server ends by itself; no client gets a reply any more. */
  #end({ reason, restarts, text }: Ending): Output {
    this.#endReason = reason;
    const closed = this.#goDown('nothing', text);
    if (restarts) this.#restart();
    return this.#parted(closed);
  }

  /** The output of a step after which the server is another one, or none. */
  #parted(closed: readonly number[]): Output {
    const outgoing = [...this.#orphaned, ...this.#server.links.take()];
    this.#orphaned = NONE;
    const wakeAtMs = this.downBecause === null ? this.#wakeAtMs() : null;
    return { replies: NONE, closed, wakeAtMs, ...(outgoing.length === 0 ? {} : { outgoing }) };
  }

  /** From now on the listener hears what happens inside, also after a restart. Gives the way to end that. */
  listen(listener: EngineListener): () => void {
    return this.#listening.add(listener);
  }

  step(input: Input | Unsent | LinkInput): Output {
    const { server } = this;
    if (input.nowMs < server.nowMs) throw new AssertionFailure('time goes backwards');
    if (input.nowMs !== server.nowMs) {
      server.nowMs = input.nowMs;
      server.keyspace.setTime(input.nowMs);
    }
    if (input.type !== 'data' || this.downBecause !== null) {
      const output = this.#outside(input);
      if (output !== null) return output;
    }
    if (server.blockedUntilMs !== 0) this.#wake();
    else if (server.scripting.isBusy) this.#workOnScript();
    if (server.alarms.nextAtMs <= server.nowMs && server.blockedUntilMs === 0)
      server.alarms.ringDue(server.nowMs);
    if (server.persistence.wants(server.nowMs) && server.blockedUntilMs === 0) persistenceCron(server);
    if (server.blocking.unblocked.size > 0) this.#runUnblocked();
    let sender: Client | null = null;
    if (input.type === 'data') sender = this.#receive(input.client, input.bytes);
    else this.#take(input);
    // Keys that came or went otherwise than by a command: streams that expired.
    if (server.blocking.hasReadyKeys) serveReadyKeys(server);
    const { work } = server.replication;
    if (work !== null) work.goOn();
    if (server.blocking.unblocked.size > 0) this.#runUnblocked();
    if (work !== null) work.beforeSleep();
    if (server.cluster !== null && server.cluster.todo !== 0) server.cluster.work?.settle();
    if (server.blockedUntilMs === 0) tendMemory(server);
    if (server.settings.timeoutSeconds !== 0) tendIdleClients(server);
    if (server.settings.maxClientMemory !== 0) evictClients(server);
    server.rates.tick(server.nowMs);
    server.latestWork.keep();
    return this.#output(sender);
  }

  /** Any input but the bytes of a client. */
  #take(input: Exclude<Input | Unsent | LinkInput, { type: 'data' }>): void {
    const { server } = this;
    switch (input.type) {
      case 'open':
        this.#open(input.client);
        break;
      case 'close':
        this.#close(input.client);
        break;
      case 'unsent':
        this.#noteUnsent(input.client, input.bytes);
        break;
      case 'accepted':
        if (!input.bus) this.#open(input.client, input.from);
        else if (server.bus === null) server.closing.push(input.client);
        else server.bus.accepted(input.client, input.from, input.to);
        break;
      case 'connected':
      case 'received':
      case 'ended':
        this.#hear(input);
        break;
      case 'tick':
        if (server.blockedUntilMs === 0 && server.scripting.running === null) this.#cron.tick();
        break;
    }
  }

  /** While other clients get BUSY, the script goes on when its next slice is due. */
  #workOnScript(): void {
    const { running } = this.server.scripting;
    if (running !== null && (this.server.nowMs >= running.wakeAtMs || running.isKilled)) {
      this.#continueScript();
    }
  }

  /** When it is over, those who wait see what it has done and what the time is. */
  #continueScript(): void {
    const { server } = this;
    continueScript(server);
    if (server.scripting.running !== null) return;
    if (server.blocking.hasReadyKeys) serveReadyKeys(server);
    server.blocking.timeOutOverdue();
  }

  /** Ends DEBUG SLEEP when its time has come: what arrived meanwhile runs now, in the order of arrival. */
  #wake(): void {
    const { server } = this;
    if (server.nowMs < server.blockedUntilMs) return;
    server.blockedUntilMs = 0;
    if (server.scripting.running !== null) this.#continueScript();
    if (server.blockedUntilMs !== 0) return;
    this.#woken = [...this.#waiting];
    this.#waiting.clear();
    for (const client of this.#woken) if (this.#isHere(client)) this.#run(client);
    for (const hear of this.#unheard.splice(0)) hear();
    for (const client of this.#leaving) {
      if (this.#waiting.has(client)) continue;
      this.#leaving.delete(client);
      client.reply.take();
      server.dismiss(client);
    }
  }

  #open(id: number, from?: Address): void {
    const { server } = this;
    assert(!server.clients.has(id), `client ${id} is connected already`);
    const client = new Client(id, server.keyspace.databases[0], server.nowMs, from);
    client.user = server.acl.defaultUser;
    client.authenticated = !server.acl.needsLogin;
    server.clients.set(id, client);
    if (!refuseWhenFull(server, client)) server.statistics.connectionsReceived++;
  }

  #close(id: number): void {
    const client = this.server.clients.get(id);
    if (client === undefined) {
      if (this.server.bus?.has(id)) this.server.bus.ended(id);
      return;
    }
    if (this.#waiting.has(client)) this.#leaving.add(client);
    else this.server.dismiss(client);
  }

  /** The other side is slow to take what it was sent. */
  #noteUnsent(id: number, bytes: number): void {
    const client = this.server.clients.get(id);
    if (client === undefined) return;
    client.unsentBytes = bytes;
    if (isOverOutputLimit(this.server, client, 0)) closeNow(this.server, client);
  }

  #receive(id: number, bytes: Uint8Array): Client | null {
    const { server } = this;
    const client = server.clients.get(id);
    if (client === undefined && server.bus !== null && server.bus.has(id)) {
      this.#receiveOnBus(server.bus, id, bytes);
      return null;
    }
    if (client === undefined) throw new AssertionFailure(`client ${id} is not connected`);
    client.lastInteractionMs = server.nowMs;
    server.statistics.inputBytes += bytes.length;
    server.statistics.reads++;
    // Input of a client that is being closed is dropped.
    if (server.closing.length > 0 && server.closing.includes(id)) return client;
    client.query.append(bytes);
    this.#run(client);
    return client;
  }

  /**
   * Something from another server. This and the next are methods of their own because each makes a function that keeps
   * its arguments: inside `step` and `#receive` that would cost every command a context.
   */
  #hear(input: HeardOfLink): void {
    const { links, blockedUntilMs } = this.server;
    if (blockedUntilMs !== 0) this.#unheard.push(() => links.hear(input));
    else links.hear(input);
  }

  #receiveOnBus(bus: BusListener, id: number, bytes: Uint8Array): void {
    if (this.server.blockedUntilMs !== 0) this.#unheard.push(() => bus.received(id, bytes));
    else bus.received(id, bytes);
  }

  /** Runs the whole commands a client has sent, as far as nothing holds the server. */
  #run(client: Client): void {
    const { server } = this;
    const { query } = client;
    try {
      while (
        server.blockedUntilMs === 0 &&
        client.blocked === null &&
        client !== server.scripting.caller &&
        !client.closeAfterReply &&
        server.ending === null
      ) {
        const args = query.next(server.config.maxBulkBytes, isStranger(server, client));
        if (args === null) break;
        if (args.length > 0) processCommand(server, client, args);
        else if (client.replyMode === 'skip') client.replyMode = 'on';
      }
    } catch (problem) {
      if (!(problem instanceof ProtocolError)) throw problem;
      refuseInput(server, client, problem.text);
    }
    // Judged when what is whole has run: only what waits for its rest is kept.
    if (query.settle() > server.settings.maxQueryBytes) refuseQuery(server, client);
    if (server.blockedUntilMs !== 0) this.#waiting.add(client);
  }

  /** Clients that have waited go on, in the order in which their waits ended: processUnblockedClients. */
  #runUnblocked(): void {
    const { server } = this;
    const { unblocked } = server.blocking;
    for (const client of unblocked) {
      if (server.blockedUntilMs !== 0) return;
      unblocked.delete(client);
      if (client.blocked !== null || !this.#isHere(client)) continue;
      if (client.isMaster) {
        server.replication.work?.runMaster();
        continue;
      }
      const { postponed } = client;
      client.postponed = null;
      if (postponed !== null) processCommand(server, client, postponed);
      this.#run(client);
    }
  }

  /** Whether nothing is read of a client now: the server sleeps, or runs the client's own script. */
  isHeld(id: number): boolean {
    const { blockedUntilMs, scripting } = this.server;
    return blockedUntilMs !== 0 || scripting.caller?.id === id;
  }

  /**
   * A step has thrown, which only a mistake of ours makes it do. Gives up what was begun, and lets go of the client
   * that it was done for. What a command had changed by then stays changed.
   */
  abandon(id: number): void {
    const { server } = this;
    const { scripting } = server;
    server.currentClient = null;
    server.commandingClient = null;
    server.inExec = false;
    server.propagation.abandon();
    if (scripting.running?.request.client.id === id) {
      scripting.running = null;
      scripting.caller = null;
      scripting.isInScript = false;
      server.blockedUntilMs = 0;
    }
    const client = server.clients.get(id);
    if (client === undefined) return;
    for (const group of [this.#waiting, this.#leaving, server.addressed, server.blocking.unblocked]) {
      group.delete(client);
    }
    this.#woken = this.#woken.filter((each) => each !== client);
    const at = server.closing.indexOf(id);
    if (at !== -1) server.closing.splice(at, 1);
    server.dismiss(client);
  }

  /** Gathers the replies: to the sender, and to other clients that were addressed. */
  #output(sender: Client | null): Output {
    const { server } = this;
    if (server.blockedUntilMs !== 0) return this.#holdBack();
    server.tracking.broadcast();
    settlePersistence(server);
    if (server.ending !== null) return this.#end(server.ending);
    let replies: Output['replies'] = NONE;
    if (this.#woken.length > 0 || server.addressed.size > 0) replies = this.#answerAll(sender);
    else if (sender !== null) replies = this.#answer(sender);
    if (server.busAnswers.length > 0) replies = replies.concat(server.busAnswers.splice(0));
    const closed = server.closing.length === 0 ? NONE : this.#hangUp();
    const wakeAtMs = this.#wakeAtMs();
    if (!server.links.hasOutgoing) return { replies, closed, wakeAtMs };
    return { replies, closed, wakeAtMs, outgoing: server.links.take() };
  }

  /** A sleeping server sends nothing, not even earlier replies. */
  #holdBack(): Output {
    for (const client of this.#woken) this.#waiting.add(client);
    this.#woken = [];
    return { replies: NONE, closed: NONE, wakeAtMs: this.server.blockedUntilMs };
  }

  /** The I/O threads share the writing when there are two clients for each of them (stopThreadedIOIfNeeded). */
  #countThreadedWrites(clients: number): void {
    const { config, statistics } = this.server;
    const threads = config.number('io-threads');
    if (threads > 1 && clients >= threads * 2) statistics.threadedWrites += clients;
  }

  #answerAll(sender: Client | null): Output['replies'] {
    const { addressed } = this.server;
    const clients = new Set(this.#woken);
    if (sender !== null) clients.add(sender);
    for (const client of addressed) clients.add(client);
    addressed.clear();
    this.#woken = [];
    const here = [...clients].filter((client) => this.#isHere(client));
    const replies = here.flatMap((client) => this.#answer(client));
    this.#countThreadedWrites(replies.length);
    return replies;
  }

  #wakeAtMs(): number | null {
    const { running } = this.server.scripting;
    if (running !== null) return running.wakeAtMs;
    const cron = this.#cron.wakeAtMs();
    const { alarms, persistence } = this.server;
    const nextAtMs = Math.min(alarms.nextAtMs, persistence.dueAtMs);
    if (nextAtMs === Number.POSITIVE_INFINITY) return cron;
    return cron === null || nextAtMs < cron ? nextAtMs : cron;
  }

  /** Neither gone nor killed by another client. */
  #isHere(client: Client): boolean {
    const { clients, closing } = this.server;
    return clients.get(client.id) === client && !closing.includes(client.id);
  }

  #answer(client: Client): Output['replies'] {
    const { server } = this;
    // With CLIENT REPLY OFF there is no reply to close after: such a client stays, unheard, until it leaves.
    if (client.reply.length === 0) return NONE;
    if (client.reply.isTooLong || isOverOutputLimit(server, client, client.reply.length)) {
      closeNow(server, client);
      return NONE;
    }
    if (client.closeAfterReply) server.closing.push(client.id);
    const bytes = client.reply.take();
    server.statistics.writes++;
    if (bytes.length > client.replyPeakBytes) client.replyPeakBytes = bytes.length;
    if (client.replica === null) server.statistics.outputBytes += bytes.length;
    else server.replication.outputBytes += bytes.length;
    return [{ client: client.id, bytes }];
  }

  #hangUp(): number[] {
    const { clients, closing } = this.server;
    for (const id of closing) {
      const client = clients.get(id);
      if (client !== undefined) this.server.dismiss(client);
      // Its link is hung up by whoever follows the master.
      if (client?.isMaster) closing[closing.indexOf(id)] = NOBODY;
    }
    return closing.splice(0).filter((id) => id !== NOBODY);
  }
}

/** Has to log in, and has not. */
function isStranger(server: Server, client: Client): boolean {
  return !client.authenticated && server.acl.needsLogin;
}

const NONE: readonly never[] = [];
/** No client has this number. */
const NOBODY = -1;
/** Seeds of one session's starts lie this far apart. */
const SEEDS_APART = 7919;

function nothing(): Output {
  return { replies: NONE, closed: NONE, wakeAtMs: null };
}
