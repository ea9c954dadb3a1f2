/**
 * A link whose worker can be replaced: it notices when the worker has gone silent or has died, and brings the session
 * back in a new one. Requests that were never answered do not come back: one of them may have killed the worker.
 */

import type { RequestName, Requests, SessionOverview, WorkerEvent } from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';
import { SinceStart } from './since-start.ts';
import { createWatchdog } from './watchdog.ts';
import type { LinkFailedError, WorkerLink } from './worker-link.ts';

export interface Restarts {
  /** Fires when the worker has not answered for long, and again when it does. */
  onSilence(listener: (isSilent: boolean) => void): void;
  /** The reader wants to wait for a silent worker. */
  wait(): void;
  /**
   * Replaces the worker and, if `bringBack`, brings the session back; null if there is none. Throws LinkFailedError
   * where no worker can be started.
   */
  restart(bringBack: boolean): Promise<SessionOverview | null>;
}

export type RestartableLink = WorkerLink & { readonly restarts: Restarts };

export function restartableLink(open: () => WorkerLink): RestartableLink {
  const eventListeners: ((event: WorkerEvent) => void)[] = [];
  const failureListeners: ((error: LinkFailedError) => void)[] = [];
  const silenceListeners: ((isSilent: boolean) => void)[] = [];
  const watchdog = createWatchdog((isSilent) => {
    for (const listener of silenceListeners) listener(isSilent);
  });
  let since = new SinceStart();
  let lastId = 0;
  /** The page gets no events while a session is brought back. */
  let isBringingBack = false;
  let branch: number | null = null;
  let link = listenTo(open());

  function listenTo(opened: WorkerLink): WorkerLink {
    opened.onEvent((event) => {
      if (opened !== link) return;
      watchdog.received();
      if (event.event === 'branch') branch = event.overview.branch;
      if (!isBringingBack) for (const listener of eventListeners) listener(event);
    });
    opened.onFailure((error) => {
      // Ignore a worker that was stopped on purpose.
      if (opened !== link) return;
      watchdog.reset();
      for (const listener of failureListeners) listener(error);
    });
    return opened;
  }

  async function ask<Name extends RequestName>(
    request: Name,
    asked: Requests[Name]['ask'],
  ): Promise<Requests[Name]['answer']> {
    const id = ++lastId;
    const through = link;
    const noted = since;
    watchdog.asked();
    try {
      const answer = await through.ask(request, asked);
      noted.note(id, request, asked, answer);
      return answer;
    } finally {
      if (through === link) watchdog.answered();
    }
  }

  async function restart(isWanted: boolean): Promise<SessionOverview | null> {
    const lost = since;
    const stopped = link;
    since = new SinceStart();
    link = listenTo(open());
    watchdog.reset();
    stopped.stop();
    if (!isWanted) return null;
    isBringingBack = true;
    try {
      return await bringBack(lost);
    } finally {
      isBringingBack = false;
    }
  }

  async function bringBack(lost: SinceStart): Promise<SessionOverview | null> {
    const { beginning, requests } = lost;
    if (beginning === null) return null;
    const begun = await begin(beginning);
    branch = begun.branch;
    let { nowMs } = begun.clock;
    try {
      for (const { request, ask: asked, atMs } of requests) {
        // Repeat the work that the server did by itself in between.
        if (atMs !== null && atMs > nowMs) ({ nowMs } = await ask('advance', { ms: atMs - nowMs }));
        await ask(request, asked);
      }
    } catch (problem) {
      if (!(problem instanceof RefusedError)) throw problem;
      // Stop at the first refusal: later requests were built on the refused one.
      if (problem.refusal.code === 'fault') await ask('goOn', {});
    }
    return ask('switchBranch', { branch });
  }

  async function begin(beginning: NonNullable<SinceStart['beginning']>): Promise<SessionOverview> {
    if (beginning.request === 'load') return (await ask('load', beginning.ask)).overview;
    // With a stopped clock: a tick may have killed the worker.
    return ask('start', { ...beginning.ask, clock: { ...beginning.ask.clock, running: false } });
  }

  return {
    ask,
    onEvent: (listener) => void eventListeners.push(listener),
    onFailure: (listener) => void failureListeners.push(listener),
    stop: () => link.stop(),
    restarts: {
      onSilence: (listener) => void silenceListeners.push(listener),
      wait: watchdog.wait,
      restart,
    },
  };
}
