/** Runs load scenarios for the page, in slices: between two of them it hears whether it is to stop. */
import type { LoadRequest, LoadResponse } from '../../protocol/load.ts';
import type { LoadRun } from '../../protocol/load-scenarios.ts';
import { prepareLoad, runLoad } from '../../sim/load/run.ts';
import { compareLsm, playLsm } from '../../sim/lsm/play.ts';
import { ringView } from '../../sim/ring/figures.ts';

export interface Surroundings {
  post(response: LoadResponse): void;
  /** Lets messages in. */
  rest(): Promise<void>;
  realMs(): number;
}

/** As long as one slice takes. */
const SLICE_MS = 40;

export class LoadHost {
  readonly #surroundings: Surroundings;
  readonly #open = new Set<number>();
  readonly #stopped = new Set<number>();
  /** Runs take turns: side by side, both would end late. */
  #turn: Promise<void> = Promise.resolve();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  async take(request: LoadRequest): Promise<void> {
    if (request.type === 'stop') {
      if (this.#open.has(request.request)) this.#stopped.add(request.request);
      return;
    }
    this.#open.add(request.request);
    try {
      const { post } = this.#surroundings;
      if (request.type === 'ring') {
        post({ type: 'ring', request: request.request, view: ringView(request.settings) });
      } else if (request.type === 'lsm') {
        post({ type: 'lsm', request: request.request, view: playLsm(request.actions) });
      } else if (request.type === 'lsm-compare') {
        await prepareLoad();
        post({ type: 'lsm-compare', request: request.request, comparison: compareLsm() });
      } else {
        const done = this.#turn.then(() => this.#run(request.request, request.run));
        this.#turn = done.catch(() => undefined);
        await done;
      }
    } catch (problem) {
      this.#surroundings.post({
        type: 'failed',
        request: request.request,
        message: problem instanceof Error ? problem.message : String(problem),
      });
    } finally {
      this.#open.delete(request.request);
      this.#stopped.delete(request.request);
    }
  }

  async #run(request: number, run: LoadRun): Promise<void> {
    const { realMs, rest, post } = this.#surroundings;
    if (this.#stopped.has(request)) {
      post({ type: 'stopped', request });
      return;
    }
    await prepareLoad();
    const steps = runLoad(run);
    let until = realMs() + SLICE_MS;
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        post({ type: 'result', request, result: step.value });
        return;
      }
      if (realMs() < until) continue;
      post({ type: 'progress', request, done: step.value });
      await rest();
      if (this.#stopped.has(request)) {
        post({ type: 'stopped', request });
        return;
      }
      until = realMs() + SLICE_MS;
    }
  }
}
