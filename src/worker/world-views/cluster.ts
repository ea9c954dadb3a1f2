/** A cluster through the eyes of one of its nodes, and where the others see it otherwise. */

import type { Server } from '../../engine/index.ts';
import {
  answerOf,
  differencesOf,
  electionOf,
  hashOf,
  keysOfSlot,
  nodeSeen,
  stretchesOf,
} from '../../engine/inspect/cluster-facts.ts';
import type {
  ClusterNodeView,
  ClusterServer,
  ClusterTarget,
  ClusterView,
  Disagreement,
  KeyWay,
  MovingSlot,
  SlotStretch,
  SlotView,
} from '../../protocol/views-cluster.ts';
import type { SessionMachine, WorldNode } from '../../sim/machine.ts';
import type { WorldViewKind } from './kind.ts';
import { isDown, nodeAt, stateOf, timeAt } from './nodes.ts';

type Cluster = NonNullable<Server['cluster']>;

const MAX_STRETCHES = 512;
const MAX_MOVING = 256;
const MAX_KEYS = 8;
const FIRST_KEYS = 12;

export const clusterView: WorldViewKind<'cluster'> = {
  read: readCluster,
  changedBy: ({ type }) => type.startsWith('cluster.'),
};

interface Member {
  readonly node: number;
  readonly server: Server;
  readonly cluster: Cluster;
  readonly nowMs: number;
}

function readCluster(machine: SessionMachine, target: ClusterTarget): ClusterView {
  const { nodes } = machine;
  const members = nodes.flatMap((each, node): Member[] => {
    const { server } = each.engine;
    if (isDown(each) || server.cluster === null) return [];
    return [{ node, server, cluster: server.cluster, nowMs: timeAt(each, machine.nowMs) }];
  });
  const chosen = members.find(({ node }) => node === target.node) ?? members[0];
  const differences = new Map(
    members.map(({ node, cluster }) => [node, chosen && differencesOf(chosen.cluster, cluster)]),
  );
  const servers = nodes.flatMap((each, node) => {
    if (!each.engine.server.config.flag('cluster-enabled')) return [];
    return [readServer(each, node, differences.get(node)?.slots ?? 0)];
  });
  if (chosen === undefined) return { ...NOTHING, nowMs: machine.nowMs, servers };
  const { cluster, nowMs } = chosen;
  const byId = new Map(members.map((member) => [member.cluster.myself.id, member]));
  const stretches = stretchesOf(cluster);
  const keyCounts = countKeys(stretches, byId);
  return {
    kind: 'cluster',
    nowMs,
    servers,
    at: chosen.node,
    isOk: cluster.isOk,
    currentEpoch: cluster.currentEpoch,
    size: cluster.size,
    quorum: cluster.quorum,
    served: servedIn(cluster, stretches),
    nodes: readNodes(chosen, nodes, keysOf(stretches, keyCounts), byId),
    stretches,
    keyCounts,
    moving: readMoving(members),
    disagreements: members.flatMap(({ node }): Disagreement[] => {
      const other = differences.get(node);
      if (other === undefined || other.slots === 0) return [];
      return [{ node, stretches: other.stretches.slice(0, MAX_STRETCHES) }];
    }),
    election: electionOf(cluster, nowMs),
    way: readWay(chosen, members, target.keys, byId),
    slot: readSlot(chosen, members, target.slot),
  };
}

const NOTHING: Omit<ClusterView, 'nowMs' | 'servers'> = {
  kind: 'cluster',
  at: null,
  isOk: false,
  currentEpoch: 0,
  size: 0,
  quorum: 0,
  served: 0,
  nodes: [],
  stretches: [],
  keyCounts: [],
  moving: [],
  disagreements: [],
  election: null,
  way: null,
  slot: null,
};

function readServer(node: WorldNode, number: number, disagrees: number): ClusterServer {
  const { server } = node.engine;
  const cluster = isDown(node) ? null : server.cluster;
  return {
    node: number,
    name: node.name,
    ...node.address,
    state: stateOf(node),
    id: cluster?.myself.id ?? null,
    isMaster: cluster?.myself.isMaster ?? null,
    isOk: cluster?.isOk ?? null,
    currentEpoch: cluster?.currentEpoch ?? null,
    lastVoteEpoch: cluster?.lastVoteEpoch ?? null,
    keys: cluster === null ? null : server.keyspace.databases[0].keys.size,
    disagrees,
  };
}

/** Slots whose owner is not taken for failed. */
function servedIn({ nodes }: Cluster, stretches: readonly SlotStretch[]): number {
  let served = 0;
  for (const { first, last, owner } of stretches) {
    if (owner !== null && nodes.get(owner)?.hasFailed === false) served += last - first + 1;
  }
  return served;
}

/** Keys of each slot that has some, as its owner counts them. */
function countKeys(stretches: readonly SlotStretch[], byId: ReadonlyMap<string, Member>): number[] {
  const counts: number[] = [];
  for (const { first, last, owner } of stretches) {
    const member = owner === null ? undefined : byId.get(owner);
    if (member === undefined) continue;
    const { slotKeys } = member.cluster;
    for (let slot = first; slot <= last; slot++) {
      const keys = slotKeys.count(slot);
      if (keys > 0) counts.push(slot, keys);
    }
  }
  return counts;
}

/** Keys of each owner. Both lists are in the order of slots. */
function keysOf(stretches: readonly SlotStretch[], counts: readonly number[]): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  let at = 0;
  for (const { last, owner } of stretches) {
    for (; at < counts.length && counts[at] <= last; at += 2) {
      if (owner !== null) keys.set(owner, (keys.get(owner) ?? 0) + counts[at + 1]);
    }
  }
  return keys;
}

function readNodes(
  { cluster, nowMs }: Member,
  nodes: readonly WorldNode[],
  keys: ReadonlyMap<string, number>,
  byId: ReadonlyMap<string, Member>,
): ClusterNodeView[] {
  return [...cluster.nodes.values()].map((node) => {
    const seen = nodeSeen(node, nowMs);
    // Its own address may not be known to a node yet.
    const number = byId.get(node.id)?.node ?? nodeAt(nodes, `${node.host}:${node.port}`);
    const isKnown = byId.has(node.id);
    return {
      ...seen,
      node: number,
      name: number === null ? `${node.host}:${node.port}` : nodes[number].name,
      keys: isKnown ? (keys.get(node.id) ?? 0) : null,
    };
  });
}

function readMoving(members: readonly Member[]): MovingSlot[] {
  const moving: MovingSlot[] = [];
  for (const { node: at, cluster } of members) {
    for (const how of ['migrating', 'importing'] as const) {
      for (const [slot, { id }] of cluster[how]) moving.push({ slot, at, how, node: id });
    }
  }
  return moving.sort((a, b) => a.slot - b.slot || a.at - b.at).slice(0, MAX_MOVING);
}

function readWay(
  { cluster }: Member,
  members: readonly Member[],
  wanted: readonly Uint8Array[] | null,
  byId: ReadonlyMap<string, Member>,
): KeyWay | null {
  if (wanted === null || wanted.length === 0) return null;
  const keys = wanted.slice(0, MAX_KEYS);
  const hashes = keys.map(hashOf);
  return {
    keys: hashes,
    owner: cluster.owners[hashes[0].slot]?.id ?? null,
    answers: members.map(({ node, server, cluster: own }) => {
      const { toId, ...answer } = answerOf(server, own, keys);
      return { node, ...answer, to: toId === null ? null : (byId.get(toId)?.node ?? null) };
    }),
  };
}

function readSlot({ cluster }: Member, members: readonly Member[], slot: number | null): SlotView | null {
  if (slot === null || cluster.owners[slot] === undefined) return null;
  const holders = members.flatMap(({ node, cluster: own }) => {
    const keys = own.slotKeys.count(slot);
    return keys === 0 ? [] : [{ node, keys, first: keysOfSlot(own, slot, FIRST_KEYS) }];
  });
  return { slot, owner: cluster.owners[slot]?.id ?? null, holders };
}
