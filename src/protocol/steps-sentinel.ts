/** Steps of a sentinel: what it finds out, asks the others for, and decides. */

/** Whom an event is about. */
export interface SentinelSubject {
  readonly kind: 'master' | 'slave' | 'sentinel';
  /** A master's name, a replica's address, a sentinel's id. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** The name of the master that it belongs to; its own of a master. */
  readonly master: string;
}

/** Why one suitable replica was preferred to the next: the first point in which they differ. */
export type SelectedBy = 'only' | 'priority' | 'offset' | 'run id';

/** What a sentinel has done; `me` is its id. */
export type SentinelStep = { readonly me: string } & SentinelWork;

type SentinelWork =
  /** It made something known, as subscribers of the channel of this name hear it: `+sdown`, `+switch-master`. */
  | {
      readonly type: 'sentinel.event';
      readonly event: string;
      readonly about: SentinelSubject | null;
      /** The words behind the subject; all of them if there is none. */
      readonly more: string;
    }
  /** It asked another sentinel to vote for it. */
  | {
      readonly type: 'sentinel.asked';
      readonly master: string;
      /** The id of the other. */
      readonly of: string;
      readonly epoch: number;
    }
  /** It was asked for its vote and did not give it. */
  | {
      readonly type: 'sentinel.refused';
      readonly master: string;
      readonly candidate: string;
      readonly epoch: number;
      /** Whom it has voted for, and in which epoch. */
      readonly leader: string | null;
      readonly leaderEpoch: number;
    }
  /** Another sentinel has another opinion than before: whether the master is down for it. */
  | {
      readonly type: 'sentinel.opinion';
      readonly master: string;
      readonly of: string;
      readonly isDown: boolean;
    }
  /** Another sentinel said whom it has voted for. */
  | {
      readonly type: 'sentinel.vote';
      readonly master: string;
      readonly of: string;
      readonly leader: string;
      readonly epoch: number;
    }
  /** The leader has chosen the replica that is to become the master; null if none will do. */
  | {
      readonly type: 'sentinel.selected';
      readonly master: string;
      readonly chosen: string | null;
      readonly suitable: number;
      readonly replicas: number;
      readonly by: SelectedBy | null;
    };
