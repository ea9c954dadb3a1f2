/**
 * Work beside the commands: a child that saves, a thread that frees or syncs. A job takes virtual time: it starts with
 * a duration, and its effect happens when that time has passed. Until then it can be shown and cancelled.
 */
import type { Alarm, Alarms } from '../alarms.ts';

export type BackgroundJobKind = 'rdb-save' | 'aof-rewrite' | 'aof-fsync' | 'lazy-free';

export interface BackgroundJob {
  /** Counts up over the life of the server. */
  readonly id: number;
  readonly kind: BackgroundJobKind;
  /** What it works on: a file, a key. */
  readonly subject: string;
  readonly startedAtMs: number;
  readonly endsAtMs: number;
  /** The amount of work, in bytes or in the unit of its kind. */
  readonly amount: number;
}

interface RunningJob extends BackgroundJob {
  readonly alarm: Alarm;
}

export interface JobPlan {
  readonly kind: BackgroundJobKind;
  readonly subject: string;
  readonly amount: number;
  readonly durationMs: number;
  /** The effect of the job when it is done. */
  finish(): void;
}

export class BackgroundJobs {
  readonly #alarms: Alarms;
  readonly #running: RunningJob[] = [];
  #nextId = 1;

  constructor(alarms: Alarms) {
    this.#alarms = alarms;
  }

  /** In the order in which they were begun. */
  get running(): readonly BackgroundJob[] {
    return this.#running;
  }

  /** How many were begun so far. */
  get begun(): number {
    return this.#nextId - 1;
  }

  /** The first running job of a kind, or null. */
  find(kind: BackgroundJobKind): BackgroundJob | null {
    return this.#running.find((job) => job.kind === kind) ?? null;
  }

  begin(nowMs: number, plan: JobPlan): BackgroundJob {
    const { kind, subject, amount, durationMs } = plan;
    const endsAtMs = nowMs + durationMs;
    const alarm = this.#alarms.set(endsAtMs, () => {
      this.#forget(job);
      plan.finish();
    });
    const job: RunningJob = {
      id: this.#nextId++,
      kind,
      subject,
      startedAtMs: nowMs,
      endsAtMs,
      amount,
      alarm,
    };
    this.#running.push(job);
    return job;
  }

  /** Cancels a job: it will have no effect. A finished job stays finished. */
  abandon(job: BackgroundJob): void {
    const running = this.#running.find(({ id }) => id === job.id);
    if (running === undefined) return;
    this.#alarms.cancel(running.alarm);
    this.#forget(running);
  }

  /** Ends a job early: its effect happens now. */
  finish(job: BackgroundJob): void {
    const running = this.#running.find(({ id }) => id === job.id);
    if (running === undefined) return;
    this.#alarms.cancel(running.alarm);
    running.alarm.ring();
  }

  #forget(job: BackgroundJob): void {
    const at = this.#running.findIndex(({ id }) => id === job.id);
    if (at !== -1) this.#running.splice(at, 1);
  }
}

/** How far a job has come, from 0 to 1. */
export function progressOf(job: BackgroundJob, nowMs: number): number {
  const durationMs = job.endsAtMs - job.startedAtMs;
  if (durationMs <= 0) return 1;
  return Math.min(1, Math.max(0, (nowMs - job.startedAtMs) / durationMs));
}
