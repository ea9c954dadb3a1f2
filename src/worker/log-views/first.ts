/**
 * In the page's worker this stands in for the histories of locks, wire, work and HyperLogLogs, and for costs, until they have arrived. Nobody asks
 * them before: host.ts waits for everything before it shows a view of theirs or observes a lock.
 */
import { beginWith } from '../../engine/index.ts';

export let CostCounts: typeof import('./cost-counts.ts').CostCounts;
export let LockHistory: typeof import('./lock-history.ts').LockHistory;
export let SeenHistory: typeof import('./seen-history.ts').SeenHistory;
export let WireHistory: typeof import('./wire-history.ts').WireHistory;
export let WorkHistory: typeof import('./work-history.ts').WorkHistory;

beginWith({
  async complete() {
    ({ CostCounts } = await import('./cost-counts.ts'));
    ({ LockHistory } = await import('./lock-history.ts'));
    ({ SeenHistory } = await import('./seen-history.ts'));
    ({ WireHistory } = await import('./wire-history.ts'));
    ({ WorkHistory } = await import('./work-history.ts'));
  },
});
