/**
 * In the page's worker this stands in for the observations until they have arrived. Nobody asks for one before: host.ts
 * waits for everything before it sets a goal or observes.
 */
import { beginWith } from '../engine/index.ts';

export let observe: typeof import('./observe.ts').observe;
export let engineReader: typeof import('./engine-reader.ts').engineReader;

beginWith({
  async complete() {
    ({ observe } = await import('./observe.ts'));
    ({ engineReader } = await import('./engine-reader.ts'));
  },
});
