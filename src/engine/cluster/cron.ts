/** What a node does ten times a second: clusterCron. */
import type { BusLink } from '../state/cluster/bus-link.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import { type ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { describeMyself } from './address.ts';
import { redirectBlocked } from './blocked.ts';
import { tryFailover } from './failover.ts';
import { dialNode, type Hear } from './links.ts';
import { catchUp, giveUpInTime } from './manual-failover.ts';
import { removeNode } from './membership.ts';
import { moveToOrphan } from './replica-migration.ts';
import { sendPing } from './sending.ts';
import { updateState } from './state.ts';

export const CRON_MS = 100;
const MIN_HANDSHAKE_MS = 1000;
/** One node a second is pinged whatever happens: of so many random ones the one we have not heard of for longest. */
const PING_EVERY_RUNS = 10;
const PING_CANDIDATES = 5;

export function clusterCron(server: Server, cluster: Cluster, hear: Hear): void {
  cluster.iteration++;
  describeMyself(server, cluster);
  tendLinks(server, cluster, hear);
  if (cluster.iteration % PING_EVERY_RUNS === 0) pingSomebody(server, cluster);
  const news = watchNodes(server, cluster);
  const { myself, following } = cluster;
  const { master } = myself;
  if (myself.isReplica && !following.isFollowing && master?.hasAddress) {
    following.follow(master.host, master.port);
  }
  giveUpInTime(server, cluster);
  if (myself.isReplica) {
    catchUp(server, cluster);
    tryFailover(server, cluster);
    const mayMove =
      news.orphans > 0 &&
      news.mostReplicas >= 2 &&
      news.ourReplicas === news.mostReplicas &&
      server.config.flag('cluster-allow-replica-migration');
    if (mayMove) moveToOrphan(server, cluster, news.mostReplicas);
  }
  if (news.isStateOpen || !cluster.isOk) updateState(server, cluster);
  if (server.blocking.count > 0) redirectBlocked(server, cluster);
}

/** Connects to every node that we have an address of, and gives handshakes up that nobody answers. */
function tendLinks(server: Server, cluster: Cluster, hear: Hear): void {
  const timeoutMs = Math.max(server.config.number('cluster-node-timeout'), MIN_HANDSHAKE_MS);
  cluster.suspectedNodes = 0;
  for (const node of [...cluster.nodes.values()]) {
    if (node.is(FLAG.myself | FLAG.noAddress)) continue;
    if (node.is(FLAG.suspected)) cluster.suspectedNodes++;
    if (node.isInHandshake && server.nowMs - node.createdAtMs > timeoutMs) {
      removeNode(server, cluster, node, 'no-answer');
      continue;
    }
    if (node.link !== null) continue;
    dialNode(server, node, hear, (link) => greet(server, cluster, node, link));
  }
}

/** The connection stands. A node that we were told to meet has to accept us although it does not know us. */
function greet(server: Server, cluster: Cluster, node: ClusterNode, link: BusLink): void {
  const { pingSentMs } = node;
  sendPing(server, cluster, link, node.is(FLAG.meet) ? 'meet' : 'ping');
  // The node was silent before already.
  if (pingSentMs !== 0) node.pingSentMs = pingSentMs;
  node.clear(FLAG.meet);
}

function pingSomebody(server: Server, cluster: Cluster): void {
  const nodes = [...cluster.nodes.values()];
  const random = server.env.random.stream('cluster-ping');
  let chosen: ClusterNode | null = null;
  for (let i = 0; i < PING_CANDIDATES; i++) {
    const node = nodes[random.below(nodes.length)];
    if (node.link === null || node.pingSentMs !== 0 || node.is(FLAG.myself | FLAG.handshake)) continue;
    if (chosen === null || node.pongReceivedMs < chosen.pongReceivedMs) chosen = node;
  }
  if (chosen?.link) sendPing(server, cluster, chosen.link, 'ping');
}

interface News {
  /** Masters that have lost their replicas. */
  orphans: number;
  mostReplicas: number;
  /** Working replicas of our own master. */
  ourReplicas: number;
  isStateOpen: boolean;
}

/** Looks for nodes that do not answer. */
function watchNodes(server: Server, cluster: Cluster): News {
  const { nowMs } = server;
  const { myself, manual } = cluster;
  const timeoutMs = server.config.number('cluster-node-timeout');
  const news: News = { orphans: 0, mostReplicas: 0, ourReplicas: 0, isStateOpen: false };
  for (const node of cluster.nodes.values()) {
    if (node.is(FLAG.myself | FLAG.noAddress | FLAG.handshake)) continue;
    if (myself.isReplica && node.isMaster && !node.hasFailed) countReplicas(news, node, myself);
    const silentMs = nowMs - node.dataReceivedMs;
    const { link } = node;
    if (link !== null) {
      const isStale =
        nowMs - link.createdAtMs > timeoutMs &&
        node.pingSentMs !== 0 &&
        nowMs - node.pingSentMs > timeoutMs / 2 &&
        silentMs > timeoutMs / 2;
      // A new connection may come through where this one does not.
      if (isStale) link.close();
    }
    if (node.link !== null) {
      const isDue = node.pingSentMs === 0 && nowMs - node.pongReceivedMs > timeoutMs / 2;
      const takesOver = manual.endMs !== 0 && myself.isMaster && manual.replica === node;
      if (isDue || takesOver) {
        sendPing(server, cluster, node.link, 'ping');
        continue;
      }
    }
    if (node.pingSentMs === 0 || node.is(FLAG.suspected | FLAG.failed)) continue;
    if (Math.min(nowMs - node.pingSentMs, silentMs) <= timeoutMs) continue;
    node.set(FLAG.suspected);
    news.isStateOpen = true;
    const { probe } = server.env;
    if (probe !== null) probe.emit({ type: 'cluster.suspected', me: cluster.myself.id, node: node.id });
  }
  return news;
}

function countReplicas(news: News, node: ClusterNode, myself: ClusterNode): void {
  const working = node.workingReplicas;
  if (working === 0 && node.slots.count > 0 && node.is(FLAG.migrateTo)) news.orphans++;
  news.mostReplicas = Math.max(news.mostReplicas, working);
  if (myself.master === node) news.ourReplicas = working;
}
