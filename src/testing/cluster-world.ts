/**
 * A cluster in a world of virtual time, with a console at each node: for tests.
 *
 *     const cluster = new ClusterWorld(3);
 *     cluster.join();                                   // meets, and shares out the slots
 *     cluster.ask(0, 'SET', 'foo', 'v');                  // '-MOVED 12182 10.0.0.3:6379\r\n'
 */
import { bytesOf, latin1 } from '../engine/index.ts';
import type { Cluster } from '../engine/state/cluster/cluster.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { Input, SessionStart } from '../protocol/session.ts';
import type { SessionInput } from '../protocol/world.ts';
import { World } from '../sim/world.ts';

const CONSOLE = 1;
export const SLOT_COUNT = 16384;

export class ClusterWorld {
  readonly world: World;
  /** What each console has received and nobody has looked at. */
  readonly heard: string[] = [];

  constructor(nodes: number, seed = 1, config: Readonly<Record<string, string>> = {}) {
    const start: SessionStart = {
      generation: '7.0',
      seed,
      startMs: 1_700_000_000_000,
      config: { 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000', ...config },
      world: {
        nodes: Array.from({ length: nodes }, (_, n) => ({
          name: `n${n + 1}`,
          host: `10.0.0.${n + 1}`,
          port: 6379,
          config: {},
        })),
        latency: { ms: 1, jitterMs: 1 },
      },
    };
    this.world = new World(start);
    for (let node = 0; node < nodes; node++) this.openConsole(node);
  }

  get nowMs(): number {
    return this.world.nowMs;
  }

  cluster(node: number): Cluster {
    const { cluster } = this.world.nodes[node].engine.server;
    if (cluster === null) throw new Error(`node ${node} is in no cluster`);
    return cluster;
  }

  /** Also a new one, after a crash. */
  openConsole(node: number): void {
    this.heard[node] = '';
    this.act(node, { type: 'open', nowMs: 0, client: CONSOLE });
  }

  act(node: number, act: Exclude<Input, { type: 'tick' }>): void {
    this.step({ ...act, nowMs: this.nowMs, node });
  }

  step(input: SessionInput): void {
    const { node, replies } = this.world.step(input);
    for (const { client, bytes } of replies) {
      if (client === CONSOLE && node !== null) this.heard[node] += latin1(bytes);
    }
  }

  send(node: number, ...words: string[]): void {
    const bytes = encodeCommand(words.map((word) => bytesOf(word)));
    this.act(node, { type: 'data', nowMs: 0, client: CONSOLE, bytes });
  }

  /** A command and what the console hears until it is answered. */
  ask(node: number, ...words: string[]): string {
    this.heard[node] = '';
    this.send(node, ...words);
    this.until(() => this.heard[node] !== '');
    return this.heard[node];
  }

  /** Lets time pass until something is true. */
  until(isTrue: () => boolean, limitMs = 60_000): void {
    const end = this.nowMs + limitMs;
    while (!isTrue()) {
      const next = this.world.wakeAtMs;
      if (next === null || next > end) throw new Error(`still not true after ${limitMs} ms`);
      this.step({ type: 'tick', nowMs: next });
    }
  }

  pass(ms: number): void {
    const end = this.nowMs + ms;
    this.step({ type: 'tick', nowMs: this.nowMs });
    for (let next = this.world.wakeAtMs; next !== null && next <= end; next = this.world.wakeAtMs) {
      this.step({ type: 'tick', nowMs: next });
    }
  }

  /** The first `masters` nodes meet and get equal shares of the slots; the others are met too. */
  join(masters = this.world.nodes.length): void {
    const share = Math.ceil(SLOT_COUNT / masters);
    const count = this.world.nodes.length;
    for (let node = 0; node < count; node++) {
      this.ask(node, 'CLUSTER', 'SET-CONFIG-EPOCH', `${node + 1}`);
      if (node < masters) {
        const last = Math.min(SLOT_COUNT, (node + 1) * share) - 1;
        this.ask(node, 'CLUSTER', 'ADDSLOTSRANGE', `${node * share}`, `${last}`);
      }
      if (node > 0) this.ask(0, 'CLUSTER', 'MEET', `10.0.0.${node + 1}`, '6379');
    }
    this.until(() => this.everyNode((cluster) => cluster.nodes.size === count && cluster.isOk));
    this.until(() =>
      this.everyNode((cluster) => [...cluster.nodes.values()].every((node) => !node.isInHandshake)),
    );
  }

  /** The nodes from `masters` on become replicas of the first ones, in turn, and have their data. */
  addReplicas(masters: number): void {
    const count = this.world.nodes.length;
    for (let node = masters; node < count; node++) {
      this.until(() => this.cluster(node).find(this.id((node - masters) % masters)) !== null);
      this.ask(node, 'CLUSTER', 'REPLICATE', this.id((node - masters) % masters));
    }
    this.until(() =>
      this.world.nodes.every(({ engine }, node) => {
        const { master } = engine.server.replication;
        return node < masters || master?.stage === 'connected';
      }),
    );
    this.until(() =>
      this.everyNode(
        ({ nodes }) => [...nodes.values()].filter(({ isReplica }) => isReplica).length === count - masters,
      ),
    );
  }

  everyNode(isTrue: (cluster: Cluster, node: number) => boolean): boolean {
    return this.world.nodes.every(
      ({ engine }, node) => engine.downBecause !== null || isTrue(this.cluster(node), node),
    );
  }

  id(node: number): string {
    return this.cluster(node).myself.id;
  }
}
