/**
 * Subscriptions. Mirrors pubsub.c: the server keeps a dict of channels, one of patterns and one of shard channels, each
 * leading to the list of its subscribers in the order in which they subscribed; a client keeps the names it subscribed
 * to. Nothing of a message is kept after it is written to its receivers.
 *
 *     channels                               clients
 *     "news"   ──▶ [client 1] ─▶ [client 4]    client 1: channels {news}, patterns [new*]
 *     patterns                                 client 4: channels {news}
 *     "new*"   ──▶ [client 1]
 *
 * PUBLISH news hi writes a message to 1 and 4, then a pmessage to 1, and answers 3.
 */
import { equalBytes, repr } from '../../base/bytes.ts';
import { globMatch } from '../../base/glob.ts';
import type { Environment } from '../../base/probe.ts';
import { Dict, type DictEntry } from '../../structures/dict.ts';
import { LinkedList } from '../../structures/linked-list.ts';
import { unwatched } from '../../types/unwatched.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

export type SubscriptionKind = 'channel' | 'pattern' | 'shard';

/** The words that each kind is confirmed and delivered with. */
const WORDS = {
  channel: { subscribed: 'subscribe', unsubscribed: 'unsubscribe', delivered: 'message' },
  pattern: { subscribed: 'psubscribe', unsubscribed: 'punsubscribe', delivered: 'pmessage' },
  shard: { subscribed: 'ssubscribe', unsubscribed: 'sunsubscribe', delivered: 'smessage' },
} as const;

/** A message that went out lately, as the page shows it. */
export interface DeliveredMessage {
  readonly atMs: number;
  /** The client that published; 0 if the server did, for an expired key. */
  readonly publisher: number;
  readonly channel: string;
  readonly message: string;
  readonly shard: boolean;
  /** Ids of clients, with the pattern that led to each, in the order of delivery; as many as are worth showing. */
  readonly receivers: readonly { readonly client: number; readonly pattern: string | null }[];
  /** How many there were. */
  readonly receiverCount: number;
}

const KEPT_MESSAGES = 32;
const KEPT_RECEIVERS = 16;

/** The subscriptions of a client. */
export class ClientSubscriptions {
  readonly channels: Dict<null>;
  readonly patterns: LinkedList<Uint8Array>;
  readonly shards: Dict<null>;

  constructor(env: Environment) {
    // The names lie in the dicts of the server, which outlive these.
    this.channels = new Dict<null>(env, false);
    this.patterns = new LinkedList<Uint8Array>(env);
    this.shards = new Dict<null>(env, false);
  }

  /** What SUBSCRIBE and PSUBSCRIBE count together; shard channels are counted on their own. */
  count(kind: SubscriptionKind): number {
    return kind === 'shard' ? this.shards.size : this.channels.size + this.patterns.length;
  }

  get total(): number {
    return this.channels.size + this.patterns.length + this.shards.size;
  }

  release(): void {
    this.channels.release();
    this.patterns.release();
    this.shards.release();
  }
}

type Listeners = LinkedList<Client>;

interface Target {
  readonly client: Client;
  readonly pattern: Uint8Array | null;
}

export class Subscriptions {
  readonly #server: Server;
  readonly #env: Environment;
  #channels: Dict<Listeners> | null = null;
  #patterns: Dict<Listeners> | null = null;
  #shards: Dict<Listeners> | null = null;
  /** The latest messages, the newest last. */
  readonly messages: DeliveredMessage[] = [];

  constructor(server: Server) {
    this.#server = server;
    this.#env = server.env;
    server.departures.push((client) => this.leave(client));
  }

  /** The server's dict of a kind; null before the first client has asked for one. */
  table(kind: SubscriptionKind): Dict<Listeners> | null {
    if (kind === 'channel') return this.#channels;
    return kind === 'pattern' ? this.#patterns : this.#shards;
  }

  size(kind: SubscriptionKind): number {
    return this.table(kind)?.size ?? 0;
  }

  listenersOf(kind: SubscriptionKind, name: Uint8Array): number {
    const table = this.table(kind);
    if (table === null) return 0;
    return unwatched(this.#env, () => table.find(name)?.value.length ?? 0);
  }

  /** The names there are listeners for, in the order of the dict. */
  *names(kind: SubscriptionKind): Generator<Uint8Array, void, void> {
    const table = this.table(kind);
    if (table !== null) for (const entry of table.entries()) yield entry.keyBytes;
  }

  /** Asks for a name and confirms it, also where the client had asked before. */
  subscribe(client: Client, kind: SubscriptionKind, name: Uint8Array): void {
    client.subscriptions ??= new ClientSubscriptions(this.#env);
    const { subscriptions } = client;
    const isNew = unwatched(this.#env, () => {
      if (isSubscribed(subscriptions, kind, name)) return false;
      const entry = this.#entryFor(kind, name);
      entry.value.addTail(client);
      if (kind === 'pattern') subscriptions.patterns.addTail(entry.keyBytes);
      else (kind === 'channel' ? subscriptions.channels : subscriptions.shards).replaceShared(entry, null);
      return true;
    });
    this.#confirm(client, WORDS[kind].subscribed, name, subscriptions.count(kind));
    const { probe } = this.#env;
    if (probe !== null && isNew) {
      probe.emit({ type: 'pubsub.subscribed', client: client.id, kind, name: repr(name) });
    }
  }

  /** Gives a name up and confirms it, also where the client had never asked. */
  unsubscribe(client: Client, kind: SubscriptionKind, name: Uint8Array): void {
    this.#remove(client, kind, name);
    this.#confirm(client, WORDS[kind].unsubscribed, name, client.subscriptions?.count(kind) ?? 0);
  }

  /** Gives all names of a kind up; where there was none, that is confirmed with a null. */
  unsubscribeAll(client: Client, kind: SubscriptionKind): void {
    const { subscriptions } = client;
    const names = subscriptions === null ? [] : namesOf(subscriptions, kind);
    for (const name of names) this.unsubscribe(client, kind, name);
    if (names.length > 0) return;
    this.#confirm(client, WORDS[kind].unsubscribed, null, subscriptions?.count(kind) ?? 0);
  }

  /** A shard channel moves to another node: its listeners are told that they no longer listen. */
  closeShardChannel(channel: Uint8Array): void {
    const listeners = this.#shards?.find(channel)?.value;
    if (listeners === undefined) return;
    for (const client of [...listeners]) {
      this.unsubscribe(client, 'shard', channel);
      this.#server.addressed.add(client);
    }
  }

  /** Ends everything a client listens to, without a word: it resets or leaves. */
  leave(client: Client): void {
    const { subscriptions } = client;
    if (subscriptions === null) return;
    for (const kind of ['channel', 'shard', 'pattern'] as const) {
      for (const name of namesOf(subscriptions, kind)) this.#remove(client, kind, name);
    }
    subscriptions.release();
    client.subscriptions = null;
  }

  /** Writes a message to all subscribers and returns how many times it was written. */
  publish(channel: Uint8Array, message: Uint8Array, shard = false): number {
    const table = shard ? this.#shards : this.#channels;
    const patterns = shard ? null : this.#patterns;
    if (table === null && patterns === null) return 0;
    const targets = unwatched(this.#env, () => targetsOf(table, patterns, channel));
    if (targets.length === 0) return 0;
    this.#keep(channel, message, shard, targets);
    const { probe } = this.#env;
    if (probe !== null) {
      probe.emit({
        type: 'pubsub.published',
        client: this.#server.currentClient?.id ?? 0,
        channel: repr(channel),
        message: repr(message),
        shard,
        receivers: targets.length,
      });
    }
    for (const { client, pattern } of targets) {
      this.#deliver(client, pattern, channel, message, shard);
      if (probe !== null) {
        probe.emit({
          type: 'pubsub.delivered',
          client: client.id,
          channel: repr(channel),
          pattern: pattern === null ? null : repr(pattern),
        });
      }
    }
    return targets.length;
  }

  #deliver(
    client: Client,
    pattern: Uint8Array | null,
    channel: Uint8Array,
    message: Uint8Array,
    shard: boolean,
  ): void {
    if (client.closeAfterReply) return;
    const { reply } = client;
    const start = reply.length;
    if (pattern === null) {
      reply.push(3);
      reply.text(shard ? WORDS.shard.delivered : WORDS.channel.delivered);
    } else {
      reply.push(4);
      reply.text(WORDS.pattern.delivered);
      reply.bulk(pattern);
    }
    reply.bulk(channel);
    reply.bulk(message);
    reply.endPush(start);
    this.#server.addressed.add(client);
  }

  #confirm(client: Client, word: string, name: Uint8Array | null, count: number): void {
    const { reply } = client;
    const start = reply.length;
    reply.push(3);
    reply.text(word);
    if (name === null) reply.nil();
    else reply.bulk(name);
    reply.integer(count);
    reply.endPush(start);
  }

  #remove(client: Client, kind: SubscriptionKind, name: Uint8Array): void {
    const { subscriptions } = client;
    const table = this.table(kind);
    if (subscriptions === null || table === null) return;
    const removed = unwatched(this.#env, () => {
      if (!isSubscribed(subscriptions, kind, name)) return false;
      if (kind === 'pattern') {
        const node = subscriptions.patterns.search((pattern) => equalBytes(pattern, name));
        if (node !== null) subscriptions.patterns.delete(node);
      } else {
        (kind === 'channel' ? subscriptions.channels : subscriptions.shards).delete(name);
      }
      const listeners = table.find(name)?.value;
      const node = listeners?.search((listener) => listener === client) ?? null;
      if (listeners === undefined || node === null) return true;
      listeners.delete(node);
      if (listeners.length === 0) {
        listeners.release();
        table.delete(name);
      }
      return true;
    });
    const { probe } = this.#env;
    if (probe !== null && removed) {
      probe.emit({ type: 'pubsub.unsubscribed', client: client.id, kind, name: repr(name) });
    }
  }

  #entryFor(kind: SubscriptionKind, name: Uint8Array): DictEntry<Listeners> {
    const table = this.#tableFor(kind);
    return table.find(name) ?? table.addNew(name, new LinkedList<Client>(this.#env));
  }

  /** Made when it is first needed, so that a server without subscribers is as it would be without this. */
  #tableFor(kind: SubscriptionKind): Dict<Listeners> {
    const make = () => new Dict<Listeners>(this.#env);
    if (kind === 'channel') {
      this.#channels ??= make();
      return this.#channels;
    }
    if (kind === 'pattern') {
      this.#patterns ??= make();
      return this.#patterns;
    }
    this.#shards ??= make();
    return this.#shards;
  }

  #keep(channel: Uint8Array, message: Uint8Array, shard: boolean, targets: readonly Target[]): void {
    if (this.messages.length === KEPT_MESSAGES) this.messages.shift();
    this.messages.push({
      atMs: this.#server.nowMs,
      publisher: this.#server.currentClient?.id ?? 0,
      channel: repr(channel),
      message: repr(message),
      shard,
      receivers: targets.slice(0, KEPT_RECEIVERS).map(({ client, pattern }) => ({
        client: client.id,
        pattern: pattern === null ? null : repr(pattern),
      })),
      receiverCount: targets.length,
    });
  }
}

/** Listeners of the channel first, in their order; then those of each pattern that matches, in the dict's. */
function targetsOf(
  channels: Dict<Listeners> | null,
  patterns: Dict<Listeners> | null,
  channel: Uint8Array,
): Target[] {
  const targets: Target[] = [];
  const listeners = channels === null ? undefined : channels.find(channel)?.value;
  if (listeners !== undefined) for (const client of listeners) targets.push({ client, pattern: null });
  if (patterns !== null && patterns.size > 0) {
    for (const entry of patterns.entries()) {
      const pattern = entry.keyBytes;
      if (!globMatch(pattern, channel)) continue;
      for (const client of entry.value) targets.push({ client, pattern });
    }
  }
  return targets;
}

function isSubscribed(subscriptions: ClientSubscriptions, kind: SubscriptionKind, name: Uint8Array): boolean {
  if (kind === 'pattern')
    return subscriptions.patterns.search((pattern) => equalBytes(pattern, name)) !== null;
  return (kind === 'channel' ? subscriptions.channels : subscriptions.shards).find(name) !== null;
}

/** The names of a client: channels in the order of its dict, patterns in the order of asking. */
export function namesOf(subscriptions: ClientSubscriptions, kind: SubscriptionKind): Uint8Array[] {
  if (kind === 'pattern') return [...subscriptions.patterns];
  const table = kind === 'channel' ? subscriptions.channels : subscriptions.shards;
  return Array.from(table.entries(), (entry) => entry.keyBytes);
}
