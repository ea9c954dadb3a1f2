/**
 * FAILOVER: this master lets a replica take its place. Writes are held back until the replica has everything; then this server becomes its
 * replica, and the PSYNC with which it comes tells the other one to become the master. Mirrors failoverCommand and
 * updateFailoverStatus.
 */
import type { ReplicationStep } from '../../protocol/steps-replication.ts';
import type { Client } from '../state/client/client.ts';
import type { Server } from '../state/server.ts';
import type { Following } from './follow.ts';
import { placeOf } from './stream.ts';

export interface FailoverPlan {
  readonly target: { readonly host: string; readonly port: number } | null;
  readonly isForced: boolean;
  /** 0 for no limit. */
  readonly timeoutMs: number;
}

export function findReplica(server: Server, host: string, port: number): Client | null {
  const isThere = (client: Client) => {
    const place = placeOf(client);
    return place.host.toLowerCase() === host.toLowerCase() && place.port === port;
  };
  return server.replication.replicas.find(isThere) ?? null;
}

type FailoverStage = Extract<ReplicationStep, { type: 'failover.stage' }>['stage'];

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
    this.#emit('waiting', target);
  }

  #emit(stage: FailoverStage, target: FailoverPlan['target']): void {
    const name = target === null ? null : `${target.host}:${target.port}`;
    this.#server.env.probe?.emit({ type: 'failover.stage', stage, target: name });
  }

  abort(why: string): void {
    const { persistence, replication } = this.#server;
    const { failover } = replication;
    if (failover === null) return;
    persistence.note(`Failover aborted: ${why}`);
    if (failover.stage === 'failover-in-progress') this.#following.stopFollowing();
    this.#clear();
    this.#emit('given-up', failover.target);
  }

  #clear(): void {
    this.#server.replication.failover = null;
    this.#server.pause.end('failover');
  }

  #answered(isAccepted: boolean): void {
    const { failover } = this.#server.replication;
    if (failover?.stage !== 'failover-in-progress') return;
    if (!isAccepted) {
      this.abort('Failover target rejected psync request');
      return;
    }
    this.#clear();
    this.#emit('done', failover.target);
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
    this.#emit('handing-over', target);
    this.#following.follow(target.host, target.port);
  }
}
