/**
 * Paused clients: all commands, or those that may change something, wait until an instant or until the pause is lifted. A
 * client that sends one is blocked and runs it afterwards. The data does not change either: expired keys are not deleted.
 *
 * CLIENT PAUSE is one purpose, a failover another: each has its own end, and the strictest that has not ended counts.
 */
import type { Alarm } from '../alarms.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

export type PauseKind = 'write' | 'all';
export type PausePurpose = 'client' | 'failover' | 'migrate';

interface Reason {
  kind: PauseKind;
  untilMs: number;
}

export class Pause {
  readonly #server: Server;
  readonly #reasons = new Map<PausePurpose, Reason>();
  /** Null while nothing is held back. */
  kind: PauseKind | null = null;
  untilMs = 0;
  #alarm: Alarm | null = null;

  constructor(server: Server) {
    this.#server = server;
  }

  /** A second pause for the same purpose can make the first longer and stricter, never shorter or milder. */
  begin(kind: PauseKind, untilMs: number, purpose: PausePurpose = 'client'): void {
    const reason = this.#reasons.get(purpose);
    if (reason === undefined) {
      this.#reasons.set(purpose, { kind, untilMs });
    } else {
      if (kind === 'all') reason.kind = 'all';
      reason.untilMs = Math.max(reason.untilMs, untilMs);
    }
    this.#follow();
  }

  end(purpose: PausePurpose = 'client'): void {
    if (this.#reasons.delete(purpose)) this.#follow();
  }

  /** Works out what holds now. */
  #follow(): void {
    const { alarms, blocking, clients, keyspace, nowMs } = this.#server;
    if (this.#alarm !== null) alarms.cancel(this.#alarm);
    this.#alarm = null;
    this.kind = null;
    this.untilMs = 0;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [purpose, { kind, untilMs }] of this.#reasons) {
      if (untilMs <= nowMs) {
        this.#reasons.delete(purpose);
        continue;
      }
      this.kind = this.kind === 'all' ? 'all' : kind;
      this.untilMs = Math.max(this.untilMs, untilMs);
      nextMs = Math.min(nextMs, untilMs);
    }
    keyspace.holdsStill = this.kind !== null;
    if (this.kind !== null) {
      this.#alarm = alarms.set(nextMs, () => this.#follow());
      return;
    }
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
