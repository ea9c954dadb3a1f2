/** What a node makes of a message from another one. Mirrors clusterProcessPacket. */
import { equalBytes } from '../base/bytes.ts';
import type { BusLink } from '../state/cluster/bus-link.ts';
import { type Cluster, MESSAGE_TYPES, TODO } from '../state/cluster/cluster.ts';
import { ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { followAddress, hostIn, moveTo } from './address.ts';
import { partEpochs } from './epochs.ts';
import { declareFailed, dropReport, judge, noteReport, pardon, reportsOf } from './failure.ts';
import { attachInbound } from './links.ts';
import { beginAtMaster, noteMasterOffset } from './manual-failover.ts';
import { becomeMaster, emitNode, emitRole, isForgotten, removeNode } from './membership.ts';
import { decode, type Gossip, type Header, MARK, type OtherBody, type PingBody } from './message.ts';
import { sendPing, sendUpdate } from './sending.ts';
import { giveUpSlot, takeOverSlots } from './slots.ts';
import { voteIfRight } from './votes.ts';

/** A pong that others have seen counts for us too, if it is not from the future by more than this. */
const CLOCK_TOLERANCE_MS = 500;

/** Who speaks; null if it is nobody we know. */
function senderOf(cluster: Cluster, link: BusLink, { sender }: Header): ClusterNode | null {
  return link.node !== null && !link.node.isInHandshake ? link.node : cluster.find(sender);
}

export function receive(server: Server, cluster: Cluster, link: BusLink, bytes: Uint8Array): void {
  const message = decode(bytes);
  if (message === null) return;
  const { header, body } = message;
  cluster.received[MESSAGE_TYPES.indexOf(body.type)]++;
  const sender = senderOf(cluster, link, header);
  if (sender !== null) {
    sender.dataReceivedMs = server.nowMs;
    if (link.isInbound && !sender.isInHandshake) attachInbound(sender, link);
    if (!sender.isInHandshake) noteProgress(server, cluster, sender, header);
  }
  if ('gossip' in body) {
    receivePing(server, cluster, link, sender, header, body);
  } else if (sender !== null) {
    receiveOther(server, cluster, link, sender, header, body);
  }
}

/** Epochs and offsets that the sender has reached. */
function noteProgress(server: Server, cluster: Cluster, sender: ClusterNode, header: Header): void {
  const { myself, manual } = cluster;
  if (header.currentEpoch > cluster.currentEpoch) {
    cluster.currentEpoch = header.currentEpoch;
    const { probe } = server.env;
    if (probe !== null) {
      probe.emit({
        type: 'cluster.epoch',
        me: cluster.myself.id,
        epoch: header.currentEpoch,
        why: 'heard',
        node: sender.id,
      });
    }
  }
  if (header.configEpoch > sender.configEpoch) {
    sender.configEpoch = header.configEpoch;
    cluster.remember(TODO.save | TODO.sync);
  }
  sender.replicationOffset = header.offset;
  const isPausedMaster = myself.isReplica && myself.master === sender && (header.marks & MARK.paused) !== 0;
  if (isPausedMaster && manual.endMs !== 0 && manual.masterOffset === null) {
    noteMasterOffset(server, cluster, header.offset);
  }
}

function receivePing(
  server: Server,
  cluster: Cluster,
  link: BusLink,
  sender: ClusterNode | null,
  header: Header,
  ping: PingBody,
): void {
  const { type } = ping;
  if (type !== 'pong') {
    learnOwnAddress(server, cluster, link, type === 'meet');
    if (sender === null && type === 'meet') {
      const node = new ClusterNode(cluster.newId(), FLAG.handshake, server.nowMs);
      moveTo(node, hostIn(header, link), header.port, header.busPort);
      cluster.add(node);
      cluster.remember(TODO.save);
      emitNode(server, node, 'handshake');
    }
    sendPing(server, cluster, link, 'pong');
  }
  if (!link.isInbound && link.node !== null && !settleName(server, cluster, link, sender, header)) return;
  if (sender !== null) {
    sender.flags = (sender.flags & ~FLAG.noFailover) | (header.flags & FLAG.noFailover);
    const hasMoved = type === 'ping' && !sender.isInHandshake && followAddress(cluster, sender, link, header);
    if (hasMoved) cluster.remember(TODO.save | TODO.state);
  }
  if (!link.isInbound && type === 'pong' && link.node !== null) notePong(server, cluster, link.node);
  if (sender === null) return;
  followRole(server, cluster, sender, header);
  followSlots(server, cluster, sender, header);
  partIfEqual(server, cluster, sender, header);
  for (const entry of ping.gossip) hearGossip(server, cluster, sender, entry);
  const hostname = ping.hostname ?? '';
  if (sender.hostname !== hostname) {
    sender.hostname = hostname;
    cluster.remember(TODO.save);
  }
}

/** A node does not know its own address until somebody has met it there. */
function learnOwnAddress(server: Server, cluster: Cluster, link: BusLink, isMeet: boolean): void {
  const { myself } = cluster;
  if ((!isMeet && myself.host !== '') || server.config.text('cluster-announce-ip') !== '') return;
  if (link.localHost === '' || link.localHost === myself.host) return;
  myself.host = link.localHost;
  cluster.remember(TODO.save);
}

/** The node at the end of our connection says its name; false if that ends the connection. */
function settleName(
  server: Server,
  cluster: Cluster,
  link: BusLink,
  sender: ClusterNode | null,
  header: Header,
): boolean {
  const node = link.node as ClusterNode;
  if (node.isInHandshake) {
    if (sender !== null) {
      // We know it already: only its address may be news.
      if (followAddress(cluster, sender, link, header)) cluster.remember(TODO.save | TODO.state);
      removeNode(server, cluster, node);
      return false;
    }
    cluster.rename(node, header.sender);
    node.clear(FLAG.handshake);
    node.set(header.flags & (FLAG.master | FLAG.replica));
    cluster.remember(TODO.save);
    emitNode(server, node, 'named');
    return true;
  }
  if (node.id === header.sender) return true;
  // Somebody else lives there now.
  link.close();
  moveTo(node, '', 0, 0);
  node.set(FLAG.noAddress);
  cluster.remember(TODO.save);
  return false;
}

function notePong(server: Server, cluster: Cluster, node: ClusterNode): void {
  node.pongReceivedMs = server.nowMs;
  node.pingSentMs = 0;
  if (node.is(FLAG.suspected)) {
    node.clear(FLAG.suspected);
    cluster.remember(TODO.save | TODO.state);
    const { probe } = server.env;
    if (probe !== null)
      probe.emit({ type: 'cluster.recovered', me: cluster.myself.id, node: node.id, was: 'suspected' });
  } else if (node.hasFailed) {
    pardon(server, cluster, node);
  }
}

/** A master may have become a replica, or the other way round. */
function followRole(server: Server, cluster: Cluster, sender: ClusterNode, header: Header): void {
  if (header.master === '') {
    becomeMaster(server, cluster, sender);
    return;
  }
  const master = cluster.find(header.master);
  if (sender.isMaster) {
    for (const slot of [...sender.slots]) giveUpSlot(server, cluster, slot);
    sender.clear(FLAG.master | FLAG.migrateTo);
    sender.set(FLAG.replica);
    cluster.remember(TODO.save | TODO.state);
  }
  if (master !== null && sender.master !== master) {
    sender.master?.removeReplica(sender);
    master.addReplica(sender);
    sender.master = master;
    cluster.remember(TODO.save);
    emitRole(server, sender);
  }
}

function followSlots(server: Server, cluster: Cluster, sender: ClusterNode, header: Header): void {
  const { head } = sender;
  const isKnownMaster = sender.isMaster || sender.master !== null;
  if (!isKnownMaster || equalBytes(header.slots, head.slots.bytes)) return;
  if (sender.isMaster) takeOverSlots(server, cluster, sender, header.configEpoch, header.slots);
  // It may claim what somebody with a higher epoch has: then it has been away, and is told.
  const { owners } = cluster;
  for (let slot = 0; slot < owners.length; slot++) {
    if ((header.slots[slot >> 3] & (1 << (slot & 7))) === 0) continue;
    const owner = owners[slot];
    if (owner === null || owner === sender || owner.configEpoch <= header.configEpoch) continue;
    if (sender.link !== null) sendUpdate(server, cluster, sender.link, owner);
    break;
  }
}

function partIfEqual(server: Server, cluster: Cluster, sender: ClusterNode, header: Header): void {
  const { myself } = cluster;
  if (sender !== myself && sender.isMaster && myself.isMaster && header.configEpoch === myself.configEpoch) {
    partEpochs(server, cluster, sender);
  }
}

function hearGossip(server: Server, cluster: Cluster, sender: ClusterNode, entry: Gossip): void {
  const node = cluster.find(entry.id);
  const isDown = (entry.flags & (FLAG.failed | FLAG.suspected)) !== 0;
  const hasAddress = (entry.flags & FLAG.noAddress) === 0;
  if (node === null) {
    if (!hasAddress || isForgotten(server, cluster, entry.id)) return;
    // A name that a known node vouches for; a handshake with its address could lead into another cluster.
    const found = new ClusterNode(entry.id, entry.flags, server.nowMs);
    found.host = entry.host;
    found.port = entry.port;
    found.busPort = entry.busPort;
    cluster.add(found);
    emitNode(server, found, 'gossip');
    return;
  }
  if (sender.isMaster && !node.isMyself) {
    if (isDown) {
      noteReport(server, cluster, node, sender);
      judge(server, cluster, node);
    } else {
      dropReport(server, node, sender);
    }
  }
  if (!isDown && node.pingSentMs === 0 && reportsOf(server, node) === 0) {
    const pongMs = entry.pongReceivedSeconds * 1000;
    if (pongMs <= server.nowMs + CLOCK_TOLERANCE_MS && pongMs > node.pongReceivedMs) {
      node.pongReceivedMs = pongMs;
    }
  }
  const isElsewhere =
    node.host.toLowerCase() !== entry.host.toLowerCase() ||
    node.port !== entry.port ||
    node.busPort !== entry.busPort;
  if (node.is(FLAG.failed | FLAG.suspected) && hasAddress && !isDown && isElsewhere) {
    moveTo(node, entry.host, entry.port, entry.busPort);
  }
}

function receiveOther(
  server: Server,
  cluster: Cluster,
  link: BusLink,
  sender: ClusterNode,
  header: Header,
  body: OtherBody,
): void {
  switch (body.type) {
    case 'fail': {
      const node = cluster.find(body.id);
      if (node !== null && !node.is(FLAG.failed | FLAG.myself)) {
        server.persistence.note(`FAIL message received from ${sender.id} about ${node.id}`);
        declareFailed(server, cluster, node, sender);
      }
      return;
    }
    case 'publish':
    case 'publishshard':
      server.subscriptions.publish(body.channel, body.message, body.type === 'publishshard');
      return;
    case 'auth-req':
      voteIfRight(server, cluster, sender, header);
      return;
    case 'auth-ack': {
      const { election } = cluster;
      if (sender.isMaster && sender.slots.count > 0 && header.currentEpoch >= election.epoch) {
        election.votes++;
        cluster.remember(TODO.failover);
        const { probe } = server.env;
        if (probe !== null) {
          const { votes, epoch } = election;
          probe.emit({
            type: 'cluster.vote-heard',
            me: cluster.myself.id,
            from: sender.id,
            votes,
            quorum: cluster.quorum,
            epoch,
          });
        }
      }
      return;
    }
    case 'mfstart':
      if (cluster.myself.isMaster && sender.master === cluster.myself) {
        beginAtMaster(server, cluster, sender, link);
      }
      return;
    case 'update': {
      const node = cluster.find(body.id);
      if (node === null || node.configEpoch >= body.configEpoch) return;
      if (node.isReplica) becomeMaster(server, cluster, node);
      node.configEpoch = body.configEpoch;
      cluster.remember(TODO.save | TODO.sync);
      takeOverSlots(server, cluster, node, body.configEpoch, body.slots);
      return;
    }
    case 'module':
      // Our modules have nothing to say to each other.
      return;
  }
}
