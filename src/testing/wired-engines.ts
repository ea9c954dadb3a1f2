/**
 * Several engines in this process, with a network between them that carries every byte after a millisecond. Everything
 * is a function of what is called here, so a run can be repeated.
 *
 *     const net = new WiredEngines();
 *     const master = net.add(7001);
 *     const replica = net.add(7002, { replicaof: '10.0.0.1 7001' });
 *     net.advance(100);
 *     replica.text('GET', 'k');
 */
import { Engine } from '../engine/server/engine.ts';
import type { Address, LinkInput, Output, SessionStart } from '../protocol/session.ts';
import { encodeCommand } from './oracle.ts';

const LATENCY_MS = 1;
const START_MS = 1_750_000_000_000;
const FIRST_ACCEPTED = 1000;

interface Wire {
  readonly from: WiredEngine;
  readonly link: number;
  readonly to: WiredEngine;
  readonly client: number;
  isUp: boolean;
}

interface Event {
  readonly atMs: number;
  readonly run: () => void;
}

export class WiredEngines {
  nowMs = START_MS;
  readonly engines: WiredEngine[] = [];
  readonly wires: Wire[] = [];
  /** Pairs of ports that do not reach each other. */
  readonly #cuts = new Set<string>();
  readonly #frozen = new Set<string>();
  #events: Event[] = [];

  add(port: number, config: Readonly<Record<string, string>> = {}, seed = port): WiredEngine {
    const engine = new WiredEngine(this, port, {
      generation: '7.0',
      seed,
      startMs: this.nowMs,
      config: { port: String(port), save: '', ...config },
    });
    this.engines.push(engine);
    engine.take(engine.engine.step({ type: 'tick', nowMs: this.nowMs }));
    return engine;
  }

  later(run: () => void): void {
    this.#events.push({ atMs: this.nowMs + LATENCY_MS, run });
  }

  /** The connections between the two end, and there are none until `mend`. */
  cut(a: WiredEngine, b: WiredEngine): void {
    this.#cuts.add(nameOf(a, b));
    for (const wire of this.wires) if (nameOf(wire.from, wire.to) === nameOf(a, b)) this.end(wire);
  }

  mend(a: WiredEngine, b: WiredEngine): void {
    this.#cuts.delete(nameOf(a, b));
  }

  /** What is sent between the two is lost from now on, and nobody hears that. */
  freeze(a: WiredEngine, b: WiredEngine): void {
    this.#frozen.add(nameOf(a, b));
    this.#cuts.add(nameOf(a, b));
  }

  isFrozen(a: WiredEngine, b: WiredEngine): boolean {
    return this.#frozen.has(nameOf(a, b));
  }

  end(wire: Wire): void {
    if (!wire.isUp) return;
    wire.isUp = false;
    this.later(() => {
      wire.from.step({ type: 'ended', nowMs: this.nowMs, link: wire.link });
      wire.to.step({ type: 'close', nowMs: this.nowMs, client: wire.client });
    });
  }

  dial(from: WiredEngine, link: number, to: Address): void {
    this.later(() => {
      const target = this.engines.find(({ port }) => port === to.port);
      if (
        target === undefined ||
        target.engine.downBecause !== null ||
        this.#cuts.has(nameOf(from, target))
      ) {
        from.step({ type: 'ended', nowMs: this.nowMs, link });
        return;
      }
      const wire: Wire = { from, link, to: target, client: target.nextClient++, isUp: true };
      this.wires.push(wire);
      const near = { host: from.host, port: 50000 + link };
      const far = { host: target.host, port: target.port };
      target.step({
        type: 'accepted',
        nowMs: this.nowMs,
        client: wire.client,
        from: near,
        to: far,
        bus: false,
      });
      from.step({ type: 'connected', nowMs: this.nowMs, link, local: near });
    });
  }

  /** Time passes, and all that happens in it. */
  advance(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const next = Math.min(
        ...this.#events.map(({ atMs }) => atMs),
        ...this.engines.map(({ wakeAtMs }) => wakeAtMs ?? Number.POSITIVE_INFINITY),
      );
      if (next > untilMs) break;
      this.nowMs = Math.max(this.nowMs, next);
      const due = this.#events.filter(({ atMs }) => atMs <= this.nowMs);
      this.#events = this.#events.filter(({ atMs }) => atMs > this.nowMs);
      for (const { run } of due) run();
      for (const engine of this.engines) {
        if (engine.wakeAtMs !== null && engine.wakeAtMs <= this.nowMs) {
          engine.step({ type: 'tick', nowMs: this.nowMs });
        }
      }
    }
    this.nowMs = untilMs;
  }
}

export class WiredEngine {
  readonly #net: WiredEngines;
  readonly port: number;
  readonly engine: Engine;
  readonly host = '10.0.0.1';
  wakeAtMs: number | null = null;
  nextClient = FIRST_ACCEPTED;
  readonly #received = new Map<number, Uint8Array[]>();
  readonly #opened = new Set<number>();

  constructor(net: WiredEngines, port: number, start: SessionStart) {
    this.#net = net;
    this.port = port;
    this.engine = new Engine(start);
  }

  step(input: Parameters<Engine['step']>[0] | LinkInput): void {
    if (this.engine.downBecause !== null && input.type !== 'restart') return;
    if (input.type === 'close' && !this.engine.server.clients.has(input.client)) return;
    if (input.type === 'data' && !this.engine.server.clients.has(input.client)) return;
    this.take(this.engine.step(input));
  }

  take({ replies, closed, wakeAtMs, outgoing = [] }: Output): void {
    const net = this.#net;
    this.wakeAtMs = wakeAtMs;
    for (const { client, bytes } of replies) {
      const wire = net.wires.find((each) => each.to === this && each.client === client);
      if (wire === undefined) this.#received.set(client, [...(this.#received.get(client) ?? []), bytes]);
      else if (wire.isUp) {
        net.later(() => {
          if (!wire.isUp || net.isFrozen(wire.from, wire.to)) return;
          wire.from.step({ type: 'received', nowMs: net.nowMs, link: wire.link, bytes });
        });
      }
    }
    for (const client of closed) {
      this.#opened.delete(client);
      const wire = net.wires.find((each) => each.to === this && each.client === client && each.isUp);
      if (wire !== undefined) net.later(() => net.end(wire));
    }
    for (const each of outgoing) {
      if (each.type === 'dial') net.dial(this, each.link, each.to);
      else net.later(() => this.#carry(each));
    }
  }

  #carry(each: Exclude<NonNullable<Output['outgoing']>[number], { type: 'dial' }>): void {
    const net = this.#net;
    const wire = net.wires.find(({ from, link, isUp }) => from === this && link === each.link && isUp);
    if (wire === undefined) return;
    if (net.isFrozen(wire.from, wire.to)) return;
    if (each.type === 'hang-up') net.end(wire);
    else wire.to.step({ type: 'data', nowMs: net.nowMs, client: wire.client, bytes: each.bytes });
  }

  /** The server starts anew, from its files. */
  restart(): void {
    this.#opened.clear();
    this.take(this.engine.step({ type: 'restart', nowMs: this.#net.nowMs }));
  }

  /** Sends a command of client 1, or of another one, without waiting for the reply. */
  send(args: readonly (string | Uint8Array)[], client = 1): void {
    const { nowMs } = this.#net;
    if (!this.#opened.has(client)) {
      this.#opened.add(client);
      this.step({ type: 'open', nowMs, client });
    }
    this.step({ type: 'data', nowMs, client, bytes: encodeCommand(args) });
  }

  /** What a client has received since the last call. */
  taken(client = 1): string {
    const bytes = Buffer.concat(this.#received.get(client) ?? []);
    this.#received.delete(client);
    return bytes.toString('latin1');
  }

  /** A command that is answered at once. */
  ask(...args: (string | Uint8Array)[]): string {
    this.send(args);
    return this.taken();
  }

  /** A field of INFO. */
  info(section: string, field: string): string {
    return new RegExp(`^${field}:(.*)\r$`, 'm').exec(this.ask('INFO', section))?.[1] ?? '';
  }

  digest(): string {
    return this.ask('DEBUG', 'DIGEST').trim();
  }
}

function nameOf(a: WiredEngine, b: WiredEngine): string {
  return [a.port, b.port].sort().join('-');
}
