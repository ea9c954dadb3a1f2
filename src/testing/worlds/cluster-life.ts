/**
 * A cluster of three masters and three replicas that crash, freeze and are cut off, while all of them are written to and
 * replicas take over by hand. In no epoch may a slot have two masters. At rest every slot has one, all nodes know it, and
 * replicas have the data of their masters.
 */
import type { Cluster } from '../../engine/state/cluster/cluster.ts';
import { SLOTS } from '../../engine/state/cluster/slot-set.ts';
import { DisturbedWorld } from './disturbed-world.ts';
import { type Life, lifeOf } from './life.ts';

const MASTERS = 3;
const NODES = Array.from({ length: 6 }, (_, node) => node);
const PORT = 6379;
const DISTURBED_MS = 60_000;
const START_LIMIT_MS = 60_000;
const LIMIT_MS = 300_000;
/** For so long nothing may change any more. */
const REST_MS = 20_000;
const KEYS = 500;
/** One turn in so many somebody takes over by hand. */
const HAND_OVER_ONE_IN = 300;

const hostOf = (node: number): string => `10.0.0.${node + 1}`;

class DisturbedCluster extends DisturbedWorld {
  /** Slots that nodes have served as masters, by epoch and name. */
  readonly #served = new Map<number, Map<string, Uint8Array>>();
  failovers = 0;

  cluster(node: number): Cluster {
    const { cluster } = this.server(node);
    if (cluster === null) throw new Error(`node ${node} is in no cluster`);
    return cluster;
  }

  make(): void {
    const share = Math.ceil(SLOTS / MASTERS);
    for (const node of NODES) {
      this.say(node, 'CLUSTER', 'SET-CONFIG-EPOCH', `${node + 1}`);
      const last = Math.min(SLOTS, (node + 1) * share) - 1;
      if (node < MASTERS) this.say(node, 'CLUSTER', 'ADDSLOTSRANGE', `${node * share}`, `${last}`);
      if (node > 0) this.say(0, 'CLUSTER', 'MEET', hostOf(node), `${PORT}`);
    }
    const knowsAll = ({ nodes, isOk }: Cluster) =>
      isOk && nodes.size === NODES.length && [...nodes.values()].every((each) => !each.isInHandshake);
    const all = (isTrue: (cluster: Cluster) => boolean) => NODES.every((node) => isTrue(this.cluster(node)));
    this.until('all nodes know each other', () => all(knowsAll), START_LIMIT_MS);
    for (const node of NODES.slice(MASTERS)) {
      this.say(node, 'CLUSTER', 'REPLICATE', this.cluster(node - MASTERS).myself.id);
    }
    this.until('three replicas follow', () => this.#isAtRest, START_LIMIT_MS);
  }

  /** No two nodes may have served a slot in one epoch. */
  checkEpochs(): void {
    for (const node of NODES) {
      if (!this.isUp(node)) continue;
      const { myself } = this.cluster(node);
      if (!myself.isMaster || myself.slots.count === 0) continue;
      const before = this.#served.get(myself.configEpoch) ?? new Map<string, Uint8Array>();
      this.#served.set(myself.configEpoch, before);
      const own = before.get(myself.id);
      const { bytes } = myself.slots;
      if (own === undefined || before.size > 1) {
        this.#compare(myself.configEpoch, myself.id, before, bytes);
      }
      if (own === undefined) {
        this.failovers++;
        before.set(myself.id, bytes.slice());
      } else for (let at = 0; at < bytes.length; at++) own[at] |= bytes[at];
    }
  }

  #compare(epoch: number, id: string, before: ReadonlyMap<string, Uint8Array>, bytes: Uint8Array): void {
    for (const [other, theirs] of before) {
      if (other === id || !theirs.some((bits, at) => (bits & bytes[at]) !== 0)) continue;
      throw new Error(`in epoch ${epoch} both ${id} and ${other} serve a slot`);
    }
  }

  /** Every slot has a master, the same for all nodes, and everybody else follows one of them. */
  get #isAtRest(): boolean {
    if (!NODES.every((node) => this.isUp(node))) return false;
    const [first, ...others] = NODES.map((node) => this.cluster(node));
    for (const node of NODES) {
      const { myself, isOk } = this.cluster(node);
      if (!isOk) return false;
      if (!myself.isMaster && !this.follows(node, myself.master?.host ?? '')) return false;
    }
    for (let slot = 0; slot < SLOTS; slot++) {
      const owner = first.owners[slot];
      if (owner === null) return false;
      for (const { owners } of others) if (owners[slot]?.id !== owner.id) return false;
    }
    return true;
  }

  rest(): void {
    for (let since = this.nowMs, end = since + LIMIT_MS; this.nowMs < since + REST_MS; ) {
      this.pass(500);
      this.checkEpochs();
      if (!this.#isAtRest) since = this.nowMs;
      if (this.nowMs > end) throw new Error('the cluster does not come to rest');
    }
    const replicas = NODES.filter((node) => !this.cluster(node).myself.isMaster);
    this.untilEqual(
      replicas.map((node) => {
        const master = this.cluster(node).myself.master?.host;
        return [node, NODES.findIndex((each) => hostOf(each) === master)];
      }),
    );
  }
}

export function liveCluster(seed: number, wantedEvents = 0): Life {
  const disturbed = new DisturbedCluster(
    {
      generation: '7.0',
      seed,
      startMs: 1_750_000_000_000,
      config: {
        'cluster-enabled': 'yes',
        'cluster-node-timeout': '2000',
        'repl-diskless-sync-delay': '0',
        'repl-timeout': '4',
        'repl-ping-replica-period': '1',
        appendonly: seed % 2 === 0 ? 'yes' : 'no',
      },
      world: {
        nodes: NODES.map((node) => ({ name: `n${node}`, host: hostOf(node), port: PORT, config: {} })),
        latency: { ms: 1, jitterMs: 10 },
      },
    },
    wantedEvents,
  );
  const { random } = disturbed;
  disturbed.make();
  disturbed.checkEpochs();
  const begun = disturbed.failovers;
  const write = (): void => {
    const key = `k${random.below(KEYS)}`;
    const words = commandOn(key, random.below(10), `${random.below(1000)}`);
    for (const node of NODES) {
      if (disturbed.isUp(node) && disturbed.cluster(node).myself.isMaster) disturbed.say(node, ...words);
    }
  };
  disturbed.passDisturbed(DISTURBED_MS, () => {
    disturbed.checkEpochs();
    if (random.below(HAND_OVER_ONE_IN) === 0) {
      const node = random.below(NODES.length);
      disturbed.say(node, 'CLUSTER', 'FAILOVER', ...(random.below(2) === 0 ? ['FORCE'] : []));
    }
    write();
  });
  disturbed.heal();
  disturbed.rest();
  return lifeOf(disturbed, { failovers: disturbed.failovers - begun });
}

/** Of every type; keys change their type now and then. */
function commandOn(key: string, kind: number, value: string): string[] {
  switch (kind) {
    case 0:
      return ['SET', key, value];
    case 1:
      return ['SET', key, value, 'PX', value];
    case 2:
      return ['DEL', key];
    case 3:
      return ['RPUSH', key, value, value];
    case 4:
      return ['LPOP', key];
    case 5:
      return ['SADD', key, value];
    case 6:
      return ['SPOP', key];
    case 7:
      return ['HSET', key, value, value];
    case 8:
      return ['ZADD', key, value, value];
    default:
      return ['XADD', key, '*', 'field', value];
  }
}
