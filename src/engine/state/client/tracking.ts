/**
 * Which client may have cached which key. Mirrors tracking.c: a radix tree leads from each key that was read to the ids
 * of the clients that read it. A change to the key invalidates it for them, once, and drops the entry. Broadcast mode
 * remembers no reads: a second tree leads from prefixes to the clients that want every change below them, and the
 * changes are collected and sent when the step ends.
 *
 *     client 1: GET k        table: "k" ──▶ {1}
 *     client 2: SET k v      client 1 gets  >2 invalidate [k]     table: empty
 */
import { repr } from '../../base/bytes.ts';
import type { Environment } from '../../base/probe.ts';
import type { Database } from '../../keyspace/database.ts';
import type { KeyspaceListener } from '../../keyspace/keyspace.ts';
import { Rax } from '../../structures/rax.ts';
import { randomRaxKey } from '../../structures/rax-random.ts';
import { unwatched } from '../../types/unwatched.ts';
import type { Command } from '../command/command.ts';
import { keysOf } from '../command/facts.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

/** How a client tracks. */
export interface TrackingOptions {
  /** The client that gets the invalidations (REDIRECT); 0 for the tracking client itself. */
  readonly redirect: number;
  readonly broadcast: boolean;
  readonly optIn: boolean;
  readonly optOut: boolean;
  readonly noLoop: boolean;
}

export class ClientTracking {
  options: TrackingOptions;
  /** The redirect target has gone. */
  brokenRedirect = false;
  /** CLIENT CACHING: the next command, or transaction, is the exception. */
  caching = false;
  /** The script that was called last. */
  script: { readonly command: Command; readonly args: readonly Uint8Array[] } | null = null;
  /** In broadcast mode, the prefixes of the keys it wants. */
  prefixes: Rax<true> | null = null;

  constructor(options: TrackingOptions) {
    this.options = options;
  }
}

/** By id. The client itself is kept too, because the page reuses the number of a client that left. */
type Readers = Rax<Client>;

interface Prefix {
  /** Keys changed in this step, each with the client that changed it last; null for the server. */
  keys: Rax<Client>;
  readonly clients: Set<Client>;
}

const REDIRECT_CHANNEL = '__redis__:invalidate';
/** Keys forgotten at a time while there are too many: a hundred, and more the longer it lasts. */
const EFFORT = 100;
const NO_PREFIX = new Uint8Array(0);

export class Tracking implements KeyspaceListener {
  /** How many clients track. */
  clients = 0;
  /** Ids noted, over all keys. */
  items = 0;
  readonly #server: Server;
  readonly #env: Environment;
  /** Made for the first client that tracks, and kept from then on. */
  #table: Rax<Readers> | null = null;
  #prefixes: Rax<Prefix> | null = null;
  #changedPrefixes = false;
  /** Keys to invalidate for the running command's own client after its reply; null for all keys. */
  readonly #pending: (Uint8Array | null)[] = [];
  #timesOverLimit = 0;

  constructor(server: Server) {
    this.#server = server;
    this.#env = server.env;
    server.keyspace.listeners.push(this);
    server.departures.push((client) => this.disable(client));
  }

  /** Whether a client tracks keys, or did when the running command began. */
  get isInUse(): boolean {
    return this.clients > 0 || this.#pending.length > 0;
  }

  get keys(): number {
    return this.#table?.size ?? 0;
  }

  get prefixes(): number {
    return this.#prefixes?.size ?? 0;
  }

  /** The keys that clients have read, each with the ids of those that still track. */
  noted(): (readonly [key: Uint8Array, clients: readonly number[]])[] {
    const table = this.#table;
    if (table === null || this.clients === 0) return [];
    const { clients } = this.#server;
    const tracks = (client: Client | null): client is Client =>
      client !== null && clients.get(client.id) === client && client.tracking !== null;
    return unwatched(this.#env, () =>
      [...table.entries()].flatMap(([key, readers]) => {
        const ids = [...(readers?.entries() ?? [])].flatMap(([, client]) =>
          tracks(client) ? [client.id] : [],
        );
        return ids.length === 0 ? [] : [[key, ids] as const];
      }),
    );
  }

  /** Options have been checked; they take the place of those the client had, prefixes are added to its own. */
  enable(client: Client, options: TrackingOptions, prefixes: readonly Uint8Array[]): void {
    unwatched(this.#env, () => {
      this.#table ??= new Rax<Readers>(this.#env);
      this.#prefixes ??= new Rax<Prefix>(this.#env);
      if (client.tracking === null) {
        client.tracking = new ClientTracking(options);
        this.clients++;
      }
      const { tracking } = client;
      tracking.options = options;
      client.trackingRedirect = options.redirect;
      tracking.brokenRedirect = false;
      if (!options.broadcast) return;
      for (const prefix of prefixes.length === 0 ? [NO_PREFIX] : prefixes) this.#addPrefix(client, prefix);
    });
  }

  disable(client: Client): void {
    const { tracking } = client;
    if (tracking === null) return;
    unwatched(this.#env, () => {
      for (const prefix of prefixesOf(tracking)) this.#dropPrefix(client, prefix);
      tracking.prefixes?.release();
    });
    client.tracking = null;
    this.clients--;
  }

  /** A command has read its keys: noted, unless the client has opted otherwise. */
  remember(client: Client, command: Command, args: readonly Uint8Array[]): void {
    const { tracking } = client;
    const table = this.#table;
    if (tracking === null || table === null || tracking.options.broadcast) return;
    const { optIn, optOut } = tracking.options;
    if ((optIn && !tracking.caching) || (optOut && tracking.caching)) return;
    // A shard channel is found like a key but is not one.
    if (command.flags.includes('pubsub')) return;
    const id = idBytes(client.id);
    for (const { index } of keysOf(command, args)) {
      const key = args[index];
      const added = unwatched(this.#env, () => {
        let readers = table.find(key);
        if (readers === undefined || readers === null) {
          readers = new Rax<Client>(this.#env);
          table.insert(key, readers);
        }
        return readers.insert(id, client);
      });
      if (!added) continue;
      this.items++;
      const { probe } = this.#env;
      if (probe !== null) probe.emit({ type: 'tracking.remembered', client: client.id, key: repr(key) });
    }
  }

  /** A script has read something: the keys of its call are recorded, whatever it read. */
  rememberScript(client: Client): void {
    const script = client.tracking?.script ?? null;
    if (script !== null) this.remember(client, script.command, script.args);
  }

  modified(_db: Database, key: Uint8Array, byServer = false): void {
    if (this.#table === null) return;
    this.#invalidate(key, byServer ? null : this.#server.currentClient, true);
  }

  event(): void {}

  /** All keys of a database, or of all databases, are gone: every tracking client is notified, whatever it has read. */
  flushed(): void {
    if (this.#table === null) return;
    if (this.clients > 0) {
      for (const client of this.#server.clients.values()) {
        if (client.tracking === null) continue;
        if (client === this.#server.commandingClient) this.#pending.push(null);
        else this.#send(client, null);
      }
    }
    unwatched(this.#env, () => {
      this.#table?.release((readers) => readers.release());
      this.#table = new Rax<Readers>(this.#env);
    });
    this.items = 0;
  }

  /** Sends the invalidations of the running command to its own client, after its reply is complete. */
  sendPending(client: Client): void {
    if (this.#pending.length === 0) return;
    for (const key of this.#pending.splice(0)) {
      this.#send(client, key === null ? null : [key]);
    }
  }

  /** At the end of a step: sends the changes of every prefix to its clients in one message. */
  broadcast(): void {
    if (this.#changedPrefixes) this.#sendChanges();
  }

  #sendChanges(): void {
    this.#changedPrefixes = false;
    if (this.#prefixes === null || this.clients === 0) return;
    for (const [, prefix] of unwatched(this.#env, () => [...(this.#prefixes as Rax<Prefix>).entries()])) {
      if (prefix === null || prefix.keys.size === 0) continue;
      const changes = [...prefix.keys.entries()];
      for (const client of prefix.clients) {
        const { noLoop } = (client.tracking as ClientTracking).options;
        const relevant = noLoop ? changes.filter(([, by]) => by !== client) : changes;
        if (relevant.length > 0)
          this.#send(
            client,
            relevant.map(([key]) => key),
          );
      }
      unwatched(this.#env, () => {
        prefix.keys.release();
        prefix.keys = new Rax<Client>(this.#env);
      });
    }
  }

  /** Whether more keys are noted than tracking-table-max-keys allows. */
  get isOverLimit(): boolean {
    if (this.clients === 0 || this.#table === null || this.#table.size === 0) return false;
    const maxKeys = this.#server.config.number('tracking-table-max-keys');
    return maxKeys !== 0 && this.#table.size > maxKeys;
  }

  /**
   * Before a client's command and in the cron: while the table has more keys than allowed, some are invalidated as if
   * they had changed, because a later change will not reach their clients.
   */
  limit(client: Client | null): void {
    const table = this.#table;
    if (table === null || !this.isOverLimit) {
      this.#timesOverLimit = 0;
      return;
    }
    const maxKeys = this.#server.config.number('tracking-table-max-keys');
    const random = this.#env.random.stream('tracking');
    for (let effort = EFFORT * (this.#timesOverLimit + 1); effort > 0; effort--) {
      this.#forget(randomRaxKey(table, random) as Uint8Array, client, false);
      if (table.size > maxKeys) continue;
      this.#timesOverLimit = 0;
      return;
    }
    this.#timesOverLimit++;
  }

  #invalidate(key: Uint8Array, by: Client | null, broadcast: boolean): void {
    if (broadcast && (this.#prefixes as Rax<Prefix>).size > 0) this.#noteForPrefixes(key, by);
    this.#forget(key, this.#server.commandingClient, true);
  }

  /**
   * Invalidates a key for the clients that read it. `runs`: a command of that client is running and writes its reply.
   */
  #forget(key: Uint8Array, own: Client | null, runs: boolean): void {
    const table = this.#table as Rax<Readers>;
    if (table.size === 0) return;
    const readers = unwatched(this.#env, () => table.find(key));
    if (readers === undefined || readers === null) return;
    const { clients } = this.#server;
    for (const [, client] of unwatched(this.#env, () => [...readers.entries()])) {
      if (client === null || clients.get(client.id) !== client) continue;
      if (client.tracking === null || client.tracking.options.broadcast) continue;
      const isOwn = client === own;
      if (isOwn && client.tracking.options.noLoop) continue;
      // Sent immediately, it could land in the middle of the reply.
      if (isOwn && runs) this.#pending.push(key.slice());
      else this.#send(client, [key]);
    }
    this.items -= readers.size;
    unwatched(this.#env, () => {
      table.remove(key);
      readers.release();
    });
  }

  #noteForPrefixes(key: Uint8Array, by: Client | null): void {
    unwatched(this.#env, () => {
      for (const [name, prefix] of (this.#prefixes as Rax<Prefix>).entries()) {
        if (prefix === null || name.length > key.length || !startsWith(key, name)) continue;
        prefix.keys.insert(key, by);
        this.#changedPrefixes = true;
      }
    });
  }

  /** Null stands for all keys. */
  #send(client: Client, keys: readonly Uint8Array[] | null): void {
    const redirect = client.trackingRedirect;
    let target: Client | undefined = client;
    if (redirect !== 0) {
      target = this.#server.clients.get(redirect);
      if (target === undefined) {
        if (client.tracking !== null) client.tracking.brokenRedirect = true;
        if (client.reply.protocol === 3) this.#notifyBroken(client, redirect);
        return;
      }
    }
    if (target.closeAfterReply) return;
    const { reply } = target;
    const start = reply.length;
    if (reply.protocol === 3) {
      reply.push(2);
      reply.text('invalidate');
    } else if (redirect !== 0 && target.subscriptions !== null && target.subscriptions.total > 0) {
      reply.push(3);
      reply.text('message');
      reply.text(REDIRECT_CHANNEL);
    } else {
      return;
    }
    if (keys === null) {
      // In the protocol of the tracking client, not of the redirect target.
      reply.ascii(client.reply.protocol === 3 ? '_\r\n' : '$-1\r\n');
    } else {
      reply.array(keys.length);
      for (const key of keys) reply.bulk(key);
    }
    reply.endPush(start);
    this.#server.addressed.add(target);
    const { probe } = this.#env;
    if (probe !== null) {
      const names = keys === null ? null : keys.map((key) => repr(key));
      probe.emit({ type: 'tracking.invalidated', client: client.id, to: target.id, keys: names });
    }
  }

  #notifyBroken(client: Client, redirect: number): void {
    const { reply } = client;
    const start = reply.length;
    reply.push(2);
    reply.text('tracking-redir-broken');
    reply.integer(redirect);
    reply.endPush(start);
    this.#server.addressed.add(client);
  }

  #addPrefix(client: Client, name: Uint8Array): void {
    const prefixes = this.#prefixes as Rax<Prefix>;
    let prefix = prefixes.find(name);
    if (prefix === undefined || prefix === null) {
      prefix = { keys: new Rax<Client>(this.#env), clients: new Set() };
      prefixes.insert(name, prefix);
    }
    if (prefix.clients.has(client)) return;
    prefix.clients.add(client);
    const tracking = client.tracking as ClientTracking;
    tracking.prefixes ??= new Rax<true>(this.#env);
    tracking.prefixes.insert(name, null);
  }

  #dropPrefix(client: Client, name: Uint8Array): void {
    const prefix = this.#prefixes?.find(name);
    if (prefix === undefined || prefix === null) return;
    prefix.clients.delete(client);
    if (prefix.clients.size > 0) return;
    this.#prefixes?.remove(name);
    prefix.keys.release();
  }
}

/** In order. */
export function prefixesOf(tracking: ClientTracking): Uint8Array[] {
  return tracking.prefixes === null ? [] : Array.from(tracking.prefixes.entries(), ([prefix]) => prefix);
}

export function startsWith(text: Uint8Array, prefix: Uint8Array): boolean {
  if (prefix.length > text.length) return false;
  for (let i = 0; i < prefix.length; i++) if (text[i] !== prefix[i]) return false;
  return true;
}

/** The eight bytes of an id as they lie in memory, which is the order the tree keeps. */
function idBytes(id: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(id), true);
  return bytes;
}
