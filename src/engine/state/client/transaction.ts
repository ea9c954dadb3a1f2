/**
 * MULTI and WATCH, as one client and the server hold them. Mirrors multi.c.
 *
 * Between MULTI and EXEC commands are queued. A command that is rejected then spoils the transaction (`dirtyExec`); so
 * does a change to a watched key by any client (`dirtyCas`). The server knows the watchers of each watched key.
 */
import { equalBytes, latin1, repr } from '../../base/bytes.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Keyspace, KeyWatchers } from '../../keyspace/keyspace.ts';
import type { CommandEntry, CommandTraits } from '../command/table.ts';
import type { Client } from './client.ts';

export interface QueuedCommand {
  readonly entry: CommandEntry;
  readonly args: readonly Uint8Array[];
  /** As they were when it was queued. */
  readonly traits: CommandTraits;
}

export interface WatchedKey {
  readonly client: Client;
  readonly db: Database;
  readonly key: Uint8Array;
  /** It had expired already when WATCH was called: that it goes changes nothing. */
  expired: boolean;
}

/** The commands of a client since MULTI, and the keys it watches. */
export class Transaction {
  /** Between MULTI and EXEC. */
  active = false;
  queue: QueuedCommand[] = [];
  /** Bytes of the arguments in the queue. */
  queuedBytes = 0;
  /** A watched key was changed. */
  dirtyCas = false;
  /** A command was rejected instead of queued. */
  dirtyExec = false;
  watched: WatchedKey[] = [];

  /** An error between MULTI and EXEC: EXEC will refuse. */
  flag(): void {
    if (this.active) this.dirtyExec = true;
  }

  /** Nothing is kept once the transaction cannot succeed any more. */
  enqueue(entry: CommandEntry, args: readonly Uint8Array[], traits: CommandTraits): void {
    if (this.dirtyCas || this.dirtyExec) return;
    for (const argument of args) this.queuedBytes += argument.length;
    this.queue.push({ entry, args: args.map((argument) => argument.slice()), traits });
  }
}

/** All watched keys of a server. */
export class Watching implements KeyWatchers {
  readonly #keyspace: Keyspace;
  readonly #keys = new Map<string, WatchedKey[]>();

  constructor(keyspace: Keyspace) {
    this.#keyspace = keyspace;
  }

  /** How many different keys are watched. */
  get size(): number {
    return this.#keys.size;
  }

  /** The watchers of each key, in the order in which they began. */
  get keys(): Iterable<readonly WatchedKey[]> {
    return this.#keys.values();
  }

  watch(client: Client, key: Uint8Array): void {
    const { db, transaction } = client;
    if (transaction.watched.some((each) => each.db === db && equalBytes(each.key, key))) return;
    const watched: WatchedKey = {
      client,
      db,
      key: key.slice(),
      expired: this.#keyspace.isExpired(db, key),
    };
    transaction.watched.push(watched);
    const name = nameOf(db, key);
    const known = this.#keys.get(name);
    if (known === undefined) this.#keys.set(name, [watched]);
    else known.push(watched);
    this.#keyspace.watchers = this;
  }

  unwatchAll(client: Client): void {
    const { transaction } = client;
    if (transaction.watched.length === 0) return;
    for (const watched of transaction.watched) {
      const name = nameOf(watched.db, watched.key);
      const rest = this.#keys.get(name)?.filter((each) => each !== watched) ?? [];
      if (rest.length === 0) this.#keys.delete(name);
      else this.#keys.set(name, rest);
    }
    transaction.watched = [];
    if (this.#keys.size === 0) this.#keyspace.watchers = null;
  }

  /** As if MULTI and WATCH had never been said. */
  discard(client: Client): void {
    const { transaction } = client;
    transaction.active = false;
    transaction.dirtyCas = false;
    transaction.dirtyExec = false;
    if (transaction.queue.length > 0) {
      transaction.queue = [];
      transaction.queuedBytes = 0;
    }
    this.unwatchAll(client);
  }

  /** Whether a watched key has expired since, even if it is not deleted yet. */
  hasExpired(client: Client): boolean {
    return client.transaction.watched.some(
      ({ db, key, expired }) => !expired && this.#keyspace.isExpired(db, key),
    );
  }

  /** A key was changed: touchWatchedKey. */
  touched(db: Database, key: Uint8Array): void {
    const watchers = this.#keys.get(nameOf(db, key));
    if (watchers === undefined) return;
    for (const watched of watchers) {
      if (watched.expired) {
        if (db.keys.find(key) !== null) break;
        // It had already expired before: no visible change.
        watched.expired = false;
        continue;
      }
      this.#spoil(watched);
      // It cannot get worse for this client.
      this.unwatchAll(watched.client);
    }
  }

  /** Before a database is emptied, or gets the contents of another: touchAllWatchedKeysInDb. */
  emptied(db: Database, replacedWith: Database | null): void {
    for (const watchers of [...this.#keys.values()]) {
      const { key } = watchers[0];
      if (watchers[0].db !== db) continue;
      const was = db.keys.find(key) !== null;
      const will = replacedWith !== null && replacedWith.keys.find(key) !== null;
      if (!was && !will) continue;
      for (const watched of watchers) {
        if (watched.expired) {
          if (!will) {
            watched.expired = false;
            continue;
          }
          if (this.#keyspace.isExpired(replacedWith, key)) continue;
        } else if (!was && replacedWith !== null && this.#keyspace.isExpired(replacedWith, key)) {
          watched.expired = true;
          continue;
        }
        this.#spoil(watched);
      }
    }
  }

  #spoil({ client, db, key }: WatchedKey): void {
    client.transaction.dirtyCas = true;
    const { probe } = this.#keyspace.env;
    if (probe !== null) probe.emit({ type: 'watch.touched', client: client.id, db: db.id, key: repr(key) });
  }
}

function nameOf(db: Database, key: Uint8Array): string {
  return `${db.id} ${latin1(key)}`;
}
