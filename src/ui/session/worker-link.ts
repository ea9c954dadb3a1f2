/**
 * The page's end of the connection to the worker: numbered requests, their answers, and the worker's own events.
 * Nothing else on the page posts messages.
 */
import type { Answer, RequestName, Requests, WorkerEvent } from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';

export type LinkFailure =
  /** The browser has no Web Workers, or no module workers. */
  | 'no-worker'
  /** The worker's script could not be fetched, parsed or started. */
  | 'worker-failed'
  /** The worker had worked, and stopped. */
  | 'worker-died';

/** No worker, so no server: the page can only say so. */
export class LinkFailedError extends Error {
  readonly failure: LinkFailure;
  constructor(failure: LinkFailure, detail: string) {
    super(detail);
    this.name = 'LinkFailedError';
    this.failure = failure;
  }
}

export interface WorkerLink {
  ask<Name extends RequestName>(request: Name, ask: Requests[Name]['ask']): Promise<Requests[Name]['answer']>;
  onEvent(listener: (event: WorkerEvent) => void): void;
  /** Called once, when the worker fails; open requests are then rejected. */
  onFailure(listener: (error: LinkFailedError) => void): void;
  stop(): void;
}

/** The part of a Worker that is used: tests substitute their own. */
export interface MessagePeer {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

interface OpenQuestion {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Connects to an existing peer. */
export function linkTo(peer: MessagePeer): WorkerLink {
  const open = new Map<number, OpenQuestion>();
  const eventListeners: ((event: WorkerEvent) => void)[] = [];
  const failureListeners: ((error: LinkFailedError) => void)[] = [];
  let lastId = 0;
  let failed: LinkFailedError | null = null;
  let hasWorked = false;

  function fail(error: LinkFailedError): void {
    if (failed !== null) return;
    failed = error;
    for (const question of open.values()) question.reject(error);
    open.clear();
    for (const listener of failureListeners) listener(error);
  }

  const failure = () => (hasWorked ? 'worker-died' : 'worker-failed');

  peer.onmessage = (message) => {
    hasWorked = true;
    const data = message.data as Answer | WorkerEvent;
    if ('event' in data) {
      for (const listener of eventListeners) listener(data);
      return;
    }
    const question = open.get(data.id);
    if (question === undefined) return;
    open.delete(data.id);
    if (data.ok) question.resolve(data.answer);
    else question.reject(new RefusedError(data.refusal.code, data.refusal.detail));
  };
  peer.onerror = (event) => {
    event.preventDefault?.();
    fail(new LinkFailedError(failure(), event.message || 'the worker could not be started'));
  };
  peer.onmessageerror = () => fail(new LinkFailedError(failure(), 'a message could not be read'));

  return {
    ask(request, ask) {
      if (failed !== null) return Promise.reject(failed);
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        open.set(id, { resolve: resolve as (answer: unknown) => void, reject });
        try {
          peer.postMessage({ ...ask, id, request });
        } catch (problem) {
          // An unsendable request was not done: refuse it, so that nobody waits for an answer.
          open.delete(id);
          const detail = problem instanceof Error ? problem.message : String(problem);
          reject(new RefusedError('not-shown', detail));
        }
      });
    },
    onEvent(listener) {
      eventListeners.push(listener);
    },
    onFailure(listener) {
      failureListeners.push(listener);
      if (failed !== null) listener(failed);
    },
    stop() {
      peer.terminate();
      fail(new LinkFailedError('worker-died', 'the worker was stopped'));
    },
  };
}

/** Starts the worker. Throws LinkFailedError where the browser cannot. */
export function startWorker(): WorkerLink {
  if (typeof Worker === 'undefined') throw new LinkFailedError('no-worker', 'this browser has no Worker');
  let worker: Worker;
  try {
    worker = new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module' });
  } catch (error) {
    throw new LinkFailedError('worker-failed', error instanceof Error ? error.message : String(error));
  }
  return linkTo(worker as MessagePeer);
}
