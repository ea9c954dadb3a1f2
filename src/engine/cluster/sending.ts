/** Saying something to other nodes: one function for each message. Mirrors clusterBuildMessageHdr and clusterSend… */
import type { BusLink } from '../state/cluster/bus-link.ts';
import { type Cluster, MESSAGE_TYPES } from '../state/cluster/cluster.ts';
import { type ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { announcedPorts } from './address.ts';
import { type Body, encode, type Gossip, type Header, MARK } from './message.ts';

/** As many nodes are mentioned in a ping, or a tenth of all. */
const MIN_GOSSIP = 3;

function headerOf(server: Server, cluster: Cluster, marks: number): Header {
  const { myself } = cluster;
  const { head } = myself;
  const isPaused = myself.isMaster && cluster.manual.endMs !== 0;
  return {
    ...announcedPorts(server),
    currentEpoch: cluster.currentEpoch,
    configEpoch: head.configEpoch,
    offset: cluster.following.offset,
    sender: myself.id,
    slots: head.slots.bytes,
    master: myself.master?.id ?? '',
    host: server.config.text('cluster-announce-ip'),
    flags: myself.flags,
    isOk: cluster.isOk,
    marks: marks | (isPaused ? MARK.paused : 0),
  };
}

function messageOf(server: Server, cluster: Cluster, body: Body, marks = 0): Uint8Array {
  return encode({ header: headerOf(server, cluster, marks), body });
}

function send(cluster: Cluster, link: BusLink, body: Body, bytes: Uint8Array): void {
  link.send(bytes);
  cluster.sent[MESSAGE_TYPES.indexOf(body.type)]++;
}

/** To all nodes that we are connected to. */
function broadcast(server: Server, cluster: Cluster, body: Body, marks = 0): void {
  const bytes = messageOf(server, cluster, body, marks);
  for (const node of cluster.nodes.values()) {
    if (node.link !== null && !node.is(FLAG.myself | FLAG.handshake)) send(cluster, node.link, body, bytes);
  }
}

/**
 * A ping, pong or meet, with what we know of some other nodes: random ones, and all that we suspect, so that a failure
 * is known to the majority soon. Mirrors clusterSendPing.
 */
export function sendPing(
  server: Server,
  cluster: Cluster,
  link: BusLink,
  type: 'ping' | 'pong' | 'meet',
): void {
  cluster.pings++;
  if (!link.isInbound && type === 'ping' && link.node !== null) link.node.pingSentMs = server.nowMs;
  const { hostname } = cluster.myself;
  const body: Body = { type, gossip: gossip(server, cluster), hostname: hostname === '' ? null : hostname };
  send(cluster, link, body, messageOf(server, cluster, body));
}

function gossip(server: Server, cluster: Cluster): Gossip[] {
  const nodes = [...cluster.nodes.values()];
  const random = server.env.random.stream('cluster-gossip');
  // Neither ourselves nor the one who hears it.
  let fresh = nodes.length - 2;
  const wanted = Math.min(fresh, Math.max(MIN_GOSSIP, Math.floor(nodes.length / 10)));
  const chosen: Gossip[] = [];
  for (let attempts = wanted * 3; fresh > 0 && chosen.length < wanted && attempts > 0; attempts--) {
    const node = nodes[random.below(nodes.length)];
    if (node.isMyself || node.is(FLAG.suspected)) continue;
    const isUseless =
      node.is(FLAG.handshake | FLAG.noAddress) || (node.link === null && node.slots.count === 0);
    if (isUseless) {
      fresh--;
      continue;
    }
    if (node.gossipedInPing === cluster.pings) continue;
    node.gossipedInPing = cluster.pings;
    chosen.push(gossipAbout(node));
    fresh--;
  }
  if (cluster.suspectedNodes > 0) {
    const suspected = nodes.filter(
      (node) => node.is(FLAG.suspected) && !node.is(FLAG.handshake | FLAG.noAddress),
    );
    for (const node of suspected.slice(0, cluster.suspectedNodes)) chosen.push(gossipAbout(node));
  }
  return chosen;
}

function gossipAbout({ id, pingSentMs, pongReceivedMs, host, port, busPort, flags }: ClusterNode): Gossip {
  return {
    id,
    pingSentSeconds: Math.floor(pingSentMs / 1000),
    pongReceivedSeconds: Math.floor(pongReceivedMs / 1000),
    host,
    port,
    busPort,
    flags,
  };
}

/** To all nodes, or only to the replicas of our master and those of ours. Mirrors clusterBroadcastPong. */
export function broadcastPong(server: Server, cluster: Cluster, to: 'all' | 'shard'): void {
  const { myself } = cluster;
  for (const node of cluster.nodes.values()) {
    if (node.link === null || node === myself || node.isInHandshake) continue;
    const isOfShard =
      node.isReplica && node.master !== null && (node.master === myself || node.master === myself.master);
    if (to === 'all' || isOfShard) sendPing(server, cluster, node.link, 'pong');
  }
}

export function broadcastFailure(server: Server, cluster: Cluster, { id }: ClusterNode): void {
  broadcast(server, cluster, { type: 'fail', id });
}

/** Tells a node who serves its slots really. */
export function sendUpdate(server: Server, cluster: Cluster, link: BusLink, owner: ClusterNode): void {
  const { id, configEpoch, slots } = owner;
  const body: Body = { type: 'update', id, configEpoch, slots: slots.bytes };
  send(cluster, link, body, messageOf(server, cluster, body));
}

export function requestVotes(server: Server, cluster: Cluster): void {
  // In a manual failover the master is up, and the others should vote all the same.
  broadcast(server, cluster, { type: 'auth-req' }, cluster.manual.endMs !== 0 ? MARK.forced : 0);
}

export function sendVote(server: Server, cluster: Cluster, node: ClusterNode): void {
  if (node.link === null) return;
  const body: Body = { type: 'auth-ack' };
  send(cluster, node.link, body, messageOf(server, cluster, body));
}

/** Asks the master to pause its clients for a manual failover. */
export function sendManualStart(server: Server, cluster: Cluster, master: ClusterNode): void {
  if (master.link === null) return;
  const body: Body = { type: 'mfstart' };
  send(cluster, master.link, body, messageOf(server, cluster, body));
}

/** A message for subscribers at other nodes: at all of them or, in a shard channel, at those of our slots. */
export function forwardMessage(
  server: Server,
  cluster: Cluster,
  channel: Uint8Array,
  message: Uint8Array,
  isShard: boolean,
): void {
  if (!isShard) {
    if (cluster.nodes.size > 1) broadcast(server, cluster, { type: 'publish', channel, message });
    return;
  }
  const body: Body = { type: 'publishshard', channel, message };
  const { head } = cluster.myself;
  let bytes: Uint8Array | null = null;
  for (const node of [...head.replicas, head]) {
    if (node.isMyself || node.link === null || node.isInHandshake) continue;
    bytes ??= messageOf(server, cluster, body);
    send(cluster, node.link, body, bytes);
  }
}
