/**
 * A master and its replicas as nodes of a search: whole engines that replicate each other. What the master sends is
 * under way until the search lets it arrive, one send at a time, so a replica may lag by any amount.
 *
 *     redis:   SET item 2  ──▸ under way: "*3\r\n$3\r\nSET…" ──(the search decides)──▸ replica
 *
 * The servers find each other in a `World` before anything begins. What a replica says to its master (that it has the
 * stream so far) arrives at once. The servers share one state, in which the offsets of the stream count, and instants
 * as they are: keys that have expired stay until their server removes them and tells its replicas.
 */
import { bytesOf, type Engine, latin1 } from '../../engine/index.ts';
import { identityOf } from '../../engine/inspect/identity.ts';
import type { ProgramValue } from '../../engine/programs.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { Output } from '../../protocol/session.ts';
import { passUntil } from '../run.ts';
import { World } from '../world.ts';
import { REFUSED_CONNECTION } from './database-node.ts';
import { heldParts } from './held-parts.ts';
import {
  type Delivery,
  type Effect,
  type Footprint,
  type NodeEntry,
  type NodeRequest,
  type Passed,
  RefusedRequest,
  type SimulatedNode,
  TOUCHES_ALL,
} from './node.ts';
import { Parking } from './parking.ts';
import {
  deliveriesOf,
  isError,
  mainClientOf,
  OBSERVER,
  RedisNode,
  type RedisStart,
  replyOf,
  START_MS,
  shownEntry,
  wordsOf,
} from './redis-node.ts';

type GroupInput = { readonly member: number } & (
  | { readonly type: 'ask'; readonly client: number; readonly args: readonly string[] }
  | { readonly type: 'leave'; readonly actor: number }
  | { readonly type: 'arrive' | 'down' | 'tick' }
  | { readonly type: 'jump'; readonly ms: number }
);

interface State {
  readonly nowMs: number;
  readonly servers: readonly ServerState[];
  readonly from: number;
  readonly afterMs: number;
  readonly input: GroupInput | null;
}

interface ServerState {
  readonly keys: readonly { readonly name: string; readonly leftMs: number | null }[];
  /** When the waits of clients end by themselves. */
  readonly waitsLeftMs: readonly number[];
  readonly isDown: boolean;
  readonly underWay: number;
}

/** The connection between a replica and the master, as each of them knows it. */
interface Wire {
  readonly link: number;
  readonly client: number;
  isUp: boolean;
  readonly underWay: Uint8Array[];
}

interface Standing {
  readonly engines: readonly Engine[];
  /** By member; null for the master. */
  readonly wires: readonly (Wire | null)[];
  readonly areDown: boolean[];
  /** How far the clock of each is ahead. */
  readonly aheadMs: number[];
  nowMs: number;
}

interface Answer {
  readonly answer: ProgramValue | undefined;
  readonly deliveries: readonly Delivery[];
}

const MASTER = 0;
/** The replica is connected after some 10 ms; longer would only be more ticks before every start. */
const HANDSHAKE_MS = 100;
const MAX_PARKED = 512;
const MAX_SLICES = 1000;
const NEVER = Number.POSITIVE_INFINITY;
/** An operator may promote a replica, and a client may wait for acknowledgements. */
const ALLOWED = new Set(['replicaof', 'slaveof', 'wait', 'role']);

/** The nodes of a group, the master first. */
export function replicatedNodes(starts: readonly RedisStart[]): SimulatedNode[] {
  const group = new Group(starts);
  return starts.map((_, member) => new Member(group, member));
}

class Group {
  readonly starts: readonly RedisStart[];
  readonly start: number;
  /** It knows the commands. */
  readonly plain: RedisNode;
  readonly #states: State[] = [];
  readonly #byText = new Map<string, number>();
  readonly #parking = new Parking<Standing>(MAX_PARKED);
  readonly #effects = new Map<string, Effect>();
  readonly #readings = new Map<string, ProgramValue>();

  constructor(starts: readonly RedisStart[]) {
    this.starts = starts;
    this.plain = new RedisNode({ ...starts[MASTER], given: [] });
    this.start = this.#arrive(this.#fresh(), -1, 0, null);
  }

  #fresh(): Standing {
    const { seed, given } = this.starts[MASTER];
    const world = new World({
      generation: '7.0',
      seed,
      startMs: START_MS - HANDSHAKE_MS,
      config: { save: '', 'repl-diskless-sync-delay': '0' },
      world: {
        nodes: this.starts.map(({ name, config }, member) => ({
          name,
          host: hostOf(member),
          port: PORT,
          config: { ...config, ...(member === MASTER ? {} : { replicaof: `${hostOf(MASTER)} ${PORT}` }) },
        })),
        latency: { ms: 0, jitterMs: 0 },
      },
    });
    for (const _ of passUntil(world, START_MS)) void _;
    const connections = [...world.network.connections.values()];
    const standing: Standing = {
      engines: world.nodes.map(({ engine }) => engine),
      wires: this.starts.map((_, member) => {
        const connection = connections.find(({ from }) => from === member);
        if (connection === undefined) return null;
        return { link: connection.link, client: connection.client, isUp: true, underWay: [] };
      }),
      areDown: this.starts.map(() => false),
      aheadMs: this.starts.map(() => 0),
      nowMs: START_MS,
    };
    for (const words of given) {
      const { answer } = this.#run(standing, MASTER, OBSERVER, words);
      if (isError(answer)) throw new RefusedRequest(`${words.join(' ')}: ${answer.err}`);
    }
    if (given.length > 0) this.#step(standing, MASTER, { type: 'close', client: OBSERVER }, []);
    for (let member = 1; member < this.starts.length; member++) {
      if (standing.wires[member] === null) throw new RangeError('a replica has not found its master');
      while (standing.wires[member]?.underWay.length) this.#letArrive(standing, member, []);
    }
    return standing;
  }

  effect(state: number, input: GroupInput): Effect {
    const { member, type } = input;
    const isRefused = this.#states[state].servers[member].isDown && type !== 'arrive';
    if (isRefused) return { state, answer: { err: REFUSED_CONNECTION }, deliveries: [] };
    const memo = `${state} ${JSON.stringify(input)}`;
    const known = this.#effects.get(memo);
    if (known !== undefined) return known;
    const standing = this.#standAt(state);
    const { answer, deliveries } = this.#perform(standing, input);
    const effect = { state: this.#arrive(standing, state, 0, input), answer, deliveries };
    this.#effects.set(memo, effect);
    return effect;
  }

  reading(state: number, member: number, args: readonly string[]): ProgramValue {
    const memo = `${state} ${member} ${JSON.stringify(args)}`;
    const known = this.#readings.get(memo);
    if (known !== undefined) return known;
    const answer = this.#looking(state, member, (ask) => ask(...args));
    this.#readings.set(memo, answer);
    return answer;
  }

  entries(state: number, member: number): readonly NodeEntry[] {
    const { isDown, keys } = this.#states[state].servers[member];
    if (isDown) return [];
    return this.#looking(state, member, (ask) =>
      keys
        .filter(({ leftMs }) => leftMs === null || leftMs >= 0)
        .map(({ name, leftMs }) => ({
          name,
          value: shownEntry(name, ask),
          remainingMs: leftMs,
          parts: heldParts(name, ask),
        })),
    );
  }

  /** Questions that change nothing: the engines stand where they stood. A server that is down answers nothing. */
  #looking<Value>(state: number, member: number, look: (ask: (...args: string[]) => ProgramValue) => Value) {
    const isDown = this.#states[state].servers[member].isDown;
    if (isDown) return look(() => false);
    const standing = this.#standAt(state);
    const value = look((...args) => this.#run(standing, member, OBSERVER, args).answer ?? false);
    this.#step(standing, member, { type: 'close', client: OBSERVER }, []);
    this.#parking.park(state, standing);
    return value;
  }

  pass(state: number, ms: number): Passed {
    if (ms === 0) return { state, deliveries: [] };
    const before = this.#states[state];
    const deliveries: Delivery[] = [];
    const standing = this.#standAt(state);
    standing.nowMs += ms;
    let at = this.#arrive(standing, state, ms, null);
    for (const [member, { waitsLeftMs }] of before.servers.entries()) {
      if (!waitsLeftMs.some((left) => left <= ms)) continue;
      const rung = this.effect(at, { type: 'tick', member });
      at = rung.state;
      deliveries.push(...rung.deliveries);
    }
    return { state: at, deliveries };
  }

  nextMs(state: number): number {
    let next = NEVER;
    for (const { keys, waitsLeftMs, isDown } of this.#states[state].servers) {
      if (isDown) continue;
      // A key is still there in the millisecond that it expires in.
      for (const { leftMs } of keys) if (leftMs !== null && leftMs >= 0) next = Math.min(next, leftMs + 1);
      for (const left of waitsLeftMs) next = Math.min(next, left);
    }
    return next;
  }

  serverState(state: number, member: number): ServerState {
    return this.#states[state].servers[member];
  }

  #standAt(state: number): Standing {
    const parked = this.#parking.take(state);
    if (parked !== undefined) return parked;
    const way: State[] = [];
    for (let at = state; at !== this.start; at = this.#states[at].from) way.push(this.#states[at]);
    const standing = this.#fresh();
    for (const { afterMs, input } of way.reverse()) {
      standing.nowMs += afterMs;
      if (input !== null) this.#perform(standing, input);
    }
    return standing;
  }

  #arrive(standing: Standing, from: number, afterMs: number, input: GroupInput | null): number {
    const parts: unknown[] = [];
    const servers = standing.engines.map((engine, member): ServerState => {
      const isDown = standing.areDown[member];
      const wire = standing.wires[member];
      const underWay = wire?.underWay ?? [];
      if (isDown) {
        parts.push(null);
        return { keys: [], waitsLeftMs: [], isDown, underWay: underWay.length };
      }
      const { keys, waits, rest } = identityOf(engine.server);
      const nowMs = standing.nowMs + standing.aheadMs[member];
      const { replication, clients } = engine.server;
      parts.push([
        keys.map(({ db, key, value, expireAtMs }) => [db, key, value, expireAtMs]),
        waits.map((wait) => [wait.client, wait.for, wait.untilMs]),
        rest,
        [...clients.values()].map(({ id, writeOffset, replica }) => [id, writeOffset, replica?.acknowledged]),
        replication.offset,
        replication.master === null,
        standing.aheadMs[member],
        wire?.isUp,
        underWay.map((bytes) => latin1(bytes)),
      ]);
      return {
        keys: keys.map(({ key, expireAtMs }) => ({
          name: key,
          leftMs: expireAtMs === null ? null : Math.max(expireAtMs - nowMs, -1),
        })),
        waitsLeftMs: waits.flatMap(({ untilMs }) => (untilMs === null ? [] : [Math.max(0, untilMs - nowMs)])),
        isDown,
        underWay: underWay.length,
      };
    });
    const text = JSON.stringify([standing.nowMs, parts]);
    const known = this.starts[MASTER].neverMerges === true ? undefined : this.#byText.get(text);
    const state = known ?? this.#states.push({ nowMs: standing.nowMs, servers, from, afterMs, input }) - 1;
    this.#byText.set(text, state);
    this.#parking.park(state, standing);
    return state;
  }

  #perform(standing: Standing, input: GroupInput): Answer {
    const { member } = input;
    const deliveries: Delivery[] = [];
    switch (input.type) {
      case 'ask':
        return this.#run(standing, member, input.client, input.args);
      case 'tick':
        this.#step(standing, member, { type: 'tick' }, deliveries);
        break;
      case 'jump':
        standing.aheadMs[member] += input.ms;
        break;
      case 'arrive':
        this.#letArrive(standing, member, deliveries);
        break;
      case 'leave':
        for (const client of [mainClientOf(input.actor), mainClientOf(input.actor) + 1]) {
          if (!standing.engines[member].server.clients.has(client)) continue;
          this.#step(standing, member, { type: 'close', client }, deliveries);
        }
        break;
      case 'down':
        this.#goDown(standing, member, deliveries);
        break;
    }
    return { answer: undefined, deliveries };
  }

  /** The machine is gone, and with it what it had sent and nobody had received. */
  #goDown(standing: Standing, member: number, deliveries: Delivery[]): void {
    for (const { id, blocked } of standing.engines[member].server.clients.values()) {
      if (blocked === null || id === OBSERVER) continue;
      deliveries.push({ actor: (id - 1) >> 1, kind: 'answer', value: { err: REFUSED_CONNECTION } });
    }
    standing.areDown[member] = true;
    for (const [replica, wire] of standing.wires.entries()) {
      if (wire === null || !wire.isUp || (member !== MASTER && member !== replica)) continue;
      wire.isUp = false;
      wire.underWay.length = 0;
      const { link, client } = wire;
      if (member === MASTER) this.#step(standing, replica, { type: 'ended', link }, deliveries);
      else this.#step(standing, MASTER, { type: 'close', client }, deliveries);
    }
  }

  #letArrive(standing: Standing, member: number, deliveries: Delivery[]): void {
    const wire = standing.wires[member];
    const bytes = wire?.underWay.shift();
    if (wire == null || bytes === undefined) return;
    this.#step(standing, member, { type: 'received', link: wire.link, bytes }, deliveries);
  }

  #run(standing: Standing, member: number, client: number, args: readonly string[]): Answer {
    const { server } = standing.engines[member];
    const deliveries: Delivery[] = [];
    if (!server.clients.has(client)) this.#step(standing, member, { type: 'open', client }, deliveries);
    const bytes = encodeCommand(args.map((word) => bytesOf(word)));
    let own = this.#step(standing, member, { type: 'data', client, bytes }, deliveries, client);
    for (let slices = 0; server.scripting.running !== null; slices++) {
      if (slices === MAX_SLICES) throw new RefusedRequest('a script runs on and on');
      standing.nowMs++;
      own ??= this.#step(standing, member, { type: 'tick' }, deliveries, client);
    }
    return { answer: own, deliveries };
  }

  /** One step of one server, and what it sends to others. Gives the reply to the asker, if there is one. */
  #step(
    standing: Standing,
    member: number,
    input: Timeless,
    deliveries: Delivery[],
    asker = -1,
  ): ProgramValue | undefined {
    if (standing.areDown[member]) return undefined;
    const engine = standing.engines[member];
    const nowMs = Math.max(standing.nowMs + standing.aheadMs[member], engine.server.nowMs);
    const output = engine.step({ ...input, nowMs } as Parameters<Engine['step']>[0]);
    const wires = standing.wires.filter((wire): wire is Wire => wire !== null);
    const isReplica = (client: number) => wires.some((wire) => member === MASTER && wire.client === client);
    const replies = output.replies.filter(({ client }) => !isReplica(client));
    deliveries.push(...deliveriesOf({ ...output, replies }, asker));
    if (member === MASTER) {
      for (const { client, bytes } of output.replies) {
        const wire = wires.find((each) => each.client === client);
        if (wire?.isUp) wire.underWay.push(bytes);
      }
    }
    this.#goOut(standing, member, output, deliveries);
    const own = replies.find(({ client }) => client === asker);
    return own === undefined ? undefined : replyOf(own.bytes);
  }

  /** What a replica says to its master. Nobody answers where it dials anew. */
  #goOut(standing: Standing, member: number, { outgoing = [] }: Output, deliveries: Delivery[]): void {
    for (const each of outgoing) {
      const wire = standing.wires[member];
      if (each.type === 'dial') {
        this.#step(standing, member, { type: 'ended', link: each.link }, deliveries);
      } else if (wire?.isUp && wire.link === each.link) {
        const { client } = wire;
        if (each.type === 'send') {
          this.#step(standing, MASTER, { type: 'data', client, bytes: each.bytes }, deliveries);
        } else {
          wire.isUp = false;
          wire.underWay.length = 0;
          this.#step(standing, MASTER, { type: 'close', client }, deliveries);
        }
      }
    }
  }
}

type Timeless =
  | { readonly type: 'open' | 'close'; readonly client: number }
  | { readonly type: 'data'; readonly client: number; readonly bytes: Uint8Array }
  | { readonly type: 'received'; readonly link: number; readonly bytes: Uint8Array }
  | { readonly type: 'ended'; readonly link: number }
  | { readonly type: 'tick' };

const PORT = 6379;

function hostOf(member: number): string {
  return `10.0.0.${member + 1}`;
}

class Member implements SimulatedNode {
  readonly name: string;
  readonly kind = 'redis';
  readonly start: number;
  readonly #group: Group;
  readonly #member: number;

  constructor(group: Group, member: number) {
    this.name = group.starts[member].name;
    this.start = group.start;
    this.#group = group;
    this.#member = member;
  }

  ask(state: number, actor: number, request: NodeRequest): Effect {
    if (request.method !== 'redis')
      throw new RefusedRequest('servers with replicas have no subscribers in a search');
    const args = wordsOf(request);
    if (!ALLOWED.has(args[0].toLowerCase())) this.#group.plain.refuse(args);
    return this.#group.effect(state, {
      type: 'ask',
      member: this.#member,
      client: mainClientOf(actor),
      args,
    });
  }

  read(state: number, request: NodeRequest): ProgramValue {
    return this.#group.reading(state, this.#member, wordsOf(request));
  }

  isWrite(request: NodeRequest): boolean {
    return this.#group.plain.isWrite(request);
  }

  pass(state: number, ms: number): Passed {
    return this.#group.pass(state, ms);
  }

  nextMs(state: number): number {
    return this.#group.nextMs(state);
  }

  jump(state: number, ms: number): Passed {
    return this.#group.effect(state, { type: 'jump', member: this.#member, ms });
  }

  leave(state: number, actor: number): Passed {
    return this.#group.effect(state, { type: 'leave', member: this.#member, actor });
  }

  /** Never asked for: the bound leaves it out for servers with replicas. */
  restart(): Passed {
    throw new RefusedRequest(`${this.name} has replicas or is one: it cannot be restarted in a search`);
  }

  down(state: number): Passed {
    return this.#group.effect(state, { type: 'down', member: this.#member });
  }

  isDown(state: number): boolean {
    return this.#group.serverState(state, this.#member).isDown;
  }

  hasArrivals(state: number): boolean {
    return this.#group.serverState(state, this.#member).underWay > 0;
  }

  letArrive(state: number): Passed {
    return this.#group.effect(state, { type: 'arrive', member: this.#member });
  }

  footprint(): Footprint {
    return TOUCHES_ALL;
  }

  entries(state: number): readonly NodeEntry[] {
    return this.#group.entries(state, this.#member);
  }
}
