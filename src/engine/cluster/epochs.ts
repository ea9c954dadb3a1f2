/**
 * Configuration epochs: of two masters that claim a slot the one with the higher epoch is believed, so no two masters may
 * have the same.
 */
import { type Cluster, TODO } from '../state/cluster/cluster.ts';
import type { ClusterNode } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';

/**
 * Takes the next epoch without asking anybody, as a manual migration of slots and TAKEOVER do; false if ours is the
 * highest already. Mirrors clusterBumpConfigEpochWithoutConsensus.
 */
export function bumpEpoch(server: Server, cluster: Cluster): boolean {
  const { myself } = cluster;
  if (myself.configEpoch !== 0 && myself.configEpoch === cluster.maxEpoch) return false;
  cluster.currentEpoch++;
  myself.configEpoch = cluster.currentEpoch;
  cluster.remember(TODO.save | TODO.sync);
  const { probe } = server.env;
  if (probe !== null) {
    probe.emit({
      type: 'cluster.epoch',
      me: cluster.myself.id,
      epoch: cluster.currentEpoch,
      why: 'bumped',
      node: null,
    });
  }
  return true;
}

/** Two masters have the same epoch: the one with the smaller name takes the next. */
export function partEpochs(server: Server, cluster: Cluster, other: ClusterNode): void {
  const { myself } = cluster;
  if (other.configEpoch !== myself.configEpoch || !other.isMaster || !myself.isMaster) return;
  if (other.id <= myself.id) return;
  cluster.currentEpoch++;
  myself.configEpoch = cluster.currentEpoch;
  cluster.remember(TODO.save | TODO.sync);
  const { probe } = server.env;
  if (probe !== null) {
    probe.emit({
      type: 'cluster.epoch',
      me: cluster.myself.id,
      epoch: cluster.currentEpoch,
      why: 'collision',
      node: other.id,
    });
  }
}
