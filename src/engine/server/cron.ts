/**
 * What the server does by itself: every 1000/hz ms it expires keys, shrinks tables that have become
 * too empty and moves buckets of tables being rehashed. Mirrors serverCron and databasesCron.
 *
 * The C code limits these by microseconds; here the limits are counts, so that a replay does the
 * same work. The engine asks for a tick only while there is something to do.
 */
import type { Server } from '../state/server.ts';
import { noteExpireCycle } from './before-sleep.ts';

/** Buckets moved per run: what one millisecond of dictRehashMilliseconds moves, roughly. */
const REHASH_BUCKETS_PER_RUN = 10_000;
const DATABASES_PER_RUN = 16;

export class Cron {
  readonly #server: Server;
  #lastRunMs: number;
  /** The run that was asked for last; 0 when none is. */
  #planned = 0;
  #resizeDb = 0;
  #rehashDb = 0;

  constructor(server: Server) {
    this.#server = server;
    this.#lastRunMs = server.startMs;
  }

  get periodMs(): number {
    return 1000 / this.#server.config.number('hz');
  }

  /** The next instant of the cron's grid, or null while it would find nothing to do. */
  wakeAtMs(): number | null {
    const { nowMs } = this.#server;
    // What is there to do now is still there then, or costs one idle run.
    if (this.#planned > nowMs) return this.#planned;
    this.#planned = 0;
    if (this.#server.cronIsPaused || !this.#hasWork()) return null;
    const { startMs } = this.#server;
    const period = this.periodMs;
    const next = startMs + (Math.floor((nowMs - startMs) / period) + 1) * period;
    this.#planned = next > this.#lastRunMs ? next : next + period;
    return this.#planned;
  }

  tick(): void {
    const server = this.#server;
    // The alarm of another part.
    if (this.#planned > server.nowMs || server.cronIsPaused) return;
    this.#lastRunMs = server.nowMs;
    this.#planned = 0;
    const { keyspace, config } = server;
    if (server.activeExpireEnabled && !keyspace.holdsStill && !keyspace.followsMaster) {
      server.propagation.unit(false, () =>
        server.activeExpiry.slow(config.number('active-expire-effort'), config.number('hz')),
      );
      noteExpireCycle(server);
    } else if (this.#mayExpireOfReplica) {
      server.propagation.unit(false, () => keyspace.replicaExpires.run(keyspace));
    }
    if (server.tracking.clients > 0) server.tracking.limit(null);
    const { databases } = keyspace;
    const count = Math.min(DATABASES_PER_RUN, databases.length);
    // A child that saves shares our pages: moving entries about would copy them.
    if (!server.env.dictCanResize) return;
    for (let i = 0; i < count; i++) {
      const db = databases[this.#resizeDb++ % databases.length];
      if (db.keys.needsShrink()) db.keys.resizeToFit();
      if (db.expires.needsShrink()) db.expires.resizeToFit();
    }
    if (!config.flag('activerehashing')) return;
    for (let i = 0; i < count; i++) {
      const db = databases[this.#rehashDb % databases.length];
      // One table a run: the other databases wait for the next one.
      if (db.keys.rehashIndex !== -1) {
        db.keys.rehash(REHASH_BUCKETS_PER_RUN);
        break;
      }
      if (db.expires.rehashIndex !== -1) {
        db.expires.rehash(REHASH_BUCKETS_PER_RUN);
        break;
      }
      this.#rehashDb++;
    }
  }

  get #mayExpireOfReplica(): boolean {
    const { keyspace, activeExpireEnabled } = this.#server;
    return keyspace.followsMaster && keyspace.replicaExpires.size > 0 && activeExpireEnabled;
  }

  /** Asked after every step: most databases are empty, and that is seen first. */
  #hasWork(): boolean {
    const server = this.#server;
    const mayExpire = server.activeExpireEnabled && !server.keyspace.followsMaster;
    if (server.tracking.isOverLimit || this.#mayExpireOfReplica) return true;
    const { databases, highestUsedId } = server.keyspace;
    for (let id = 0; id <= highestUsedId; id++) {
      const { keys, expires, averageTtlMs } = databases[id];
      if (averageTtlMs !== 0 && expires.size === 0 && mayExpire) return true;
      if (keys.tables[0].size === 0) continue;
      if (expires.tables[0].used + expires.tables[1].used > 0 && mayExpire) return true;
      if (!server.env.dictCanResize) continue;
      if (keys.rehashIndex !== -1 || expires.rehashIndex !== -1) {
        if (server.config.flag('activerehashing')) return true;
      }
      if (keys.needsShrink() || expires.needsShrink()) return true;
    }
    return false;
  }
}
