/**
 * Steps of commands that combine sets. `operand` is the place of a set among the keys of the command, from 0; `member`
 * is the printable form used in views.
 */
export type SetOperation = 'intersection' | 'union' | 'difference';

/** How it is done: look every member of one set up in others, add everything, or copy the first and take away. */
export type SetWay = 'look-up' | 'add' | 'take-away';

export type SetsStep =
  /** The algorithm and the order of the sets were chosen. */
  | {
      readonly type: 'sets.plan';
      readonly operation: SetOperation;
      readonly way: SetWay;
      readonly order: readonly number[];
      /** The estimated costs of the two algorithms of a difference; 0 for other operations. */
      readonly lookUpCost: number;
      readonly takeAwayCost: number;
    }
  /** A member was looked for in a set. */
  | {
      readonly type: 'sets.probe';
      readonly operand: number;
      readonly member: string;
      readonly found: boolean;
      /** Lookups so far. */
      readonly probes: number;
    }
  /** A member of this set goes into the result, unless it was in it before. */
  | {
      readonly type: 'sets.take';
      readonly operand: number;
      readonly member: string;
      readonly isNew: boolean;
      /** Members of the result so far. */
      readonly taken: number;
    }
  /** A member of this set is taken out of the result, if it was in it. */
  | {
      readonly type: 'sets.drop';
      readonly operand: number;
      readonly member: string;
      readonly wasThere: boolean;
      readonly taken: number;
    }
  | {
      readonly type: 'sets.end';
      readonly why: SetsEnd;
      readonly probes: number;
      readonly taken: number;
    };

/**
 * Why it ended: everything was looked at; LIMIT was reached; nothing was left to take away from; a set that is not
 * there leaves nothing in common; a set minus itself is empty.
 */
export type SetsEnd = 'done' | 'limit' | 'nothing-left' | 'missing' | 'itself';
