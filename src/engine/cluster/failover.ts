/**
 * A replica whose master has failed asks the masters for their votes and takes over when it has a majority. Mirrors
 * clusterHandleSlaveFailover.
 *
 *     master fails ──▶ wait 500 to 1000 ms, and 1 s more for every replica that knows more ──▶ a new epoch: ask for votes
 *                  ──▶ majority: its slots are ours, with the new epoch          no majority in time: all over again
 */
import { type Cluster, TODO } from '../state/cluster/cluster.ts';
import { FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import { saveNodes } from './config-file.ts';
import { resetManualFailover } from './manual-failover.ts';
import { becomeMaster } from './membership.ts';
import { broadcastPong, requestVotes } from './sending.ts';
import { extentOf, giveUpSlot } from './slots.ts';
import { updateState } from './state.ts';

/** The failure has to become known first: a replica that asks at once is refused by those who have not heard of it. */
const FIXED_DELAY_MS = 500;
const RANDOM_DELAY_MS = 500;
const DELAY_PER_RANK_MS = 1000;
const MIN_ELECTION_MS = 2000;

/** How many replicas of our master have more of its data. */
function rankOf({ myself, following }: Cluster): number {
  const rivals = myself.master?.replicas ?? [];
  return rivals.filter(
    (rival) => rival !== myself && !rival.is(FLAG.noFailover) && rival.replicationOffset > following.offset,
  ).length;
}

/** Whether what we have of the master's data is too old to take its place. */
function isDataTooOld(server: Server, cluster: Cluster): boolean {
  const { config } = server;
  const factor = config.number('cluster-replica-validity-factor');
  if (factor === 0) return false;
  const timeoutMs = config.number('cluster-node-timeout');
  const { silentMs } = cluster.following;
  const ageMs = silentMs > timeoutMs ? silentMs - timeoutMs : silentMs;
  return ageMs > config.number('repl-ping-replica-period') * 1000 + timeoutMs * factor;
}

export function tryFailover(server: Server, cluster: Cluster): void {
  const { config, nowMs } = server;
  const { probe } = server.env;
  const { myself, election, manual } = cluster;
  const { master } = myself;
  const isManual = manual.endMs !== 0 && manual.canStart;
  cluster.todo &= ~TODO.failover;
  if (myself.isMaster || master === null || master.slots.count === 0) return;
  if (!isManual && (!master.hasFailed || config.flag('cluster-replica-no-failover'))) return;
  if (!isManual && isDataTooOld(server, cluster)) return;

  const electionMs = Math.max(config.number('cluster-node-timeout') * 2, MIN_ELECTION_MS);
  const ageMs = nowMs - election.atMs;
  if (ageMs > electionMs * 2) {
    planElection(server, cluster);
    return;
  }
  // Others may have told us since that they know more.
  if (!election.isAsked && manual.endMs === 0) {
    const rank = rankOf(cluster);
    if (rank > election.rank) {
      election.atMs += (rank - election.rank) * DELAY_PER_RANK_MS;
      election.rank = rank;
    }
  }
  if (nowMs < election.atMs || ageMs > electionMs) return;
  if (!election.isAsked) {
    cluster.currentEpoch++;
    election.epoch = cluster.currentEpoch;
    server.persistence.note(`Starting a failover election for epoch ${election.epoch}.`);
    requestVotes(server, cluster);
    election.isAsked = true;
    if (probe !== null) {
      const { epoch } = election;
      probe.emit({ type: 'cluster.auth-request', me: cluster.myself.id, master: master.id, epoch });
    }
    cluster.remember(TODO.save | TODO.state | TODO.sync);
    return;
  }
  if (election.votes < cluster.quorum) return;
  server.persistence.note('Failover election won: I am the new master.');
  if (myself.configEpoch < election.epoch) myself.configEpoch = election.epoch;
  if (probe !== null) {
    const { epoch, votes } = election;
    probe.emit({
      type: 'cluster.won',
      me: cluster.myself.id,
      master: master.id,
      epoch,
      votes,
      slots: master.slots.count,
    });
  }
  replaceMaster(server, cluster);
}

function planElection(server: Server, cluster: Cluster): void {
  const { election, manual } = cluster;
  const random = server.env.random.stream('cluster-election');
  election.votes = 0;
  election.isAsked = false;
  if (manual.endMs !== 0) {
    election.atMs = server.nowMs;
    election.rank = 0;
    cluster.remember(TODO.failover);
  } else {
    election.rank = rankOf(cluster);
    election.atMs =
      server.nowMs + FIXED_DELAY_MS + random.below(RANDOM_DELAY_MS) + election.rank * DELAY_PER_RANK_MS;
  }
  server.persistence.note(
    `Start of election delayed for ${Math.max(0, Math.round(election.atMs - server.nowMs))} milliseconds (rank #${election.rank}, offset ${cluster.following.offset}).`,
  );
  const { probe } = server.env;
  const { master } = cluster.myself;
  if (probe !== null && master !== null) {
    const delayMs = election.atMs - server.nowMs;
    const { offset } = cluster.following;
    probe.emit({
      type: 'cluster.election',
      me: cluster.myself.id,
      master: master.id,
      delayMs,
      rank: election.rank,
      offset,
    });
  }
  // The other replicas of our master compare their offsets with ours.
  broadcastPong(server, cluster, 'shard');
}

/** The slots of our master are ours from now on: clusterFailoverReplaceYourMaster. */
export function replaceMaster(server: Server, cluster: Cluster): void {
  const { myself } = cluster;
  const { master } = myself;
  if (myself.isMaster || master === null) return;
  const slots = [...master.slots];
  becomeMaster(server, cluster, myself);
  cluster.following.stop();
  for (const slot of slots) {
    giveUpSlot(server, cluster, slot);
    cluster.addSlot(myself, slot);
  }
  const { probe } = server.env;
  if (probe !== null) {
    const extent = extentOf(slots);
    probe.emit({
      type: 'cluster.slots',
      me: cluster.myself.id,
      how: 'inherited',
      owner: myself.id,
      ...extent,
      from: master.id,
    });
  }
  updateState(server, cluster);
  saveNodes(server, cluster, true);
  broadcastPong(server, cluster, 'all');
  resetManualFailover(server, cluster);
}
