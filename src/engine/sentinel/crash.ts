/** SENTINEL SIMULATE-FAILURE: the process ends in the middle of a failover, to see what the others do. */
import type { Server } from '../state/server.ts';

export function crashIf(server: Server, isWanted: boolean): void {
  if (!isWanted) return;
  const text = 'Sentinel CRASH because of SENTINEL simulate-failure';
  server.persistence.note(text);
  server.ending = { reason: 'crash', restarts: false, text };
}
