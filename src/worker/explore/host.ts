/**
 * Searches for the page, in slices: between two of them it hears whether it is to stop. One request after the other; a
 * step by step schedule does not wait for a search.
 */
import type { ExploreRequest, ExploreResponse, Rung } from '../../protocol/explore.ts';
import { follow, type Searched } from '../../sim/explore/follow.ts';
import { runInSlices } from '../../sim/explore/likelihood.ts';
import { climb, prepareSearch, searchAndKeep, variantOf } from '../../sim/explore/search.ts';
import { ProgramFailed, Space } from '../../sim/explore/space.ts';

export interface Surroundings {
  post(response: ExploreResponse): void;
  /** Lets messages in. */
  rest(): Promise<void>;
  realMs(): number;
}

type Job = Extract<ExploreRequest, { type: 'explore' | 'likelihood' | 'follow' }>;

/** As long as one slice takes. */
const SLICE_MS = 40;
/** Beyond these states the ladder would take longer than it teaches. */
const MAX_LADDER_STATES = 20_000;
const LADDER = { faults: 2, switches: 3 } as const;

export class ExploreHost {
  readonly #surroundings: Surroundings;
  readonly #stopped = new Set<number>();
  readonly #open = new Set<number>();
  /** Of the programs that were followed or searched last. */
  #kept: { readonly name: string; readonly space: Space; readonly searched: Searched | null } | null = null;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  async take(request: ExploreRequest): Promise<void> {
    if (request.type === 'stop') {
      if (this.#open.has(request.request)) this.#stopped.add(request.request);
      return;
    }
    this.#open.add(request.request);
    try {
      await prepareSearch();
      await this.#work(request);
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

  async #work(job: Job): Promise<void> {
    if (job.type === 'explore') await this.#explore(job);
    else if (job.type === 'likelihood') await this.#likelihood(job);
    else this.#follow(job);
  }

  async #explore(job: Extract<Job, { type: 'explore' }>): Promise<void> {
    const { request } = job;
    const { post, realMs } = this.#surroundings;
    const startedAt = realMs();
    let firstBrokenMs: number | null = null;
    const found = await this.#inSlices(
      request,
      searchAndKeep(job),
      ({ states, transitions, firstBroken: schedule }, isSliceOver) => {
        if (schedule !== null) {
          firstBrokenMs = realMs() - startedAt;
          post({ type: 'found', request, schedule, ms: firstBrokenMs });
        }
        if (isSliceOver) post({ type: 'progress', request, states, transitions });
      },
    );
    if (found === null) return;
    const { verdict, searched } = found;
    if (searched !== null && verdict.bound.switches === null) {
      this.#kept = { name: nameOf(job), space: searched.graph.space, searched };
    }
    const climbs = verdict.problem === null && verdict.isExhausted && verdict.states <= MAX_LADDER_STATES;
    const result = { type: 'verdict', request, verdict, ms: realMs() - startedAt, firstBrokenMs } as const;
    post({ ...result, ladder: climbs ? [] : null });
    if (!climbs) return;
    const ladder: Rung[] = [];
    const climbed = await this.#inSlices(request, climb(job, LADDER), (rung) => {
      if (rung !== null) ladder.push(rung);
    });
    if (climbed !== null) post({ ...result, ladder });
  }

  async #likelihood(job: Extract<Job, { type: 'likelihood' }>): Promise<void> {
    const { request, runs, seed } = job;
    const likelihood = await this.#inSlices(request, runInSlices(job, runs, seed), (done, isSliceOver) => {
      if (!isSliceOver) return;
      this.#surroundings.post({ type: 'progress', request, states: done, transitions: runs });
    });
    if (likelihood !== null) this.#surroundings.post({ type: 'likelihood', request, likelihood });
  }

  #follow(job: Extract<Job, { type: 'follow' }>): void {
    const { request, scenario, variant, sources, choices } = job;
    const name = nameOf(job);
    try {
      if (this.#kept?.name !== name) {
        const space = new Space(scenario, variantOf(scenario, variant), sources);
        this.#kept = { name, space, searched: null };
      }
      const { space, searched } = this.#kept;
      this.#surroundings.post({ type: 'followed', request, position: follow(space, choices, searched) });
    } catch (failure) {
      if (!(failure instanceof ProgramFailed)) throw failure;
      const { name: actor, file } = variantOf(scenario, variant).actors[failure.actor];
      const { line, message } = failure;
      this.#surroundings.post({
        type: 'failed',
        request,
        message: `${file}:${line}: ${message}`,
        problem: { actor, file, line, message },
      });
    }
  }

  /** The result; null, after saying so, if it was stopped. */
  async #inSlices<Step, Result>(
    request: number,
    work: Generator<Step, Result, void>,
    told: (step: Step, isSliceOver: boolean) => void,
  ): Promise<Result | null> {
    const { realMs, rest, post } = this.#surroundings;
    let until = realMs() + SLICE_MS;
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      const isOver = realMs() >= until;
      told(step.value, isOver);
      if (!isOver) continue;
      await rest();
      if (this.#stopped.has(request)) {
        post({ type: 'stopped', request });
        return null;
      }
      until = realMs() + SLICE_MS;
    }
  }
}

function nameOf({ scenario, variant, sources }: Job): string {
  return JSON.stringify([scenario.id, variant, sources]);
}
