/** Clients that wait for keys of a slot that is another node's now: clusterRedirectBlockedClientIfNeeded. */
import { keySlot } from '../base/crc16.ts';
import type { ReplyError } from '../base/errors.ts';
import type { Client } from '../state/client/client.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import type { Server } from '../state/server.ts';
import { refusalOf } from './redirect.ts';

export function redirectBlocked(server: Server, cluster: Cluster): void {
  for (const client of server.clients.values()) {
    const refusal = refusalFor(server, cluster, client);
    if (refusal === null) continue;
    server.statistics.countError(refusal.text);
    server.blocking.answer(client, () => client.reply.error(refusal.text));
    server.blocking.unblock(client, 'command');
  }
}

function refusalFor(server: Server, cluster: Cluster, client: Client): ReplyError | null {
  const { blocked } = client;
  if (blocked === null || blocked.keys.length === 0) return null;
  if (!cluster.isOk) return refusalOf(server, { type: 'down' });
  const { myself, owners, importing } = cluster;
  const slot = keySlot(blocked.keys[0]);
  const owner = owners[slot];
  if (owner === myself || importing.has(slot)) return null;
  const reads = client.readsFromReplica && client.lastEntry?.isReadOnly === true;
  if (reads && myself.isReplica && owner !== null && myself.master === owner) return null;
  return refusalOf(server, owner === null ? { type: 'not-served' } : { type: 'moved', slot, node: owner });
}
