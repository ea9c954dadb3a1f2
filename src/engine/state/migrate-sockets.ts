/**
 * The connections of MIGRATE, kept for a while: a slot is moved with many calls to the same server. Mirrors
 * migrateGetSocket of cluster.c.
 */
import type { Alarm } from './alarms.ts';
import type { Link } from './links.ts';
import type { Server } from './server.ts';

/** A connection that is not used for so long is closed. */
const KEPT_MS = 10_000;
const MAX_KEPT = 64;

export interface MigrateSocket {
  readonly link: Link;
  /** The database chosen there; null if it is not known. */
  chosenDb: number | null;
  lastUsedMs: number;
  /** What arrived and belongs to nobody: never anything, unless the other side is no Redis. */
  owner: { received(bytes: Uint8Array): void; ended(): void; connected(): void } | null;
}

export class MigrateSockets {
  readonly #server: Server;
  readonly #kept = new Map<string, MigrateSocket>();
  #alarm: Alarm | null = null;

  constructor(server: Server) {
    this.#server = server;
  }

  get count(): number {
    return this.#kept.size;
  }

  find(host: string, port: number): MigrateSocket | null {
    return this.#kept.get(nameOf(host, port)) ?? null;
  }

  dial(host: string, port: number): MigrateSocket {
    if (this.#kept.size >= MAX_KEPT) this.#closeOne();
    const name = nameOf(host, port);
    const link = this.#server.links.dial(
      { host, port },
      {
        connected: () => socket.owner?.connected(),
        received: (bytes) => socket.owner?.received(bytes),
        ended: () => {
          this.#forget(name, socket);
          socket.owner?.ended();
        },
      },
    );
    const socket: MigrateSocket = { link, chosenDb: null, lastUsedMs: this.#server.nowMs, owner: null };
    this.#kept.set(name, socket);
    this.#watch();
    return socket;
  }

  close(host: string, port: number): void {
    const name = nameOf(host, port);
    const socket = this.#kept.get(name);
    if (socket === undefined) return;
    socket.link.hangUp();
    this.#forget(name, socket);
  }

  #forget(name: string, socket: MigrateSocket): void {
    if (this.#kept.get(name) === socket) this.#kept.delete(name);
  }

  #closeOne(): void {
    const random = this.#server.env.random.stream('migrate-sockets');
    const names = [...this.#kept.keys()];
    const name = names[random.below(names.length)];
    this.#kept.get(name)?.link.hangUp();
    this.#kept.delete(name);
  }

  /** migrateCloseTimedoutSockets, once a second. */
  #watch(): void {
    const { alarms, nowMs } = this.#server;
    if (this.#alarm !== null) return;
    this.#alarm = alarms.set(nowMs + 1000, () => {
      this.#alarm = null;
      for (const [name, socket] of this.#kept) {
        if (socket.owner !== null || this.#server.nowMs - socket.lastUsedMs <= KEPT_MS) continue;
        socket.link.hangUp();
        this.#kept.delete(name);
      }
      if (this.#kept.size > 0) this.#watch();
    });
  }
}

function nameOf(host: string, port: number): string {
  return `${host}:${port}`;
}
