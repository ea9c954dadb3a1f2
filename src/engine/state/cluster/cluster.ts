/**
 * What a node knows of its cluster: the nodes, who serves which slot, the epochs, and where an election stands. Mirrors
 * struct clusterState in cluster.h. What is done with it stands in engine/cluster/.
 */
import type { ReplyError } from '../../base/errors.ts';
import type { Client } from '../client/client.ts';
import type { CommandEntry } from '../command/table.ts';
import type { BusLink } from './bus-link.ts';
import { type ClusterNode, FLAG } from './node.ts';
import { SlotKeys } from './slot-keys.ts';
import { SLOTS } from './slot-set.ts';

/** What is left to do when the step ends, as bits. */
export const TODO = {
  failover: 1,
  state: 2,
  save: 4,
  manualFailover: 8,
  /** What is saved must be on the disk before anybody hears of it. */
  sync: 16,
} as const;

/** The types of messages, by their numbers on the bus. */
export const MESSAGE_TYPES = [
  'ping',
  'pong',
  'meet',
  'fail',
  'publish',
  'auth-req',
  'auth-ack',
  'update',
  'mfstart',
  'module',
  'publishshard',
] as const;

export type MessageType = (typeof MESSAGE_TYPES)[number];

/** How the parts of the server that know no cluster call it. */
export interface ClusterWork {
  /** The redirection or error that a command with keys gets instead of running here; null if it may run. */
  refusal(
    client: Client,
    entry: CommandEntry,
    args: readonly Uint8Array[],
    isWrite: boolean,
  ): ReplyError | null;
  /** The same for a command that a script calls for `client`. */
  scriptRefusal(
    client: Client,
    entry: CommandEntry,
    args: readonly Uint8Array[],
    mayCrossSlots: boolean,
  ): string | null;
  /** Does what is left to do. */
  settle(): void;
}

/** Replication, as far as a cluster uses it. */
export interface Following {
  /** Becomes a replica of the server at this address. */
  follow(host: string, port: number): void;
  /** Becomes a master, with the data that is there. */
  stop(): void;
  readonly isFollowing: boolean;
  /** How far the data has come in its history, ours or that of our master. */
  readonly offset: number;
  /** How long the master has said nothing, in milliseconds; Infinity if it never did. */
  readonly silentMs: number;
}

/** The vote by which this replica wants to become a master. */
export class Election {
  /** When it begins, or began. */
  atMs = 0;
  votes = 0;
  /** Whether the votes were asked for. */
  isAsked = false;
  /** How many replicas of the same master know more of its data. */
  rank = 0;
  epoch = 0;
}

/** CLUSTER FAILOVER: a replica takes over while its master waits for it. */
export class ManualFailover {
  /** When it is given up; 0 while there is none. */
  endMs = 0;
  /** On the master: who takes over. */
  replica: ClusterNode | null = null;
  /** On the replica: where the paused master stands; null until it has said so. */
  masterOffset: number | null = null;
  /** On the replica: it has all the data of its master, and may ask for votes. */
  canStart = false;
}

export class Cluster {
  /** By id. */
  readonly nodes = new Map<string, ClusterNode>();
  readonly myself: ClusterNode;
  readonly slotKeys = new SlotKeys();
  /** Who serves a slot. */
  readonly owners: (ClusterNode | null)[] = new Array<ClusterNode | null>(SLOTS).fill(null);
  /** Counts the changes of `owners`: whoever has read all of them need not read them again. */
  ownerChanges = 0;
  /** Slots of ours on their way to other nodes, and from them. */
  readonly migrating = new Map<number, ClusterNode>();
  readonly importing = new Map<number, ClusterNode>();
  currentEpoch = 0;
  /** The epoch of our latest vote. */
  lastVoteEpoch = 0;
  isOk = false;
  /** Masters with slots. */
  size = 1;
  suspectedNodes = 0;
  /** Ids that were struck off, and until when they may not come back by gossip. */
  readonly forgotten = new Map<string, number>();
  readonly election = new Election();
  manual = new ManualFailover();
  /** Bits of TODO. */
  todo = 0;
  readonly sent = new Float64Array(MESSAGE_TYPES.length);
  readonly received = new Float64Array(MESSAGE_TYPES.length);
  /** Connections that others made to our port, by their number. */
  readonly inbound = new Map<number, BusLink>();
  pings = 0;
  iteration = 0;
  /** When the state of the cluster was first asked for, and when we last were with a minority. */
  firstAskedMs = 0;
  minorityAtMs = 0;
  readonly following: Following;
  readonly #newId: () => string;
  /** Set when the server is part of its cluster. */
  work: ClusterWork | null = null;

  constructor(myself: ClusterNode, newId: () => string, following: Following) {
    this.myself = myself;
    this.#newId = newId;
    this.following = following;
    this.nodes.set(myself.id, myself);
  }

  newId(): string {
    return this.#newId();
  }

  find(id: string): ClusterNode | null {
    return this.nodes.get(id) ?? null;
  }

  add(node: ClusterNode): void {
    this.nodes.set(node.id, node);
  }

  rename(node: ClusterNode, id: string): void {
    this.nodes.delete(node.id);
    node.id = id;
    this.nodes.set(id, node);
  }

  /** In the bits of TODO. */
  remember(todo: number): void {
    this.todo |= todo;
  }

  /** The majority of the masters. */
  get quorum(): number {
    return Math.floor(this.size / 2) + 1;
  }

  /** The highest epoch that any node has spoken of. */
  get maxEpoch(): number {
    let max = this.currentEpoch;
    for (const { configEpoch } of this.nodes.values()) max = Math.max(max, configEpoch);
    return max;
  }

  /** False if it has an owner already. */
  addSlot(node: ClusterNode, slot: number): boolean {
    if (this.owners[slot] !== null) return false;
    this.owners[slot] = node;
    this.ownerChanges++;
    // A master that gets its first slot may get replicas from those that have more than one.
    if (node.slots.add(slot) && node.slots.count === 1 && this.#hasReplicas()) node.set(FLAG.migrateTo);
    return true;
  }

  deleteSlot(slot: number): boolean {
    const owner = this.owners[slot];
    if (owner === null) return false;
    owner.slots.delete(slot);
    this.owners[slot] = null;
    this.ownerChanges++;
    return true;
  }

  #hasReplicas(): boolean {
    for (const node of this.nodes.values()) if (node.isMaster && node.replicas.length > 0) return true;
    return false;
  }
}
