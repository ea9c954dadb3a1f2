/** The worker's message loop, its timer and its clock: the only impure code beside the engine. */
import type { Answer, Request, WorkerEvent } from '../protocol/messages.ts';
import { Host } from './host.ts';

/** A timer cannot be set further ahead; the engine says again when it wants to be woken. */
const MAX_DELAY_MS = 2147483647;

let timer: ReturnType<typeof setTimeout> | undefined;

const post = (message: Answer | WorkerEvent): void => self.postMessage(message);

const host = new Host({
  realMs: () => performance.now(),
  tell: post,
  wakeAfter(delayMs) {
    clearTimeout(timer);
    timer = delayMs === null ? undefined : setTimeout(() => host.wake(), Math.min(delayMs, MAX_DELAY_MS));
  },
});

// Requests are answered in the order in which they came, also when one has to wait for a decompression.
let turn: Promise<void> = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  // What a session has nothing to do with keeps no command waiting.
  if (data.request === 'commands') {
    void host.answer(data).then(post);
    return;
  }
  turn = turn.then(() => host.answer(data)).then(post);
});
