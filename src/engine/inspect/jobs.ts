/** The background jobs. */
import type { JobsView } from '../../protocol/views-disk.ts';
import { progressOf } from '../state/disk/background-jobs.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';

export const jobsView: ViewKind<'jobs'> = {
  read: readJobs,
  changedBy: ({ type }) => type.startsWith('disk.'),
};

export function readJobs({ jobs, env, nowMs }: Server): JobsView {
  return {
    kind: 'jobs',
    nowMs,
    running: jobs.running.map((job) => ({
      id: job.id,
      job: job.kind,
      subject: job.subject,
      startedAtMs: job.startedAtMs,
      endsAtMs: job.endsAtMs,
      amount: job.amount,
      progress: progressOf(job, nowMs),
    })),
    begun: jobs.begun,
    dictCanResize: env.dictCanResize,
  };
}
