/** The view of all nodes, how they are connected, and what is under way between them. */

export interface TopologyTarget {
  readonly kind: 'topology';
  readonly db: number;
}

/** What a node is at the moment; null while its process is gone. */
export type NodeRole = 'master' | 'replica' | 'sentinel';
export type NodeState = 'up' | 'down' | 'frozen' | 'removed';

export interface TopologyNode {
  /** Its number in the world. */
  readonly node: number;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly state: NodeState;
  /** Why its process is gone; null while it runs. */
  readonly downBecause: string | null;
  readonly role: NodeRole | null;
  /** Whether it watches others; also known of one that is down. */
  readonly isSentinel: boolean;
  readonly isCluster: boolean;
  /** Whom it follows, as host:port; of a node that is down, whom it will follow according to its parameters. */
  readonly master: string | null;
  /** The node at that address; null if nobody has it. */
  readonly masterNode: number | null;
  /** How far its link to the master is, in the words of ROLE; null of a master. */
  readonly link: string | null;
  /** Of a cluster's node its configEpoch, of a sentinel its current epoch. */
  readonly epoch: number | null;
  /** Of a cluster's node: whether it takes the cluster as whole, and how many slots it serves. */
  readonly clusterIsOk: boolean | null;
  readonly slots: number | null;
  /** In all databases; null of a sentinel and of a node that is down. */
  readonly keys: number | null;
  /** How far it has come in the replication stream. */
  readonly offset: number | null;
  /** How far its clock is ahead of the world's time, and how fast it runs. */
  readonly clockOffsetMs: number;
  readonly clockRate: number;
  /** What its kernel has taken for it and it has not read. */
  readonly unread: number;
  readonly consoles: readonly number[];
}

export type ConnectionUse = 'replication' | 'bus' | 'sentinel' | 'other';

/** A connection, from the node that dialled to the one that was dialled. */
export interface TopologyConnection {
  readonly connection: number;
  readonly from: number;
  readonly to: number;
  readonly use: ConnectionUse;
  /** Whether the other side's kernel has accepted it. */
  readonly isStanding: boolean;
}

/** A way from one node to another that a person has changed. */
export interface TopologyPath {
  readonly from: number;
  readonly to: number;
  readonly isCut: boolean;
  readonly isSlow: boolean;
  readonly latencyMs: number;
  readonly jitterMs: number;
}

export interface TopologyMessage {
  /** Identifies it from picture to picture. */
  readonly id: number;
  readonly connection: number;
  readonly from: number;
  readonly to: number;
  readonly use: ConnectionUse;
  /** The making and end of a connection, or what the bytes are. */
  readonly kind: 'dial' | 'accept' | 'refuse' | 'end' | 'command' | 'reply' | 'bus' | 'bytes';
  /** In one or two words: the command, the type of the bus message, the beginning of the reply. */
  readonly what: string;
  /** More of it, cut. */
  readonly text: string;
  readonly bytes: number;
  /** When it set out, and when it arrives; null while a cut holds it. */
  readonly leftAtMs: number;
  readonly arrivesAtMs: number | null;
}

export interface TopologyView {
  readonly kind: 'topology';
  readonly nowMs: number;
  /** Whether there is one server, and no network. */
  readonly isSingle: boolean;
  /** The node that is taking a step, or took the last one. */
  readonly acting: number;
  readonly nodes: readonly TopologyNode[];
  readonly latencyMs: number;
  readonly jitterMs: number;
  readonly connections: readonly TopologyConnection[];
  readonly moreConnections: number;
  readonly paths: readonly TopologyPath[];
  /** The next to arrive first, those that are held last. */
  readonly messages: readonly TopologyMessage[];
  readonly moreMessages: number;
}
