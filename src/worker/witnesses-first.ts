/**
 * In the page's worker this stands in for the witnesses of locks and of work until they have arrived. Nobody asks them
 * before: host.ts waits for everything before it shows a view of theirs or observes a lock.
 */
import { beginWith } from '../engine/index.ts';

export let LockWitness: typeof import('./lock-witness.ts').LockWitness;
export let WireWitness: typeof import('./wire-witness.ts').WireWitness;
export let WorkWitness: typeof import('./work-witness.ts').WorkWitness;

beginWith({
  async complete() {
    ({ LockWitness } = await import('./lock-witness.ts'));
    ({ WireWitness } = await import('./wire-witness.ts'));
    ({ WorkWitness } = await import('./work-witness.ts'));
  },
});
