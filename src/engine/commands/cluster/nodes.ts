/** CLUSTER: which nodes there are, whom they follow, and who takes over. */
import { latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { parseInteger } from '../../base/numbers.ts';
import { BUS_PORT_DISTANCE } from '../../cluster/address.ts';
import { trySaveNodes } from '../../cluster/config-file.ts';
import { bumpEpoch } from '../../cluster/epochs.ts';
import { replaceMaster } from '../../cluster/failover.ts';
import { MANUAL_FAILOVER_MS, resetManualFailover } from '../../cluster/manual-failover.ts';
import { beginHandshake, followMaster, forget, removeNode } from '../../cluster/membership.ts';
import { resetNode } from '../../cluster/reset.ts';
import { sendManualStart } from '../../cluster/sending.ts';
import type { Client } from '../../state/client/client.ts';
import { type Cluster, TODO } from '../../state/cluster/cluster.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { integerOf, isWord } from '../arguments.ts';
import { integer, oneOf, optional, string, token } from '../syntax.ts';
import { badSyntax, CHANGING, nodeArgument, nodeOr, subcommand, VARYING } from './subcommand.ts';

const MAX_PORT = 65535;

function meet(server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  if (args.length > 5) throw badSyntax(args);
  const port = portOf(args[3], 'TCP base');
  const busPort = args.length === 5 ? portOf(args[4], 'TCP bus') : port + BUS_PORT_DISTANCE;
  const host = addressOf(latin1(args[2]));
  if (host === null || port < 1 || port > MAX_PORT || busPort < 1 || busPort > MAX_PORT) {
    throw new ReplyError(`ERR Invalid node address specified: ${latin1(args[2])}:${latin1(args[3])}`);
  }
  beginHandshake(server, cluster, host, port, busPort);
  client.reply.ok();
}

function portOf(argument: Uint8Array, which: 'TCP base' | 'TCP bus'): number {
  const port = parseInteger(argument);
  if (port === null) throw new ReplyError(`ERR Invalid ${which} port specified: ${latin1(argument)}`);
  return Number(port);
}

/** An address in the one way in which it is written; null for anything else, names included. */
function addressOf(text: string): string | null {
  const parts = text.split('.');
  const isIp4 =
    parts.length === 4 && parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) < 256);
  if (isIp4) return text;
  return /^[0-9a-f]*:[0-9a-f:.]+$/i.test(text) ? text.toLowerCase() : null;
}

function forgetNode(server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  const node = nodeOr(cluster, args[2], 'Unknown node');
  const { myself } = cluster;
  if (node === myself) throw new ReplyError("ERR I tried hard but I can't forget myself...");
  if (myself.isReplica && myself.master === node) throw new ReplyError("ERR Can't forget my master!");
  forget(server, cluster, node.id);
  removeNode(server, cluster, node, 'removed');
  cluster.remember(TODO.state | TODO.save);
  client.reply.ok();
}

function replicate(server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  const node = nodeOr(cluster, args[2], 'Unknown node');
  const { myself } = cluster;
  if (node === myself) throw new ReplyError("ERR Can't replicate myself");
  if (node.isReplica) throw new ReplyError('ERR I can only replicate a master, not a replica.');
  if (myself.isMaster && (myself.slots.count > 0 || server.keyspace.databases[0].keys.size > 0)) {
    throw new ReplyError('ERR To set a master the node must be empty and without assigned slots.');
  }
  followMaster(server, cluster, node);
  cluster.remember(TODO.state | TODO.save);
  client.reply.ok();
}

function failOver(server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  if (args.length > 3) throw badSyntax(args);
  const isTakeover = args.length === 3 && isWord(args[2], 'takeover');
  const isForced = isTakeover || (args.length === 3 && isWord(args[2], 'force'));
  if (args.length === 3 && !isForced) throw errors.syntax();
  const { myself } = cluster;
  const { master } = myself;
  if (myself.isMaster) throw new ReplyError('ERR You should send CLUSTER FAILOVER to a replica');
  if (master === null) throw new ReplyError("ERR I'm a replica but my master is unknown to me");
  if ((master.hasFailed || master.link === null) && !isForced) {
    throw new ReplyError('ERR Master is down or failed, please use CLUSTER FAILOVER FORCE');
  }
  resetManualFailover(server, cluster);
  cluster.manual.endMs = server.nowMs + MANUAL_FAILOVER_MS;
  const { probe } = server.env;
  if (probe !== null) {
    const { offset } = cluster.following;
    probe.emit({ type: 'cluster.manual', me: cluster.myself.id, stage: 'begun', replica: myself.id, offset });
  }
  if (isTakeover) {
    bumpEpoch(server, cluster);
    replaceMaster(server, cluster);
  } else if (isForced) {
    // The master may be gone: the vote begins at once, with what we have.
    cluster.manual.canStart = true;
  } else {
    sendManualStart(server, cluster, master);
  }
  client.reply.ok();
}

function reset(server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  if (args.length > 3) throw badSyntax(args);
  const isHard = args.length === 3 && isWord(args[2], 'hard');
  if (args.length === 3 && !isHard && !isWord(args[2], 'soft')) throw errors.syntax();
  if (cluster.myself.isMaster && server.keyspace.databases[0].keys.size > 0) {
    throw new ReplyError("ERR CLUSTER RESET can't be called with master nodes containing keys");
  }
  resetNode(server, cluster, isHard);
  client.reply.ok();
}

function setConfigEpoch(
  _server: Server,
  cluster: Cluster,
  client: Client,
  args: readonly Uint8Array[],
): void {
  const epoch = Number(integerOf(args[2]));
  if (epoch < 0) throw new ReplyError(`ERR Invalid config epoch specified: ${epoch}`);
  if (cluster.nodes.size > 1) {
    throw new ReplyError(
      'ERR The user can assign a config epoch only when the node does not know any other node.',
    );
  }
  if (cluster.myself.configEpoch !== 0) throw new ReplyError('ERR Node config epoch is already non-zero');
  cluster.myself.configEpoch = epoch;
  cluster.currentEpoch = Math.max(cluster.currentEpoch, epoch);
  cluster.remember(TODO.state | TODO.save);
  client.reply.ok();
}

function bump(server: Server, cluster: Cluster, client: Client): void {
  const word = bumpEpoch(server, cluster) ? 'BUMPED' : 'STILL';
  client.reply.status(`${word} ${cluster.myself.configEpoch}`);
}

function save(server: Server, cluster: Cluster, client: Client): void {
  const problem = trySaveNodes(server, cluster, true);
  if (problem !== null) throw new ReplyError(`ERR error saving the cluster node config: ${problem}`);
  client.reply.ok();
}

export const nodeCommands: readonly Command[] = [
  subcommand(
    'bumpepoch',
    2,
    CHANGING,
    bump,
    { en: 'Raises the configuration epoch.', zh: '递增配置纪元。' },
    { tips: VARYING },
  ),
  subcommand(
    'failover',
    -2,
    CHANGING,
    failOver,
    { en: 'Lets a replica take over from its master.', zh: '让副本接替它的主节点。' },
    {
      arguments: [optional(oneOf('options', token('force', 'FORCE'), token('takeover', 'TAKEOVER')))],
    },
  ),
  subcommand(
    'forget',
    3,
    CHANGING,
    forgetNode,
    { en: 'Strikes a node off the list.', zh: '从节点表中移除一个节点。' },
    { arguments: nodeArgument },
  ),
  subcommand(
    'meet',
    -4,
    CHANGING,
    meet,
    { en: 'Introduces this node to another.', zh: '让本节点与另一个节点握手。' },
    {
      arguments: [
        string('ip'),
        integer('port'),
        optional({ ...integer('cluster_bus_port'), since: '4.0.0' }),
      ],
    },
  ),
  subcommand(
    'replicate',
    3,
    CHANGING,
    replicate,
    { en: 'Makes this node a replica of another.', zh: '让本节点成为另一个节点的副本。' },
    { arguments: nodeArgument },
  ),
  subcommand(
    'reset',
    -2,
    ['admin', 'noscript', 'stale'],
    reset,
    { en: 'Makes the node forget the cluster.', zh: '让节点忘掉所在的集群。' },
    {
      complexity: 'O(N)',
      arguments: [optional(oneOf('hard_soft', token('hard', 'HARD'), token('soft', 'SOFT')))],
    },
  ),
  subcommand('saveconfig', 2, CHANGING, save, {
    en: 'Writes the state of the node to disk.',
    zh: '把节点状态写入磁盘。',
  }),
  subcommand(
    'set-config-epoch',
    3,
    CHANGING,
    setConfigEpoch,
    { en: 'Sets the configuration epoch of a new node.', zh: '设置新节点的配置纪元。' },
    {
      arguments: [integer('config-epoch')],
    },
  ),
];
