/**
 * One dial in front of the reader: where it stands and what the engine has said at its stops. Turning it asks for the
 * stop it is turned to; whatever was asked for before then waits or is given up. Knows nothing of React.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Dial, trialOf } from '../../../protocol/dial.ts';
import { numberIn } from '../../../protocol/exercise.ts';
import type { SessionStart } from '../../../protocol/session.ts';
import type { SessionActions } from '../../session/actions.ts';

/** A number, or null where the engine observes none. Undefined until it was run. */
export type DialValue = number | null | undefined;

export interface DialState {
  /** The stop it stands at, by its place among the stops. */
  readonly at: number;
  readonly isTurned: boolean;
  /** By curve, then by stop. */
  readonly values: readonly (readonly DialValue[])[];
  /** The stop that is being run; null when nothing runs. */
  readonly running: number | null;
  readonly hasFailed: boolean;
}

export interface DialRun extends StoreApi<DialState> {
  turnTo(stop: number): Promise<void>;
  runAll(): Promise<void>;
  /** Gives up what is under way. */
  stop(): void;
}

export function createDialRun(
  dial: Dial,
  start: SessionStart,
  { trial, stopTrial }: Pick<SessionActions, 'trial' | 'stopTrial'>,
): DialRun {
  const { stops, curves } = dial;
  const store = createStore<DialState>(() => ({
    at: 0,
    isTurned: false,
    values: curves.map(() => stops.map(() => undefined)),
    running: null,
    hasFailed: false,
  }));
  const { getState: get, setState: set } = store;
  /** Counts what was wanted: an earlier wish ends when there is a later one. */
  let wish = 0;
  let wantsAll = false;

  const isKnown = (stop: number) => get().values.every((values) => values[stop] !== undefined);

  function keep(curve: number, stop: number, value: number | null): void {
    const values = get().values.map((row, nth) =>
      nth === curve ? row.map((old, at) => (at === stop ? value : old)) : row,
    );
    set({ values });
  }

  async function runStops(wanted: readonly number[]): Promise<void> {
    const mine = ++wish;
    const missing = [...new Set(wanted)].filter((stop) => !isKnown(stop));
    if (missing.length === 0) {
      if (get().running !== null) stopTrial();
      set({ running: null });
      return;
    }
    set({ running: missing[0], hasFailed: false });
    try {
      for (const stop of missing) {
        set({ running: stop });
        for (const [nth, curve] of curves.entries()) {
          if (get().values[nth][stop] !== undefined) continue;
          const outcome = await trial(trialOf(start, curve, stop));
          // What was found is true, whoever waits for it.
          if (outcome !== null) keep(nth, stop, numberIn(outcome.values[0]));
          if (mine !== wish) return;
          if (outcome === null) {
            set({ running: null });
            return;
          }
        }
      }
      wantsAll = false;
      set({ running: null });
    } catch {
      if (mine === wish) set({ running: null, hasFailed: true });
    }
  }

  return Object.assign(store, {
    turnTo(stop: number) {
      const { at: before } = get();
      set({ at: stop, isTurned: true });
      // One point shows nothing: where it was turned from comes after it.
      return runStops(wantsAll ? [stop, ...stops.keys()] : [stop, before]);
    },
    runAll() {
      wantsAll = true;
      set({ isTurned: true });
      return runStops([get().at, ...stops.keys()]);
    },
    stop() {
      wish++;
      wantsAll = false;
      if (get().running !== null) stopTrial();
      set({ running: null });
    },
  });
}
