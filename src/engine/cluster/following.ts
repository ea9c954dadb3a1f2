/** Replication as the cluster uses it. */
import { machineryOf } from '../replication/machinery.ts';
import type { Following } from '../state/cluster/cluster.ts';
import type { Server } from '../state/server.ts';

export class ClusterFollowing implements Following {
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  follow(host: string, port: number): void {
    machineryOf(this.#server).following.follow(host, port);
  }

  stop(): void {
    machineryOf(this.#server).following.stopFollowing();
  }

  get isFollowing(): boolean {
    return this.#server.replication.master !== null;
  }

  get offset(): number {
    const { master, offset } = this.#server.replication;
    if (master === null) return offset;
    return master.client === null ? (master.cached?.offset ?? 0) : master.offset;
  }

  get silentMs(): number {
    const { nowMs, replication } = this.#server;
    const { master } = replication;
    if (master === null) return Number.POSITIVE_INFINITY;
    if (master.client !== null) return nowMs - master.client.lastInteractionMs;
    return master.downSinceMs === 0 ? Number.POSITIVE_INFINITY : nowMs - master.downSinceMs;
  }
}
