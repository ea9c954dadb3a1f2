/**
 * Views of a whole world: what no server knows alone. They are read from the machine that a session runs, and exist for
 * a single server as well, as a world of one node without a network. `db` is of no consequence.
 */
import type { ReplicationTarget, ReplicationView } from './views-replication.ts';
import type { TopologyTarget, TopologyView } from './views-topology.ts';

export type * from './views-replication.ts';
export type * from './views-topology.ts';

/** Read from all servers and the network between them. */
export type WorldTarget = TopologyTarget | ReplicationTarget;

export type WorldView = TopologyView | ReplicationView;
