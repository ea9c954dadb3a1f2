/** The connections, one row each: what the server holds for them. */
import type { AwaitedKeyRow, ClientRow, ClientsView, Window } from '../../protocol/views.ts';
import { repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Client } from '../state/client/client.ts';
import { clientFlags, clientType } from '../state/client/flags.ts';
import { clientMemory } from '../state/client/line.ts';
import { namesOf, type SubscriptionKind } from '../state/client/subscriptions.ts';
import { prefixesOf } from '../state/client/tracking.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';
import { typed } from './typed-command.ts';

const MAX_ROWS = 200;
/** Of a client's queue, watched keys and subscriptions. */
const MAX_NAMES = 100;

export const clientsView: ViewKind<'clients'> = {
  read: (server, _db, { window }) => readClients(server, window),
  changedBy: ({ type }) => /^(client|multi|watch|exec|pubsub|tracking)\./.test(type),
};

function readClients(server: Server, window: Window): ClientsView {
  const all = [...server.clients.values()].sort((a, b) => a.id - b.id);
  const from = Math.max(0, Math.min(Math.floor(window.from), Math.max(0, all.length - 1)));
  const count = Math.max(0, Math.min(Math.floor(window.count), MAX_ROWS));
  return {
    kind: 'clients',
    nowMs: server.nowMs,
    clients: all.length,
    from,
    rows: all.slice(from, from + count).map((client) => readClient(server, client)),
    blockedClients: server.blocking.count,
    awaited: firstOf(server.blocking.queues, ({ db, key, clients }) => awaitedKey(db, key, clients)),
    watchedKeys: server.watching.size,
    watched: firstOf(server.watching.keys, (watchers) => {
      const { db, key } = watchers[0];
      return awaitedKey(
        db,
        key,
        watchers.map(({ client }) => client),
      );
    }),
  };
}

function firstOf<Item, Row>(items: Iterable<Item>, read: (item: Item) => Row): Row[] {
  const rows: Row[] = [];
  for (const item of items) {
    if (rows.length === MAX_NAMES) break;
    rows.push(read(item));
  }
  return rows;
}

function awaitedKey(db: Database, key: Uint8Array, clients: readonly Client[]): AwaitedKeyRow {
  return {
    db: db.id,
    key: repr(key),
    clients: clients.slice(0, MAX_NAMES).map(({ id }) => id),
    clientCount: clients.length,
  };
}

function readClient(server: Server, client: Client): ClientRow {
  const { transaction, blocked } = client;
  return {
    id: client.id,
    name: client.name,
    address: client.address,
    db: client.db.id,
    user: client.user === null ? 'default' : client.user.name,
    protocol: client.reply.protocol,
    flags: clientFlags(server, client),
    lastCommand: client.lastCommand,
    connectedAtMs: client.connectedAtMs,
    idleMs: server.nowMs - client.lastInteractionMs,
    queue: transaction.active ? transaction.queue.slice(0, MAX_NAMES).map(({ args }) => typed(args)) : null,
    watched: transaction.watched.slice(0, MAX_NAMES).map(({ db, key }) => ({ db: db.id, key: repr(key) })),
    spoiled: transaction.dirtyExec ? 'error' : transaction.dirtyCas ? 'watch' : null,
    blocked:
      blocked === null
        ? null
        : {
            why: blocked.why,
            keys: blocked.keys.map((key) => repr(key)),
            sinceMs: blocked.sinceMs,
            untilMs: blocked.untilMs,
          },
    channels: subscribed(client, 'channel'),
    patterns: subscribed(client, 'pattern'),
    shardChannels: subscribed(client, 'shard'),
    monitors: server.monitors.clients.has(client),
    tracking: readTracking(client),
    queryBytes: client.query.pendingBytes,
    replyBytes: client.reply.length,
    unsentBytes: client.unsentBytes,
    outputLimit: readLimit(server, client),
    totalBytes: clientMemory(server, client, []).totalBytes,
  };
}

function readLimit({ settings }: Server, client: Client): ClientRow['outputLimit'] {
  const of = clientType(client) === 'pubsub' ? 'pubsub' : 'normal';
  const { hardBytes, softBytes, softSeconds } = of === 'pubsub' ? settings.pubsubLimit : settings.normalLimit;
  return { of, hardBytes, softBytes, softSeconds };
}

function readTracking({ tracking }: Client): ClientRow['tracking'] {
  if (tracking === null) return null;
  const { redirect, broadcast, optIn, optOut, noLoop } = tracking.options;
  return {
    redirect,
    brokenRedirect: tracking.brokenRedirect,
    mode: broadcast ? 'broadcast' : optIn ? 'optin' : optOut ? 'optout' : 'read',
    noLoop,
    prefixes: prefixesOf(tracking).map((prefix) => repr(prefix)),
  };
}

function subscribed({ subscriptions }: Client, kind: SubscriptionKind): string[] {
  if (subscriptions === null) return [];
  return namesOf(subscriptions, kind)
    .slice(0, MAX_NAMES)
    .map((name) => repr(name))
    .sort();
}
