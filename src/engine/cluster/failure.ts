/**
 * Failure detection. A node that does not answer for cluster-node-timeout is suspected (`fail?`); masters say whom they
 * suspect in their gossip, and when a majority does, the node has failed (`fail`) and everybody is told.
 *
 *     we suspect C, B reported it 3 s ago:  2 of 3 masters, C has failed
 */
import { type Cluster, TODO } from '../state/cluster/cluster.ts';
import { type ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { broadcastFailure } from './sending.ts';

/** Reports are believed for so many node timeouts. */
const REPORT_TIMEOUTS = 2;
/** A master that is back stays failed for so many: its slots may have gone to a replica by then. */
const UNDO_TIMEOUTS = 2;

/** `from` suspects the node. */
export function noteReport(server: Server, cluster: Cluster, node: ClusterNode, from: ClusterNode): void {
  const known = node.failureReports.find((report) => report.from === from);
  if (known !== undefined) {
    known.atMs = server.nowMs;
    return;
  }
  node.failureReports.push({ from, atMs: server.nowMs });
  const { probe } = server.env;
  if (probe === null) return;
  const { quorum } = cluster;
  const reports = node.failureReports.length;
  probe.emit({
    type: 'cluster.reported',
    me: cluster.myself.id,
    node: node.id,
    by: from.id,
    reports,
    quorum,
  });
}

/** `from` thinks that it is up. */
export function dropReport(server: Server, node: ClusterNode, from: ClusterNode): void {
  if (node.failureReports.length === 0) return;
  node.failureReports = node.failureReports.filter((report) => report.from !== from);
  dropOldReports(server, node);
}

function dropOldReports(server: Server, node: ClusterNode): void {
  const oldest = server.nowMs - server.config.number('cluster-node-timeout') * REPORT_TIMEOUTS;
  node.failureReports = node.failureReports.filter(({ atMs }) => atMs >= oldest);
}

export function reportsOf(server: Server, node: ClusterNode): number {
  if (node.failureReports.length > 0) dropOldReports(server, node);
  return node.failureReports.length;
}

/** The majority decides. Mirrors markNodeAsFailingIfNeeded. */
export function judge(server: Server, cluster: Cluster, node: ClusterNode): void {
  // While it answers us, the others must be wrong.
  if (!node.is(FLAG.suspected) || node.hasFailed) return;
  const votes = reportsOf(server, node) + (cluster.myself.isMaster ? 1 : 0);
  if (votes < cluster.quorum) return;
  server.persistence.note(`Marking node ${node.id} as failing (quorum reached).`);
  declareFailed(server, cluster, node, null, votes);
  broadcastFailure(server, cluster, node);
}

/** `by` has told us, or we have counted the votes ourselves. */
export function declareFailed(
  server: Server,
  cluster: Cluster,
  node: ClusterNode,
  by: ClusterNode | null,
  votes = 0,
): void {
  node.clear(FLAG.suspected);
  node.set(FLAG.failed);
  node.failedAtMs = server.nowMs;
  cluster.remember(TODO.state | TODO.save);
  const { probe } = server.env;
  if (probe === null) return;
  const { quorum } = cluster;
  probe.emit({
    type: 'cluster.failed',
    me: cluster.myself.id,
    node: node.id,
    by: by?.id ?? null,
    votes,
    quorum,
  });
}

/** A node that had failed answers again. Mirrors clearNodeFailureIfNeeded. */
export function pardon(server: Server, cluster: Cluster, node: ClusterNode): void {
  const undoMs = server.config.number('cluster-node-timeout') * UNDO_TIMEOUTS;
  const isSpare = node.isReplica || node.slots.count === 0;
  // Nobody has taken over its slots for so long.
  if (!isSpare && server.nowMs - node.failedAtMs <= undoMs) return;
  node.clear(FLAG.failed);
  cluster.remember(TODO.state | TODO.save);
  const { probe } = server.env;
  if (probe !== null)
    probe.emit({ type: 'cluster.recovered', me: cluster.myself.id, node: node.id, was: 'failed' });
}
