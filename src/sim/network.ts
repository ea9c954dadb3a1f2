/**
 * The network of a world: connections between nodes, and the messages under way on them.
 *
 * A message that is sent takes the latency of its path, drawn from the seed, and never overtakes another of its
 * connection. Where the path is cut when a message should arrive, it is held and sets out again when the path is
 * mended: TCP sends again what was lost, and it is for the servers to lose patience. So is the first message of a
 * connection, and the dialler hears nothing meanwhile.
 *
 *     dial     A ── dial ──▸ B     B listens: accept, otherwise refuse
 *              A ◂─ accept ── B    A may have sent data in between
 *     end      A ── end ───▸ B     after everything that A has sent
 */
import { Random, type RandomStream } from '../engine/index.ts';
import type { Address } from '../protocol/session.ts';
import type { Latency, Message, Path } from '../protocol/world.ts';

export interface Connection {
  readonly id: number;
  /** Who dialled: the node and its number for the link. */
  readonly from: number;
  readonly link: number;
  readonly fromAddress: Address;
  /** Who was dialled: the node, and its number for the client; 0 until it has accepted. */
  readonly to: number;
  client: number;
  readonly toAddress: Address;
  readonly bus: boolean;
}

interface Flight {
  readonly atMs: number;
  readonly order: number;
  readonly leftAtMs: number;
  readonly message: Message;
}

/** A message on its way, or held by a cut. */
export interface MessageUnderWay {
  readonly message: Message;
  /** When it set out: when it was sent, or when its path was mended; and when it arrives, null while it is held. */
  readonly leftAtMs: number;
  readonly arrivesAtMs: number | null;
}

const DEFAULT_LATENCY: Latency = { ms: 1, jitterMs: 0 };
const NO_BYTES = new Uint8Array(0);
/** The first port that a node dials from. */
const FIRST_EPHEMERAL_PORT = 32768;
const EPHEMERAL_PORTS = 28232;

export class Network {
  readonly #random: RandomStream;
  readonly #latency: Latency;
  readonly #latencies = new Map<string, Latency>();
  readonly #cuts = new Set<string>();
  readonly #connections = new Map<number, Connection>();
  /** By connection and direction: when its latest message arrives. */
  readonly #latest = new Map<string, number>();
  /** A heap by time, then by order of sending. */
  readonly #flights: Flight[] = [];
  /** By path: what would have arrived while it is cut. */
  readonly #held = new Map<string, Message[]>();
  #lastConnection = 0;
  #lastMessage = 0;
  #lastOrder = 0;

  constructor(seed: number, latency: Latency = DEFAULT_LATENCY) {
    this.#random = new Random(seed).stream('network');
    this.#latency = latency;
  }

  get connections(): ReadonlyMap<number, Connection> {
    return this.#connections;
  }

  /** Messages under way, the next to arrive first. */
  get underWay(): readonly MessageUnderWay[] {
    return [...this.#flights]
      .sort(byTime)
      .map(({ message, leftAtMs, atMs }) => ({ message, leftAtMs, arrivesAtMs: atMs }));
  }

  /** Messages that wait for their path to be mended. */
  get held(): readonly MessageUnderWay[] {
    const held = [...this.#held.values()].flat();
    return held.map((message) => ({ message, leftAtMs: message.sentAtMs, arrivesAtMs: null }));
  }

  get nextAtMs(): number {
    return this.#flights.length === 0 ? Number.POSITIVE_INFINITY : this.#flights[0].atMs;
  }

  /** Paths that were cut or given a latency of their own. */
  get changedPaths(): readonly Path[] {
    return [...new Set([...this.#cuts, ...this.#latencies.keys()])].map((name) => {
      const [from, to] = name.split('>').map(Number);
      return { from, to };
    });
  }

  isCut(path: Path): boolean {
    return this.#cuts.has(nameOf(path));
  }

  cut(path: Path): void {
    this.#cuts.add(nameOf(path));
  }

  /** What was held sets out again, in the order in which it would have arrived. */
  mend(path: Path, nowMs: number): void {
    const name = nameOf(path);
    if (!this.#cuts.delete(name)) return;
    const held = this.#held.get(name) ?? [];
    this.#held.delete(name);
    const delayed = new Set(held.map(({ connection }) => connection));
    // Later messages of these connections are still under way, and must not arrive before those held.
    const isBehind = ({ message }: Flight) => delayed.has(message.connection) && nameOf(message) === name;
    const behind = this.#flights.filter(isBehind).sort(byTime);
    const others = this.#flights.filter((flight) => !isBehind(flight));
    this.#flights.length = 0;
    for (const flight of others) push(this.#flights, flight);
    const again = [...held, ...behind.map((flight) => flight.message)];
    for (const { connection, isBack } of again) this.#latest.delete(`${connection} ${isBack}`);
    for (const message of again) this.#launch(message, nowMs);
  }

  /** The latency of a path that nobody has changed. */
  get usualLatency(): Latency {
    return this.#latency;
  }

  setLatency(path: Path, latency: Latency): void {
    this.#latencies.set(nameOf(path), latency);
  }

  latencyOf(path: Path): Latency {
    return this.#latencies.get(nameOf(path)) ?? this.#latency;
  }

  dial(
    end: Pick<Connection, 'from' | 'link' | 'to' | 'toAddress' | 'bus'> & { readonly host: string },
    nowMs: number,
  ): Connection {
    const id = ++this.#lastConnection;
    const port = FIRST_EPHEMERAL_PORT + (id % EPHEMERAL_PORTS);
    const { host, ...rest } = end;
    const connection = { id, ...rest, client: 0, fromAddress: { host, port } };
    this.#connections.set(id, connection);
    this.send(connection, 'forth', 'dial', NO_BYTES, nowMs);
    return connection;
  }

  send(
    { id, from, to }: Connection,
    direction: 'forth' | 'back',
    kind: Message['kind'],
    bytes: Uint8Array,
    nowMs: number,
  ): void {
    const path = direction === 'forth' ? { from, to } : { from: to, to: from };
    const way = { ...path, connection: id, isBack: direction === 'back' };
    this.#launch({ id: ++this.#lastMessage, ...way, kind, bytes, sentAtMs: nowMs }, nowMs);
  }

  #launch(message: Message, nowMs: number): void {
    const { ms, jitterMs } = this.latencyOf(message);
    const way = `${message.connection} ${message.isBack}`;
    const earliest = nowMs + ms + (jitterMs === 0 ? 0 : this.#random.float() * jitterMs);
    const atMs = Math.max(earliest, this.#latest.get(way) ?? 0);
    this.#latest.set(way, atMs);
    push(this.#flights, { atMs, order: ++this.#lastOrder, leftAtMs: nowMs, message });
  }

  /** The next message that has arrived by now; null if none has. */
  arrive(nowMs: number): Message | null {
    while (this.nextAtMs <= nowMs) {
      const { message } = pop(this.#flights);
      const path = nameOf(message);
      if (!this.#cuts.has(path)) return message;
      const held = this.#held.get(path);
      if (held === undefined) this.#held.set(path, [message]);
      else held.push(message);
    }
    return null;
  }

  /** Nobody has anything to do with it any more: what is still under way on it is lost. */
  forget({ id }: Connection): void {
    this.#connections.delete(id);
    this.#latest.delete(`${id} false`);
    this.#latest.delete(`${id} true`);
  }
}

function nameOf({ from, to }: Path): string {
  return `${from}>${to}`;
}

function byTime(a: Flight, b: Flight): number {
  return a.atMs - b.atMs || a.order - b.order;
}

function push(heap: Flight[], flight: Flight): void {
  let at = heap.length;
  heap.push(flight);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (byTime(heap[parent], flight) <= 0) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = flight;
}

/** Of a heap that is not empty. */
function pop(heap: Flight[]): Flight {
  const first = heap[0];
  const last = heap.pop() as Flight;
  if (heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && byTime(heap[child + 1], heap[child]) < 0) child++;
    if (byTime(last, heap[child]) <= 0) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return first;
}
