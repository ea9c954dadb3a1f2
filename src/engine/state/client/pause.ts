/**
 * CLIENT PAUSE: all commands, or those that may change something, wait until an instant or until UNPAUSE. A client that
 * sends one is blocked and runs it afterwards. The data does not change either: expired keys are not deleted.
 */
import type { Alarm } from '../alarms.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

export type PauseKind = 'write' | 'all';

export class Pause {
  readonly #server: Server;
  /** Null while nothing is held back. */
  kind: PauseKind | null = null;
  untilMs = 0;
  #alarm: Alarm | null = null;

  constructor(server: Server) {
    this.#server = server;
  }

  /** A second pause can make the first longer and stricter, never shorter or milder. */
  begin(kind: PauseKind, untilMs: number): void {
    const { alarms, nowMs } = this.#server;
    this.kind = this.kind === 'all' ? 'all' : kind;
    this.untilMs = Math.max(this.untilMs, untilMs);
    this.#server.keyspace.holdsStill = true;
    if (this.#alarm !== null) alarms.cancel(this.#alarm);
    this.#alarm = null;
    this.#server.keyspace.holdsStill = true;
    if (this.untilMs <= nowMs) this.end();
    else this.#alarm = alarms.set(this.untilMs, () => this.end());
  }

  end(): void {
    const { alarms, blocking, clients, keyspace } = this.#server;
    keyspace.holdsStill = false;
    if (this.#alarm !== null) alarms.cancel(this.#alarm);
    this.#alarm = null;
    this.kind = null;
    this.untilMs = 0;
    this.#server.keyspace.holdsStill = false;
    for (const client of clients.values()) {
      if (client.blocked?.why === 'postpone') blocking.unblock(client, 'timeout');
    }
  }

  /** The client waits with its command. */
  postpone(client: Client, args: readonly Uint8Array[]): void {
    client.postponed = args.map((argument) => argument.slice());
    this.#server.blocking.block(client, { why: 'postpone', untilMs: 0, timedOut() {} });
  }
}
