/** The connection to a worker that searches schedules. Made when a scenario is opened. */
import type { ExploreRequest, ExploreResponse } from '../../protocol/explore.ts';
import { type JobLink, type JobOf, jobsOver } from './job-link.ts';

export type ExploreJob = JobOf<ExploreRequest>;
export type ExploreLink = JobLink<ExploreJob, ExploreResponse>;

export function startExploring(): ExploreLink {
  return jobsOver(
    new Worker(new URL('../../worker/explore/main.ts', import.meta.url), { type: 'module', name: 'explore' }),
  );
}
