/**
 * CLUSTER FAILOVER at a replica: its master pauses its clients, the replica catches up with it to the last byte, and then
 * asks for votes that are given although the master is up. Nothing is lost.
 *
 *     replica            master
 *        │──── mfstart ────▶│ pauses writes
 *        │◀── ping, paused ─│ with its offset
 *        │  … until our offset is that one, then the election
 */

import type { ClusterStep } from '../../protocol/steps-cluster.ts';
import type { BusLink } from '../state/cluster/bus-link.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import { ManualFailover, TODO } from '../state/cluster/cluster.ts';
import type { ClusterNode } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { sendPing } from './sending.ts';

/** It is given up after this: CLUSTER_MF_TIMEOUT. */
export const MANUAL_FAILOVER_MS = 5000;
/** Clients wait longer than that, so that the new master is known before they go on. */
const PAUSE_FACTOR = 2;

/** At the master: a replica of ours takes over. */
export function beginAtMaster(server: Server, cluster: Cluster, replica: ClusterNode, link: BusLink): void {
  resetManualFailover(server, cluster);
  cluster.manual.endMs = server.nowMs + MANUAL_FAILOVER_MS;
  cluster.manual.replica = replica;
  server.pause.begin('write', server.nowMs + MANUAL_FAILOVER_MS * PAUSE_FACTOR, 'failover');
  server.persistence.note(`Manual failover requested by replica ${replica.id}.`);
  emitStage(server, 'paused', replica, cluster.following.offset);
  // It carries our offset.
  sendPing(server, cluster, link, 'ping');
}

export function resetManualFailover(server: Server, cluster: Cluster): void {
  if (cluster.manual.replica !== null) server.pause.end('failover');
  cluster.manual = new ManualFailover();
}

export function giveUpInTime(server: Server, cluster: Cluster): void {
  const { endMs } = cluster.manual;
  if (endMs === 0 || endMs >= server.nowMs) return;
  server.persistence.note('Manual failover timed out.');
  const { replica } = cluster.manual;
  resetManualFailover(server, cluster);
  emitStage(server, 'timed-out', replica ?? cluster.myself, null);
}

function emitStage(
  server: Server,
  stage: Extract<ClusterStep, { readonly type: 'cluster.manual' }>['stage'],
  replica: ClusterNode,
  offset: number | null,
): void {
  const { probe } = server.env;
  if (probe !== null)
    probe.emit({
      type: 'cluster.manual',
      me: server.cluster?.myself.id ?? '',
      stage,
      replica: replica.id,
      offset,
    });
}

/** At the replica: the paused master has said where it stands. */
export function noteMasterOffset(server: Server, cluster: Cluster, offset: number): void {
  cluster.manual.masterOffset = offset;
  cluster.remember(TODO.manualFailover);
  emitStage(server, 'told', cluster.myself, offset);
}

/** At the replica: whether it has caught up. */
export function catchUp(server: Server, cluster: Cluster): void {
  const { manual, following } = cluster;
  if (manual.endMs === 0 || manual.canStart || manual.masterOffset === null) return;
  if (manual.masterOffset !== following.offset) return;
  manual.canStart = true;
  cluster.remember(TODO.failover);
  server.persistence.note('All master replication stream processed, manual failover can start.');
  emitStage(server, 'caught-up', cluster.myself, following.offset);
}
