/** Whether the cluster is ok: all slots served, and we see a majority of the masters. Mirrors clusterUpdateState. */
import { type Cluster, TODO } from '../state/cluster/cluster.ts';
import { FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';

/** A master that starts waits so long before it takes writes: another one may have its slots by now. */
const WRITABLE_DELAY_MS = 2000;
/** One that was cut off waits as long as a node timeout, within these limits. */
const MIN_REJOIN_MS = 500;
const MAX_REJOIN_MS = 5000;

export function updateState(server: Server, cluster: Cluster): void {
  const { config, nowMs } = server;
  const { myself } = cluster;
  cluster.todo &= ~TODO.state;
  if (cluster.firstAskedMs === 0) cluster.firstAskedMs = nowMs;
  if (myself.isMaster && !cluster.isOk && nowMs - cluster.firstAskedMs < WRITABLE_DELAY_MS) {
    cluster.remember(TODO.state);
    return;
  }
  let isOk =
    !config.flag('cluster-require-full-coverage') ||
    cluster.owners.every((owner) => owner !== null && !owner.hasFailed);
  let reachable = 0;
  cluster.size = 0;
  for (const node of cluster.nodes.values()) {
    if (!node.isMaster || node.slots.count === 0) continue;
    cluster.size++;
    if (!node.is(FLAG.failed | FLAG.suspected)) reachable++;
  }
  if (reachable < cluster.quorum) {
    isOk = false;
    cluster.minorityAtMs = nowMs;
  }
  if (isOk === cluster.isOk) return;
  const rejoinMs = Math.min(MAX_REJOIN_MS, Math.max(MIN_REJOIN_MS, config.number('cluster-node-timeout')));
  if (isOk && myself.isMaster && nowMs - cluster.minorityAtMs < rejoinMs) return;
  cluster.isOk = isOk;
  const { probe } = server.env;
  if (probe !== null) {
    const served = cluster.owners.filter((owner) => owner !== null && !owner.hasFailed).length;
    probe.emit({ type: 'cluster.state', me: cluster.myself.id, isOk, reachable, size: cluster.size, served });
  }
  server.persistence.note(`Cluster state changed: ${isOk ? 'ok' : 'fail'}`);
}
