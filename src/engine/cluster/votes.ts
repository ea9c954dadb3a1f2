/** Giving a vote to a replica that wants to take over. Mirrors clusterSendFailoverAuthIfNeeded. */
import { type Cluster, TODO } from '../state/cluster/cluster.ts';
import type { ClusterNode } from '../state/cluster/node.ts';
import { SlotSet } from '../state/cluster/slot-set.ts';
import type { Server } from '../state/server.ts';
import { type Header, MARK } from './message.ts';
import { sendVote } from './sending.ts';

/** Between two votes for replicas of one master. */
const REST_TIMEOUTS = 2;

/**
 * A master with slots gives one vote in an epoch, to a replica of a master that has failed, if nobody with a higher epoch
 * has the slots it claims.
 */
export function voteIfRight(server: Server, cluster: Cluster, candidate: ClusterNode, request: Header): void {
  const { myself, owners } = cluster;
  if (!myself.isMaster || myself.slots.count === 0) return;
  if (request.currentEpoch < cluster.currentEpoch || cluster.lastVoteEpoch === cluster.currentEpoch) return;
  const { master } = candidate;
  const isForced = (request.marks & MARK.forced) !== 0;
  if (candidate.isMaster || master === null || (!master.hasFailed && !isForced)) return;
  const restMs = server.config.number('cluster-node-timeout') * REST_TIMEOUTS;
  if (server.nowMs - master.votedAtMs < restMs) return;
  for (const slot of new SlotSet(request.slots)) {
    const owner = owners[slot];
    if (owner !== null && owner.configEpoch > request.configEpoch) return;
  }
  master.votedAtMs = server.nowMs;
  cluster.lastVoteEpoch = cluster.currentEpoch;
  // The vote must be on the disk before it counts: nobody votes twice in an epoch, not even after a restart.
  cluster.remember(TODO.save | TODO.sync);
  sendVote(server, cluster, candidate);
  server.persistence.note(`Failover auth granted to ${candidate.id} for epoch ${cluster.currentEpoch}`);
}
