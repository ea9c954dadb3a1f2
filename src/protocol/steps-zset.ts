/** Steps of a sorted set as a whole, whichever way it is encoded. Scores are as ZSCORE prints them; ranks count from 0. */
export type ZsetStep =
  /** A query matches this window of ranks, the lowest score first. */
  | {
      readonly type: 'zset.asked';
      /** Address of the value object. */
      readonly zset: number;
      readonly by: 'rank' | 'score' | 'lex' | 'member';
      readonly reverse: boolean;
      readonly from: number;
      readonly count: number;
    }
  /** A member got a score: null means that it is new. */
  | {
      readonly type: 'zset.moved';
      readonly zset: number;
      readonly member: string;
      readonly fromScore: string | null;
      readonly toScore: string;
      /** -1 for a new member. */
      readonly fromRank: number;
      readonly toRank: number;
    };
