/**
 * The page's end of the connection to a worker that searches schedules. Made when a scenario is opened and stopped when
 * it is left; a search that is stopped ends within a slice.
 */
import type { ExploreRequest, ExploreResponse } from '../../protocol/explore.ts';

type WithoutNumber<Kind> = Kind extends { readonly request: number } ? Omit<Kind, 'request'> : never;
export type ExploreJob = WithoutNumber<Exclude<ExploreRequest, { type: 'stop' }>>;

export interface ExploreLink {
  /** Begins a job. `hear` gets all that is said about it, until the last word. */
  begin(job: ExploreJob, hear: (response: ExploreResponse) => void): { stop(): void };
  close(): void;
}

/** The part of a Worker that is used: tests substitute their own. */
export interface ExplorePeer {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

export function startExploring(): ExploreLink {
  return exploreOver(
    new Worker(new URL('../../worker/explore/main.ts', import.meta.url), { type: 'module', name: 'explore' }),
  );
}

export function exploreOver(peer: ExplorePeer): ExploreLink {
  const listeners = new Map<number, (response: ExploreResponse) => void>();
  let last = 0;
  peer.onmessage = ({ data }: MessageEvent<ExploreResponse>) => listeners.get(data.request)?.(data);
  peer.onerror = ({ message }) => {
    for (const [request, hear] of listeners) hear({ type: 'failed', request, message });
    listeners.clear();
  };
  return {
    begin(job, hear) {
      const request = ++last;
      listeners.set(request, hear);
      peer.postMessage({ ...job, request });
      return {
        stop() {
          // Nothing is heard any more, even if it is on its way.
          listeners.delete(request);
          peer.postMessage({ type: 'stop', request } satisfies ExploreRequest);
        },
      };
    },
    close() {
      listeners.clear();
      peer.terminate();
    },
  };
}
