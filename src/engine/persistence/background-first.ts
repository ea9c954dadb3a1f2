/**
 * In the page's worker this stands in for background.ts until that has arrived. A save point is a minute away at the
 * least; should one be reached all the same, the save begins when it can.
 */

import type { SavingChild } from '../state/disk/persistence.ts';
import { beginWith } from '../state/lazy-chunks.ts';
import type { Server } from '../state/server.ts';

let all: typeof import('./background.ts') | null = null;

beginWith({
  async complete() {
    all = await import('./background.ts');
  },
});

/** As in rdb-save.ts; a test holds them together. */
export const RETRY_DELAY_SECONDS = 5;

export function letChildWrite(server: Server, child: SavingChild): void {
  all?.letChildWrite(server, child);
}

export function saveInBackground(server: Server): boolean {
  return all?.saveInBackground(server) ?? false;
}

export function rewriteInBackground(server: Server): boolean {
  return all?.rewriteInBackground(server) ?? false;
}
