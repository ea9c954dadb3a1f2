/** Who belongs to the cluster: handshakes, roles, and nodes that leave. */
import type { ClusterStep } from '../../protocol/steps-cluster.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import { TODO } from '../state/cluster/cluster.ts';
import { ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { closeLinks } from './links.ts';
import { resetManualFailover } from './manual-failover.ts';
import { giveUpSlot } from './slots.ts';

type NodeNews = Extract<ClusterStep, { readonly type: 'cluster.node' }>['how'];

/** How long a node that was struck off may not come back by gossip: CLUSTER_BLACKLIST_TTL. */
const FORGOTTEN_MS = 60_000;

/**
 * A node at an address, with a made-up name until it says its own. False if such a handshake is under way already.
 * Mirrors clusterStartHandshake.
 */
export function beginHandshake(
  server: Server,
  cluster: Cluster,
  host: string,
  port: number,
  busPort: number,
): boolean {
  for (const node of cluster.nodes.values()) {
    if (node.isInHandshake && node.host === host && node.busPort === busPort) return false;
  }
  const node = new ClusterNode(cluster.newId(), FLAG.handshake | FLAG.meet, server.nowMs);
  node.host = host;
  node.port = port;
  node.busPort = busPort;
  cluster.add(node);
  emitNode(server, node, 'handshake');
  return true;
}

/** Emits how a node came to be known, or went. */
export function emitNode(server: Server, node: ClusterNode, how: NodeNews): void {
  const { probe } = server.env;
  if (probe === null) return;
  const { id, host, port } = node;
  probe.emit({ type: 'cluster.node', me: server.cluster?.myself.id ?? '', how, node: id, host, port });
}

/**
 * Strikes a node off: its slots have no owner then, and its reports do not count. `why` is null if nothing ends by it.
 * Mirrors clusterDelNode.
 */
export function removeNode(
  server: Server,
  cluster: Cluster,
  node: ClusterNode,
  why: 'removed' | 'no-answer' | null = null,
): void {
  for (const [slot, target] of cluster.importing) if (target === node) cluster.importing.delete(slot);
  for (const [slot, target] of cluster.migrating) if (target === node) cluster.migrating.delete(slot);
  for (const slot of [...node.slots]) giveUpSlot(server, cluster, slot);
  for (const other of cluster.nodes.values()) {
    other.failureReports = other.failureReports.filter(({ from }) => from !== node);
  }
  cluster.nodes.delete(node.id);
  node.master?.removeReplica(node);
  for (const replica of node.replicas) replica.master = null;
  closeLinks(node);
  if (cluster.manual.replica === node) resetManualFailover(server, cluster);
  if (why !== null) emitNode(server, node, why);
}

/** The node is a master from now on. Its slots are another matter. Mirrors clusterSetNodeAsMaster. */
export function becomeMaster(server: Server, cluster: Cluster, node: ClusterNode): void {
  if (node.isMaster) return;
  if (node.master !== null) {
    node.master.removeReplica(node);
    if (!node.isMyself) node.set(FLAG.migrateTo);
  }
  node.clear(FLAG.replica);
  node.set(FLAG.master);
  node.master = null;
  cluster.remember(TODO.save | TODO.state);
  emitRole(server, node);
}

/** Emits that a node is a master or follows another one than before. */
export function emitRole(server: Server, node: ClusterNode, isMigration = false): void {
  const { probe } = server.env;
  if (probe === null) return;
  const { id, master } = node;
  probe.emit({
    type: 'cluster.role',
    me: server.cluster?.myself.id ?? '',
    node: id,
    master: master?.id ?? null,
    isMigration,
  });
}

/** This node becomes a replica of another one: clusterSetMaster. It has no slots by now. */
export function followMaster(
  server: Server,
  cluster: Cluster,
  master: ClusterNode,
  isMigration = false,
): void {
  const { myself } = cluster;
  if (myself.isMaster) {
    myself.clear(FLAG.master | FLAG.migrateTo);
    myself.set(FLAG.replica);
    cluster.migrating.clear();
    cluster.importing.clear();
  } else {
    myself.master?.removeReplica(myself);
  }
  myself.master = master;
  master.addReplica(myself);
  cluster.following.follow(master.host, master.port);
  resetManualFailover(server, cluster);
  emitRole(server, myself, isMigration);
}

/** Notes that a node was struck off on purpose. */
export function forget(server: Server, cluster: Cluster, id: string): void {
  cluster.forgotten.set(id, server.nowMs + FORGOTTEN_MS);
}

export function isForgotten(server: Server, cluster: Cluster, id: string): boolean {
  for (const [known, untilMs] of cluster.forgotten) {
    if (untilMs < server.nowMs) cluster.forgotten.delete(known);
  }
  return cluster.forgotten.has(id);
}
