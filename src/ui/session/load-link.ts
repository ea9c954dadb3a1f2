/** The page's end of the connection to a worker that runs load scenarios. Made by their page and closed with it. */
import type { LoadRequest, LoadResponse } from '../../protocol/load.ts';

type WithoutNumber<Kind> = Kind extends { readonly request: number } ? Omit<Kind, 'request'> : never;
export type LoadJob = WithoutNumber<Exclude<LoadRequest, { type: 'stop' }>>;

export interface LoadLink {
  /** Begins a job. `hear` gets all that is said about it, until the last word. */
  begin(job: LoadJob, hear: (response: LoadResponse) => void): { stop(): void };
  close(): void;
}

/** The part of a Worker that is used: tests substitute their own. */
export interface LoadPeer {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

export function startLoad(): LoadLink {
  return loadOver(
    new Worker(new URL('../../worker/load/main.ts', import.meta.url), { type: 'module', name: 'load' }),
  );
}

export function loadOver(peer: LoadPeer): LoadLink {
  const listeners = new Map<number, (response: LoadResponse) => void>();
  let last = 0;
  peer.onmessage = ({ data }: MessageEvent<LoadResponse>) => listeners.get(data.request)?.(data);
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
          peer.postMessage({ type: 'stop', request } satisfies LoadRequest);
        },
      };
    },
    close() {
      listeners.clear();
      peer.terminate();
    },
  };
}
