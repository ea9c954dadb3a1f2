/** In the page's worker this stands in for startup.ts until that has arrived: a server whose disk is empty. */

import { emptyManifest, isMultiPart } from '../persistence/aof-manifest.ts';
import { beginWith } from '../state/lazy-chunks.ts';
import type { Server } from '../state/server.ts';

let startAny: ((server: Server) => string | null) | null = null;

beginWith({
  async complete() {
    startAny = (await import('./startup.ts')).startUp;
  },
});

export function startUp(server: Server): string | null {
  if (startAny !== null) return startAny(server);
  if (isMultiPart(server)) server.persistence.aof.manifest = emptyManifest();
  server.keyspace.dirty = 0;
  return null;
}
