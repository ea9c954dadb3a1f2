/**
 * A failover, as its leader does it. Each state is left when what it waits for has happened:
 *
 *     wait_start ─ elected ─▸ select_slave ─▸ send_slaveof_noone ─▸ wait_promotion ─ INFO says master ─▸
 *     reconf_slaves ─ all replicas follow, or time is up ─▸ update_config ─▸ the name belongs to the new master
 */
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { crashIf } from './crash.ts';
import { announce, tell } from './events.ts';
import { announceSwitch, switchMaster } from './instances.ts';
import { sendReplicaOf } from './saying.ts';
import { decidedBy, suitableReplicas } from './select-replica.ts';
import { leaderOf, MAX_DESYNC_MS } from './votes.ts';
import { randomMs, sentinelOf, timeOf } from './watch.ts';

export function startFailover(server: Server, master: Instance): void {
  const sentinel = sentinelOf(server);
  const nowMs = timeOf(server);
  master.moveTo('wait_start', nowMs);
  master.flags.add('failover_in_progress');
  master.failoverEpoch = ++sentinel.currentEpoch;
  tell(server, '+new-epoch', String(sentinel.currentEpoch));
  announce(server, '+try-failover', master);
  master.failoverStartMs = nowMs + randomMs(server, MAX_DESYNC_MS);
}

/** Whether one was started: the master is down for enough sentinels, and the last attempt is long ago. */
export function startFailoverIfNeeded(server: Server, master: Instance): boolean {
  if (!master.is('o_down') || master.is('failover_in_progress')) return false;
  const notBeforeMs = master.failoverStartMs + master.failoverTimeoutMs * 2;
  if (timeOf(server) < notBeforeMs) {
    if (master.failoverDelayLoggedMs !== master.failoverStartMs) {
      master.failoverDelayLoggedMs = master.failoverStartMs;
      server.persistence.note(`Next failover delay: I will not start a failover before ${notBeforeMs}`);
    }
    return false;
  }
  startFailover(server, master);
  return true;
}

export function continueFailover(server: Server, master: Instance): void {
  if (!master.is('failover_in_progress')) return;
  switch (master.failoverState) {
    case 'wait_start':
      waitForElection(server, master);
      break;
    case 'select_slave':
      choose(server, master);
      break;
    case 'send_slaveof_noone':
      promote(server, master);
      break;
    case 'wait_promotion':
      abortWhenLate(server, master);
      break;
    case 'reconf_slaves':
      reconfigureNext(server, master);
      break;
  }
}

function waitForElection(server: Server, master: Instance): void {
  const sentinel = sentinelOf(server);
  const isLeader = leaderOf(server, master, master.failoverEpoch)?.toLowerCase() === sentinel.id;
  const nowMs = timeOf(server);
  if (!isLeader && !master.is('force_failover')) {
    const timeoutMs = Math.min(sentinel.periods['election-timeout'], master.failoverTimeoutMs);
    if (nowMs - master.failoverStartMs > timeoutMs) {
      announce(server, '-failover-abort-not-elected', master);
      abort(server, master);
    }
    return;
  }
  announce(server, '+elected-leader', master);
  crashIf(server, sentinel.crashesAfterElection);
  master.moveTo('select_slave', nowMs);
  announce(server, '+failover-state-select-slave', master);
}

function choose(server: Server, master: Instance): void {
  const suitable = suitableReplicas(server, master);
  const replica = suitable[0] ?? null;
  const { probe } = server.env;
  if (probe !== null) {
    probe.emit({
      type: 'sentinel.selected',
      me: sentinelOf(server).id,
      master: master.name,
      chosen: replica?.name ?? null,
      suitable: suitable.length,
      replicas: master.replicas.size,
      by: decidedBy(suitable),
    });
  }
  if (replica === null) {
    announce(server, '-failover-abort-no-good-slave', master);
    abort(server, master);
    return;
  }
  announce(server, '+selected-slave', replica);
  replica.flags.add('promoted');
  master.promotedReplica = replica;
  master.moveTo('send_slaveof_noone', timeOf(server));
  announce(server, '+failover-state-send-slaveof-noone', replica);
}

function promote(server: Server, master: Instance): void {
  const { promotedReplica } = master;
  if (promotedReplica === null || promotedReplica.link.isDisconnected) {
    abortWhenLate(server, master);
    return;
  }
  if (!sendReplicaOf(promotedReplica, null)) return;
  announce(server, '+failover-state-wait-promotion', promotedReplica);
  master.moveTo('wait_promotion', timeOf(server));
}

function abortWhenLate(server: Server, master: Instance): void {
  if (timeOf(server) - master.failoverStateChangeMs <= master.failoverTimeoutMs) return;
  announce(server, '-failover-abort-slave-timeout', master);
  abort(server, master);
}

/** Possible as long as the promoted replica has not confirmed its role. */
function abort(server: Server, master: Instance): void {
  master.flags.delete('failover_in_progress');
  master.flags.delete('force_failover');
  master.moveTo('none', timeOf(server));
  master.promotedReplica?.flags.delete('promoted');
  master.promotedReplica = null;
}

/** Tells the other replicas to follow the new master, as many at a time as `parallel-syncs` allows. */
function reconfigureNext(server: Server, master: Instance): void {
  const { promotedReplica } = master;
  const nowMs = timeOf(server);
  const timeoutMs = sentinelOf(server).periods['slave-reconf-timeout'];
  const replicas = [...master.replicas.values()];
  let underWay = replicas.filter((each) => each.is('reconf_sent') || each.is('reconf_inprog')).length;
  for (const replica of replicas) {
    if (underWay >= master.parallelSyncs || promotedReplica === null) break;
    const { flags } = replica;
    if (flags.has('promoted') || flags.has('reconf_done')) continue;
    if (flags.has('reconf_sent') && nowMs - replica.reconfSentMs > timeoutMs) {
      announce(server, '-slave-reconf-sent-timeout', replica);
      flags.delete('reconf_sent');
      flags.add('reconf_done');
    }
    if (flags.has('reconf_sent') || flags.has('reconf_inprog') || replica.link.isDisconnected) continue;
    if (!sendReplicaOf(replica, promotedReplica.address)) continue;
    flags.add('reconf_sent');
    replica.reconfSentMs = nowMs;
    announce(server, '+slave-reconf-sent', replica);
    underWay++;
  }
  endIfDone(server, master);
}

function endIfDone(server: Server, master: Instance): void {
  const { promotedReplica } = master;
  if (promotedReplica === null || promotedReplica.is('s_down')) return;
  const replicas = [...master.replicas.values()];
  const isWaitedFor = (replica: Instance): boolean =>
    !replica.is('promoted') && !replica.is('reconf_done') && !replica.is('s_down');
  const isLate = timeOf(server) - master.failoverStateChangeMs > master.failoverTimeoutMs;
  if (isLate) announce(server, '+failover-end-for-timeout', master);
  else if (replicas.some(isWaitedFor)) return;
  announce(server, '+failover-end', master);
  master.moveTo('update_config', timeOf(server));
  if (!isLate) return;
  // Those that have not been told are told at least once.
  for (const replica of replicas) {
    const { flags } = replica;
    if (flags.has('promoted') || flags.has('reconf_done') || flags.has('reconf_sent')) continue;
    if (replica.link.isDisconnected || !sendReplicaOf(replica, promotedReplica.address)) continue;
    announce(server, '+slave-reconf-sent-be', replica);
    flags.add('reconf_sent');
  }
}

/** The name of the master belongs to the promoted replica from now on. */
export function finishFailover(server: Server, master: Instance): void {
  const to = (master.promotedReplica ?? master).address;
  announceSwitch(server, master, to);
  switchMaster(server, master, to);
}
