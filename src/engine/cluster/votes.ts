/** Giving a vote to a replica that wants to take over. Mirrors clusterSendFailoverAuthIfNeeded. */
import type { VoteRefusal } from '../../protocol/steps-cluster.ts';
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
  const { myself } = cluster;
  // Others have no vote.
  if (!myself.isMaster || myself.slots.count === 0) return;
  const refusal = refusalOf(server, cluster, candidate, request);
  if (refusal === null) giveVote(server, cluster, candidate);
  const { probe } = server.env;
  if (probe === null) return;
  const { currentEpoch: epoch } = request;
  probe.emit({ type: 'cluster.vote', me: cluster.myself.id, candidate: candidate.id, epoch, refusal });
}

function refusalOf(
  server: Server,
  cluster: Cluster,
  candidate: ClusterNode,
  request: Header,
): VoteRefusal | null {
  if (request.currentEpoch < cluster.currentEpoch) return 'old-epoch';
  if (cluster.lastVoteEpoch === cluster.currentEpoch) return 'voted';
  const { master } = candidate;
  const isForced = (request.marks & MARK.forced) !== 0;
  if (candidate.isMaster || master === null || (!master.hasFailed && !isForced)) return 'master-up';
  const restMs = server.config.number('cluster-node-timeout') * REST_TIMEOUTS;
  if (server.nowMs - master.votedAtMs < restMs) return 'too-soon';
  for (const slot of new SlotSet(request.slots)) {
    const owner = cluster.owners[slot];
    if (owner !== null && owner.configEpoch > request.configEpoch) return 'slots';
  }
  return null;
}

function giveVote(server: Server, cluster: Cluster, candidate: ClusterNode): void {
  if (candidate.master !== null) candidate.master.votedAtMs = server.nowMs;
  cluster.lastVoteEpoch = cluster.currentEpoch;
  // The vote must be on the disk before it counts: nobody votes twice in an epoch, not even after a restart.
  cluster.remember(TODO.save | TODO.sync);
  sendVote(server, cluster, candidate);
  server.persistence.note(`Failover auth granted to ${candidate.id} for epoch ${cluster.currentEpoch}`);
}
