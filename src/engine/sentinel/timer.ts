/**
 * The timer of a sentinel: at every turn each instance is connected, asked, judged and, if it is a master that is down,
 * failed over. Its period changes at random, which keeps sentinels that were started together from always asking for
 * votes in the same instant.
 */
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { askOthers, checkObjectivelyDown, checkSubjectivelyDown } from './down.ts';
import { tell } from './events.ts';
import { continueFailover, finishFailover, startFailoverIfNeeded } from './failover.ts';
import { reconnect, sendPeriodic } from './monitor.ts';
import { randomMs, sentinelOf, timeOf } from './watch.ts';

/** Turns in a second: at least so many, and at random up to twice as many. */
const BASE_HZ = 10;

export function startTimer(server: Server): void {
  turn(server);
  const hz = BASE_HZ + randomMs(server, BASE_HZ);
  server.alarms.set(timeOf(server) + Math.floor(1000 / hz), () => startTimer(server));
}

function turn(server: Server): void {
  const sentinel = sentinelOf(server);
  checkTilt(server);
  for (const master of [...sentinel.masters.values()]) {
    tend(server, master);
    for (const replica of [...master.replicas.values()]) tend(server, replica);
    for (const other of [...master.sentinels.values()]) tend(server, other);
    if (master.failoverState === 'update_config') finishFailover(server, master);
    if (server.ending !== null) return;
  }
}

/** Time jumped, or this process stood still: all timeouts seem to be over, and none of them means anything. */
function checkTilt(server: Server): void {
  const sentinel = sentinelOf(server);
  const nowMs = timeOf(server);
  const passedMs = nowMs - sentinel.lastTimerMs;
  if (passedMs < 0 || passedMs > sentinel.periods['tilt-trigger']) {
    sentinel.isTilted = true;
    sentinel.tiltedSinceMs = nowMs;
    tell(server, '+tilt', '#tilt mode entered');
  }
  sentinel.lastTimerMs = nowMs;
}

function tend(server: Server, instance: Instance): void {
  const sentinel = sentinelOf(server);
  reconnect(server, instance);
  sendPeriodic(server, instance);
  if (sentinel.isTilted) {
    if (timeOf(server) - sentinel.tiltedSinceMs < sentinel.periods['tilt-period']) return;
    sentinel.isTilted = false;
    tell(server, '-tilt', '#tilt mode exited');
  }
  checkSubjectivelyDown(server, instance);
  if (instance.kind !== 'master') return;
  checkObjectivelyDown(server, instance);
  if (startFailoverIfNeeded(server, instance)) askOthers(server, instance, true);
  continueFailover(server, instance);
  if (server.ending === null) askOthers(server, instance, false);
}
