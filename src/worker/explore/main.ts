/** The message loop of the worker that searches schedules: beside the engine's own worker, so that neither waits. */
import type { ExploreRequest } from '../../protocol/explore.ts';
import { ExploreHost } from './host.ts';

/** Posts itself a message: a timer would wait for 4 ms each time. */
const resting = new MessageChannel();
const rested: (() => void)[] = [];
resting.port1.onmessage = () => rested.shift()?.();

const host = new ExploreHost({
  post: (response) => self.postMessage(response),
  rest: () =>
    new Promise((resolve) => {
      rested.push(resolve);
      resting.port2.postMessage(null);
    }),
  realMs: () => performance.now(),
});

self.addEventListener('message', ({ data }: MessageEvent<ExploreRequest>) => void host.take(data));
