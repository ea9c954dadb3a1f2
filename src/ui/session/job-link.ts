/**
 * The page's end of the connection to a worker that does numbered jobs. It is made when a page needs it and closed with
 * that page; a job that is stopped ends within a slice of its work.
 */

interface Numbered {
  readonly request: number;
}

/** Jobs as a page writes them: the link numbers them, and says itself when one is to stop. */
export type JobOf<Request extends Numbered> = Request extends { readonly type: 'stop' }
  ? never
  : Omit<Request, 'request'>;

export interface JobLink<Job, Response> {
  /** Begins a job. `hear` gets all that is said about it, until the last word. */
  begin(job: Job, hear: (response: Response) => void): { stop(): void };
  close(): void;
}

/** The part of a Worker that is used: tests substitute their own. */
export interface JobPeer {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

type Failed = Numbered & { readonly type: 'failed'; readonly message: string };

export function jobsOver<Job, Response extends Numbered>(peer: JobPeer): JobLink<Job, Response | Failed> {
  const listeners = new Map<number, (response: Response | Failed) => void>();
  let last = 0;
  peer.onmessage = ({ data }: MessageEvent<Response>) => listeners.get(data.request)?.(data);
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
          peer.postMessage({ type: 'stop', request });
        },
      };
    },
    close() {
      listeners.clear();
      peer.terminate();
    },
  };
}
