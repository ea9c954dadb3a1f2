/** Two runs of a scenario, without remedies and with them: begun anew, after a moment, whenever something else is asked. */
import { useEffect, useRef, useState } from 'react';
import type { LoadResult, LoadRun } from '../../protocol/load-scenarios.ts';
import type { LoadLink } from '../session/load-link.ts';

export interface RunsState {
  readonly before: LoadResult | null;
  /** Null where no remedy is chosen. */
  readonly after: LoadResult | null;
  /** From 0 to 1 while something runs; null when all is done. */
  readonly done: number | null;
  readonly isStopped: boolean;
  readonly problem: string | null;
}

export interface Runs extends RunsState {
  stop(): void;
  again(): void;
}

const IDLE: RunsState = { before: null, after: null, done: 0, isStopped: false, problem: null };
/** A slider that is dragged asks for many; only the last is worth a run. */
const BEGIN_AFTER_MS = 200;
/** Results that are kept, so that a remedy switched off and on again is there at once. */
const MAX_KNOWN = 8;

export function useRuns(link: LoadLink | null, run: LoadRun): Runs {
  const [state, setState] = useState(IDLE);
  const [attempt, setAttempt] = useState(0);
  const known = useRef(new Map<string, LoadResult>());
  const jobs = useRef<{ stop(): void }[]>([]);
  const before = JSON.stringify({ ...run, remedies: [] });
  const after = run.remedies.length === 0 ? null : JSON.stringify(run);
  useEffect(() => {
    if (link === null || attempt < 0) return;
    const wanted = after === null ? [before] : [before, after];
    const settle = (index: number, result: LoadResult) => {
      remember(known.current, wanted[index], result);
      setState((old) => ({ ...old, ...(index === 0 ? { before: result } : { after: result }) }));
      if (index + 1 < wanted.length) begin(index + 1);
      else setState((old) => ({ ...old, done: null }));
    };
    const begin = (index: number) => {
      const result = known.current.get(wanted[index]);
      if (result !== undefined) {
        settle(index, result);
        return;
      }
      const job = link.begin({ type: 'run', run: JSON.parse(wanted[index]) as LoadRun }, (response) => {
        if (response.type === 'progress')
          setState((old) => ({ ...old, done: (index + response.done) / wanted.length }));
        if (response.type === 'result') settle(index, response.result);
        if (response.type === 'failed')
          setState((old) => ({ ...old, done: null, problem: response.message }));
      });
      jobs.current.push(job);
    };
    setState((old) => ({
      ...old,
      done: 0,
      isStopped: false,
      problem: null,
      ...(after === null ? { after: null } : {}),
    }));
    const timer = setTimeout(() => begin(0), BEGIN_AFTER_MS);
    const all = { stop: () => clearTimeout(timer) };
    jobs.current.push(all);
    return () => stopAll(jobs.current);
  }, [link, before, after, attempt]);
  return {
    ...state,
    stop: () => {
      stopAll(jobs.current);
      setState((old) => ({ ...old, done: null, isStopped: true }));
    },
    again: () => setAttempt((count) => count + 1),
  };
}

function stopAll(jobs: { stop(): void }[]): void {
  for (const job of jobs.splice(0)) job.stop();
}

function remember(known: Map<string, LoadResult>, text: string, result: LoadResult): void {
  known.delete(text);
  known.set(text, result);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN) known.delete(oldest);
}
