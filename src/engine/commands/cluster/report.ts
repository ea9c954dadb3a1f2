/** CLUSTER: what a node knows, for people and for clients. */
import { ReplyError } from '../../base/errors.ts';
import { describeNodes, nodeLine } from '../../cluster/describe.ts';
import { reportsOf } from '../../cluster/failure.ts';
import type { Client } from '../../state/client/client.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import type { BusLink } from '../../state/cluster/bus-link.ts';
import { type Cluster, MESSAGE_TYPES } from '../../state/cluster/cluster.ts';
import { type ClusterNode, FLAG } from '../../state/cluster/node.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { ADMINISTRATION, nodeArgument, nodeOr, READING, subcommand, VARYING } from './subcommand.ts';

function writeInfo(_server: Server, cluster: Cluster, client: Client): void {
  client.reply.verbatim(`${infoLines(cluster).join('\r\n')}\r\n`);
}

function infoLines(cluster: Cluster): string[] {
  const { owners, myself, sent, received } = cluster;
  const owned = owners.filter((owner) => owner !== null);
  const failed = owned.filter((owner) => owner.hasFailed).length;
  const suspected = owned.filter((owner) => !owner.hasFailed && owner.is(FLAG.suspected)).length;
  const counts = (of: Float64Array, word: string) => [
    ...MESSAGE_TYPES.flatMap((type, at) =>
      of[at] === 0 ? [] : [`cluster_stats_messages_${type}_${word}:${of[at]}`],
    ),
    `cluster_stats_messages_${word}:${of.reduce((sum, count) => sum + count, 0)}`,
  ];
  return [
    `cluster_state:${cluster.isOk ? 'ok' : 'fail'}`,
    `cluster_slots_assigned:${owned.length}`,
    `cluster_slots_ok:${owned.length - failed - suspected}`,
    `cluster_slots_pfail:${suspected}`,
    `cluster_slots_fail:${failed}`,
    `cluster_known_nodes:${cluster.nodes.size}`,
    `cluster_size:${cluster.size}`,
    `cluster_current_epoch:${cluster.currentEpoch}`,
    `cluster_my_epoch:${myself.head.configEpoch}`,
    ...counts(sent, 'sent'),
    ...counts(received, 'received'),
    'total_cluster_links_buffer_limit_exceeded:0',
  ];
}

function writeNodes(_server: Server, cluster: Cluster, client: Client): void {
  client.reply.verbatim(describeNodes(cluster));
}

function writeReplicas(_server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  const node = nodeOr(cluster, args[2], 'Unknown node');
  if (node.isReplica) throw new ReplyError('ERR The specified node is not a master');
  client.reply.array(node.replicas.length);
  for (const replica of node.replicas) client.reply.text(nodeLine(cluster, replica));
}

function countReports(server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  client.reply.integer(reportsOf(server, nodeOr(cluster, args[2], 'Unknown node')));
}

/** The address that clients prefer, by cluster-preferred-endpoint-type. */
function writeEndpoint(server: Server, reply: ReplyBuffer, { host, hostname }: ClusterNode): void {
  const type = server.config.text('cluster-preferred-endpoint-type');
  if (type === 'ip') reply.text(host);
  else if (type === 'hostname') reply.text(hostname === '' ? '?' : hostname);
  else reply.nil();
}

function offsetOf({ following }: Cluster, node: ClusterNode): number {
  return node.isMyself ? following.offset : node.replicationOffset;
}

function writeSlots(server: Server, cluster: Cluster, client: Client): void {
  const { reply } = client;
  const start = reply.begin();
  let count = 0;
  const { owners } = cluster;
  for (let first = 0; first < owners.length; ) {
    const owner = owners[first];
    let end = first + 1;
    while (end < owners.length && owners[end] === owner) end++;
    if (owner !== null) {
      // A replica that knows nothing yet is of no use to a client.
      const replicas = owner.replicas.filter((node) => !node.hasFailed && offsetOf(cluster, node) !== 0);
      reply.array(3 + replicas.length);
      reply.integer(first);
      reply.integer(end - 1);
      for (const node of [owner, ...replicas]) writeSlotNode(server, reply, node);
      count++;
    }
    first = end;
  }
  reply.endArray(start, count);
}

function writeSlotNode(server: Server, reply: ReplyBuffer, node: ClusterNode): void {
  const type = server.config.text('cluster-preferred-endpoint-type');
  reply.array(4);
  writeEndpoint(server, reply, node);
  reply.integer(node.port);
  reply.text(node.id);
  const others: [string, string][] = [];
  if (type !== 'ip') others.push(['ip', node.host]);
  if (type !== 'hostname' && node.hostname !== '') others.push(['hostname', node.hostname]);
  reply.map(others.length);
  for (const words of others) for (const word of words) reply.text(word);
}

function writeShards(server: Server, cluster: Cluster, client: Client): void {
  const { reply } = client;
  const masters = [...cluster.nodes.values()].filter((node) => !node.isReplica);
  reply.array(masters.length);
  for (const master of masters) {
    reply.map(2);
    reply.text('slots');
    const ranges = master.slots.ranges();
    reply.array(ranges.length * 2);
    for (const { first, last } of ranges) {
      reply.integer(first);
      reply.integer(last);
    }
    reply.text('nodes');
    const nodes = [master, ...master.replicas];
    reply.array(nodes.length);
    for (const node of nodes) writeShardNode(server, cluster, reply, node);
  }
}

function writeShardNode(server: Server, cluster: Cluster, reply: ReplyBuffer, node: ClusterNode): void {
  const offset = offsetOf(cluster, node);
  const isLoading = node.isReplica && offset === 0;
  const hasHostname = node.hostname !== '';
  reply.map(hasHostname ? 8 : 7);
  reply.text('id');
  reply.text(node.id);
  reply.text('port');
  reply.integer(node.port);
  reply.text('ip');
  reply.text(node.host);
  reply.text('endpoint');
  writeEndpoint(server, reply, node);
  if (hasHostname) {
    reply.text('hostname');
    reply.text(node.hostname);
  }
  reply.text('role');
  reply.text(node.isReplica ? 'replica' : 'master');
  reply.text('replication-offset');
  reply.integer(offset);
  reply.text('health');
  reply.text(node.hasFailed ? 'fail' : isLoading ? 'loading' : 'online');
}

function writeLinks(_server: Server, cluster: Cluster, client: Client): void {
  const { reply } = client;
  const start = reply.begin();
  let count = 0;
  for (const node of cluster.nodes.values()) {
    for (const link of [node.link, node.inbound]) {
      if (link === null) continue;
      writeLink(reply, node, link);
      count++;
    }
  }
  reply.endArray(start, count);
}

/** Messages are handed to the network at once: nothing waits in a buffer of ours. */
function writeLink(reply: ReplyBuffer, node: ClusterNode, link: BusLink): void {
  reply.map(6);
  reply.text('direction');
  reply.text(link.isInbound ? 'from' : 'to');
  reply.text('node');
  reply.text(node.id);
  reply.text('create-time');
  reply.integer(Math.floor(link.createdAtMs));
  reply.text('events');
  reply.text('r');
  reply.text('send-buffer-allocated');
  reply.integer(0);
  reply.text('send-buffer-used');
  reply.integer(0);
}

export const reportCommands: readonly Command[] = [
  subcommand(
    'count-failure-reports',
    3,
    ADMINISTRATION,
    countReports,
    { en: 'How many nodes say that a node has failed.', zh: '返回认为某节点已下线的报告数。' },
    {
      complexity: 'O(N)',
      tips: VARYING,
      arguments: nodeArgument,
    },
  ),
  subcommand(
    'info',
    2,
    READING,
    writeInfo,
    { en: 'The state of the cluster.', zh: '返回集群状态。' },
    { tips: VARYING },
  ),
  subcommand(
    'links',
    2,
    READING,
    writeLinks,
    { en: 'The connections to other nodes.', zh: '列出与其他节点之间的连接。' },
    {
      since: '7.0.0',
      complexity: 'O(N)',
      tips: VARYING,
    },
  ),
  subcommand('myid', 2, READING, (_server, { myself }, client) => client.reply.text(myself.id), {
    en: 'The id of this node.',
    zh: '返回本节点的编号。',
  }),
  subcommand(
    'nodes',
    2,
    READING,
    writeNodes,
    { en: 'All nodes, a line each.', zh: '逐行列出所有节点。' },
    { complexity: 'O(N)', tips: VARYING },
  ),
  subcommand(
    'replicas',
    3,
    ADMINISTRATION,
    writeReplicas,
    { en: 'The replicas of a master.', zh: '列出某个主节点的副本。' },
    {
      since: '5.0.0',
      tips: VARYING,
      arguments: nodeArgument,
    },
  ),
  subcommand(
    'shards',
    2,
    READING,
    writeShards,
    { en: 'Which nodes serve which slots.', zh: '返回各分片的槽与节点。' },
    {
      since: '7.0.0',
      complexity: 'O(N)',
      tips: VARYING,
    },
  ),
  subcommand(
    'slaves',
    3,
    ADMINISTRATION,
    writeReplicas,
    { en: 'The replicas of a master, under their old name.', zh: '列出某个主节点的副本（旧称）。' },
    {
      tips: VARYING,
      deprecated: { since: '5.0.0', replacedBy: '`CLUSTER REPLICAS`' },
      arguments: nodeArgument,
    },
  ),
  subcommand(
    'slots',
    2,
    READING,
    writeSlots,
    { en: 'Which slots are served by which nodes.', zh: '返回各段槽由哪些节点负责。' },
    {
      complexity: 'O(N)',
      tips: VARYING,
      deprecated: { since: '7.0.0', replacedBy: '`CLUSTER SHARDS`' },
    },
  ),
];
