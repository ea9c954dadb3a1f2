/**
 * What changes in how a server stands among others: its role, its link to its master, how it takes other nodes to be,
 * what a sentinel makes known. It is compared before and after each step, since most of what servers say to each other
 * changes nothing of it.
 */
import type { Server } from '../engine/index.ts';
import type { Happening, Health } from '../protocol/world.ts';

export interface Standing {
  /** The address of its master; null of a master. */
  readonly master: string | null;
  readonly isLinked: boolean;
  readonly known: number;
  readonly slots: number;
  readonly isOk: boolean;
  /** By address; only those that are not well. */
  readonly unwell: ReadonlyMap<string, Health>;
  /** The epoch for which it wants to be elected, and the one of its latest vote. */
  readonly askedEpoch: number;
  readonly votedEpoch: number;
  /** The event that a sentinel made known last. */
  readonly lastEvent: NonNullable<Server['sentinel']>['events'][number] | null;
}

const NOBODY: ReadonlyMap<string, Health> = new Map();

export function standingOf({ replication, cluster, sentinel }: Server): Standing {
  const { master } = replication;
  return {
    master: master === null ? null : `${master.host}:${master.port}`,
    isLinked: master?.stage === 'connected',
    ...(cluster === null ? OUT_OF_A_CLUSTER : inCluster(cluster)),
    lastEvent: sentinel?.events.at(-1) ?? null,
  };
}

type InCluster = Pick<Standing, 'known' | 'slots' | 'isOk' | 'unwell' | 'askedEpoch' | 'votedEpoch'>;

const OUT_OF_A_CLUSTER: InCluster = {
  known: 0,
  slots: 0,
  isOk: false,
  unwell: NOBODY,
  askedEpoch: 0,
  votedEpoch: 0,
};

function inCluster(cluster: NonNullable<Server['cluster']>): InCluster {
  const { nodes, myself, isOk, election, lastVoteEpoch } = cluster;
  let known = 0;
  let unwell: Map<string, Health> | null = null;
  for (const node of nodes.values()) {
    if (node.isInHandshake) continue;
    known++;
    if (!node.isSuspected && !node.hasFailed) continue;
    unwell ??= new Map();
    unwell.set(`${node.host}:${node.port}`, node.hasFailed ? 'failed' : 'suspected');
  }
  return {
    known,
    slots: myself.slots.count,
    isOk,
    unwell: unwell ?? NOBODY,
    askedEpoch: election.isAsked ? election.epoch : 0,
    votedEpoch: lastVoteEpoch,
  };
}

/** What is different now. */
export function happeningsSince(before: Standing, now: Standing, server: Server): readonly Happening[] {
  const found: Happening[] = [];
  if (now.master !== before.master)
    found.push(
      now.master === null
        ? { what: 'role', role: 'master' }
        : { what: 'role', role: 'replica', of: now.master },
    );
  if (now.isLinked !== before.isLinked && now.master !== null)
    found.push({ what: 'link', isUp: now.isLinked });
  if (now.known !== before.known) found.push({ what: 'known', nodes: now.known });
  if (now.slots !== before.slots) found.push({ what: 'slots', count: now.slots });
  found.push(...healthSince(before.unwell, now.unwell));
  if (now.isOk !== before.isOk) found.push({ what: 'cluster', isOk: now.isOk });
  if (now.askedEpoch > before.askedEpoch) found.push({ what: 'asks-votes', epoch: now.askedEpoch });
  if (now.votedEpoch > before.votedEpoch) found.push({ what: 'vote', epoch: now.votedEpoch });
  if (now.lastEvent !== before.lastEvent) found.push(...eventsAfter(before.lastEvent, server));
  return found;
}

function healthSince(before: Standing['unwell'], now: Standing['unwell']): Happening[] {
  if (before === now) return [];
  const found: Happening[] = [];
  for (const [of, health] of now) {
    if (before.get(of) !== health) found.push({ what: 'health', of, health });
  }
  for (const of of before.keys()) if (!now.has(of)) found.push({ what: 'health', of, health: 'well' });
  return found;
}

function eventsAfter(last: Standing['lastEvent'], { sentinel }: Server): Happening[] {
  const events = sentinel?.events ?? [];
  // Another process has none of the events of the one before.
  const from = last === null ? 0 : events.lastIndexOf(last) + 1;
  return events.slice(from).map(({ type, text }) => ({ what: 'sentinel', event: type, text }));
}
