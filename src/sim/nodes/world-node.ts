/**
 * Servers in a world (`living-world.ts`) as nodes of a search, which share one state. A state is what has come in so
 * far, and when: a world that is led along the same inputs at the same instants is the same one, sentinels' timers and
 * all. Commands that only read leave no trace.
 *
 *     start ── 0 ms: cut redis ── 0 ms: SET order ──▸ 7 ── 1.1 s pass ──▸ 8 (s1: +sdown)
 *
 * Of a cluster whose nodes agree, no timer matters. There the state is what its nodes know and hold, no time passes in
 * it, and different ways at one instant may come to one.
 */
import { bytesOf, type CommandEntry } from '../../engine/index.ts';
import { slotsWithKeys } from '../../engine/inspect/cluster-identity.ts';
import { plainEntries } from '../../engine/inspect/plain-entries.ts';
import type { ProgramValue } from '../../engine/programs.ts';
import type { NodeFact } from '../../protocol/explore.ts';
import type { RedisNodeSpec, SentinelNodeSpec } from '../../protocol/scenario.ts';
import { REFUSED_CONNECTION } from './database-node.ts';
import { addressOf, LivingWorld, type Said, type WorldMember } from './living-world.ts';
import {
  type Delivery,
  type Effect,
  type Footprint,
  type NodeEntry,
  type NodeRequest,
  type NodeSaid,
  type Passed,
  RefusedRequest,
  type SimulatedNode,
  TOUCHES_ALL,
} from './node.ts';
import { Parking } from './parking.ts';
import { isError, mainClientOf, OBSERVER, RedisNode, wordsOf } from './redis-node.ts';

export type WorldSpec = RedisNodeSpec | SentinelNodeSpec;

type WorldInput =
  | {
      readonly type: 'ask';
      readonly member: number;
      readonly client: number;
      readonly args: readonly string[];
    }
  | { readonly type: 'leave'; readonly actor: number }
  | { readonly type: 'down'; readonly member: number }
  | { readonly type: 'cut'; readonly member: number; readonly ms: number };

interface State {
  /** What has come in, each with its instant; of a cluster that agrees, what it is. */
  readonly text: string;
  readonly servers: readonly ServerState[];
  readonly said: readonly Said[];
  readonly from: number;
  readonly afterMs: number;
  readonly input: WorldInput | null;
  /** Nothing comes by itself any more. */
  readonly isSettled: boolean;
}

interface ServerState {
  readonly isDown: boolean;
  readonly isCut: boolean;
  readonly entries: readonly NodeEntry[];
  readonly facts: readonly NodeFact[];
}

/** When the next notable thing happens, and what is then. */
interface Next {
  readonly ms: number;
  readonly state: number;
  readonly deliveries: readonly Delivery[];
}

const NEVER = Number.POSITIVE_INFINITY;
const MAX_PARKED = 24;
/** What has not happened by then does not. Longer than a failover-timeout, and than a promise not to try again. */
const HORIZON_MS = 30_000;

/** What programs may ask for here beside plain commands; null for any subcommand. */
const ALLOWED: Readonly<
  Record<'cluster' | 'server' | 'sentinel', Readonly<Record<string, readonly string[] | null>>>
> = {
  cluster: {
    asking: null,
    migrate: null,
    readonly: null,
    readwrite: null,
    role: null,
    cluster: ['setslot', 'getkeysinslot', 'countkeysinslot', 'keyslot', 'myid', 'slots'],
  },
  server: { replicaof: null, slaveof: null, wait: null, role: null },
  sentinel: { ping: null, sentinel: ['get-master-addr-by-name', 'ckquorum'] },
};
const READS: ReadonlySet<string> = new Set(['role', 'ping', 'echo', 'sentinel']);
/** Refused before they ran: nothing has changed. */
const REFUSED_WRITE = /^(READONLY|NOREPLICAS|MASTERDOWN)/;

/** Gives the nodes in the order of their specs, and what programs know of them from the beginning. */
export function worldNodes(
  specs: readonly WorldSpec[],
  seed: number,
  neverMerges: boolean,
): { readonly nodes: SimulatedNode[]; readonly constants: Readonly<Record<string, ProgramValue>> } {
  const group = new Group(specs, seed, neverMerges);
  return { nodes: specs.map((_, member) => new Member(group, member)), constants: group.constants };
}

function memberOf(spec: WorldSpec, specs: readonly WorldSpec[]): WorldMember {
  const { name, config } = spec;
  const numberOf = (wanted: string) => specs.findIndex((each) => each.name === wanted);
  if (spec.kind === 'sentinel') {
    return { kind: 'sentinel', name, watches: numberOf(spec.watches), quorum: spec.quorum, config };
  }
  const master = spec.replicaOf === undefined ? null : numberOf(spec.replicaOf);
  return { kind: 'server', name, config, given: spec.given, slots: spec.slots ?? null, master };
}

class Group {
  readonly members: readonly WorldMember[];
  readonly start: number;
  readonly constants: Readonly<Record<string, ProgramValue>>;
  /** It knows the commands. */
  readonly plain: RedisNode;
  readonly #seed: number;
  readonly #neverMerges: boolean;
  readonly #isCluster: boolean;
  readonly #states: State[] = [];
  readonly #byText = new Map<string, number>();
  readonly #parking = new Parking<LivingWorld>(MAX_PARKED);
  readonly #effects = new Map<string, Effect>();
  readonly #passed = new Map<string, Passed>();
  readonly #readings = new Map<string, ProgramValue>();
  readonly #next = new Map<number, Next | null>();

  constructor(specs: readonly WorldSpec[], seed: number, neverMerges: boolean) {
    this.members = specs.map((spec) => memberOf(spec, specs));
    this.#seed = seed;
    this.#neverMerges = neverMerges;
    this.#isCluster = this.members.some((member) => member.kind === 'server' && member.slots !== null);
    const plain = { name: '', seed, config: {}, given: [], showsTime: false };
    this.plain = new RedisNode(plain);
    const world = this.#fresh();
    this.constants = this.#constantsOf(world);
    this.start = this.#arrive(world, { text: '', from: -1, afterMs: 0, input: null });
  }

  #fresh(): LivingWorld {
    return new LivingWorld(this.members, this.#seed);
  }

  /** What an operator or a client library has learned before: names, addresses, and ids of cluster nodes. */
  #constantsOf(world: LivingWorld): Record<string, ProgramValue> {
    const addresses = this.members.map((_, member) => {
      const { host, port } = addressOf(this.members, member);
      return `${host}:${port}`;
    });
    const named = (values: readonly string[]) =>
      Object.fromEntries(this.members.map(({ name }, member) => [name, values[member]]));
    return {
      address_of: named(addresses),
      node_at: Object.fromEntries(addresses.map((address, member) => [address, this.members[member].name])),
      id_of: named(this.members.map((_, member) => world.server(member).cluster?.myself.id ?? '')),
    };
  }

  state(state: number): State {
    return this.#states[state];
  }

  ask(state: number, member: number, actor: number, args: readonly string[]): Effect {
    if (this.#states[state].servers[member].isDown) {
      return { state, answer: { err: REFUSED_CONNECTION }, deliveries: [] };
    }
    this.#refuse(member, args);
    const client = mainClientOf(actor);
    const memo = `${state} ${member} ${client} ${JSON.stringify(args)}`;
    const known = this.#effects.get(memo);
    if (known !== undefined) return known;
    const effect = this.#askAnew(state, { type: 'ask', member, client, args });
    this.#effects.set(memo, effect);
    return effect;
  }

  #askAnew(state: number, input: WorldInput & { readonly type: 'ask' }): Effect {
    const { member, client, args } = input;
    const world = this.#worldAt(state);
    const wasOpen = world.isOpen(member, client);
    const reads = this.#onlyReads(world, member, client, args);
    const { answer, deliveries } = world.ask(member, client, args);
    const isRefused = isError(answer) && REFUSED_WRITE.test(answer.err);
    if ((reads || isRefused) && !this.#isCluster && answer !== undefined) {
      if (!wasOpen) world.close(member, client);
      this.#parking.park(state, world);
      return { state, answer, deliveries };
    }
    return { state: this.#come(world, state, 0, input), answer, deliveries };
  }

  /** Whether a command leaves no trace that could be told. */
  #onlyReads(world: LivingWorld, member: number, client: number, args: readonly string[]): boolean {
    const server = world.server(member);
    // Who reads a key that has expired removes it.
    if (server.keyspace.databases[0].expires.size > 0) return false;
    if (server.clients.get(client)?.transaction.active === true) return false;
    const entry = this.#entryOf(world, member, args);
    if (entry === null) return true;
    // A script stays known to the server.
    if (entry.command.group === 'scripting') return false;
    return entry.command.flags.includes('readonly') || READS.has(entry.fullName.split('|')[0]);
  }

  #entryOf(world: LivingWorld, member: number, args: readonly string[]): CommandEntry | null {
    return world.server(member).commands.resolve(args.map((word) => bytesOf(word)));
  }

  #refuse(member: number, args: readonly string[]): void {
    const [name, sub = ''] = args.map((word) => word.toLowerCase());
    const shown = `${name} ${sub}`.trim().toUpperCase();
    const { kind } = this.members[member];
    const allowed = ALLOWED[kind === 'sentinel' ? 'sentinel' : this.#isCluster ? 'cluster' : 'server'];
    if (Object.hasOwn(allowed, name)) {
      const subs = allowed[name];
      if (subs === null || subs.includes(sub)) return;
      throw new RefusedRequest(`a search cannot use ${shown}: its answer depends on more than the data`);
    }
    if (kind === 'sentinel') throw new RefusedRequest(`a search cannot ask a sentinel for ${shown}`);
    if (name === 'multi' || name === 'watch' || name === 'select') {
      throw new RefusedRequest(`a search cannot use ${shown} on servers in a cluster or under sentinels`);
    }
    this.plain.refuse(args);
  }

  change(state: number, input: Exclude<WorldInput, { type: 'ask' }>): Passed {
    const memo = `${state} ${JSON.stringify(input)}`;
    const known = this.#passed.get(memo);
    if (known !== undefined) return known;
    const world = this.#worldAt(state);
    const before = input.type === 'leave' ? world.identity : '';
    const deliveries = this.#perform(world, input);
    let passed: Passed;
    if (input.type === 'leave' && world.identity === before) {
      this.#parking.park(state, world);
      passed = { state, deliveries };
    } else {
      passed = { state: this.#come(world, state, 0, input), deliveries };
    }
    this.#passed.set(memo, passed);
    return passed;
  }

  #perform(world: LivingWorld, input: WorldInput): readonly Delivery[] {
    switch (input.type) {
      case 'ask':
        return world.ask(input.member, input.client, input.args).deliveries;
      case 'leave':
        return world.leave(input.actor).deliveries;
      case 'down':
        return world.down(input.member).deliveries;
      case 'cut':
        return world.cut(input.member, input.ms).deliveries;
    }
  }

  read(state: number, member: number, args: readonly string[]): ProgramValue {
    if (this.#states[state].servers[member].isDown) return false;
    const memo = `${state} ${member} ${JSON.stringify(args)}`;
    const known = this.#readings.get(memo);
    if (known !== undefined) return known;
    const world = this.#worldAt(state);
    const answer = world.ask(member, OBSERVER, args).answer ?? false;
    world.close(member, OBSERVER);
    this.#parking.park(state, world);
    this.#readings.set(memo, answer);
    return answer;
  }

  nextMs(state: number): number {
    return this.#nextOf(state)?.ms ?? NEVER;
  }

  /** The world goes ahead to see, and the state that it comes to stands ready. */
  #nextOf(state: number): Next | null {
    if (this.#states[state].isSettled) return null;
    const known = this.#next.get(state);
    if (known !== undefined) return known;
    const world = this.#worldAt(state);
    const fromMs = world.nowMs;
    const { isNotable, deliveries } = world.goAhead(HORIZON_MS);
    const ms = world.nowMs - fromMs;
    const next = isNotable ? { ms, deliveries, state: this.#come(world, state, ms, null) } : null;
    this.#next.set(state, next);
    return next;
  }

  pass(state: number, ms: number): Passed {
    if (ms === 0 || (this.#isCluster && this.#states[state].isSettled)) return { state, deliveries: [] };
    const next = this.#next.get(state);
    if (next?.ms === ms) return next;
    const memo = `${state} ${ms}`;
    const known = this.#passed.get(memo);
    if (known !== undefined) return known;
    const world = this.#worldAt(state);
    const deliveries = world.pass(ms);
    const passed = { state: this.#come(world, state, ms, null), deliveries };
    this.#passed.set(memo, passed);
    return passed;
  }

  saidBetween(before: number, after: number): readonly NodeSaid[] {
    const said = this.#states[after].said.slice(this.#states[before].said.length);
    return said.map(({ member, type }) => ({ node: this.members[member].name, event: type }));
  }

  /** Where a world stands after an input, or after some time. */
  #come(world: LivingWorld, from: number, afterMs: number, input: WorldInput | null): number {
    const before = this.#states[from].text;
    const text = input === null ? before : `${before} ${world.nowMs} ${JSON.stringify(input)}`;
    return this.#arrive(world, { text, from, afterMs, input });
  }

  #arrive(world: LivingWorld, way: Pick<State, 'text' | 'from' | 'afterMs' | 'input'>): number {
    const { isSettled } = world;
    const isPlain = this.#isCluster && isSettled;
    if (this.#isCluster) this.#checkCluster(world);
    const text = isPlain ? world.identity : way.text;
    // When servers ping each other follows from the instant, and may matter again.
    const name = `${world.nowMs} ${text}`;
    const known = this.#neverMerges ? undefined : this.#byText.get(name);
    const state = known ?? this.#states.length;
    if (known === undefined) {
      this.#states.push({ ...way, text, isSettled, servers: this.#serversOf(world), said: world.said });
      this.#byText.set(name, state);
    }
    this.#parking.park(state, world);
    return state;
  }

  /** No time passes in a cluster that agrees, so nothing there may wait for an instant. */
  #checkCluster(world: LivingWorld): void {
    for (let member = 0; member < this.members.length; member++) {
      const { keyspace, clients } = world.server(member);
      if (keyspace.databases[0].expires.size > 0) {
        throw new RefusedRequest('a search cannot use keys that expire in a cluster: no time passes in it');
      }
      for (const { blocked } of clients.values()) {
        if (blocked === null || blocked.untilMs === 0) continue;
        throw new RefusedRequest('a search cannot wait for a time in a cluster: none passes in it');
      }
    }
  }

  #worldAt(state: number): LivingWorld {
    const parked = this.#parking.take(state);
    if (parked !== undefined) return parked;
    const way: State[] = [];
    for (let at = state; at !== this.start; at = this.#states[at].from) way.push(this.#states[at]);
    const world = this.#fresh();
    for (const { afterMs, input } of way.reverse()) {
      if (afterMs > 0) world.pass(afterMs);
      if (input !== null) this.#perform(world, input);
    }
    return world;
  }

  #serversOf(world: LivingWorld): ServerState[] {
    const slots = this.#slotsConcerned(world);
    return this.members.map((_, member): ServerState => {
      const isDown = world.isDown(member);
      const isCut = world.isCut(member);
      if (isDown) return { isDown, isCut, entries: [], facts: [] };
      const server = world.server(member);
      const entries = plainEntries(server).flatMap(({ name, value, expireAtMs }) => {
        const remainingMs = expireAtMs === null ? null : expireAtMs - world.nowMs;
        return remainingMs !== null && remainingMs < 0 ? [] : [{ name, value, remainingMs }];
      });
      const cut: NodeFact[] = isCut ? [{ type: 'cut' }] : [];
      return { isDown, isCut, entries, facts: [...cut, ...this.#factsOf(world, member, slots)] };
    });
  }

  /** Slots that hold keys, are on their way, or are not where all nodes think they are. */
  #slotsConcerned(world: LivingWorld): number[] {
    if (!this.#isCluster) return [];
    const slots = new Set<number>();
    for (let member = 0; member < this.members.length; member++) {
      const { cluster } = world.server(member);
      for (const slot of slotsWithKeys(world.server(member))) slots.add(slot);
      for (const slot of [...(cluster?.migrating.keys() ?? []), ...(cluster?.importing.keys() ?? [])]) {
        slots.add(slot);
      }
    }
    return [...slots].sort((a, b) => a - b);
  }

  #factsOf(world: LivingWorld, member: number, slots: readonly number[]): NodeFact[] {
    const { cluster, replication, settings, sentinel } = world.server(member);
    if (cluster !== null) {
      const nameOf = (node: { host: string; port: number; isMyself: boolean } | null | undefined) => {
        if (node == null) return null;
        return node.isMyself ? this.members[member].name : world.nameAt(node.host, node.port);
      };
      return slots.map(
        (slot): NodeFact => ({
          type: 'slot',
          slot,
          owner: nameOf(cluster.owners[slot]),
          isOwn: cluster.owners[slot] === cluster.myself,
          migratingTo: nameOf(cluster.migrating.get(slot)),
          importingFrom: nameOf(cluster.importing.get(slot)),
        }),
      );
    }
    if (sentinel !== null) {
      return [...sentinel.masters.values()].map((master): NodeFact => {
        const { address, leader, leaderEpoch } = master;
        const voted = this.members.findIndex(
          (_, at) => leader !== null && world.server(at).sentinel?.id === leader,
        );
        return {
          type: 'belief',
          master: world.nameAt(address.host, address.port),
          isDown: master.is('o_down') ? 'by-quorum' : master.is('s_down') ? 'by-itself' : 'no',
          vote: voted === -1 ? null : { leader: this.members[voted].name, epoch: leaderEpoch },
          failsOver: master.is('failover_in_progress'),
        };
      });
    }
    const { master } = replication;
    const role: NodeFact = {
      type: 'role',
      of: master === null ? null : world.nameAt(master.host, master.port),
      isUp: master === null || master.stage === 'connected',
    };
    const isAlone = master === null && replication.goodReplicas < settings.minReplicas;
    return isAlone ? [role, { type: 'alone' }] : [role];
  }
}

class Member implements SimulatedNode {
  readonly name: string;
  readonly kind = 'redis';
  readonly start: number;
  readonly #group: Group;
  readonly #member: number;

  constructor(group: Group, member: number) {
    this.name = group.members[member].name;
    this.start = group.start;
    this.#group = group;
    this.#member = member;
  }

  ask(state: number, actor: number, request: NodeRequest): Effect {
    if (request.method !== 'redis') {
      throw new RefusedRequest('servers in a cluster or under sentinels have no subscribers in a search');
    }
    return this.#group.ask(state, this.#member, actor, wordsOf(request));
  }

  read(state: number, request: NodeRequest): ProgramValue {
    return this.#group.read(state, this.#member, wordsOf(request));
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

  leave(state: number, actor: number): Passed {
    return this.#group.change(state, { type: 'leave', actor });
  }

  down(state: number): Passed {
    return this.#group.change(state, { type: 'down', member: this.#member });
  }

  isDown(state: number): boolean {
    return this.#group.state(state).servers[this.#member].isDown;
  }

  cut(state: number, ms: number): Passed {
    return this.#group.change(state, { type: 'cut', member: this.#member, ms });
  }

  isCut(state: number): boolean {
    return this.#group.state(state).servers[this.#member].isCut;
  }

  /** Never asked for: the bound leaves it out for servers in a world. */
  restart(): Passed {
    throw new RefusedRequest(`${this.name} stands among others: it cannot be restarted in a search`);
  }

  jump(): Passed {
    throw new RefusedRequest(`${this.name} stands among others: its clock cannot jump in a search`);
  }

  saidBetween(before: number, after: number): readonly NodeSaid[] {
    return this.#group.saidBetween(before, after);
  }

  facts(state: number): readonly NodeFact[] {
    return this.#group.state(state).servers[this.#member].facts;
  }

  footprint(): Footprint {
    return TOUCHES_ALL;
  }

  entries(state: number): readonly NodeEntry[] {
    return this.#group.state(state).servers[this.#member].entries;
  }
}
