/**
 * Servers of a scenario in a world of their own, on their real protocols: the nodes of a cluster, or a master with its
 * replicas and sentinels. Between the servers nothing takes time, so whatever one operation sets off comes to rest at
 * the instant at which it was asked for.
 *
 *     ask     SET k v at the master ──▸ its replicas have it ──▸ rest          the same instant
 *     ahead   100 ms … sentinels ping … 1 s … s2: +odown                       as far as something notable
 */
import { bytesOf, type Server } from '../../engine/index.ts';
import { clusterIdentityOf } from '../../engine/inspect/cluster-identity.ts';
import { identityOf } from '../../engine/inspect/identity.ts';
import type { ProgramValue } from '../../engine/programs.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { NodeStart, WorldOutput } from '../../protocol/world.ts';
import { FIRST_NODE_CLIENT } from '../machine.ts';
import { World } from '../world.ts';
import { REFUSED_CONNECTION } from './database-node.ts';
import { type Delivery, RefusedRequest } from './node.ts';
import { deliveriesOf, isError, mainClientOf, OBSERVER, replyOf, START_MS } from './redis-node.ts';

export interface ServerMember {
  readonly kind: 'server';
  readonly name: string;
  readonly config: Readonly<Record<string, string>>;
  readonly given: readonly (readonly string[])[];
  /** The slots that it serves, of a cluster. */
  readonly slots: readonly { readonly first: number; readonly last: number }[] | null;
  /** The member that it is a replica of. */
  readonly master: number | null;
}

export interface SentinelMember {
  readonly kind: 'sentinel';
  readonly name: string;
  /** The member that is the master in the beginning. */
  readonly watches: number;
  readonly quorum: number;
  /** Directives of sentinel.conf about the master, without its name. */
  readonly config: Readonly<Record<string, string>>;
}

export type WorldMember = ServerMember | SentinelMember;

export interface Happened {
  readonly answer: ProgramValue | undefined;
  readonly deliveries: readonly Delivery[];
}

/** Something a sentinel made known. */
export interface Said {
  readonly member: number;
  readonly type: string;
  readonly atMs: number;
}

type SentinelMaster =
  NonNullable<Server['sentinel']>['masters'] extends ReadonlyMap<string, infer Master> ? Master : never;

const PORT = 6379;
const SENTINEL_PORT = 26379;
/** Replicas have their data then and sentinels have heard of everybody; nodes of a cluster take longer. */
const SENTINELS_MEET_MS = 1300;
const CLUSTER_MEETS_MS = 10_000;
/** Work of one instant ends, or somebody runs in circles. */
const MOST_STEPS = 100_000;
/** Whether all is settled is looked at so often. */
const LOOK_EVERY_MS = 250;
const ONE_WAY = { ms: 0, jitterMs: 0 };

export function addressOf(members: readonly WorldMember[], member: number): { host: string; port: number } {
  const { kind } = members[member];
  return kind === 'sentinel'
    ? { host: `10.0.1.${member + 1}`, port: SENTINEL_PORT }
    : { host: `10.0.0.${member + 1}`, port: PORT };
}

export class LivingWorld {
  readonly members: readonly WorldMember[];
  readonly world: World;
  /** Members without a path to the others, and when that ends. */
  readonly #cuts = new Map<number, number>();
  readonly #isCluster: boolean;

  constructor(members: readonly WorldMember[], seed: number) {
    this.members = members;
    this.#isCluster = members.some((member) => member.kind === 'server' && member.slots !== null);
    this.world = new World({
      generation: '7.0',
      seed,
      startMs: START_MS - (this.#isCluster ? CLUSTER_MEETS_MS : SENTINELS_MEET_MS),
      config: { save: '', 'repl-diskless-sync-delay': '0' },
      world: { nodes: members.map((_, member) => this.#startOf(member)), latency: ONE_WAY },
    });
    if (this.#isCluster) this.#joinCluster();
    else this.#passTo(START_MS, []);
    for (let member = 0; member < members.length; member++) this.#give(member);
    if (!this.isSettled) throw new RangeError('the servers of a scenario do not find each other');
  }

  get nowMs(): number {
    return this.world.nowMs;
  }

  #startOf(member: number): NodeStart {
    const { members } = this;
    const given = members[member];
    const address = addressOf(members, member);
    const common = { name: given.name, ...address };
    if (given.kind === 'sentinel')
      return { ...common, config: {}, sentinel: this.#sentinelFile(member, given) };
    const { config, slots, master } = given;
    const follows = master === null ? null : addressOf(members, master);
    return {
      ...common,
      config: {
        ...config,
        ...(slots === null ? {} : { 'cluster-enabled': 'yes' }),
        ...(follows === null ? {} : { replicaof: `${follows.host} ${follows.port}` }),
      },
    };
  }

  /** As the sentinel itself would have written it once everybody had found each other. */
  #sentinelFile(member: number, { watches, quorum, config }: SentinelMember): string {
    const { members } = this;
    const { name } = members[watches];
    const about = (directive: string, at: number, ...rest: string[]) => {
      const { host, port } = addressOf(members, at);
      return [`sentinel ${directive} ${name} ${host} ${port}`, ...rest].join(' ');
    };
    const lines = [`sentinel myid ${sentinelIdOf(member)}`, about('monitor', watches, `${quorum}`)];
    for (const [directive, value] of Object.entries(config))
      lines.push(`sentinel ${directive} ${name} ${value}`);
    for (const [at, other] of members.entries()) {
      if (other.kind === 'server' && other.master === watches) lines.push(about('known-replica', at));
      if (other.kind === 'sentinel' && at !== member && other.watches === watches)
        lines.push(about('known-sentinel', at, sentinelIdOf(at)));
    }
    return `${lines.join('\n')}\n`;
  }

  #joinCluster(): void {
    const ask = (member: number, ...words: readonly string[]) => {
      const { answer } = this.ask(member, OBSERVER, words);
      if (isError(answer)) throw new RefusedRequest(`${words.join(' ')}: ${answer.err}`);
    };
    for (const [member, given] of this.members.entries()) {
      if (given.kind !== 'server' || given.slots === null) continue;
      const slots = given.slots.flatMap(({ first, last }) => [`${first}`, `${last}`]);
      if (slots.length > 0) ask(member, 'CLUSTER', 'ADDSLOTSRANGE', ...slots);
      const { host, port } = addressOf(this.members, member);
      if (member > 0) ask(0, 'CLUSTER', 'MEET', host, `${port}`);
    }
    const { world } = this;
    while (!this.isSettled && world.nowMs < START_MS && world.wakeAtMs !== null) {
      world.step({ type: 'tick', nowMs: world.wakeAtMs });
    }
    this.rest([]);
    for (let member = 0; member < this.members.length; member++) this.close(member, OBSERVER);
  }

  #give(member: number): void {
    const given = this.members[member];
    if (given.kind !== 'server') return;
    for (const words of given.given) {
      const { answer } = this.ask(member, OBSERVER, words);
      if (isError(answer)) throw new RefusedRequest(`${words.join(' ')}: ${answer.err}`);
    }
    this.close(member, OBSERVER);
  }

  server(member: number): Server {
    return this.world.serverOf(member);
  }

  isDown(member: number): boolean {
    return this.world.nodes[member].isDown;
  }

  isCut(member: number): boolean {
    return this.#cuts.has(member);
  }

  isOpen(member: number, client: number): boolean {
    return this.server(member).clients.has(client);
  }

  /** A command, and all that it sets off. The asker may have to wait: then there is no answer. */
  ask(member: number, client: number, args: readonly string[]): Happened {
    const { world } = this;
    const { nowMs } = world;
    const outputs: WorldOutput[] = [];
    if (!this.isOpen(member, client)) outputs.push(world.step({ type: 'open', nowMs, node: member, client }));
    const bytes = encodeCommand(args.map((word) => bytesOf(word)));
    outputs.push(world.step({ type: 'data', nowMs, node: member, client, bytes }));
    this.rest(outputs);
    if (this.server(member).scripting.running !== null) throw new RefusedRequest('a script runs on and on');
    const deliveries: Delivery[] = [];
    let answer: ProgramValue | undefined;
    for (const output of outputs) {
      const isHere = output.node === member;
      deliveries.push(...this.#deliveriesOf(output, isHere ? client : -1));
      const own = isHere ? output.replies.find((reply) => reply.client === client) : undefined;
      if (own !== undefined) answer = replyOf(own.bytes);
    }
    return { answer, deliveries };
  }

  close(member: number, client: number): void {
    if (!this.isOpen(member, client)) return;
    this.world.step({ type: 'close', nowMs: this.nowMs, node: member, client });
    this.rest([]);
  }

  leave(actor: number): Happened {
    for (let member = 0; member < this.members.length; member++) {
      if (!this.isDown(member)) this.close(member, mainClientOf(actor));
    }
    return { answer: undefined, deliveries: [] };
  }

  down(member: number): Happened {
    const deliveries: Delivery[] = [];
    for (const { id, blocked } of this.server(member).clients.values()) {
      if (blocked === null || id >= FIRST_NODE_CLIENT) continue;
      deliveries.push({ actor: (id - 1) >> 1, kind: 'answer', value: { err: REFUSED_CONNECTION } });
    }
    this.world.step({ type: 'crash', nowMs: this.nowMs, node: member, loss: 'nothing' });
    return { answer: undefined, deliveries: [...deliveries, ...this.#restAndHear()] };
  }

  /** No way to the other servers any more, nor from them; clients come through. For ever if `ms` is 0. */
  cut(member: number, ms: number): Happened {
    this.#changePaths('cut', member);
    this.#cuts.set(member, ms === 0 ? NEVER : this.nowMs + ms);
    return { answer: undefined, deliveries: this.#restAndHear() };
  }

  #changePaths(type: 'cut' | 'mend', member: number): void {
    const { world, nowMs } = this;
    for (let other = 0; other < this.members.length; other++) {
      // What is cut off by itself stays so.
      if (other === member || this.isCut(other)) continue;
      world.step({ type, nowMs, from: member, to: other });
      world.step({ type, nowMs, from: other, to: member });
    }
  }

  /** Goes on for so long, and hears what waiting clients are told meanwhile. */
  pass(ms: number): Delivery[] {
    const outputs: WorldOutput[] = [];
    this.#passTo(this.nowMs + ms, outputs);
    return outputs.flatMap((output) => this.#deliveriesOf(output, -1));
  }

  /** Goes on until something notable has happened; whether it has. Gives up where nothing can come any more. */
  goAhead(mostMs: number): { readonly isNotable: boolean; readonly deliveries: Delivery[] } {
    const untilMs = this.nowMs + mostMs;
    const before = this.notable;
    const deliveries: Delivery[] = [];
    let lookMs = this.nowMs;
    for (;;) {
      const nextMs = Math.min(this.world.wakeAtMs ?? NEVER, this.#nextExpiryMs, this.#nextMendMs);
      if (nextMs > untilMs) break;
      const isDeadline = nextMs === this.#nextExpiryMs || nextMs === this.#nextMendMs;
      const outputs: WorldOutput[] = [];
      this.#passTo(nextMs, outputs);
      deliveries.push(...outputs.flatMap((output) => this.#deliveriesOf(output, -1)));
      if (isDeadline || deliveries.length > 0 || this.notable !== before) {
        return { isNotable: true, deliveries };
      }
      if (nextMs < lookMs) continue;
      if (this.isSettled) break;
      lookMs = nextMs + LOOK_EVERY_MS;
    }
    return { isNotable: false, deliveries };
  }

  /** Everything that is due by then, and at that instant all is at rest. */
  #passTo(untilMs: number, outputs: WorldOutput[]): void {
    const { world } = this;
    for (;;) {
      const mendMs = this.#nextMendMs;
      const nextMs = Math.min(world.wakeAtMs ?? NEVER, mendMs);
      if (nextMs > untilMs) break;
      outputs.push(world.step({ type: 'tick', nowMs: nextMs }));
      if (nextMs === mendMs) this.#mendDue();
    }
    if (world.nowMs < untilMs) world.step({ type: 'tick', nowMs: untilMs });
  }

  #mendDue(): void {
    for (const [member, atMs] of this.#cuts) {
      if (atMs > this.nowMs) continue;
      this.#cuts.delete(member);
      this.#changePaths('mend', member);
    }
  }

  /** All that is due at this instant. */
  rest(outputs: WorldOutput[]): void {
    const { world } = this;
    for (let steps = 0; world.wakeAtMs !== null && world.wakeAtMs <= world.nowMs; steps++) {
      if (steps === MOST_STEPS) throw new RangeError('the servers do not come to rest');
      outputs.push(world.step({ type: 'tick', nowMs: world.nowMs }));
    }
  }

  #restAndHear(): Delivery[] {
    const outputs: WorldOutput[] = [];
    this.rest(outputs);
    return outputs.flatMap((output) => this.#deliveriesOf(output, -1));
  }

  #deliveriesOf(output: WorldOutput, asker: number): Delivery[] {
    const replies = output.replies.filter(({ client }) => client < FIRST_NODE_CLIENT);
    return replies.length === 0 ? [] : deliveriesOf({ ...output, replies }, asker);
  }

  /** A key is still there in the millisecond that it expires in. */
  get #nextExpiryMs(): number {
    let next = NEVER;
    for (let member = 0; member < this.members.length; member++) {
      if (this.isDown(member)) continue;
      const [{ expires }] = this.server(member).keyspace.databases;
      if (expires.size === 0) continue;
      for (const { value } of expires.entries()) {
        const goneMs = Number(value) + 1;
        if (goneMs > this.nowMs) next = Math.min(next, goneMs);
      }
    }
    return next;
  }

  get #nextMendMs(): number {
    let next = NEVER;
    for (const atMs of this.#cuts.values()) next = Math.min(next, atMs);
    return next;
  }

  /** What a client can tell from outside, and the turns of a failover: doubt, agreement, a leader. */
  get notable(): string {
    const told: unknown[] = [];
    const doubts = { s_down: false, o_down: false, failover_in_progress: false };
    for (let member = 0; member < this.members.length; member++) {
      if (this.isDown(member)) {
        told.push('down');
        continue;
      }
      const { cluster, replication, sentinel } = this.server(member);
      if (cluster !== null) {
        told.push(JSON.stringify([...cluster.nodes.values()].map(({ slots }) => slots.ranges())));
      } else if (sentinel === null) {
        const { master } = replication;
        // Once it has the data of another master it answers otherwise.
        told.push(master === null ? 'master' : `${master.host} ${master.stage === 'connected'}`);
        told.push(this.#lacksReplicas(member));
      } else {
        for (const master of sentinel.masters.values()) {
          told.push(namedBy(master).host);
          for (const flag of ['s_down', 'o_down', 'failover_in_progress'] as const) {
            doubts[flag] ||= master.is(flag);
          }
        }
      }
    }
    return [...told, ...Object.values(doubts)].join(' ');
  }

  #lacksReplicas(member: number): boolean {
    const { replication, settings } = this.server(member);
    return replication.master === null && replication.goodReplicas < settings.minReplicas;
  }

  /**
   * Whether nothing notable comes by itself any more: all agree on who serves what and who the master is, and nobody
   * waits for anything. Where this is false something may come, or not.
   */
  get isSettled(): boolean {
    if (this.#nextExpiryMs < NEVER || this.#nextMendMs < NEVER) return false;
    for (let member = 0; member < this.members.length; member++) {
      if (this.isDown(member)) continue;
      for (const { id, blocked } of this.server(member).clients.values()) {
        if (id < FIRST_NODE_CLIENT && blocked !== null && blocked.untilMs !== 0) return false;
      }
    }
    return this.#isCluster ? this.#isClusterSettled() : this.#areSentinelsSettled();
  }

  #isClusterSettled(): boolean {
    const views = this.members.map((_, member) => {
      const { cluster } = this.server(member);
      if (cluster === null || !cluster.isOk || cluster.nodes.size !== this.members.length) return null;
      const nodes = [...cluster.nodes.values()];
      if (nodes.some(({ isInHandshake, link, isMyself }) => isInHandshake || (!isMyself && link === null))) {
        return null;
      }
      return JSON.stringify(
        nodes.map(({ id, configEpoch, slots }) => [id, configEpoch, slots.ranges()]).sort(),
      );
    });
    const epochs = this.members.map((_, member) => this.server(member).cluster?.myself.configEpoch);
    return (
      views[0] !== null && views.every((view) => view === views[0]) && new Set(epochs).size === epochs.length
    );
  }

  #areSentinelsSettled(): boolean {
    const { members } = this;
    const isAway = (member: number) => this.isDown(member) || this.isCut(member);
    const near = members.flatMap((_, member) => (isAway(member) ? [] : [member]));
    const sentinels = near.filter((member) => members[member].kind === 'sentinel');
    const named = sentinels.map((member) => {
      const [master] = this.server(member).sentinel?.masters.values() ?? [];
      return master;
    });
    if (named.length === 0) return false;
    const { host, port } = named[0].address;
    const main = members.findIndex((_, member) => {
      const address = addressOf(members, member);
      return address.host === host && address.port === port;
    });
    if (main === -1 || isAway(main) || this.server(main).replication.master !== null) return false;
    const agrees = ({ address, flags, failoverState, sentinels: others, link }: (typeof named)[number]) =>
      address.host === host &&
      address.port === port &&
      !flags.has('s_down') &&
      !flags.has('o_down') &&
      failoverState === 'none' &&
      !link.isDisconnected &&
      others.size === members.filter(({ kind }) => kind === 'sentinel').length - 1;
    if (!named.every(agrees)) return false;
    const follows = (member: number) => {
      const { master } = this.server(member).replication;
      return master?.host === host && master.port === port && master.stage === 'connected';
    };
    if (!near.every((member) => member === main || members[member].kind === 'sentinel' || follows(member))) {
      return false;
    }
    // How many replicas are up to date shows within a second, and that one is cut off within max-lag.
    const replicas = near.length - sentinels.length - 1;
    return members.every((_, member) => {
      if (this.isDown(member) || members[member].kind === 'sentinel') return true;
      const { replication, settings } = this.server(member);
      if (replication.master !== null) return true;
      const has = member === main ? replicas : 0;
      return this.#lacksReplicas(member) === has < settings.minReplicas;
    });
  }

  /** All that answers can depend on while no timer matters: for a settled cluster. */
  get identity(): string {
    return JSON.stringify(
      this.members.map((_, member) => {
        const server = this.server(member);
        const { keys, waits, rest } = identityOf(server, ({ id }) => id < FIRST_NODE_CLIENT);
        return [keys.map(({ db, key, value }) => [db, key, value]), waits, rest, clusterIdentityOf(server)];
      }),
    );
  }

  /** What the sentinels have said so far of the turns of a failover, as it came. */
  get said(): Said[] {
    const said = this.members.flatMap((_, member) => {
      const events = this.server(member).sentinel?.events ?? [];
      return events
        .filter(({ type, text }) => TOLD.has(type) && (!/^.sdown$/.test(type) || text.startsWith('master ')))
        .map(({ type, atMs }) => ({ member, type, atMs }));
    });
    return said.sort((a, b) => a.atMs - b.atMs);
  }

  nameAt(host: string, port: number): string {
    const member = this.members.findIndex((_, each) => {
      const address = addressOf(this.members, each);
      return address.host === host && address.port === port;
    });
    return this.members[member]?.name ?? `${host}:${port}`;
  }
}

/** Where clients are sent: to the promoted replica as soon as it has confirmed its role. */
function namedBy(master: SentinelMaster): { readonly host: string; readonly port: number } {
  const { promotedReplica, failoverState } = master;
  const isDecided = failoverState === 'reconf_slaves' || failoverState === 'update_config';
  return promotedReplica !== null && isDecided ? promotedReplica.address : master.address;
}

const NEVER = Number.POSITIVE_INFINITY;
/** The turns of a failover. */
const TOLD = new Set(
  '+sdown -sdown +odown -odown +vote-for-leader +elected-leader +promoted-slave +switch-master +convert-to-slave'.split(
    ' ',
  ),
);

/** 40 hexadecimal digits. */
function sentinelIdOf(member: number): string {
  return `${member + 1}`.padStart(2, '0').repeat(20);
}
