/** All nodes, how they are connected, and what is under way between them. */
import { messageWords } from '../../engine/inspect/message-words.ts';
import { type NodeFacts, nodeFacts } from '../../engine/inspect/node-facts.ts';
import type {
  ConnectionUse,
  TopologyConnection,
  TopologyMessage,
  TopologyNode,
  TopologyPath,
  TopologyView,
} from '../../protocol/views-topology.ts';
import { FIRST_NODE_CLIENT, type SessionMachine, type WorldNode } from '../../sim/machine.ts';
import type { Connection, MessageUnderWay, Network } from '../../sim/network.ts';
import type { WorldViewKind } from './kind.ts';
import { isDown, nodeAt, stateOf } from './nodes.ts';

/** Clusters of more nodes than fit a picture have many more connections than this. */
const MAX_CONNECTIONS = 400;
const MAX_MESSAGES = 200;

export const topologyView: WorldViewKind<'topology'> = {
  read: readTopology,
  changedBy: ({ type }) => /^(replica|master|failover|cluster|sentinel)\./.test(type),
};

function readTopology({ acting, nodes, network, nowMs, isSingle }: SessionMachine): TopologyView {
  const facts = nodes.map((node) => nodeFacts(node.engine.server, isDown(node)));
  const drawn = nodes.map((node, at) => readNode(node, at, facts[at], nodes, nowMs));
  const { ms: latencyMs, jitterMs } = network?.usualLatency ?? { ms: 0, jitterMs: 0 };
  const connections = network === null ? [] : [...network.connections.values()];
  const messages = network === null ? [] : [...network.underWay, ...network.held];
  return {
    kind: 'topology',
    nowMs,
    isSingle,
    acting,
    nodes: drawn,
    latencyMs,
    jitterMs,
    connections: connections.slice(0, MAX_CONNECTIONS).map((connection) => readConnection(connection, facts)),
    moreConnections: Math.max(0, connections.length - MAX_CONNECTIONS),
    paths: network === null ? [] : readPaths(network),
    messages: messages
      .slice(0, MAX_MESSAGES)
      .map((each) => readMessage(each, network?.connections ?? new Map(), facts)),
    moreMessages: Math.max(0, messages.length - MAX_MESSAGES),
  };
}

function readNode(
  node: WorldNode,
  number: number,
  { master, masterLink: _, ...facts }: NodeFacts,
  nodes: readonly WorldNode[],
  nowMs: number,
): TopologyNode {
  const { name, address, clock, engine, unread } = node;
  const clients = [...engine.server.clients.keys()];
  return {
    node: number,
    name,
    host: address.host,
    port: address.port,
    state: stateOf(node),
    downBecause: engine.downBecause,
    ...facts,
    master: master === null ? null : `${master.host}:${master.port}`,
    masterNode: master === null ? null : nodeAt(nodes, `${master.host}:${master.port}`),
    clockOffsetMs: clock.offsetAtMs(nowMs),
    clockRate: clock.rate,
    unread,
    consoles: clients.filter((client) => client < FIRST_NODE_CLIENT),
  };
}

function readConnection(connection: Connection, facts: readonly NodeFacts[]): TopologyConnection {
  const { id, from, to, client } = connection;
  return { connection: id, from, to, use: purposeOf(connection, facts), isStanding: client !== 0 };
}

function purposeOf({ bus, from, link }: Connection, facts: readonly NodeFacts[]): ConnectionUse {
  if (bus) return 'bus';
  if (facts[from].role === 'sentinel') return 'sentinel';
  return facts[from].masterLink === link ? 'replication' : 'other';
}

function readPaths(network: Network): TopologyPath[] {
  const usual = network.usualLatency;
  return network.changedPaths
    .map((path) => {
      const { ms: latencyMs, jitterMs } = network.latencyOf(path);
      const isSlow = latencyMs !== usual.ms || jitterMs !== usual.jitterMs;
      return { ...path, isCut: network.isCut(path), isSlow, latencyMs, jitterMs };
    })
    .filter(({ isCut, isSlow }) => isCut || isSlow);
}

function readMessage(
  { message, leftAtMs, arrivesAtMs }: MessageUnderWay,
  connections: ReadonlyMap<number, Connection>,
  facts: readonly NodeFacts[],
): TopologyMessage {
  const { id, connection: number, from, to, kind, bytes } = message;
  const connection = connections.get(number);
  const words =
    kind === 'data' ? messageWords(bytes, connection?.bus === true) : { kind, what: kind, text: '' };
  return {
    id,
    connection: number,
    from,
    to,
    use: connection === undefined ? 'other' : purposeOf(connection, facts),
    ...words,
    bytes: bytes.length,
    leftAtMs,
    arrivesAtMs,
  };
}
