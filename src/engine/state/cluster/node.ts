/**
 * A node of the cluster as one node sees it; also itself. Mirrors struct clusterNode in cluster.h.
 */
import type { BusLink } from './bus-link.ts';
import { SlotSet } from './slot-set.ts';

/** What a node is and how it is, as bits; on the bus they are the same ones. */
export const FLAG = {
  master: 1,
  replica: 2,
  /** We have not heard of it for too long: possibly failed. */
  suspected: 4,
  /** A majority of the masters has not. */
  failed: 8,
  myself: 16,
  /** We have its address and not yet its name. */
  handshake: 32,
  noAddress: 64,
  /** Its first message is to be a MEET. */
  meet: 128,
  /** A master that a replica may move to when it has none of its own. */
  migrateTo: 256,
  /** A replica that will not take over. */
  noFailover: 512,
} as const;

/** A master says that it has not heard of a node. */
export interface FailureReport {
  readonly from: ClusterNode;
  atMs: number;
}

export class ClusterNode {
  /** 40 hexadecimal digits. In a handshake it is made up, until the node says its own. */
  id: string;
  readonly createdAtMs: number;
  flags: number;
  host = '';
  port = 0;
  busPort = 0;
  hostname = '';
  configEpoch = 0;
  readonly slots = new SlotSet();
  replicas: ClusterNode[] = [];
  /** Null for a master, and for a replica whose master is not known yet. */
  master: ClusterNode | null = null;
  /** When the ping was sent that waits for its pong; 0 if none does. */
  pingSentMs = 0;
  pongReceivedMs = 0;
  /** When anything came from it. */
  dataReceivedMs = 0;
  failedAtMs = 0;
  /** When we last voted for a replica of this master. */
  votedAtMs = 0;
  /** Since when it is a master without replicas that had some. */
  orphanedAtMs = 0;
  /** How far it has come in its history of commands. */
  replicationOffset = 0;
  failureReports: FailureReport[] = [];
  /** The connection that we made to it, and the one that it made to us. */
  link: BusLink | null = null;
  inbound: BusLink | null = null;
  /** The ping of ours that it was last mentioned in. */
  gossipedInPing = 0;

  constructor(id: string, flags: number, nowMs: number) {
    this.id = id;
    this.flags = flags;
    this.createdAtMs = nowMs;
  }

  is(flags: number): boolean {
    return (this.flags & flags) !== 0;
  }

  set(flags: number): void {
    this.flags |= flags;
  }

  clear(flags: number): void {
    this.flags &= ~flags;
  }

  get isMyself(): boolean {
    return this.is(FLAG.myself);
  }

  get isMaster(): boolean {
    return this.is(FLAG.master);
  }

  get isReplica(): boolean {
    return this.is(FLAG.replica);
  }

  get isInHandshake(): boolean {
    return this.is(FLAG.handshake);
  }

  get isSuspected(): boolean {
    return this.is(FLAG.suspected);
  }

  get hasFailed(): boolean {
    return this.is(FLAG.failed);
  }

  get hasAddress(): boolean {
    return !this.is(FLAG.noAddress);
  }

  /** The one whose slots its replicas and it serve. */
  get head(): ClusterNode {
    return this.isReplica && this.master !== null ? this.master : this;
  }

  addReplica(replica: ClusterNode): void {
    if (this.replicas.includes(replica)) return;
    this.replicas.push(replica);
    this.set(FLAG.migrateTo);
  }

  removeReplica(replica: ClusterNode): void {
    const at = this.replicas.indexOf(replica);
    if (at === -1) return;
    this.replicas.splice(at, 1);
    if (this.replicas.length === 0) this.clear(FLAG.migrateTo);
  }

  get workingReplicas(): number {
    return this.replicas.filter((replica) => !replica.hasFailed).length;
  }
}
