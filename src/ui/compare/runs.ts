/** The two servers of a comparison, each in a worker of its own, apart from the reader's. */
import { useEffect, useState } from 'react';
import { encodeCommand } from '../../protocol/resp.ts';
import { branchOfChange, parseRunChange } from '../../protocol/run-change.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { LinkFailedError, startWorker, type WorkerLink } from '../session/worker-link.ts';

export interface Runs {
  readonly one: SessionStore;
  readonly other: SessionStore;
}

export type RunsState =
  | { readonly state: 'none' | 'preparing' }
  | { readonly state: 'refused'; readonly detail: string }
  | ({ readonly state: 'ready' } & Runs);

/** Makes both runs of what was saved, or of the reader's session as it is looked at: changed, or on another branch. */
export function useRuns(own: SessionStore, change: string | undefined, saved: string | undefined): RunsState {
  const [runs, setRuns] = useState<RunsState>({ state: 'none' });
  useEffect(() => {
    const wanted = change === undefined ? null : parseRunChange(change);
    if (wanted === null) {
      setRuns({ state: 'none' });
      return;
    }
    let isGone = false;
    const links: WorkerLink[] = [];
    const prepare = async (): Promise<RunsState> => {
      const base = saved ?? (await own.actions.saveQuietly({}));
      if (base === null) return { state: 'refused', detail: '' };
      links.push(startWorker(), startWorker());
      const [one, other] = links.map((link) => createSessionStore(link));
      const branch = branchOfChange(wanted);
      if (branch === null) {
        const twins = await links[0].ask('twins', { saved: base, change: wanted });
        await Promise.all([one.actions.load(twins.one), other.actions.load(twins.other)]);
      } else {
        // A saved session holds all of its branches under their numbers.
        await Promise.all([one.actions.load(base), other.actions.load(base)]);
        await other.actions.switchBranch(branch);
        if (other.getState().branch !== branch) return { state: 'refused', detail: noticeOf(other) };
      }
      const isReady = one.getState().status === 'ready' && other.getState().status === 'ready';
      return isReady ? { state: 'ready', one, other } : { state: 'refused', detail: noticeOf(one, other) };
    };
    setRuns({ state: 'preparing' });
    prepare()
      .catch((problem: unknown): RunsState => {
        const detail = problem instanceof Error ? problem.message : String(problem);
        return { state: 'refused', detail: problem instanceof LinkFailedError ? '' : detail };
      })
      .then((result) => {
        if (!isGone) setRuns(result);
      });
    return () => {
      isGone = true;
      for (const link of links) link.stop();
    };
  }, [own, change, saved]);
  return runs;
}

function noticeOf(...stores: readonly SessionStore[]): string {
  return stores.map((store) => store.getState().notice?.detail ?? '').find((detail) => detail !== '') ?? '';
}

/** Sends a line to both, at the end of both; false if the line cannot be sent. */
export async function sendToBoth({ one, other }: Runs, line: string): Promise<boolean> {
  const args = splitArguments(line);
  if (args === null || args.length === 0) return false;
  const bytes = encodeCommand(args);
  await Promise.all(
    [one, other].map(async (store) => {
      const { actions } = store;
      actions.last();
      const client = store.getState().clients[0]?.id ?? (await actions.openClient());
      if (client !== null) await actions.sendBytes(client, bytes, 'quiet');
    }),
  );
  return true;
}
