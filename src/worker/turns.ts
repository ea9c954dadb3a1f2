/**
 * Answers requests in the order in which they came, also when one has to wait. A message that cannot be posted (it
 * cannot be cloned, or is too large for memory) is replaced by words about it: the requests after it are answered.
 */
import type { Answer, Request, RequestName, WorkerEvent } from '../protocol/messages.ts';
import { messageOf } from './trouble.ts';

/** They have nothing to do with the session, and keep no command waiting; or they stop something that is under way. */
const OUT_OF_TURN: ReadonlySet<RequestName> = new Set(['commands', 'stopLoad', 'trial', 'stopTrial']);

type Message = Answer | WorkerEvent;

export interface Turns {
  take(request: Request): Promise<void>;
  post(event: WorkerEvent): void;
}

export function createTurns(
  answer: (request: Request) => Promise<Answer>,
  post: (message: Message) => void,
): Turns {
  let turn: Promise<void> = Promise.resolve();

  async function answerNow(request: Request): Promise<void> {
    const { id } = request;
    try {
      const message = await answer(request);
      post(message);
    } catch (problem) {
      tryToPost({ id, ok: false, refusal: { code: 'not-shown', detail: messageOf(problem) } });
    }
  }

  function tryToPost(message: Message): void {
    try {
      post(message);
    } catch {
      // No message gets through any more. The page's watchdog will notice the silence.
    }
  }

  /** Events go without what can be asked for later. */
  function postEvent(event: WorkerEvent): void {
    try {
      post(event);
    } catch (problem) {
      if (event.event === 'frames' && event.detail !== null) postEvent({ ...event, detail: null });
      else if (event.event === 'fault' && event.report !== null) postEvent({ ...event, report: null });
      else tryToPost({ event: 'trouble', refusal: { code: 'not-shown', detail: messageOf(problem) } });
    }
  }

  return {
    take(request) {
      if (OUT_OF_TURN.has(request.request)) return answerNow(request);
      const answered = turn.then(() => answerNow(request));
      // What is saved is what is there now; while it is compressed, commands go on.
      const isSave = request.request === 'save' || request.request === 'saveSince';
      turn = isSave ? turn : answered;
      return answered;
    },
    post: postEvent,
  };
}
