/**
 * Blocked clients: they wait for an element of a key, for replicas, for a pause to end. Mirrors blocked.c.
 *
 *     blocked client  ->  its keys                (client.blocked)
 *     key             ->  the clients that wait   in the order in which they began to
 *     ready keys      ->  keys that came to be while somebody waited for them, in the order in which they did
 *
 * A command says what it waits for and how to reply once a key is ready (`serve`) or the wait times out (`timedOut`).
 * Ready keys are only recorded; after the command that made them ready has ended, with everything it called,
 * `serveReadyKeys` of the server handles them. A served client continues with the commands it sent while blocked, after
 * the sender of the current input had its turn.
 */
import { latin1, repr } from '../../base/bytes.ts';
import { assert } from '../../base/errors.ts';
import type { Database } from '../../keyspace/database.ts';
import type { KeyWaiters } from '../../keyspace/keyspace.ts';
import type { RedisObject } from '../../types/object.ts';
import { TYPE_LIST, TYPE_STREAM, TYPE_ZSET } from '../../types/object.ts';
import type { Alarm } from '../alarms.ts';
import type { CommandEntry } from '../command/table.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

/** The reason of a wait; 'postpone' is a command that is held back and runs when the client is unblocked. */
export type BlockedFor = 'list' | 'zset' | 'stream' | 'wait' | 'migrate' | 'postpone';

/** How serving went: nothing there for this client, it was served, it was served and the key is gone with that. */
export type Served = 'no' | 'yes' | 'last';

export interface BlockPlan {
  readonly why: BlockedFor;
  /** Without duplicates; empty if the wait is not for a key. */
  readonly keys?: readonly Uint8Array[];
  /** When the wait times out; 0 for never. */
  readonly untilMs: number;
  /** A key is ready and holds a value of the kind that is waited for: answers if there is something to be had. */
  serve?(key: Uint8Array, object: RedisObject): Served;
  /** Called when the stream is deleted, only for XREADGROUP; it may throw the error to reply. */
  gone?(key: Uint8Array): void;
  /** Answers as if there had been no time to wait. */
  timedOut(): void;
}

export interface Blocked extends BlockPlan {
  readonly keys: readonly Uint8Array[];
  readonly db: Database;
  readonly sinceMs: number;
  /** The command that waits; it is counted as failed if the wait ends in an error. */
  readonly entry: CommandEntry | null;
  readonly alarm: Alarm | null;
  /** The command and how long it ran before it blocked: the slow log records both when the client is served. */
  sent: { readonly args: readonly Uint8Array[]; readonly microseconds: number } | null;
}

interface KeyQueue {
  readonly db: Database;
  readonly key: Uint8Array;
  readonly clients: Client[];
}

export class Blocking implements KeyWaiters {
  readonly #server: Server;
  readonly #queues = new Map<string, KeyQueue>();
  /** Keys that are ready, in the order in which they became so. */
  #ready: KeyQueue[] = [];
  /** Their names, and those of keys that are about to be looked at: none is noted twice. */
  readonly #signalled = new Set<string>();
  /** Unblocked clients that may have sent more while blocked, in the order in which they were unblocked. */
  readonly unblocked = new Set<Client>();
  readonly #overdue: Client[] = [];
  /** How many clients wait, and for what. */
  count = 0;
  readonly #countFor: Record<BlockedFor, number> = {
    list: 0,
    zset: 0,
    stream: 0,
    wait: 0,
    migrate: 0,
    postpone: 0,
  };

  constructor(server: Server) {
    this.#server = server;
  }

  get hasReadyKeys(): boolean {
    return this.#ready.length > 0;
  }

  countFor(why: BlockedFor): number {
    return this.#countFor[why];
  }

  /** Every key with blocked clients, and the clients in their order. */
  get queues(): Iterable<Readonly<KeyQueue>> {
    return this.#queues.values();
  }

  block(client: Client, plan: BlockPlan): void {
    const server = this.#server;
    assert(client.blocked === null && !client.denyBlocking, 'a client that must not wait');
    const { db } = client;
    const keys: Uint8Array[] = [];
    for (const given of plan.keys ?? []) {
      const name = nameOf(db, given);
      let queue = this.#queues.get(name);
      if (queue === undefined) {
        queue = { db, key: given.slice(), clients: [] };
        this.#queues.set(name, queue);
      } else if (queue.clients.includes(client)) {
        continue;
      }
      queue.clients.push(client);
      keys.push(queue.key);
    }
    const { untilMs } = plan;
    const alarm = untilMs === 0 ? null : server.alarms.set(untilMs, () => this.#ring(client));
    client.blocked = { ...plan, keys, db, sinceMs: server.nowMs, entry: client.lastEntry, alarm, sent: null };
    this.count++;
    this.#countFor[plan.why]++;
    if (keys.length > 0) server.keyspace.waiters = this;
    const { probe } = server.env;
    if (probe !== null) {
      probe.emit({
        type: 'client.blocked',
        client: client.id,
        why: plan.why,
        keys: keys.map((key) => repr(key)),
        untilMs,
      });
    }
  }

  /** Unblocks a client that has its reply. It continues with the commands it sent while blocked. */
  unblock(client: Client, how: 'key' | 'timeout' | 'command', key: Uint8Array | null = null): void {
    this.#forgetWait(client);
    this.unblocked.add(client);
    this.#server.addressed.add(client);
    if (client.replyMode === 'skip') client.replyMode = 'on';
    const { probe } = this.#server.env;
    if (probe !== null) {
      probe.emit({ type: 'client.unblocked', client: client.id, how, key: key === null ? null : repr(key) });
    }
  }

  /** While a long script keeps the server busy, timeouts are not checked: those that are due come after it. */
  #ring(client: Client): void {
    if (this.#server.scripting.running === null) this.timeOut(client);
    else this.#overdue.push(client);
  }

  /** A script has ended: clients whose timeout passed while it ran. */
  timeOutOverdue(): void {
    for (const client of this.#overdue.splice(0)) this.timeOut(client);
  }

  /** The time is over: the client is answered accordingly and unblocked. */
  timeOut(client: Client, how: 'timeout' | 'command' = 'timeout'): void {
    const { blocked } = client;
    if (blocked === null) return;
    this.answer(client, () => blocked.timedOut());
    this.unblock(client, how);
  }

  /** Writes to a blocked client; a client with CLIENT REPLY OFF gets nothing. */
  answer(client: Client, write: () => void): void {
    const start = client.reply.length;
    write();
    if (client.replyMode !== 'on') client.reply.truncate(start);
  }

  /** A client leaves: it is no longer served. */
  forget(client: Client): void {
    this.unblocked.delete(client);
    if (client.blocked !== null) this.#forgetWait(client);
  }

  #forgetWait(client: Client): void {
    const server = this.#server;
    const { blocked } = client;
    assert(blocked !== null, 'a client that does not wait');
    for (const key of blocked.keys) {
      const name = nameOf(blocked.db, key);
      const queue = this.#queues.get(name);
      if (queue === undefined) continue;
      queue.clients.splice(queue.clients.indexOf(client), 1);
      if (queue.clients.length === 0) this.#queues.delete(name);
    }
    if (blocked.alarm !== null) server.alarms.cancel(blocked.alarm);
    const overdue = this.#overdue.indexOf(client);
    if (overdue !== -1) this.#overdue.splice(overdue, 1);
    client.blocked = null;
    this.count--;
    this.#countFor[blocked.why]--;
    if (this.#queues.size === 0) server.keyspace.waiters = null;
  }

  /** A key holds a value of this type now, or held a stream that is gone: signalKeyAsReady. */
  ready(db: Database, key: Uint8Array, type: number): void {
    const why = waitedFor(type);
    if (why === null || this.#countFor[why] === 0) return;
    const name = nameOf(db, key);
    const queue = this.#queues.get(name);
    if (queue === undefined || this.#signalled.has(name)) return;
    this.#signalled.add(name);
    this.#ready.push(queue);
  }

  /** Before a database is emptied, or gets the contents of another: streams that go with that. */
  emptied(db: Database, replacedWith: Database | null): void {
    if (this.#countFor.stream === 0) return;
    for (const queue of this.#queues.values()) {
      if (queue.db !== db) continue;
      const was = db.keys.find(queue.key)?.value.type === TYPE_STREAM;
      const is = replacedWith?.keys.find(queue.key)?.value.type === TYPE_STREAM;
      if (was && !is) this.ready(db, queue.key, TYPE_STREAM);
    }
  }

  /** After a database got the contents of another: keys that exist now. */
  replaced(db: Database): void {
    for (const queue of this.#queues.values()) {
      if (queue.db !== db) continue;
      const object = db.keys.find(queue.key)?.value;
      if (object !== undefined) this.ready(db, queue.key, object.type);
    }
  }

  /** The keys that are ready so far; those that become so from now on come next time. */
  *takeReady(): Generator<Readonly<KeyQueue>, void, void> {
    const taken = this.#ready;
    this.#ready = [];
    for (const queue of taken) {
      this.#signalled.delete(nameOf(queue.db, queue.key));
      yield queue;
    }
  }

  /** Who waits for a key, in order; the list changes when one of them is unblocked. */
  waitingFor(db: Database, key: Uint8Array): readonly Client[] {
    return this.#queues.get(nameOf(db, key))?.clients ?? [];
  }
}

function nameOf(db: Database, key: Uint8Array): string {
  return `${db.id} ${latin1(key)}`;
}

/** The kind of wait that a value of this type can end. */
export function waitedFor(type: number): BlockedFor | null {
  if (type === TYPE_LIST) return 'list';
  if (type === TYPE_ZSET) return 'zset';
  return type === TYPE_STREAM ? 'stream' : null;
}
