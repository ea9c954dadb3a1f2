/** The replica that is to become the master: one that lives, knows much, and is wanted. */
import type { SelectedBy } from '../../protocol/steps-sentinel.ts';
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { sentinelOf, timeOf } from './watch.ts';

/** A replica's signs of life may be this old. */
const VALID_PING_PERIODS = 5;
const VALID_INFO_PERIODS = 3;
/** Its link to the master may be down for as long as the master is, and so many times its down-after period. */
const LINK_DOWN_PERIODS = 10;

/** Why a replica cannot become the master, in the order of the checks. */
export type Unsuitable = 'down' | 'disconnected' | 'no-pong' | 'priority' | 'old-info' | 'link-down';

/** Null if it is suitable. */
export function unsuitableBecause(server: Server, master: Instance, replica: Instance): Unsuitable | null {
  const { periods } = sentinelOf(server);
  const nowMs = timeOf(server);
  const masterDownMs = master.is('s_down') ? nowMs - master.sDownSinceMs : 0;
  const maxLinkDownMs = masterDownMs + master.downAfterMs * LINK_DOWN_PERIODS;
  const pingAgeMs = periods['ping-period'] * VALID_PING_PERIODS;
  // Of a master that is down the replicas are asked every second.
  const infoAgeMs = master.is('s_down') ? pingAgeMs : periods['info-period'] * VALID_INFO_PERIODS;
  if (replica.is('s_down') || replica.is('o_down')) return 'down';
  if (replica.link.isDisconnected) return 'disconnected';
  if (nowMs - replica.link.lastAvailableMs > pingAgeMs) return 'no-pong';
  if (replica.priority === 0) return 'priority';
  if (nowMs - replica.infoRefreshMs > infoAgeMs) return 'old-info';
  return replica.masterLinkDownMs > maxLinkDownMs ? 'link-down' : null;
}

/** The best first. */
export function suitableReplicas(server: Server, master: Instance): Instance[] {
  return [...master.replicas.values()]
    .filter((replica) => unsuitableBecause(server, master, replica) === null)
    .sort(byFitness);
}

export function selectReplica(server: Server, master: Instance): Instance | null {
  return suitableReplicas(server, master)[0] ?? null;
}

/** The lowest priority number, then the highest offset, then the smallest run id; one without an id comes last. */
function byFitness(a: Instance, b: Instance): number {
  if (a.priority !== b.priority) return a.priority - b.priority;
  if (a.offset !== b.offset) return b.offset - a.offset;
  if (a.runId === b.runId) return 0;
  if (a.runId === null) return 1;
  if (b.runId === null) return -1;
  return a.runId.toLowerCase() < b.runId.toLowerCase() ? -1 : 1;
}

/** What decided between the best and the next; null if nobody is suitable. */
export function decidedBy([best, next]: readonly Instance[]): SelectedBy | null {
  if (best === undefined) return null;
  if (next === undefined) return 'only';
  if (best.priority !== next.priority) return 'priority';
  return best.offset !== next.offset ? 'offset' : 'run id';
}
