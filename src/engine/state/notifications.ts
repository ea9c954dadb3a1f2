/**
 * Keyspace notifications: what happens to keys, published like any other message, for the classes that
 * notify-keyspace-events names. One event goes to the channel of its key and to the channel of its name:
 *
 *     SET k v     __keyspace@0__:k  "set"        with K
 *                 __keyevent@0__:set  "k"        with E
 */
import { bytesOf, concatBytes } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { EventClass, KeyspaceListener } from '../keyspace/keyspace.ts';
import type { Server } from './server.ts';

export class Notifications implements KeyspaceListener {
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
    server.keyspace.listeners.push(this);
  }

  modified(): void {}

  event(eventClass: EventClass, event: string, db: Database, key: Uint8Array): void {
    const { eventClasses } = this.#server.config;
    if (eventClasses === '' || !eventClasses.includes(eventClass)) return;
    const { subscriptions } = this.#server;
    const name = bytesOf(event);
    if (eventClasses.includes('K')) {
      subscriptions.publish(concatBytes([bytesOf(`__keyspace@${db.id}__:`), key]), name);
    }
    if (eventClasses.includes('E')) {
      subscriptions.publish(concatBytes([bytesOf(`__keyevent@${db.id}__:`), name]), key);
    }
  }
}
