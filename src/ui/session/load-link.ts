/** The connection to a worker that runs load scenarios. Made by their page. */
import type { LoadRequest, LoadResponse } from '../../protocol/load.ts';
import { type JobLink, type JobOf, jobsOver } from './job-link.ts';

export type LoadJob = JobOf<LoadRequest>;
export type LoadLink = JobLink<LoadJob, LoadResponse>;

export function startLoad(): LoadLink {
  return jobsOver(
    new Worker(new URL('../../worker/load/main.ts', import.meta.url), { type: 'module', name: 'load' }),
  );
}
