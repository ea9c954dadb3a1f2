/** The message loop of the worker that searches schedules: beside the engine's own worker, so that neither waits. */
import type { ExploreRequest } from '../../protocol/explore.ts';
import { ExploreHost } from './host.ts';

const host = new ExploreHost({
  post: (response) => self.postMessage(response),
  rest: () => new Promise((resolve) => setTimeout(resolve, 0)),
  realMs: () => performance.now(),
});

self.addEventListener('message', ({ data }: MessageEvent<ExploreRequest>) => void host.take(data));
