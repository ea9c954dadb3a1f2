/** Notes of the jobs that other threads and children did: when each was begun, and when it was over. */
import type { Server } from '../../engine/index.ts';
import type { LoopJob } from '../../protocol/views-work.ts';

const MAX_SHOWN = 40;

interface NotedJob {
  readonly job: Omit<LoopJob, 'state'>;
  /** The server it worked for: numbers begin anew with every start. */
  readonly server: Server;
  readonly begunIn: number;
  /** The frame in which it was found to be over; -1 while it runs. */
  endedIn: number;
  endedAtMs: number;
}

export class JobNotes {
  readonly #all: NotedJob[] = [];
  #running: NotedJob[] = [];

  /** Looks at what runs after an input. */
  look(server: Server, frame: number): void {
    const { nowMs, jobs } = server;
    if (this.#running.length === 0 && jobs.running.length === 0) return;
    const ids = new Set(jobs.running.map(({ id }) => id));
    for (const noted of this.#running) {
      if (noted.server === server && ids.has(noted.job.id)) continue;
      noted.endedIn = frame;
      noted.endedAtMs = nowMs;
    }
    this.#running = this.#running.filter(({ endedIn }) => endedIn === -1);
    for (const { id, kind, subject, amount, startedAtMs, endsAtMs } of jobs.running) {
      if (this.#running.some(({ job }) => job.id === id)) continue;
      const job = { id, job: kind, subject, amount, startedAtMs, endsAtMs };
      const noted: NotedJob = { job, server, begunIn: frame, endedIn: -1, endedAtMs: 0 };
      this.#all.push(noted);
      this.#running.push(noted);
    }
  }

  /** Those that were begun up to a frame and not over before an instant. */
  upTo(atFrame: number, fromMs: number): LoopJob[] {
    const jobs: LoopJob[] = [];
    for (const { job, begunIn, endedIn, endedAtMs } of this.#all) {
      if (begunIn > atFrame) break;
      const isOver = endedIn !== -1 && endedIn <= atFrame;
      if (isOver && endedAtMs < fromMs) continue;
      const isEarly = isOver && endedAtMs < job.endsAtMs;
      const state = !isOver ? 'running' : isEarly ? 'given-up' : 'done';
      jobs.push({ ...job, endsAtMs: isEarly ? endedAtMs : job.endsAtMs, state });
    }
    return jobs.slice(-MAX_SHOWN);
  }
}
