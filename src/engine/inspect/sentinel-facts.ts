/** What one sentinel believes, in parts: what a view of several sentinels is put together from. */
import type {
  Candidate,
  KnownVote,
  MasterOpinion,
  Opinion,
  SentinelServer,
} from '../../protocol/views-sentinel.ts';
import { decidedBy, suitableReplicas, unsuitableBecause } from '../sentinel/select-replica.ts';
import { currentAddress, type Instance } from '../state/sentinel/instance.ts';
import type { Sentinel } from '../state/sentinel/sentinel.ts';
import type { Server } from '../state/server.ts';

export const addressOf = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${host}:${port}`;

type Own = Pick<SentinelServer, 'id' | 'currentEpoch' | 'isTilted' | 'tiltLeftMs'>;

/** `nowMs` is the time of its own clock. */
export function sentinelFacts(sentinel: Sentinel, nowMs: number): Own {
  const { id, currentEpoch, isTilted, tiltedSinceMs, periods } = sentinel;
  const leftMs = tiltedSinceMs + periods['tilt-period'] - nowMs;
  return { id, currentEpoch, isTilted, tiltLeftMs: isTilted ? Math.max(0, leftMs) : 0 };
}

/** All that it watches for a master, the master first. */
export function watchedOf(master: Instance): Instance[] {
  return [master, ...master.replicas.values(), ...master.sentinels.values()];
}

export function opinionOf(instance: Instance, nowMs: number): Omit<Opinion, 'of'> {
  const { kind, link, infoRefreshMs } = instance;
  const isReplica = kind === 'slave';
  const isSentinel = kind === 'sentinel';
  const { masterHost, masterPort } = instance;
  return {
    address: addressOf(instance.address),
    kind,
    flags: instance.flagNames.split(','),
    okPingAgeMs: nowMs - link.lastAvailableMs,
    pingAgeMs: link.waitingSinceMs === 0 ? null : nowMs - link.waitingSinceMs,
    downAfterMs: instance.downAfterMs,
    sDownForMs: instance.is('s_down') ? nowMs - instance.sDownSinceMs : null,
    oDownForMs: instance.is('o_down') ? nowMs - instance.oDownSinceMs : null,
    infoAgeMs: infoRefreshMs === 0 || isSentinel ? null : nowMs - infoRefreshMs,
    roleReported: isSentinel ? null : instance.roleReported,
    masterReported: isReplica && masterHost !== null ? `${masterHost}:${masterPort}` : null,
    offset: isReplica ? instance.offset : null,
    masterIsDownThere: isSentinel ? instance.is('master_down') : null,
    helloAgeMs: isSentinel ? nowMs - instance.lastHelloMs : null,
  };
}

export function masterOpinionOf(
  server: Server,
  sentinel: Sentinel,
  master: Instance,
  nowMs: number,
): Omit<MasterOpinion, 'of' | 'answerNode' | 'candidates'> & {
  readonly candidates: readonly Omit<Candidate, 'node' | 'name'>[];
} {
  const suitable = suitableReplicas(server, master);
  const others = [...master.replicas.values()].filter((replica) => !suitable.includes(replica));
  const startsAtMs = master.failoverStartMs + master.failoverTimeoutMs * 2;
  const agreeing = [...master.sentinels.values()].filter((other) => other.is('master_down')).length;
  return {
    answer: addressOf(currentAddress(master)),
    configEpoch: master.configEpoch,
    quorum: master.quorum,
    majority: Math.floor((master.sentinels.size + 1) / 2) + 1,
    knownSentinels: master.sentinels.size + 1,
    agreeing: master.is('s_down') ? agreeing + 1 : 0,
    failoverState: master.failoverState,
    failoverEpoch: master.failoverEpoch,
    isForced: master.is('force_failover'),
    stateForMs: master.failoverState === 'none' ? 0 : nowMs - master.failoverStateChangeMs,
    failoverTimeoutMs: master.failoverTimeoutMs,
    notBeforeMs: master.failoverStartMs === 0 ? 0 : Math.max(0, startsAtMs - nowMs),
    votes: votesOf(sentinel, master),
    promoted: master.promotedReplica === null ? null : addressOf(master.promotedReplica.address),
    candidates: [...suitable, ...others].map((replica) => ({
      address: addressOf(replica.address),
      priority: replica.priority,
      offset: replica.offset,
      runId: replica.runId,
      unsuitable: unsuitableBecause(server, master, replica),
    })),
    decidedBy: decidedBy(suitable),
  };
}

/** Its own vote, and those that the others have told it. */
function votesOf(sentinel: Sentinel, master: Instance): KnownVote[] {
  const votes: KnownVote[] = [];
  if (master.leader !== null) {
    votes.push({ by: sentinel.id, leader: master.leader, epoch: master.leaderEpoch });
  }
  for (const { runId, leader, leaderEpoch } of master.sentinels.values()) {
    if (leader !== null) votes.push({ by: runId ?? '', leader, epoch: leaderEpoch });
  }
  return votes;
}
