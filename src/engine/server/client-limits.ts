/**
 * Clients that are too many, too idle, too slow or too talkative: maxclients, timeout, client-output-buffer-limit,
 * client-query-buffer-limit and maxmemory-clients. Mirrors acceptCommonHandler, clientsCronHandleTimeout, checkClientOutputBufferLimits and
 * evictClients.
 */
import type { Client } from '../state/client/client.ts';
import { clientType } from '../state/client/flags.ts';
import { clientMemory, replyList } from '../state/client/line.ts';
import type { OutputLimit } from '../state/config/hot-settings.ts';
import type { Replica } from '../state/replication/replica.ts';
import type { Server } from '../state/server.ts';

/** Whether this client is one too many. It gets an error and is closed. */
export function refuseWhenFull(server: Server, client: Client): boolean {
  if (server.clients.size <= server.settings.maxClients) return false;
  server.statistics.rejectedConnections++;
  client.reply.error('ERR max number of clients reached');
  client.closeAfterReply = true;
  server.addressed.add(client);
  return true;
}

/** Whether so much unsent output, with what is about to be sent, is too much for this client. */
export function isOverOutputLimit(server: Server, client: Client, bytes: number): boolean {
  const { replica, subscriptions } = client;
  if (replica?.isReplica) return isReplicaOver(server, client, replica, bytes);
  const { pubsubLimit, normalLimit } = server.settings;
  // Nearly nobody listens to anything: that is seen without asking for the type.
  const limit = subscriptions !== null && clientType(client) === 'pubsub' ? pubsubLimit : normalLimit;
  return (limit.hardBytes !== 0 || limit.softBytes !== 0) && isOver(server, client, limit, bytes);
}

function isReplicaOver(server: Server, client: Client, replica: Replica, bytes: number): boolean {
  return isOver(server, client, server.settings.replicaLimit, streamBytes(replica, client, bytes));
}

/** What of the stream waits for a replica. The file before it does not count. */
function streamBytes(replica: Replica, { unsentBytes }: Client, bytes: number): number {
  return Math.min(unsentBytes + bytes, replica.streamedBytes) + replica.pendingBytes - unsentBytes;
}

function isOver(server: Server, client: Client, limit: OutputLimit, bytes: number): boolean {
  const { nowMs } = server;
  const pending = replyList(client.unsentBytes + bytes).bytes;
  if (limit.hardBytes !== 0 && pending >= limit.hardBytes) return true;
  if (limit.softBytes === 0 || pending < limit.softBytes) {
    client.overSoftLimitSinceMs = 0;
    return false;
  }
  if (client.overSoftLimitSinceMs === 0) {
    client.overSoftLimitSinceMs = nowMs;
    // Nothing may ever be written to it again: it is looked at when the time is over.
    server.alarms.set(nowMs + (limit.softSeconds + 1) * 1000, () => closeIfOverLimit(server, client));
    return false;
  }
  return Math.floor((nowMs - client.overSoftLimitSinceMs) / 1000) > limit.softSeconds;
}

function closeIfOverLimit(server: Server, client: Client): void {
  if (server.clients.get(client.id) !== client || client.overSoftLimitSinceMs === 0) return;
  if (isOverOutputLimit(server, client, 0)) closeNow(server, client);
}

/** A client has sent more than the server keeps for it. */
export function refuseQuery(server: Server, client: Client): void {
  server.persistence.note(`Closing client that reached max query buffer length: id=${client.id}`);
  closeNow(server, client);
}

/** Hangs up at the end of the step; what was written for it goes unsent. */
export function closeNow(server: Server, client: Client): void {
  client.reply.take();
  if (!server.closing.includes(client.id)) server.closing.push(client.id);
}

/** Closes clients that were idle for too long, and sets an alarm for the next one. */
export function tendIdleClients(server: Server): void {
  const { settings, nowMs } = server;
  let nextMs = Number.POSITIVE_INFINITY;
  for (const client of server.clients.values()) {
    if (client.blocked !== null || clientType(client) !== 'normal') continue;
    // Whole seconds are compared, and more than the timeout has to have passed.
    const overAtMs = (Math.floor(client.lastInteractionMs / 1000) + settings.timeoutSeconds + 1) * 1000;
    if (overAtMs <= nowMs) closeNow(server, client);
    else nextMs = Math.min(nextMs, overAtMs);
  }
  if (nextMs === Number.POSITIVE_INFINITY || (server.idleCheckAtMs > nowMs && server.idleCheckAtMs <= nextMs))
    return;
  server.idleCheckAtMs = nextMs;
  server.alarms.set(nextMs, () => {});
}

/** While clients take more memory than maxmemory-clients allows, the one that takes the most has to go. */
export function evictClients(server: Server): void {
  const limitBytes = clientMemoryLimit(server);
  if (limitBytes === 0) return;
  const sizes = [...server.clients.values()].map((client) => ({
    client,
    bytes: clientMemory(server, client, []).totalBytes + client.reply.length,
  }));
  let totalBytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  sizes.sort((a, b) => b.bytes - a.bytes);
  for (const { client, bytes } of sizes) {
    if (totalBytes <= limitBytes) return;
    if (client.noEvict || client.isMaster || client.replica !== null) continue;
    totalBytes -= bytes;
    server.statistics.evictedClients++;
    closeNow(server, client);
  }
}

/** The least limit that takes effect: with a smaller one, no client could connect to correct it. */
const LEAST_LIMIT_BYTES = 128 * 1024;

/** A negative number is a percentage of maxmemory. */
export function clientMemoryLimit({ settings, eviction }: Server): number {
  const { maxClientMemory } = settings;
  const bytes =
    maxClientMemory >= 0 ? maxClientMemory : Math.floor((eviction.maxBytes * -maxClientMemory) / 100);
  return bytes === 0 ? 0 : Math.max(bytes, LEAST_LIMIT_BYTES);
}
