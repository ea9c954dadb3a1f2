/** What clients that listen may not do: subscribers in RESP2, and those that watch commands go by. */
import { ReplyError } from '../base/errors.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import type { Server } from '../state/server.ts';
import { isOrQueues } from './command-traits.ts';

/**
 * In RESP2 a message looks like a reply, so a subscriber may send only commands whose replies it cannot confuse with messages. Before
 * that: while too many keys are tracked, some are dropped.
 */
export function subscriberGate(server: Server, client: Client, entry: CommandEntry): ReplyError | null {
  if (server.tracking.clients > 0) server.tracking.limit(client);
  const { subscriptions } = client;
  if (subscriptions === null || client.reply.protocol === 3) return null;
  if (subscriptions.total === 0 || FOR_SUBSCRIBERS.has(entry.fullName)) return null;
  return new ReplyError(
    `ERR Can't execute '${entry.fullName}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context`,
  );
}

const FOR_SUBSCRIBERS: ReadonlySet<string> = new Set([
  'ping',
  'subscribe',
  'unsubscribe',
  'psubscribe',
  'punsubscribe',
  'ssubscribe',
  'sunsubscribe',
  'quit',
  'reset',
]);

/** Replicas may not touch keys: no pause holds them back. The server treats a monitor as a kind of replica. */
export function monitorGate(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  if (!server.monitors.clients.has(client) && !client.replica?.isReplica) return null;
  const touches =
    isOrQueues('isReadOnly', server, client, entry, args) ||
    isOrQueues('mayReplicate', server, client, entry, args);
  return touches ? new ReplyError("ERR Replica can't interact with the keyspace") : null;
}
