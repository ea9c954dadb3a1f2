/** The view of replication: every server as a master of others and as a replica, and how far the copies have come. */
import type { FullReason } from './steps-replication.ts';
import type { NodeState } from './views-topology.ts';

export interface ReplicationTarget {
  readonly kind: 'replication';
  readonly db: number;
}

/** How a replica last got into step with its master. */
export interface ResyncView {
  readonly kind: 'partial' | 'full';
  /** Why everything was sent; null of a partial one, and where only the other side knows. */
  readonly reason: FullReason | null;
  /** The offset asked for; -1 for everything. */
  readonly asked: number;
  /** What was missed, or the length of the file; null if it is not known. */
  readonly bytes: number | null;
  readonly atMs: number;
}

/** The latest part of the stream, as INFO has it. */
export interface BacklogView {
  readonly sizeBytes: number;
  /** The offset of the first byte that is kept, and how many are: the next byte that is written follows them. */
  readonly firstOffset: number;
  readonly lengthBytes: number;
}

/** A replica as its master sees it. */
export interface ReplicaView {
  /** host:port where it says that it listens, and the node that does; null if nobody has that address. */
  readonly address: string;
  readonly node: number | null;
  /** Its file has not been begun, or is on its way; it has the stream; or it wanted only the file and has it. */
  readonly stage: 'wait_bgsave_start' | 'wait_bgsave_end' | 'online' | 'rdb_transmitted';
  /** It is online, and the stream waits until it says that it has the file. */
  readonly waitsForAck: boolean;
  /** The last REPLCONF ACK, and how many whole seconds ago that was. */
  readonly acknowledged: number;
  readonly lagBytes: number;
  readonly lagSeconds: number;
  /** Of the stream, kept until its file has been sent. */
  readonly pendingBytes: number;
  /** It counts for min-replicas-to-write. */
  readonly isGood: boolean;
  readonly resync: ResyncView | null;
}

/** The master of a replica, as the replica sees it. */
export interface FollowedView {
  readonly address: string;
  readonly node: number | null;
  /** As ROLE says it. */
  readonly stage: 'connect' | 'connecting' | 'handshake' | 'sync' | 'connected';
  /** What of the stream has arrived, and what of it has run; while the link is down, where it would go on. */
  readonly readOffset: number;
  readonly offset: number;
  readonly canGoOn: boolean;
  /** The file while it comes; no length while it ends with a mark. */
  readonly receivedBytes: number | null;
  readonly lengthBytes: number | null;
  /** Whole seconds; null if the link stands, or never stood. */
  readonly downSeconds: number | null;
  /** Whole seconds since anything was heard; null without a link. */
  readonly silentSeconds: number | null;
  readonly failedTries: number;
  readonly resync: ResyncView | null;
}

export interface ReplicationNode {
  readonly node: number;
  readonly name: string;
  readonly address: string;
  readonly state: NodeState;
  /** Null of a node that is down. */
  readonly role: 'master' | 'replica' | null;
  /** The name of its history; null until something needed one. */
  readonly id: string | null;
  /** The history before, and up to where it is the same as this one. */
  readonly secondId: string | null;
  readonly secondOffset: number;
  readonly offset: number;
  /** Null until there is a first replica. */
  readonly backlog: BacklogView | null;
  readonly replicas: readonly ReplicaView[];
  readonly moreReplicas: number;
  /** Null where min-replicas-to-write is not set. */
  readonly minReplicas: {
    readonly wanted: number;
    readonly good: number;
    readonly maxLagSeconds: number;
  } | null;
  readonly fullSyncs: number;
  readonly partialSyncs: number;
  readonly refusedPartialSyncs: number;
  /** FAILOVER in the words of INFO; null while there is none. */
  readonly failover: string | null;
  readonly following: FollowedView | null;
}

export interface ReplicationView {
  readonly kind: 'replication';
  readonly nowMs: number;
  readonly isSingle: boolean;
  /** The node that is taking a step, or took the last one. */
  readonly acting: number;
  /** All nodes that are no sentinels. */
  readonly nodes: readonly ReplicationNode[];
}
