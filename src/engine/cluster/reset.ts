/** CLUSTER RESET: the node forgets its cluster. Mirrors clusterReset. */
import { type Cluster, TODO } from '../state/cluster/cluster.ts';
import type { Server } from '../state/server.ts';
import { resetManualFailover } from './manual-failover.ts';
import { becomeMaster, removeNode } from './membership.ts';
import { giveUpSlot } from './slots.ts';

/** `isHard`: it also gets another name and forgets all epochs. */
export function resetNode(server: Server, cluster: Cluster, isHard: boolean): void {
  const { myself, following, owners } = cluster;
  if (myself.isReplica) {
    becomeMaster(server, cluster, myself);
    following.stop();
    for (const db of server.keyspace.databases) server.keyspace.dirty += server.keyspace.flush(db);
  }
  cluster.migrating.clear();
  cluster.importing.clear();
  resetManualFailover(server, cluster);
  for (let slot = 0; slot < owners.length; slot++) giveUpSlot(server, cluster, slot);
  for (const node of [...cluster.nodes.values()])
    if (node !== myself) removeNode(server, cluster, node, 'removed');
  if (isHard) {
    cluster.currentEpoch = 0;
    cluster.lastVoteEpoch = 0;
    myself.configEpoch = 0;
    cluster.rename(myself, cluster.newId());
  }
  cluster.remember(TODO.state | TODO.save | TODO.sync);
}
