/**
 * FAILOVER: this master lets a replica take its place. Writes are held back until the replica has everything; then this server becomes its
 * replica, and the PSYNC with which it comes tells the other one to become the master. Mirrors failoverCommand and
 * updateFailoverStatus.
 */
import type { Client } from '../state/client/client.ts';
import type { Replica } from '../state/replication/replica.ts';
import type { Server } from '../state/server.ts';
import type { Following } from './follow.ts';

export interface FailoverPlan {
  readonly target: { readonly host: string; readonly port: number } | null;
  readonly isForced: boolean;
  /** 0 for no limit. */
  readonly timeoutMs: number;
}

/** Where a replica says that it is. */
export function placeOf(client: Client): { readonly host: string; readonly port: number } {
  const replica = client.replica as Replica;
  return { host: replica.announcedHost || client.host, port: replica.listeningPort };
}

export function findReplica(server: Server, host: string, port: number): Client | null {
  const isThere = (client: Client) => {
    const place = placeOf(client);
    return place.host.toLowerCase() === host.toLowerCase() && place.port === port;
  };
  return server.replication.replicas.find(isThere) ?? null;
}

export class Failing {
  readonly #server: Server;
  readonly #following: Following;

  constructor(server: Server, following: Following) {
    this.#server = server;
    this.#following = following;
    following.onPsyncAnswer = (isAccepted) => this.#answered(isAccepted);
  }

  begin({ target, isForced, timeoutMs }: FailoverPlan): void {
    const { nowMs, pause, replication, persistence } = this.#server;
    const endsAtMs = timeoutMs === 0 ? 0 : nowMs + timeoutMs;
    replication.failover = { stage: 'waiting-for-sync', target, isForced, endsAtMs };
    persistence.note('FAILOVER requested.');
    pause.begin('write', Number.POSITIVE_INFINITY, 'failover');
  }

  abort(why: string): void {
    const { persistence, replication } = this.#server;
    if (replication.failover === null) return;
    persistence.note(`Failover aborted: ${why}`);
    if (replication.failover.stage === 'failover-in-progress') this.#following.stopFollowing();
    this.#clear();
  }

  #clear(): void {
    this.#server.replication.failover = null;
    this.#server.pause.end('failover');
  }

  #answered(isAccepted: boolean): void {
    if (this.#server.replication.failover?.stage !== 'failover-in-progress') return;
    if (isAccepted) this.#clear();
    else this.abort('Failover target rejected psync request');
  }

  /** Whether the replica has caught up by now, or the time is over. */
  update(): void {
    const { nowMs, replication } = this.#server;
    const { failover } = replication;
    if (failover?.stage !== 'waiting-for-sync') return;
    if (failover.endsAtMs !== 0 && nowMs >= failover.endsAtMs) {
      if (failover.isForced && failover.target !== null) this.#handOver(failover.target);
      else this.abort('Replica never caught up before timeout');
      return;
    }
    const { target } = failover;
    const candidates =
      target === null ? replication.replicas : [findReplica(this.#server, target.host, target.port)];
    const ready = candidates.find((each) => each?.replica?.acknowledged === replication.offset);
    if (ready != null) this.#handOver(placeOf(ready));
  }

  #handOver(target: { readonly host: string; readonly port: number }): void {
    const { replication, persistence } = this.#server;
    if (replication.failover === null) return;
    persistence.note(`Failover target is synced, failing over to ${target.host}:${target.port}.`);
    replication.failover.stage = 'failover-in-progress';
    replication.failover.target = target;
    this.#following.follow(target.host, target.port);
  }
}
