/** Steps of a node of a cluster. Nodes are named by their ids: 40 hexadecimal digits. */

/** Why a master did not vote for a replica that asked. */
export type VoteRefusal =
  /** The request is of an epoch that is over. */
  | 'old-epoch'
  /** It has voted in this epoch. */
  | 'voted'
  /** Who asks is no replica, or its master has not failed for us. */
  | 'master-up'
  /** It voted for a replica of the same master a moment ago. */
  | 'too-soon'
  /** A slot that it claims has an owner with a higher epoch. */
  | 'slots';

/** What a node answers to a command with keys, instead of running it. */
export type Redirection =
  | 'moved'
  | 'ask'
  | 'cross-slot'
  | 'try-again'
  | 'down'
  | 'down-for-writes'
  | 'not-served';

/** What a node has done; `me` is its id. */
export type ClusterStep = { readonly me: string } & ClusterWork;

type ClusterWork =
  /**
   * A node came to be known: by MEET (`handshake`: its name is not known yet), by its own word (`named`), or because a
   * node vouches for it (`gossip`). Or it went: by FORGET or RESET (`removed`), or it never answered (`no-answer`).
   */
  | {
      readonly type: 'cluster.node';
      readonly how: 'handshake' | 'named' | 'gossip' | 'removed' | 'no-answer';
      readonly node: string;
      readonly host: string;
      readonly port: number;
    }
  /** It has not answered for the node timeout: `fail?`. */
  | { readonly type: 'cluster.suspected'; readonly node: string }
  /** A master says that it suspects a node, and had not said so before. */
  | {
      readonly type: 'cluster.reported';
      readonly node: string;
      readonly by: string;
      readonly reports: number;
      readonly quorum: number;
    }
  /** `fail`: we have found the majority, with our own opinion, or were told by a node that has. */
  | {
      readonly type: 'cluster.failed';
      readonly node: string;
      /** Who told us; null if we counted ourselves. */
      readonly by: string | null;
      readonly votes: number;
      readonly quorum: number;
    }
  /** It answers again. */
  | { readonly type: 'cluster.recovered'; readonly node: string; readonly was: 'suspected' | 'failed' }
  /** A replica of a failed master waits before it asks for votes. */
  | {
      readonly type: 'cluster.election';
      readonly master: string;
      readonly delayMs: number;
      readonly rank: number;
      readonly offset: number;
    }
  | { readonly type: 'cluster.auth-request'; readonly master: string; readonly epoch: number }
  /** A master was asked for its vote. */
  | {
      readonly type: 'cluster.vote';
      readonly candidate: string;
      readonly epoch: number;
      /** Null if it was given. */
      readonly refusal: VoteRefusal | null;
    }
  | {
      readonly type: 'cluster.vote-heard';
      readonly from: string;
      readonly votes: number;
      readonly quorum: number;
      readonly epoch: number;
    }
  | {
      readonly type: 'cluster.won';
      readonly master: string;
      readonly epoch: number;
      readonly votes: number;
      readonly slots: number;
    }
  /** Our current epoch, or our own configuration epoch as well, is higher than before. */
  | {
      readonly type: 'cluster.epoch';
      readonly epoch: number;
      readonly why: 'heard' | 'election' | 'bumped' | 'collision';
      /** From whom it was heard, or whose epoch was the same. */
      readonly node: string | null;
    }
  /** Slots have another owner for us. */
  | {
      readonly type: 'cluster.slots';
      readonly how: 'assigned' | 'deleted' | 'claimed' | 'inherited';
      readonly owner: string | null;
      readonly slots: number;
      readonly first: number;
      readonly last: number;
      /** Whose they were, if they were somebody's. */
      readonly from: string | null;
    }
  /** CLUSTER SETSLOT. */
  | {
      readonly type: 'cluster.slot';
      readonly slot: number;
      readonly how: 'migrating' | 'importing' | 'stable' | 'node';
      readonly node: string | null;
    }
  /** MIGRATE: a key has arrived at another server and is deleted here. */
  | {
      readonly type: 'cluster.migrated';
      readonly key: string;
      readonly slot: number;
      /** Keys of the slot that are still here. */
      readonly left: number;
      readonly host: string;
      readonly port: number;
    }
  /** A command with keys does not run here. */
  | {
      readonly type: 'cluster.redirected';
      readonly answer: Redirection;
      /** The first key, printable. */
      readonly key: string;
      readonly slot: number;
      readonly node: string | null;
    }
  | {
      readonly type: 'cluster.state';
      readonly isOk: boolean;
      readonly reachable: number;
      readonly size: number;
      readonly served: number;
    }
  /** A node is a replica of this one now, or a master (null). */
  | {
      readonly type: 'cluster.role';
      readonly node: string;
      readonly master: string | null;
      /** Whether it left its master for one that had lost its replicas. */
      readonly isMigration: boolean;
    }
  /** CLUSTER FAILOVER: at the replica and at the master. */
  | {
      readonly type: 'cluster.manual';
      readonly stage: 'begun' | 'paused' | 'told' | 'caught-up' | 'timed-out';
      readonly replica: string;
      readonly offset: number | null;
    };
