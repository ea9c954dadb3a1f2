/**
 * Views of a whole world: what no server knows alone. They are read from the machine that a session runs, and exist for
 * a single server as well, as a world of one node without a network. `db` is of no consequence.
 */
import type { ClusterTarget, ClusterView } from './views-cluster.ts';
import type { ReplicationTarget, ReplicationView } from './views-replication.ts';
import type { SentinelTarget, SentinelView } from './views-sentinel.ts';
import type { TopologyTarget, TopologyView } from './views-topology.ts';

export type * from './views-cluster.ts';
export type * from './views-replication.ts';
export type * from './views-sentinel.ts';
export type * from './views-topology.ts';

/** Read from all servers and the network between them. */
export type WorldTarget = ClusterTarget | SentinelTarget | TopologyTarget | ReplicationTarget;

export type WorldView = ClusterView | SentinelView | TopologyView | ReplicationView;
