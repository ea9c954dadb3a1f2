/** A link without a worker: the host answers in the same thread. For tests on a real engine. */

import type { Answer, Request, WorkerEvent } from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';
import type { WorkerLink } from './worker-link.ts';

export interface Answering {
  answer(request: Request): Promise<Answer>;
}

export function directLink(start: (post: (event: WorkerEvent) => void) => Answering): WorkerLink {
  let listener: (event: WorkerEvent) => void = () => {};
  const answering = start((event) => listener(event));
  let id = 0;
  return {
    async ask(request, ask) {
      const answer = await answering.answer({ ...ask, id: ++id, request } as Request);
      if (!answer.ok) throw new RefusedError(answer.refusal.code, answer.refusal.detail);
      return answer.answer as never;
    },
    onEvent(added) {
      listener = added;
    },
    onFailure() {},
    stop() {},
  };
}
