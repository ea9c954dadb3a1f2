/** Replication of all servers: what each knows as a master and as a replica. */
import { replicationFacts } from '../../engine/inspect/replication-facts.ts';
import type { ReplicationNode, ReplicationView } from '../../protocol/views-replication.ts';
import type { SessionMachine, WorldNode } from '../../sim/machine.ts';
import type { WorldViewKind } from './kind.ts';
import { nodeAt, stateOf } from './nodes.ts';

export const replicationView: WorldViewKind<'replication'> = {
  read: ({ acting, nodes, nowMs, isSingle }): ReplicationView => ({
    kind: 'replication',
    nowMs,
    isSingle,
    acting,
    nodes: nodes.flatMap((node, number) => readNode(node, number, nodes)),
  }),
  changedBy: ({ type }) => /^(replica|master|failover)\./.test(type),
};

function readNode(node: WorldNode, number: number, nodes: SessionMachine['nodes']): ReplicationNode[] {
  const { server } = node.engine;
  if (server.sentinel !== null) return [];
  const { following, replicas, ...facts } = replicationFacts(server);
  const state = stateOf(node);
  const isGone = state === 'down' || state === 'removed';
  return [
    {
      node: number,
      name: node.name,
      address: `${node.address.host}:${node.address.port}`,
      state,
      role: isGone ? null : following === null ? 'master' : 'replica',
      ...facts,
      replicas: replicas.map((replica) => ({ ...replica, node: nodeAt(nodes, replica.address) })),
      following: following === null ? null : { ...following, node: nodeAt(nodes, following.address) },
    },
  ];
}
