/**
 * Checks compare the engine's state with a goal, never text the learner typed. A path names an observation: a number or
 * a short text the engine computes (protocol/observations; content/OBSERVATIONS.md lists them).
 */
export type Check =
  | {
      readonly type: 'observe';
      readonly path: string;
      /** The compiler of lessons puts it here, so that the page needs no observations. */
      readonly words?: ObservationWords;
      readonly is?: string | number;
      readonly not?: string | number;
      readonly atLeast?: number;
      readonly atMost?: number;
    }
  | {
      readonly type: 'key';
      /** The name of the server, of several. */
      readonly node?: string;
      readonly db: number;
      readonly key: string;
      readonly exists?: boolean;
      readonly value?: string;
      readonly valueType?: string;
      readonly encoding?: string;
      readonly hasExpiry?: boolean;
    }
  /**
   * The commands since the goal was set: none of `never`; if given, nothing outside `only` (lower case names);
   * with `readsOnly` none that is flagged as a write.
   */
  | {
      readonly type: 'trace';
      readonly never?: readonly string[];
      readonly only?: readonly string[];
      readonly readsOnly?: boolean;
    }
  /**
   * `reached`: the observation held at some frame since the goal was set, even if it no longer does. `unreached`: it
   * held at none.
   */
  | {
      readonly type: 'reached' | 'unreached';
      readonly path: string;
      readonly words?: ObservationWords;
      readonly is?: string | number;
      readonly atLeast?: number;
    };

/** What is observed, such as "buckets of ht[0]". */
export interface ObservationName {
  readonly zh: string;
  readonly en: string;
}

/** What it takes to say a check as a sentence. `{n}` stands for a value and how it is compared. */
export interface ObservationWords {
  /** Such as "The number of keys is {n}". */
  readonly sentence: ObservationName;
  /** Other sentences, for a value ('-1'), for a bound ('>=0'), or for all lower bounds ('>='). */
  readonly sayings?: Readonly<Record<string, ObservationName>>;
}

export interface CheckResult {
  readonly passed: boolean;
  /** The value found, to show beside the expected one. */
  readonly found: string;
}
