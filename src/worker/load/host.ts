/** Runs load scenarios for the page, in slices: between two of them it hears whether it is to stop. */
import type { LoadRequest, LoadResponse } from '../../protocol/load.ts';
import { ringView } from '../../sim/ring/figures.ts';

export interface Surroundings {
  post(response: LoadResponse): void;
}

export class LoadHost {
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  async take(request: LoadRequest): Promise<void> {
    if (request.type === 'stop') return;
    try {
      this.#work(request);
    } catch (problem) {
      this.#surroundings.post({
        type: 'failed',
        request: request.request,
        message: problem instanceof Error ? problem.message : String(problem),
      });
    }
  }

  #work({ request, settings }: Exclude<LoadRequest, { type: 'stop' }>): void {
    this.#surroundings.post({ type: 'ring', request, view: ringView(settings) });
  }
}
