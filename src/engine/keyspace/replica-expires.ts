/**
 * Keys that clients of a writable replica gave an expiry. The master knows nothing of them, so it will never say that
 * they are gone: the replica deletes them itself (expireSlaveKeys of expire.c). Those of databases above 63 are forgotten,
 * as there.
 *
 *     client of the replica: SET k v PX 100      remembered: k in 0
 *     100 ms later, a run of the cron            deleted: k
 *
 * The C code takes keys at random; here each has its turn.
 */
import { bytesOf, latin1 } from '../base/bytes.ts';
import type { Database } from './database.ts';
import type { Keyspace } from './keyspace.ts';

const LAST_ID = 63;
/** After so many that may not go yet, a run ends. */
const MAX_LIVING = 3;

export class ReplicaExpires {
  /** By name: the databases in which it may expire. */
  readonly #keys = new Map<string, ReadonlySet<Database>>();

  get size(): number {
    return this.#keys.size;
  }

  remember(db: Database, key: Uint8Array): void {
    if (db.id > LAST_ID) return;
    const name = latin1(key);
    this.#keys.set(name, new Set([...(this.#keys.get(name) ?? []), db]));
  }

  forgetAll(): void {
    this.#keys.clear();
  }

  /** Deletes what is over, and forgets what has no expiry any more. */
  run(keyspace: Keyspace): void {
    let living = 0;
    for (let left = this.size; left > 0 && living <= MAX_LIVING; left--) {
      const [[name, databases]] = this.#keys;
      const key = bytesOf(name);
      const kept = new Set<Database>();
      for (const db of databases) {
        if (keyspace.isExpired(db, key)) keyspace.expireNow(db, key, 'active');
        else if (keyspace.expireAt(db, key) !== -1) kept.add(db);
      }
      living += kept.size;
      this.#keys.delete(name);
      if (kept.size > 0) this.#keys.set(name, kept);
    }
  }
}
