/** The view of sentinels side by side: what each of them believes of the same master and of all around it. */
import type { SelectedBy } from './steps-sentinel.ts';

export interface SentinelTarget {
  readonly kind: 'sentinel';
  readonly db: number;
  /** The name of a watched master; null for the first. */
  readonly master: string | null;
}

/** A sentinel of the world. */
export interface SentinelServer {
  /** Its number in the world. */
  readonly node: number;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly state: 'up' | 'down' | 'frozen' | 'removed';
  /** 40 hexadecimal digits; empty while its process is gone. */
  readonly id: string;
  readonly currentEpoch: number;
  readonly isTilted: boolean;
  readonly tiltLeftMs: number;
}

/** A server that at least one sentinel watches, or a sentinel that another one knows. */
export interface WatchedServer {
  /** Its address, which identifies it. */
  readonly address: string;
  /** The server of the world at this address, and its name; null if there is none. */
  readonly node: number | null;
  readonly name: string;
  readonly isSentinel: boolean;
}

/** What one sentinel believes of one server. */
export interface Opinion {
  /** The sentinel, by its number in the world. */
  readonly of: number;
  readonly address: string;
  /** What it takes it for. */
  readonly kind: 'master' | 'slave' | 'sentinel';
  /** In the words of SENTINEL MASTERS. */
  readonly flags: readonly string[];
  /** Since its last good answer to a PING, and since the PING that waits for one; null if none does. */
  readonly okPingAgeMs: number;
  readonly pingAgeMs: number | null;
  readonly downAfterMs: number;
  readonly sDownForMs: number | null;
  readonly oDownForMs: number | null;
  readonly infoAgeMs: number | null;
  readonly roleReported: 'master' | 'slave' | null;
  /** Of a replica, as it reports itself. */
  readonly masterReported: string | null;
  readonly offset: number | null;
  /** Of another sentinel: whether the master is down for it, and its last hello. */
  readonly masterIsDownThere: boolean | null;
  readonly helloAgeMs: number | null;
}

/** A vote that a sentinel knows of, its own or one that it was told. */
export interface KnownVote {
  /** The ids of the voter and of the sentinel it votes for. */
  readonly by: string;
  readonly leader: string;
  readonly epoch: number;
}

/** Why a replica cannot be promoted. */
export type Unsuitability = 'down' | 'disconnected' | 'no-pong' | 'priority' | 'old-info' | 'link-down';

/** A replica in the order in which the sentinel would choose. */
export interface Candidate {
  readonly address: string;
  readonly node: number | null;
  readonly name: string;
  readonly priority: number;
  readonly offset: number;
  readonly runId: string | null;
  readonly unsuitable: Unsuitability | null;
}

/** What one sentinel knows of the master itself. */
export interface MasterOpinion {
  readonly of: number;
  /** What it answers to SENTINEL get-master-addr-by-name. */
  readonly answer: string;
  readonly answerNode: number | null;
  readonly configEpoch: number;
  readonly quorum: number;
  readonly majority: number;
  readonly knownSentinels: number;
  /** How many say that the master is down, itself included. */
  readonly agreeing: number;
  readonly failoverState: string;
  readonly failoverEpoch: number;
  readonly isForced: boolean;
  readonly stateForMs: number;
  readonly failoverTimeoutMs: number;
  /** When it may start a failover by itself again; 0 if it may now. */
  readonly notBeforeMs: number;
  readonly votes: readonly KnownVote[];
  /** The address of the replica that it promotes. */
  readonly promoted: string | null;
  /** Replicas by fitness, then those that will not do. */
  readonly candidates: readonly Candidate[];
  readonly decidedBy: SelectedBy | null;
}

export interface SentinelEventView {
  readonly of: number;
  /** By the sentinel's own clock, and how many it had told before: the two identify it. */
  readonly atMs: number;
  readonly nth: number;
  readonly event: string;
  readonly text: string;
}

export interface SentinelView {
  readonly kind: 'sentinel';
  readonly nowMs: number;
  readonly sentinels: readonly SentinelServer[];
  /** Names of all masters that somebody watches. */
  readonly masters: readonly string[];
  readonly master: string | null;
  readonly watched: readonly WatchedServer[];
  readonly opinions: readonly Opinion[];
  readonly heads: readonly MasterOpinion[];
  /** Of all sentinels, by their time, the newest last. */
  readonly events: readonly SentinelEventView[];
  readonly earlierEvents: number;
}
