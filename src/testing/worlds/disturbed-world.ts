/**
 * A world in which things go wrong at random: processes crash, stand still and come back, links are cut in one direction
 * or both, and messages are slow. Everything follows from the seed, and a hash of all that the servers said shows it.
 *
 *     const disturbed = new DisturbedWorld(start, 0);
 *     disturbed.passDisturbed(10_000, () => disturbed.say(0, 'INCR', 'k'));
 *     disturbed.heal();
 *     disturbed.until('all agree', () => …, 60_000);
 */
import { createHash } from 'node:crypto';
import { bytesOf, Random, type RandomStream } from '../../engine/index.ts';
import { datasetDigest, digestText } from '../../engine/persistence/digest.ts';
import type { Server } from '../../engine/state/server.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { Address, CrashLoss, Input, SessionStart } from '../../protocol/session.ts';
import type { SessionInput } from '../../protocol/world.ts';
import { World } from '../../sim/world.ts';

const CONSOLE = 1;
const LOSSES: readonly CrashLoss[] = ['nothing', 'unsynced', 'torn'];
const LONGEST_FAULT_MS = 15_000;
/** Between the beginnings of two faults, at most. */
const FAULT_EVERY_MS = 5000;
/** Between two writes, at most. */
const WRITE_EVERY_MS = 60;
const CATCH_UP_LIMIT_MS = 60_000;
const SLOW = { ms: 200, jitterMs: 800 };

interface Fault {
  readonly name: string;
  readonly endsAtMs: number;
  end(): void;
}

export class DisturbedWorld {
  readonly world: World;
  readonly random: RandomStream;
  readonly #hash = createHash('sha1');
  readonly #open = new Set<number>();
  #faults: Fault[] = [];
  /** By name, how often each thing went wrong. */
  readonly faults = new Map<string, number>();
  writes = 0;
  /** Steps of servers and changes of the world. */
  events = 0;
  readonly #wantedEvents: number;

  /** `wantedEvents`: things go wrong for at least so many events, however long that is. */
  constructor(start: SessionStart, wantedEvents: number) {
    this.#wantedEvents = wantedEvents;
    this.world = new World(start);
    this.random = new Random(start.seed).stream('faults');
  }

  get nowMs(): number {
    return this.world.nowMs;
  }

  server(node: number): Server {
    return this.world.nodes[node].engine.server;
  }

  isUp(node: number): boolean {
    return this.world.nodes[node].engine.downBecause === null;
  }

  /** Everything that the servers have said so far, and when. */
  get hash(): string {
    return this.#hash.copy().digest('hex');
  }

  step(input: SessionInput): void {
    const { node, given, replies, closed, outgoing = [] } = this.world.step(input);
    if (node !== null || input.type !== 'tick') this.events++;
    if (node === null) return;
    this.#hash.update(`${this.nowMs} ${node} ${given?.type} ${closed}\n`);
    for (const { client, bytes } of replies) this.#hash.update(`${client} `).update(bytes);
    for (const each of outgoing) {
      this.#hash.update(`${each.type} ${each.link} `);
      if (each.type === 'send') this.#hash.update(each.bytes);
    }
    if (closed.includes(CONSOLE)) this.#open.delete(node);
  }

  #act(node: number, act: Exclude<Input, { type: 'tick' }>): void {
    this.step({ ...act, nowMs: this.nowMs, node });
  }

  /** A command at a node's console; nobody waits for the answer. A node that is down hears nothing. */
  say(node: number, ...words: readonly (string | Uint8Array)[]): void {
    if (!this.isUp(node)) return;
    if (!this.#open.has(node)) this.#act(node, { type: 'open', nowMs: 0, client: CONSOLE });
    this.#open.add(node);
    const bytes = encodeCommand(words.map((word) => (typeof word === 'string' ? bytesOf(word) : word)));
    this.#act(node, { type: 'data', nowMs: 0, client: CONSOLE, bytes });
    this.writes++;
  }

  pass(ms: number): void {
    const end = this.nowMs + ms;
    for (let next = this.world.wakeAtMs; next !== null && next <= end; next = this.world.wakeAtMs) {
      this.step({ type: 'tick', nowMs: next });
    }
    this.step({ type: 'tick', nowMs: end });
  }

  /** Looks every tenth of a second; throws if it does not come true. */
  until(what: string, isTrue: () => boolean, limitMs: number): void {
    for (const end = this.nowMs + limitMs; !isTrue(); this.pass(100)) {
      if (this.nowMs > end) throw new Error(`after ${limitMs} ms this is still not so: ${what}`);
    }
  }

  /** Lets time pass; there are writes, things go wrong, and they end. */
  passDisturbed(ms: number, write: () => void): void {
    const end = this.nowMs + ms;
    let nextFaultAtMs = this.nowMs;
    while (this.nowMs < end || this.events < this.#wantedEvents) {
      if (this.nowMs >= nextFaultAtMs) {
        nextFaultAtMs = this.nowMs + this.random.below(FAULT_EVERY_MS);
        this.#disturb();
      }
      write();
      this.pass(1 + this.random.below(WRITE_EVERY_MS));
      for (const fault of this.#faults) if (fault.endsAtMs <= this.nowMs) fault.end();
      this.#faults = this.#faults.filter(({ endsAtMs }) => endsAtMs > this.nowMs);
    }
  }

  /** A node is back, which followed this master before it crashed. */
  protected restarted(_node: number, _master: Address | null): void {}

  /** Whatever is wrong ends. */
  heal(): void {
    for (const fault of this.#faults.splice(0)) fault.end();
  }

  #disturb(): void {
    const { length } = this.world.nodes;
    const node = this.random.below(length);
    const other = (node + 1 + this.random.below(length - 1)) % length;
    const ways: [number, number][] = [
      [node, other],
      [other, node],
    ];
    const faults: readonly (() => void)[] = [
      () => this.#crash(node),
      () => this.#freeze(node),
      () => this.#cut('cut one way', ways.slice(1)),
      () => this.#cut('cut', ways),
      () => this.#cut('cut off', this.#allWaysOf(node)),
      () => this.#slow(node, other),
    ];
    faults[this.random.below(faults.length)]();
  }

  #allWaysOf(node: number): [number, number][] {
    return this.world.nodes.flatMap((_, other): [number, number][] =>
      other === node
        ? []
        : [
            [node, other],
            [other, node],
          ],
    );
  }

  #begin(name: string, end: () => void): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
    this.#faults.push({ name, endsAtMs: this.nowMs + this.random.below(LONGEST_FAULT_MS), end });
  }

  #crash(node: number): void {
    if (!this.isUp(node)) return;
    this.#open.delete(node);
    const { master } = this.server(node).replication;
    this.#act(node, { type: 'crash', nowMs: 0, loss: LOSSES[this.random.below(LOSSES.length)] });
    this.#begin('crash', () => {
      this.#act(node, { type: 'restart', nowMs: 0 });
      this.restarted(node, master);
    });
  }

  #freeze(node: number): void {
    if (!this.isUp(node) || this.world.nodes[node].isFrozen) return;
    this.step({ type: 'freeze', nowMs: this.nowMs, node });
    this.#begin('freeze', () => this.step({ type: 'thaw', nowMs: this.nowMs, node }));
  }

  #cut(name: string, ways: readonly (readonly [number, number])[]): void {
    const whole = ways.filter(([from, to]) => !this.world.network.isCut({ from, to }));
    for (const [from, to] of whole) this.step({ type: 'cut', nowMs: this.nowMs, from, to });
    this.#begin(name, () => {
      for (const [from, to] of whole) this.step({ type: 'mend', nowMs: this.nowMs, from, to });
    });
  }

  #slow(from: number, to: number): void {
    const latency = this.world.network.latencyOf({ from, to });
    if (latency === SLOW) return;
    this.step({ type: 'slow', nowMs: this.nowMs, from, to, latency: SLOW });
    this.#begin('slow', () => this.step({ type: 'slow', nowMs: this.nowMs, from, to, latency }));
  }

  follows(node: number, host: string): boolean {
    const { master } = this.server(node).replication;
    return this.isUp(node) && master?.host === host && master.stage === 'connected';
  }

  /** Replicas with their masters: waits until each has read all that its master has, and compares their data. */
  untilEqual(links: readonly (readonly [replica: number, master: number])[]): void {
    const isLevel = ([replica, master]: readonly [number, number]): boolean =>
      this.server(replica).replication.master?.offset === this.server(master).replication.offset;
    this.until('replicas have read what their masters have', () => links.every(isLevel), CATCH_UP_LIMIT_MS);
    for (const [replica, master] of links) {
      const [theirs, ours] = [replica, master].map((node) => digestText(datasetDigest(this.server(node))));
      if (theirs !== ours) throw new Error(`nodes ${replica} and ${master} differ: ${theirs} ${ours}`);
    }
  }
}
