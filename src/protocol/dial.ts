/** A number that the reader turns. At every stop the engine is run afresh, and what it observes is plotted. */
import type { Action } from './actions.ts';
import { type NumberUnit, numberIn } from './exercise.ts';
import type { Block, InBothLanguages, Inline } from './prose.ts';
import type { SessionStart } from './session.ts';
import type { Trial } from './trial.ts';

export interface Dial {
  readonly type: 'dial';
  readonly id: string;
  /** The numbers it can be turned to, upwards. */
  readonly stops: readonly number[];
  /** How the stops are spaced. */
  readonly axis: Spacing;
  /** How the observed values are spaced. */
  readonly values: Spacing;
  /** Of the observed values. */
  readonly unit: NumberUnit;
  readonly curves: readonly DialCurve[];
  /** Held by the tests, and printed on paper. */
  readonly expect: readonly DialExpectation[];
  /** What is turned. */
  readonly label: InBothLanguages<readonly Inline[]>;
  /** What is plotted. */
  readonly plotted: InBothLanguages<readonly Inline[]>;
  /** Shown once it was turned; may be empty. */
  readonly explanation: InBothLanguages<readonly Block[]>;
}

export type Spacing = 'linear' | 'log';

export interface DialCurve {
  readonly id: string;
  readonly name: InBothLanguages<readonly Inline[]>;
  /** Settings of its server, beside the lesson's. */
  readonly config: Readonly<Record<string, string>>;
  /** What is run at each stop. */
  readonly runs: readonly (readonly Action[])[];
  readonly observe: string;
}

export interface DialExpectation extends Bounds {
  readonly curve: string;
  readonly at: number;
}

export interface Bounds {
  readonly is?: string | number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export function holds({ is, atLeast, atMost }: Bounds, found: string | number | null): boolean {
  const number = numberIn(found);
  if (is !== undefined && String(is) !== String(typeof is === 'number' ? number : found)) return false;
  if (atLeast !== undefined && (number === null || number < atLeast)) return false;
  return atMost === undefined || (number !== null && number <= atMost);
}

/** What the engine is asked for one point of a curve. `start`: the server of the step. */
export function trialOf(
  start: SessionStart,
  { config, runs, observe }: Pick<DialCurve, 'config' | 'runs' | 'observe'>,
  stop: number,
): Trial {
  return {
    start: { ...start, config: { ...start.config, ...config } },
    actions: runs[stop],
    observe: [observe],
  };
}

/**
 * A text at one stop: `$n` is its number. `$n-1`, `$n+1` and `$(n*2)` (also `/`, `+`, `-`) are numbers made of it, whole
 * ones.
 */
export function atStop(text: string, stop: number): string {
  return text
    .replace(/\$\(n\s*([*/+-])\s*(\d+)\)/g, (_, sign, other) => String(made(stop, sign, Number(other))))
    .replace(/\$n(?:([+-])(\d+))?(?![a-z0-9_])/gi, (_, sign, other) =>
      String(sign === undefined ? stop : made(stop, sign, Number(other))),
    );
}

function made(stop: number, sign: string, other: number): number {
  switch (sign) {
    case '*':
      return stop * other;
    case '/':
      return Math.floor(stop / other);
    case '+':
      return stop + other;
    default:
      return stop - other;
  }
}
