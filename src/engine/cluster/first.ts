/** In the page's worker this stands in for start.ts until that has arrived: a server without a cluster. */
import { AssertionFailure } from '../base/errors.ts';
import { beginWith } from '../state/lazy-chunks.ts';
import type { Server } from '../state/server.ts';

let whole: typeof import('./start.ts') | null = null;

beginWith({
  async complete() {
    whole = await import('./start.ts');
  },
});

export function openCluster(server: Server): string | null {
  if (whole !== null) return whole.openCluster(server);
  if (server.config.flag('cluster-enabled')) throw new AssertionFailure('the cluster has not been loaded');
  return null;
}

export function claimSlotsOfData(server: Server): string | null {
  return whole === null ? null : whole.claimSlotsOfData(server);
}
