/**
 * All that the answers of a server can depend on, apart from chance and statistics: two servers with equal identities
 * answer the same to whatever they are asked from now on. A search over schedules takes them for one.
 *
 * Which client tracks which key counts; prefixes of broadcast mode do not, as no search uses them.
 *
 * Values are compared as DUMP writes them, which has the order of their elements in memory, too. Instants are given
 * apart from the rest, so that somebody can compare how much time is left instead.
 */
import { latin1 } from '../base/bytes.ts';
import { dumpPayload } from '../persistence/rdb-value.ts';
import type { Client } from '../state/client/client.ts';
import type { Server } from '../state/server.ts';

export interface ServerIdentity {
  readonly keys: readonly KeyIdentity[];
  readonly waits: readonly {
    readonly client: number;
    readonly for: string;
    readonly untilMs: number | null;
  }[];
  /** What clients have begun, and scripts that are known. */
  readonly rest: string;
}

export interface KeyIdentity {
  readonly db: number;
  readonly key: string;
  readonly value: string;
  readonly expireAtMs: number | null;
  /** A client watches it: that it expires is seen by EXEC, so it is not the same as being gone. */
  readonly isWatched: boolean;
}

/** `counts`: the clients that belong to it; those of other servers may be told apart by nobody who asks. */
export function identityOf(server: Server, counts: (client: Client) => boolean = () => true): ServerIdentity {
  const clients = [...server.clients.values()].filter(counts);
  return { keys: keysOf(server), waits: waitsOf(clients), rest: restOf(server, clients) };
}

function keysOf(server: Server): KeyIdentity[] {
  const { keyspace } = server;
  const watched = new Set<string>();
  for (const client of server.clients.values()) {
    for (const { db, key } of client.transaction.watched) watched.add(`${db.id} ${latin1(key)}`);
  }
  const keys: KeyIdentity[] = [];
  for (const db of keyspace.databases) {
    if (db.keys.size === 0) continue;
    const ofThis: KeyIdentity[] = [];
    for (const entry of db.keys.entries()) {
      const key = latin1(entry.keyBytes);
      const expires = db.expires.size === 0 ? null : db.expires.find(entry.keyBytes);
      ofThis.push({
        db: db.id,
        key,
        value: latin1(dumpPayload(server, entry.value)),
        expireAtMs: expires === null ? null : Number(expires.value),
        isWatched: watched.has(`${db.id} ${key}`),
      });
    }
    keys.push(...ofThis.sort((a, b) => (a.key < b.key ? -1 : 1)));
  }
  return keys;
}

function waitsOf(clients: readonly Client[]): ServerIdentity['waits'] {
  const waits: { client: number; for: string; untilMs: number | null }[] = [];
  for (const client of clients) {
    const { blocked } = client;
    if (blocked === null) continue;
    waits.push({
      client: client.id,
      for: JSON.stringify([blocked.why, blocked.db.id, blocked.keys.map((key) => latin1(key)), blocked.sent]),
      untilMs: blocked.untilMs === 0 ? null : blocked.untilMs,
    });
  }
  return waits.sort((a, b) => a.client - b.client);
}

function restOf(server: Server, all: readonly Client[]): string {
  const clients = all.map(clientOf).sort((a, b) => a[0] - b[0]);
  // In which order keys came to be waited for matters to SWAPDB alone.
  const queues = [...server.blocking.queues]
    .map(({ db, key, clients: waiting }) => ({
      name: `${db.id} ${latin1(key)}`,
      waiting: waiting.map(({ id }) => id),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const scripts = [...server.scripting.scripts.keys()].sort();
  const functions = [...server.scripting.functions.keys()].sort();
  const tracked = server.tracking.noted().map(([key, readers]) => [latin1(key), readers]);
  return JSON.stringify([clients, queues, scripts, functions, ...(tracked.length === 0 ? [] : [tracked])]);
}

function clientOf(client: Client): [number, ...unknown[]] {
  const { transaction, subscriptions, tracking } = client;
  const isPlain =
    client.db.id === 0 &&
    !transaction.active &&
    transaction.watched.length === 0 &&
    subscriptions === null &&
    tracking === null &&
    !client.isAsking &&
    !client.readsFromReplica;
  if (isPlain && !transaction.dirtyCas && client.replyMode === 'on') return [client.id];
  return [
    client.id,
    client.db.id,
    client.replyMode,
    transaction.active,
    transaction.dirtyCas,
    transaction.dirtyExec,
    transaction.queue.map(({ args }) => args.map((argument) => latin1(argument))),
    transaction.watched.map(({ db, key, expired }) => [db.id, latin1(key), expired]),
    subscriptions === null
      ? []
      : [
          [...subscriptions.channels.entries()].map((entry) => latin1(entry.keyBytes)).sort(),
          [...subscriptions.patterns].map((pattern) => latin1(pattern)),
        ],
    ...(tracking === null ? [] : [tracking.options, tracking.brokenRedirect]),
    ...(client.isAsking || client.readsFromReplica ? [[client.isAsking, client.readsFromReplica]] : []),
  ];
}
