/**
 * Checks compare the engine's state with a goal, never text the learner typed.
 *
 * Observation paths name a number or a short string the engine computes:
 *   db0.keys  db0.volatileKeys  db0.rehashIndex  db0.load
 *   db0.ht0.size  db0.ht0.used  db0.ht1.size  db0.ht1.used        (db0.expires.ht0.size … likewise)
 *   last.reply      what redis-cli prints for the last command
 *   last.tables     tables opened by the last command's lookups in the main dictionary, in order: '0', '1' or '0,1'
 *   last.bucket     bucket opened first
 *   last.moved      entries carried to ht[1] by the last command; last.rehashedBuckets likewise
 *   last.compared   entries compared
 */
export type Check =
  | {
      readonly type: 'observe';
      readonly path: string;
      readonly is?: string | number;
      readonly not?: string | number;
      readonly atLeast?: number;
      readonly atMost?: number;
    }
  | {
      readonly type: 'key';
      readonly db: number;
      readonly key: string;
      readonly exists?: boolean;
      readonly value?: string;
      readonly valueType?: string;
      readonly encoding?: string;
      readonly hasExpiry?: boolean;
    }
  /** The commands since the goal was set: none of `never`, and, if given, nothing outside `only` (lower case names). */
  | { readonly type: 'trace'; readonly never?: readonly string[]; readonly only?: readonly string[] }
  /** An observation held at some frame since the goal was set, even if it no longer does. */
  | { readonly type: 'reached'; readonly path: string; readonly is?: string | number; readonly atLeast?: number };

export interface CheckResult {
  readonly passed: boolean;
  /** What was found, to show beside what was wanted. */
  readonly found: string;
}
