/**
 * Whose slots are whose. Of two nodes that claim a slot the one with the higher configuration epoch has it; a node that
 * loses its last slot that way follows the winner. Mirrors clusterUpdateSlotsConfigWith.
 */
import { keySlot } from '../base/crc16.ts';
import { type Cluster, TODO } from '../state/cluster/cluster.ts';
import type { ClusterNode } from '../state/cluster/node.ts';
import { SlotSet } from '../state/cluster/slot-set.ts';
import type { Server } from '../state/server.ts';
import { followMaster } from './membership.ts';

/** A slot loses its owner. Who listens to its shard channels here is told that it is over. */
export function giveUpSlot(server: Server, cluster: Cluster, slot: number): boolean {
  const owner = cluster.owners[slot];
  if (owner === null) return false;
  if (owner === cluster.myself.head) closeShardChannels(server, slot);
  return cluster.deleteSlot(slot);
}

/** removeChannelsInSlot. */
function closeShardChannels({ subscriptions }: Server, slot: number): void {
  if (subscriptions.size('shard') === 0) return;
  for (const channel of [...subscriptions.names('shard')]) {
    if (keySlot(channel) === slot) subscriptions.closeShardChannel(channel);
  }
}

/** `claimant` says with this epoch that these slots are its own. */
export function takeOverSlots(
  server: Server,
  cluster: Cluster,
  claimant: ClusterNode,
  configEpoch: number,
  bytes: Uint8Array,
): void {
  const { myself, owners } = cluster;
  if (claimant === myself) return;
  const ourMaster = myself.isMaster ? myself : myself.master;
  const claimed = new SlotSet(bytes.slice());
  const lostWithKeys: number[] = [];
  const taken: number[] = [];
  let takenFrom: string | null = null;
  let lost = 0;
  for (const slot of claimed) {
    const owner = owners[slot];
    // A slot that we import is ours when the operator says so.
    if (owner === claimant || cluster.importing.has(slot)) continue;
    if (owner !== null && owner.configEpoch >= configEpoch) continue;
    if (owner === myself && cluster.slotKeys.count(slot) > 0) lostWithKeys.push(slot);
    if (owner !== null && owner === ourMaster) lost++;
    giveUpSlot(server, cluster, slot);
    cluster.addSlot(claimant, slot);
    taken.push(slot);
    takenFrom ??= owner?.id ?? null;
    cluster.remember(TODO.save | TODO.state | TODO.sync);
  }
  const { probe } = server.env;
  if (probe !== null && taken.length > 0) {
    const { id } = claimant;
    probe.emit({
      type: 'cluster.slots',
      me: cluster.myself.id,
      how: 'claimed',
      owner: id,
      ...extentOf(taken),
      from: takenFrom,
    });
  }
  const mayMove = server.config.flag('cluster-allow-replica-migration') || claimed.count === lost;
  if (lost > 0 && ourMaster !== null && ourMaster.slots.count === 0 && mayMove) {
    server.persistence.note(
      `Configuration change detected. Reconfiguring myself as a replica of ${claimant.id}`,
    );
    followMaster(server, cluster, claimant);
    cluster.remember(TODO.save | TODO.state | TODO.sync);
    return;
  }
  const above = myself.master?.master ?? null;
  if (above !== null && above !== myself) {
    // A replica of a replica follows the master itself.
    followMaster(server, cluster, above);
    cluster.remember(TODO.save | TODO.state | TODO.sync);
    return;
  }
  for (const slot of lostWithKeys) deleteKeysIn(server, cluster, slot);
}

/** How many these are, the first and the last, for a step. They are in order. */
export function extentOf(slots: Iterable<number>): { slots: number; first: number; last: number } {
  const all = [...slots];
  return { slots: all.length, first: all[0] ?? -1, last: all.at(-1) ?? -1 };
}

/** Deletes the keys of a slot that belongs to another node now: delKeysInSlot. */
export function deleteKeysIn(server: Server, cluster: Cluster, slot: number): number {
  const { keyspace, propagation } = server;
  const db = keyspace.databases[0];
  const keys = cluster.slotKeys.keysIn(slot, Number.POSITIVE_INFINITY);
  for (const key of keys) {
    propagation.unit(false, () => {
      keyspace.delete(db, key);
      propagation.deletion(db, key, keyspace.lazyServerDelete);
      keyspace.modified(db, key);
      keyspace.notify('g', 'del', db, key);
      keyspace.dirty++;
    });
  }
  return keys.length;
}
