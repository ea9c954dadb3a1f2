/** What INFO commandstats counts, as rows. */
import type { Window } from './views.ts';

export interface CommandStatsTarget {
  readonly kind: 'commandstats';
  /** Of no consequence: the counts belong to the server. */
  readonly db: number;
  /** Rows in the order of INFO; at most 100. */
  readonly window: Window;
}

export interface CommandStatsRow {
  /** As INFO names it: `get`, `config|set`. */
  readonly name: string;
  /** How often it ran, and for how long in all; durations are those of the cost model. */
  readonly calls: number;
  readonly microseconds: number;
  /** Refused before they ran: wrong arity, no permission, no memory. */
  readonly rejectedCalls: number;
  /** Ran and answered with an error. */
  readonly failedCalls: number;
}

export interface CommandStatsView {
  readonly kind: 'commandstats';
  /** Commands that were called since the start or CONFIG RESETSTAT. */
  readonly length: number;
  readonly from: number;
  readonly rows: readonly CommandStatsRow[];
}
