/** What the server does for its memory when it has answered and is about to sleep: the end of every step. */
import type { Server } from '../state/server.ts';
import { continueEviction } from './memory-gate.ts';

export function tendMemory(server: Server): void {
  if (server.evictionIsDue) continueEviction(server);
  if (server.activeExpiry.isCutOff && server.activeExpireEnabled && !server.keyspace.holdsStill) {
    const effort = server.config.number('active-expire-effort');
    server.propagation.unit(false, () => server.activeExpiry.fast(effort));
  }
}
