/** The message loop of the worker that runs load scenarios. */
import type { LoadRequest } from '../../protocol/load.ts';
import { LoadHost } from './host.ts';

const host = new LoadHost({
  post: (response) => self.postMessage(response),
  rest: () => new Promise((resolve) => setTimeout(resolve, 0)),
  realMs: () => performance.now(),
});

self.addEventListener('message', ({ data }: MessageEvent<LoadRequest>) => void host.take(data));
