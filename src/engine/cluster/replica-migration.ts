/**
 * A replica moves to a master that has lost its own, if its master can spare it. Mirrors clusterHandleSlaveMigration.
 *
 *     A ─ a1, a2     B ─ (none left)      the one of a1 and a2 with the smaller name goes to B after 5 s
 */
import type { Cluster } from '../state/cluster/cluster.ts';
import { type ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { followMaster } from './membership.ts';

/** The master must have been without replicas for so long. */
const ORPHANED_MS = 5000;

/** `mostReplicas`: how many working replicas the best provided master has. */
export function moveToOrphan(server: Server, cluster: Cluster, mostReplicas: number): void {
  const { myself } = cluster;
  const { master } = myself;
  if (!cluster.isOk || master === null) return;
  const spare = master.replicas.filter((replica) => !replica.is(FLAG.failed | FLAG.suspected)).length;
  if (spare <= server.config.number('cluster-migration-barrier')) return;
  let target: ClusterNode | null = null;
  let candidate: ClusterNode = myself;
  for (const node of cluster.nodes.values()) {
    const replicas = node.isMaster ? node.workingReplicas : 0;
    const isOrphaned = node.isMaster && !node.hasFailed && node.is(FLAG.migrateTo) && replicas === 0;
    if (isOrphaned) {
      if (target === null && node.slots.count > 0) target = node;
      if (node.orphanedAtMs === 0) node.orphanedAtMs = server.nowMs;
    } else {
      node.orphanedAtMs = 0;
    }
    if (replicas !== mostReplicas) continue;
    for (const replica of node.replicas) if (replica.id < candidate.id) candidate = replica;
  }
  if (target === null || candidate !== myself) return;
  if (server.nowMs - target.orphanedAtMs <= ORPHANED_MS) return;
  server.persistence.note(`Migrating to orphaned master ${target.id}`);
  followMaster(server, cluster, target, true);
}
