/** The worker's message loop, its timer and its clock: the only impure code beside the engine. */
import type { Request } from '../protocol/messages.ts';
import { Host } from './host.ts';
import { createTurns } from './turns.ts';

/** A timer cannot be set further ahead; the engine says again when it wants to be woken. */
const MAX_DELAY_MS = 2147483647;

let timer: ReturnType<typeof setTimeout> | undefined;

const turns = createTurns(
  (request) => host.answer(request),
  (message) => self.postMessage(message),
);

const host = new Host({
  rest: () => new Promise((resolve) => setTimeout(resolve, 0)),
  realMs: () => performance.now(),
  post: turns.post,
  firstSession: crypto.getRandomValues(new Uint32Array(1))[0],
  wakeAfter(delayMs) {
    clearTimeout(timer);
    timer = delayMs === null ? undefined : setTimeout(() => host.wake(), Math.min(delayMs, MAX_DELAY_MS));
  },
});

self.addEventListener('message', ({ data }: MessageEvent<Request>) => void turns.take(data));
