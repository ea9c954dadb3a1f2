/**
 * Several servers on a simulated network in virtual time, as one pure value.
 *
 *     const world = new World({ generation: '7.0', seed: 1, startMs: 0, config: {}, world: { nodes: [master, replica] } });
 *     world.step({ type: 'open', nowMs: 0, client: 1, node: 0 });
 *     world.step({ type: 'tick', nowMs: world.wakeAtMs });   // one event: a message arrives, or a server's timer rings
 *
 * One step of the world is at most one step of one server, so that everything that happens has its place on the
 * timeline. What a server sends to another becomes messages of the network; what it answers its consoles leaves with
 * the output. Servers that are frozen keep what arrives. When they thaw they take it in one by one, as a process finds
 * its sockets: connection by connection.
 */
import { Engine, type EngineListener, type Server, utf8 } from '../engine/index.ts';
import type { Address, Input, LinkInput, Outgoing, Output, SessionStart } from '../protocol/session.ts';
import type { Message, Next, NodeStart, SessionInput, WorldChange, WorldOutput } from '../protocol/world.ts';
import { NodeClock } from './clocks.ts';
import {
  type Attendant,
  FIRST_NODE_CLIENT,
  MAX_NODES,
  type SessionMachine,
  type WorldNode,
} from './machine.ts';
import { type Connection, Network } from './network.ts';

/** An input that waits for its instant to be filled in. */
type Timeless<Kind> = Kind extends { readonly nowMs: number } ? Omit<Kind, 'nowMs'> : never;
type NodeInput = Timeless<Input | LinkInput>;

interface Arrival {
  readonly input: NodeInput;
  readonly message: Message | null;
}

class Node implements WorldNode {
  readonly name: string;
  readonly address: Address;
  readonly engine: Engine;
  readonly clock: NodeClock;
  isFrozen = false;
  isRemoved = false;
  /** When it next wants a tick, by its own clock. */
  wakeAtMs: number | null = null;
  /** What its kernel has taken for it. */
  readonly inbox: Arrival[] = [];
  /** Connections by the number that this node knows them by: of its own making, and of others'. */
  readonly links = new Map<number, Connection>();
  readonly clients = new Map<number, Connection>();

  constructor(name: string, address: Address, engine: Engine, startMs: number) {
    this.name = name;
    this.address = address;
    this.engine = engine;
    this.clock = new NodeClock(startMs);
  }

  get unread(): number {
    return this.inbox.length;
  }

  get isDown(): boolean {
    return this.isRemoved || this.engine.downBecause !== null;
  }

  get busPort(): number {
    const { config } = this.engine.server;
    return config.number('cluster-port') || this.address.port + BUS_PORT_DISTANCE;
  }
}

/**
 * Orders what has come to a process that stood still. A socket is read as a whole, and they come in the order in which
 * there was something to read; that the other end has hung up shows only when everything is read.
 */
function findSockets(inbox: Arrival[]): void {
  const sockets = new Map<string, Arrival[]>();
  for (const arrival of inbox) {
    const name = socketOf(arrival.input);
    const earlier = sockets.get(name);
    if (earlier === undefined) sockets.set(name, [arrival]);
    else earlier.push(arrival);
  }
  const ends: Arrival[] = [];
  inbox.length = 0;
  for (const arrivals of sockets.values()) {
    const { type } = arrivals[arrivals.length - 1].input;
    if (type === 'ended' || type === 'close') ends.push(arrivals.pop() as Arrival);
    inbox.push(...arrivals);
  }
  inbox.push(...ends);
}

function socketOf(input: NodeInput): string {
  if ('link' in input) return `link ${input.link}`;
  return 'client' in input ? `client ${input.client}` : '';
}

/** The port of the cluster bus lies so far above that of the clients. */
const BUS_PORT_DISTANCE = 10000;
/** Seeds of the nodes of one world lie this far apart. */
const SEEDS_APART = 104_729;
/** What the file of a sentinel is called on its disk. */
const SENTINEL_FILE = 'sentinel.conf';

export class World implements SessionMachine {
  readonly isSingle = false;
  readonly #start: SessionStart;
  readonly #network: Network;
  readonly #nodes: Node[] = [];
  readonly #listeners = new Set<EngineListener>();
  #stops = new Map<EngineListener, (() => void)[]>();
  readonly #attendants = new Set<Attendant>();
  #nowMs: number;
  #lastClient = FIRST_NODE_CLIENT;
  #acting = 0;

  constructor(start: SessionStart) {
    this.#start = start;
    this.#nowMs = start.startMs;
    this.#network = new Network(start.seed, start.world?.latency);
    for (const node of start.world?.nodes ?? []) this.#add(node);
  }

  get nodes(): readonly Node[] {
    return this.#nodes;
  }

  get network(): Network {
    return this.#network;
  }

  /** The server of a node. */
  serverOf(node = 0): Server {
    return this.#node(node).engine.server;
  }

  /** The node that is taking a step, or took the last one. */
  get acting(): number {
    return this.#acting;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** When the world next wants a tick. */
  get wakeAtMs(): number | null {
    let next = this.#network.nextAtMs;
    for (const node of this.#nodes) next = Math.min(next, this.#dueAtMs(node));
    return next === Number.POSITIVE_INFINITY ? null : Math.max(next, this.#nowMs);
  }

  /** From now on the listener hears what happens inside of every server. Gives the way to end that. */
  listen(listener: EngineListener): () => void {
    this.#listeners.add(listener);
    this.#stops.set(
      listener,
      this.#nodes.map(({ engine }) => engine.listen(listener)),
    );
    return () => {
      this.#listeners.delete(listener);
      for (const stop of this.#stops.get(listener) ?? []) stop();
      this.#stops.delete(listener);
    };
  }

  attend(attendant: Attendant): () => void {
    this.#attendants.add(attendant);
    return () => this.#attendants.delete(attendant);
  }

  step(input: SessionInput): WorldOutput {
    const atMs = input.type === 'next' ? (this.wakeAtMs ?? this.#nowMs) : input.nowMs;
    if (atMs > this.#nowMs) this.#nowMs = atMs;
    const output = this.#take(input);
    return { ...output, wakeAtMs: this.wakeAtMs };
  }

  #take(input: SessionInput): WorldOutput {
    switch (input.type) {
      case 'cut':
      case 'mend':
      case 'slow':
      case 'freeze':
      case 'thaw':
      case 'clock':
      case 'add':
      case 'remove':
        return this.#change(input);
      case 'next':
        return this.#happen();
      case 'tick':
        return this.#happen(input);
      default:
        return this.#act(input);
    }
  }

  #change(change: WorldChange): WorldOutput {
    switch (change.type) {
      case 'cut':
        this.#network.cut(change);
        break;
      case 'mend':
        this.#network.mend(change, this.#nowMs);
        break;
      case 'slow':
        this.#network.setLatency(change, change.latency);
        break;
      case 'freeze':
      case 'thaw':
        this.#node(change.node).isFrozen = change.type === 'freeze';
        if (change.type === 'thaw') findSockets(this.#node(change.node).inbox);
        break;
      case 'clock':
        this.#node(change.node).clock.set(this.#nowMs, change.offsetMs, change.rate);
        break;
      case 'add':
        this.#add(change.start);
        break;
      case 'remove':
        return this.#remove(change.node);
    }
    return NOBODY;
  }

  #node(number: number): Node {
    const node = this.#nodes[number];
    if (node === undefined) throw new RangeError(`there is no node ${number}`);
    return node;
  }

  #add({ name, host, port, config, sentinel }: NodeStart): void {
    if (this.#nodes.length >= MAX_NODES) throw new RangeError(`a world has at most ${MAX_NODES} nodes`);
    const taken = this.#nodes.find(
      ({ address, isRemoved }) => !isRemoved && address.host === host && address.port === port,
    );
    if (taken !== undefined) throw new RangeError(`${host}:${port} is the address of ${taken.name}`);
    const { world: _, files: __, sentinel: ___, ...common } = this.#start;
    const engine = new Engine({
      ...common,
      seed: common.seed + this.#nodes.length * SEEDS_APART,
      startMs: this.#nowMs,
      config: { ...common.config, ...config, port: String(port) },
      ...(sentinel === undefined
        ? {}
        : { sentinel: SENTINEL_FILE, files: [{ path: SENTINEL_FILE, bytes: utf8(sentinel) }] }),
    });
    engine.hasNetwork = true;
    const node = new Node(name, { host, port }, engine, this.#nowMs);
    this.#nodes.push(node);
    for (const listener of this.#listeners) this.#stops.get(listener)?.push(engine.listen(listener));
    // A replica dials its master at once, and other timers are asked for.
    node.wakeAtMs = this.#nowMs;
  }

  #remove(number: number): WorldOutput {
    const node = this.#node(number);
    if (node.isRemoved) return NOBODY;
    const output = node.isDown ? NOBODY : this.#stepOf(number, { type: 'crash', loss: 'nothing' }, null);
    node.isRemoved = true;
    node.wakeAtMs = null;
    return output;
  }

  /** A person at one of the servers. What a frozen server is sent waits for it; its plug can be pulled all the same. */
  #act({ nowMs: _, node: number = 0, ...input }: Exclude<SessionInput, WorldChange | Next>): WorldOutput {
    const node = this.#node(number);
    if (node.isRemoved) return NOBODY;
    if (input.type === 'crash' || input.type === 'restart') {
      node.isFrozen = false;
      node.inbox.length = 0;
    } else if ((node.isFrozen && input.type !== 'disk') || isBehindOthers(node, input)) {
      node.inbox.push({ input, message: null });
      return NOBODY;
    }
    return this.#stepOf(number, input, null);
  }

  /** When a node has something to do, in the world's time. */
  #dueAtMs(node: Node): number {
    if (node.isFrozen || node.isRemoved) return Number.POSITIVE_INFINITY;
    if (node.inbox.length > 0) return this.#nowMs;
    if (node.wakeAtMs === null) return Number.POSITIVE_INFINITY;
    return node.clock.worldMsAt(node.wakeAtMs);
  }

  /** The earliest thing that is due: messages before timers, nodes in their order. */
  #happen(input?: Extract<SessionInput, { type: 'tick' }>): WorldOutput {
    const waiting = this.#nodes.findIndex((node) => !node.isFrozen && node.inbox.length > 0);
    if (waiting !== -1) return this.#takeIn(waiting);
    if (input?.node !== undefined) return this.#act(input);
    let earliest = Number.POSITIVE_INFINITY;
    let timer = -1;
    for (const [number, node] of this.#nodes.entries()) {
      const dueAtMs = this.#dueAtMs(node);
      if (dueAtMs >= earliest) continue;
      earliest = dueAtMs;
      timer = number;
    }
    if (this.#network.nextAtMs <= Math.min(earliest, this.#nowMs)) {
      const message = this.#network.arrive(this.#nowMs);
      if (message !== null) return this.#deliver(message);
    }
    if (timer === -1 || earliest > this.#nowMs) return NOBODY;
    return this.#stepOf(timer, { type: 'tick' }, null);
  }

  #takeIn(number: number): WorldOutput {
    const node = this.#nodes[number];
    const { input, message } = node.inbox.shift() as Arrival;
    const { clients, bus } = node.engine.server;
    // The server may have hung up on it since its kernel took this.
    const isHere = input.type !== 'data' || clients.has(input.client) || bus?.has(input.client);
    return isHere ? this.#stepOf(number, input, message) : NOBODY;
  }

  #deliver(message: Message): WorldOutput {
    const connection = this.#network.connections.get(message.connection);
    if (connection === undefined) return NOBODY;
    const node = this.#nodes[message.to];
    const input = message.isBack
      ? this.#heardByDialler(connection, message)
      : this.#heardByDialled(connection, message);
    if (message.kind === 'end' || message.kind === 'refuse') this.#network.forget(connection);
    if (input === null) return NOBODY;
    if (!node.isFrozen && node.inbox.length === 0) return this.#stepOf(message.to, input, message);
    node.inbox.push({ input, message });
    return NOBODY;
  }

  #heardByDialler(connection: Connection, { kind, bytes }: Message): NodeInput | null {
    const { link, from } = connection;
    const { links } = this.#nodes[from];
    // The process that had dialled is gone, or has hung up.
    if (links.get(link) !== connection) return null;
    if (kind === 'accept') return { type: 'connected', link, local: connection.fromAddress };
    if (kind === 'data') return { type: 'received', link, bytes };
    links.delete(link);
    return { type: 'ended', link };
  }

  #heardByDialled(connection: Connection, { kind, bytes }: Message): NodeInput | null {
    const node = this.#nodes[connection.to];
    if (kind === 'dial') {
      const isListening = !node.isDown && (!connection.bus || node.engine.server.bus !== null);
      if (!isListening) {
        this.#network.send(connection, 'back', 'refuse', bytes, this.#nowMs);
        return null;
      }
      // The kernel accepts, also for a process that is frozen.
      connection.client = ++this.#lastClient;
      node.clients.set(connection.client, connection);
      this.#network.send(connection, 'back', 'accept', bytes, this.#nowMs);
      const { client, fromAddress: from, toAddress: to, bus } = connection;
      return { type: 'accepted', client, from, to, bus };
    }
    const { client } = connection;
    // The process that had accepted it is gone.
    if (node.clients.get(client) !== connection) return null;
    if (kind === 'data') return { type: 'data', client, bytes };
    node.clients.delete(client);
    return { type: 'close', client };
  }

  #stepOf(number: number, timeless: NodeInput, message: Message | null): WorldOutput {
    const node = this.#nodes[number];
    this.#acting = number;
    // A tick that its rounded clock would have come too early for would be asked for again and again.
    const wantedMs = timeless.type === 'tick' ? (node.wakeAtMs ?? 0) : 0;
    const nowMs = Math.max(node.clock.nowMs(this.#nowMs), node.engine.server.nowMs, wantedMs);
    const given = { ...timeless, nowMs } as Input | LinkInput;
    for (const attendant of this.#attendants) attendant(number, given);
    const process = node.engine.server;
    const output = node.engine.step(given);
    node.wakeAtMs = output.wakeAtMs;
    // Another process, or none: before anything that the new one sends.
    if (node.engine.server !== process) this.#hangUpAll(number);
    this.#carry(number, output);
    return { ...output, node: number, given, message };
  }

  /** What a server sends to other nodes sets out on the network. */
  #carry(number: number, output: Output): void {
    const node = this.#nodes[number];
    for (const { client, bytes } of output.replies) {
      const connection = node.clients.get(client);
      if (connection !== undefined) this.#network.send(connection, 'back', 'data', bytes, this.#nowMs);
    }
    for (const client of output.closed) {
      const connection = node.clients.get(client);
      if (connection === undefined) continue;
      node.clients.delete(client);
      this.#network.send(connection, 'back', 'end', NO_BYTES, this.#nowMs);
    }
    for (const each of output.outgoing ?? []) this.#goOut(number, each);
  }

  #goOut(number: number, outgoing: Outgoing): void {
    const node = this.#nodes[number];
    if (outgoing.type === 'dial') {
      this.#dial(number, outgoing.link, outgoing.to);
      return;
    }
    const connection = node.links.get(outgoing.link);
    if (connection === undefined) return;
    if (outgoing.type === 'send') {
      this.#network.send(connection, 'forth', 'data', outgoing.bytes, this.#nowMs);
    } else {
      node.links.delete(outgoing.link);
      this.#network.send(connection, 'forth', 'end', NO_BYTES, this.#nowMs);
    }
  }

  #dial(number: number, link: number, to: Address): void {
    const node = this.#nodes[number];
    const isLocal = LOCAL.has(to.host);
    const isHere = ({ address, isRemoved }: Node, at: number) =>
      !isRemoved && (isLocal ? at === number : address.host === to.host);
    const dialled = this.#nodes.findIndex(
      (each, at) => isHere(each, at) && (each.address.port === to.port || each.busPort === to.port),
    );
    if (dialled === -1) {
      // Nobody has that address: a kernel says so at once.
      node.inbox.push({ input: { type: 'ended', link }, message: null });
      return;
    }
    const bus = this.#nodes[dialled].address.port !== to.port;
    const end = { from: number, link, to: dialled, toAddress: to, bus, host: node.address.host };
    node.links.set(link, this.#network.dial(end, this.#nowMs));
  }

  /** A process has ended, and its kernel ends its connections. */
  #hangUpAll(number: number): void {
    const node = this.#nodes[number];
    node.inbox.length = 0;
    for (const connection of node.links.values()) {
      this.#network.send(connection, 'forth', 'end', NO_BYTES, this.#nowMs);
    }
    for (const connection of node.clients.values()) {
      this.#network.send(connection, 'back', 'end', NO_BYTES, this.#nowMs);
    }
    node.links.clear();
    node.clients.clear();
  }
}

/** What this client did while the server stood still has not been heard yet, and comes first. */
function isBehindOthers({ inbox }: Node, given: NodeInput): boolean {
  return 'client' in given && inbox.some(({ input }) => 'client' in input && input.client === given.client);
}

const NO_BYTES = new Uint8Array(0);
const LOCAL = new Set(['127.0.0.1', 'localhost', '::1']);
/** No server did anything. */
const NOBODY: WorldOutput = {
  replies: [],
  closed: [],
  wakeAtMs: null,
  node: null,
  given: null,
  message: null,
};
