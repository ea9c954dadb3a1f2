/** The view of a cluster through the eyes of one of its nodes, with what the other nodes see otherwise. */
import type { Redirection } from './steps-cluster.ts';

export interface ClusterTarget {
  readonly kind: 'cluster';
  readonly db: number;
  /** The node whose view it is, by its number in the world; null for the first that runs. */
  readonly node: number | null;
  /** Keys whose way is shown, as a command would name them; null for those of the latest command with keys. */
  readonly keys: readonly Uint8Array[] | null;
  /** A slot to look into; null for none. */
  readonly slot: number | null;
}

/** A server of the world that is part of a cluster, as it is. */
export interface ClusterServer {
  /** Its number in the world. */
  readonly node: number;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly state: 'up' | 'down' | 'frozen' | 'removed';
  /** Null while its process is gone, like everything below. */
  readonly id: string | null;
  readonly isMaster: boolean | null;
  readonly isOk: boolean | null;
  readonly currentEpoch: number | null;
  readonly lastVoteEpoch: number | null;
  readonly keys: number | null;
  /** In how many slots it believes in another owner than the chosen node does. */
  readonly disagrees: number;
}

/** Slots that follow each other and have the same owner; null if nobody serves them. */
export interface SlotStretch {
  readonly first: number;
  readonly last: number;
  readonly owner: string | null;
}

/** A node as the chosen node sees it: a line of CLUSTER NODES. */
export interface ClusterNodeView {
  readonly id: string;
  /** The server of the world at its address; null if there is none. */
  readonly node: number | null;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** In the words of CLUSTER NODES: `myself`, `master`, `slave`, `fail?`, `fail`, `handshake`, `noaddr`. */
  readonly flags: readonly string[];
  readonly master: string | null;
  readonly configEpoch: number;
  /** How long ago; null if no ping waits for its pong, or if none ever came. */
  readonly pingAgeMs: number | null;
  readonly pongAgeMs: number | null;
  readonly isLinked: boolean;
  readonly slots: number;
  readonly ranges: number;
  /** Keys in its slots, as its own server counts them; null if that does not run. */
  readonly keys: number | null;
  /** Ids of masters that have said that they suspect it. */
  readonly reports: readonly string[];
}

/** A slot that an operator moves. Only the two nodes concerned know of it. */
export interface MovingSlot {
  readonly slot: number;
  /** The server that has the mark, by its number in the world. */
  readonly at: number;
  readonly how: 'migrating' | 'importing';
  /** The id of the node at the other end. */
  readonly node: string;
}

/** What a server sees otherwise than the chosen node. */
export interface Disagreement {
  readonly node: number;
  readonly stretches: readonly SlotStretch[];
}

/** How a key leads to a slot. */
export interface KeyHash {
  /** The key as redis-cli would quote it, cut. */
  readonly key: string;
  readonly bytes: Uint8Array;
  /** What is hashed: from and up to these bytes of the key. */
  readonly from: number;
  readonly to: number;
  /** The checksum after each of the hashed bytes; of long keys only the first. */
  readonly sums: readonly number[];
  readonly crc: number;
  readonly slot: number;
}

export type WayAnswer = 'here' | Redirection;

/** What a server would answer to a command with the keys, as its own redirection decides. */
export interface KeyAnswer {
  readonly node: number;
  /** For a command that reads, for one that writes, and for one behind ASKING. */
  readonly read: WayAnswer;
  readonly write: WayAnswer;
  readonly asking: WayAnswer;
  /** The error in full; null if it runs there. */
  readonly readText: string | null;
  readonly writeText: string | null;
  readonly askingText: string | null;
  /** The server it sends the client to, by its number in the world. */
  readonly to: number | null;
  /** Whether it has the first of the keys. */
  readonly hasKey: boolean;
}

export interface KeyWay {
  readonly keys: readonly KeyHash[];
  /** The owner of the first key's slot, as the chosen node sees it. */
  readonly owner: string | null;
  readonly answers: readonly KeyAnswer[];
}

export interface SlotView {
  readonly slot: number;
  readonly owner: string | null;
  /** The servers that have keys of it, and the first of these keys. */
  readonly holders: readonly {
    readonly node: number;
    readonly keys: number;
    readonly first: readonly string[];
  }[];
}

export interface ClusterElection {
  readonly isAsked: boolean;
  readonly votes: number;
  readonly epoch: number;
  readonly rank: number;
  /** How long until it asks for votes; null if it has. */
  readonly inMs: number | null;
}

export interface ClusterView {
  readonly kind: 'cluster';
  /** By the clock of the chosen node. */
  readonly nowMs: number;
  readonly servers: readonly ClusterServer[];
  /** The chosen node; null if no node of a cluster runs. Then everything below is empty. */
  readonly at: number | null;
  readonly isOk: boolean;
  readonly currentEpoch: number;
  /** Masters with slots, and how many of them are a majority. */
  readonly size: number;
  readonly quorum: number;
  readonly served: number;
  readonly nodes: readonly ClusterNodeView[];
  readonly stretches: readonly SlotStretch[];
  /** Slots with keys and how many, as their owners count: slot, keys, slot, keys … */
  readonly keyCounts: readonly number[];
  readonly moving: readonly MovingSlot[];
  readonly disagreements: readonly Disagreement[];
  /** The election that the chosen node holds as a replica. */
  readonly election: ClusterElection | null;
  readonly way: KeyWay | null;
  readonly slot: SlotView | null;
}
