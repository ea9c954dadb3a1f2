/**
 * What the answers of a cluster node depend on beside its data and its clients: who serves which slot in its eyes, what
 * is on its way, the order in which it names the keys of a slot, and what it knows of the others. The times of its pings
 * are left out, so two nodes may only be taken for one by this where none of their timers matters.
 */
import { latin1 } from '../base/bytes.ts';
import { keySlot } from '../base/crc16.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import type { Server } from '../state/server.ts';

export function clusterIdentityOf(server: Server): unknown {
  const { cluster } = server;
  if (cluster === null) return null;
  const { myself, migrating, importing, isOk, currentEpoch, lastVoteEpoch } = cluster;
  const named = (slots: Cluster['migrating']) => [...slots].map(([slot, { id }]) => [slot, id]).sort();
  return [
    myself.id,
    isOk,
    currentEpoch,
    lastVoteEpoch,
    named(migrating),
    named(importing),
    [...cluster.nodes.values()]
      .map(({ id, flags, configEpoch, host, port, slots, master }) => [
        id,
        flags,
        configEpoch,
        host,
        port,
        slots.ranges(),
        master?.id ?? null,
      ])
      .sort(),
    slotsWithKeys(server).map((slot) => [slot, keysOfSlot(cluster, slot)]),
  ];
}

/** From the lowest. */
export function slotsWithKeys(server: Server): number[] {
  const slots = new Set<number>();
  for (const { keyBytes } of server.keyspace.databases[0].keys.entries()) slots.add(keySlot(keyBytes));
  return [...slots].sort((a, b) => a - b);
}

/** In the order in which GETKEYSINSLOT has them. */
function keysOfSlot({ slotKeys }: Cluster, slot: number): string[] {
  return slotKeys.keysIn(slot, slotKeys.count(slot)).map((key) => latin1(key));
}
