/** What happens between a master and its replicas, as each of them sees it. A server is named as host:port. */

/** Why a replica got the whole data set although it may have asked for less. */
export type FullReason =
  /** It came for the first time, or with SYNC, and had nothing to go on from. */
  | 'first'
  /** It knows another history than this master. */
  | 'other-history'
  /** The backlog does not reach back that far, or there is none. */
  | 'backlog';

export type ReplicationStep =
  /** A replica's link to its master is one stage further, in the words of ROLE. */
  | {
      readonly type: 'replica.stage';
      readonly stage: 'connecting' | 'handshake' | 'sync' | 'connected';
      readonly master: string;
    }
  /** It asks for the stream: from where, or for everything with `?` and -1. */
  | { readonly type: 'replica.psync'; readonly id: string; readonly offset: number }
  /** It loads the file that its master sent; its own data is gone. */
  | { readonly type: 'replica.loaded'; readonly bytes: number; readonly id: string; readonly offset: number }
  /** It goes on where it was; `id` is the history's name now, `isRenamed` if that is another one. */
  | {
      readonly type: 'replica.continued';
      readonly id: string;
      readonly offset: number;
      readonly isRenamed: boolean;
    }
  /** The link is gone. `offset` is where it may go on; null if nothing can. */
  | {
      readonly type: 'replica.lost';
      readonly stage: 'connecting' | 'handshake' | 'sync' | 'connected';
      readonly offset: number | null;
      readonly why: string;
    }
  /** It follows a master from now on, or another one than before. */
  | { readonly type: 'replica.follows'; readonly master: string }
  /** REPLICAOF NO ONE: a master with a new history, whose beginning it shares with the old one. */
  | {
      readonly type: 'replica.promoted';
      readonly id: string;
      readonly secondId: string;
      readonly secondOffset: number;
    }
  /** A master sends what a replica missed, from its backlog. */
  | {
      readonly type: 'master.partial';
      readonly replica: string;
      readonly offset: number;
      readonly bytes: number;
    }
  /** A master will send a replica everything. */
  | {
      readonly type: 'master.full';
      readonly replica: string;
      readonly reason: FullReason;
      readonly asked: number;
    }
  /** The file for replicas is begun; they need the stream from `offset` on. */
  | {
      readonly type: 'master.file';
      readonly replicas: number;
      readonly bytes: number;
      readonly offset: number;
      readonly isDirect: boolean;
    }
  /** A replica has been sent the file and gets the stream now. */
  | { readonly type: 'master.online'; readonly replica: string }
  /** A replica is gone. */
  | { readonly type: 'master.dropped'; readonly replica: string }
  /** FAILOVER: writes wait, the other one takes over, or it came to nothing. */
  | {
      readonly type: 'failover.stage';
      readonly stage: 'waiting' | 'handing-over' | 'done' | 'given-up';
      readonly target: string | null;
    };
