/**
 * Runs that stand still at a place somebody may come back to: the ends of branches that were left, and the past that
 * was looked at last. Taking one from here is what saves replaying a line from its beginning.
 */
import type { Machine, Run } from './run.ts';

const MAX_RUNS = 6;
/** In all, unless a single one is larger: the latest is always kept. */
const MAX_BYTES = 64 * 1024 * 1024;

export class KeptRuns<Input, Output, M extends Machine<Input, Output>> {
  readonly #bytesOf: (machine: M) => number;
  /** The latest last. */
  #runs: Run<Input, Output, M>[] = [];

  constructor(bytesOf: (machine: M) => number) {
    this.#bytesOf = bytesOf;
  }

  keep(run: Run<Input, Output, M>): void {
    this.#runs.push(run);
    let bytes = 0;
    const kept = this.#runs.toReversed().filter(({ machine }, age) => {
      bytes += this.#bytesOf(machine);
      return age === 0 || (age < MAX_RUNS && bytes <= MAX_BYTES);
    });
    this.#runs = kept.toReversed();
  }

  /** Takes out the run that has come farthest on a line, but not beyond this many inputs; null when there is none. */
  take(inputs: readonly Input[], atMost: number): Run<Input, Output, M> | null {
    let best: Run<Input, Output, M> | null = null;
    for (const run of this.#runs) {
      if (run.taken > atMost || !run.isOn(inputs)) continue;
      if (best === null || run.taken > best.taken) best = run;
    }
    if (best !== null) this.#runs.splice(this.#runs.indexOf(best), 1);
    return best;
  }
}
