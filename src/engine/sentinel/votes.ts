/**
 * The election of the sentinel that leads a failover. In an epoch every sentinel votes once for each master: for the
 * first that asks. A majority of all known sentinels, and at least the quorum, makes the leader.
 */
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { tell } from './events.ts';
import { saveState } from './state-file.ts';
import { randomMs, sentinelOf, timeOf } from './watch.ts';

/** Those who did not win, or did not try, wait up to this much longer than the others. */
export const MAX_DESYNC_MS = 1000;

export interface Vote {
  readonly leader: string | null;
  readonly epoch: number;
}

/** Votes for the candidate if there was no vote in this epoch yet, and gives the vote that counts. */
export function vote(server: Server, master: Instance, epoch: number, candidate: string): Vote {
  const sentinel = sentinelOf(server);
  if (epoch > sentinel.currentEpoch) {
    sentinel.currentEpoch = epoch;
    saveState(server);
    tell(server, '+new-epoch', String(epoch));
  }
  if (master.leaderEpoch < epoch && sentinel.currentEpoch <= epoch) {
    master.leader = candidate;
    master.leaderEpoch = sentinel.currentEpoch;
    saveState(server);
    tell(server, '+vote-for-leader', `${candidate} ${master.leaderEpoch}`);
    // Another one leads: we do not start on our own before its failover had its time.
    if (candidate.toLowerCase() !== sentinel.id) {
      master.failoverStartMs = timeOf(server) + randomMs(server, MAX_DESYNC_MS);
    }
  }
  return { leader: master.leader, epoch: master.leaderEpoch };
}

/** Who leads in this epoch, as far as the votes that we know tell; null if nobody has enough. */
export function leaderOf(server: Server, master: Instance, epoch: number): string | null {
  const sentinel = sentinelOf(server);
  const counts = new Map<string, number>();
  const count = (leader: string): void => void counts.set(leader, (counts.get(leader) ?? 0) + 1);
  for (const { leader, leaderEpoch } of master.sentinels.values()) {
    if (leader !== null && leaderEpoch === sentinel.currentEpoch) count(leader);
  }
  // Without a vote of our own so far, we go with the many.
  const own = vote(server, master, epoch, mostVoted(counts)?.leader ?? sentinel.id);
  if (own.leader !== null && own.epoch === epoch) count(own.leader);
  const winner = mostVoted(counts);
  const majority = Math.floor((master.sentinels.size + 1) / 2) + 1;
  return winner === null || winner.votes < majority || winner.votes < master.quorum ? null : winner.leader;
}

function mostVoted(counts: ReadonlyMap<string, number>): { leader: string; votes: number } | null {
  let most: { leader: string; votes: number } | null = null;
  for (const [leader, votes] of counts) if (most === null || votes > most.votes) most = { leader, votes };
  return most;
}
