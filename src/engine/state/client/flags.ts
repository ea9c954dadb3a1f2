/** A client's state in the letters of CLIENT LIST, and the class that follows from it. */

import type { Server } from '../server.ts';
import type { Client } from './client.ts';

/** In the server's order; N for a client that is nothing in particular. */
export function clientFlags(server: Server, client: Client): string {
  const { subscriptions, tracking, transaction } = client;
  const flags = [
    server.monitors.clients.has(client) ? 'O' : client.replica?.isReplica ? 'S' : '',
    client.isMaster ? 'M' : '',
    subscriptions !== null && subscriptions.total > 0 ? 'P' : '',
    transaction.active ? 'x' : '',
    client.blocked !== null ? 'b' : '',
    tracking !== null ? 't' : '',
    tracking?.brokenRedirect ? 'R' : '',
    tracking?.options.broadcast ? 'B' : '',
    transaction.dirtyCas ? 'd' : '',
    client.closeAfterReply ? 'c' : '',
    client.readsFromReplica ? 'r' : '',
    client.noEvict ? 'e' : '',
  ].join('');
  return flags === '' ? 'N' : flags;
}

/** A MONITOR client counts as a normal client here, although the server treats it as a replica elsewhere. */
export function clientType(client: Client): 'normal' | 'slave' | 'pubsub' | 'master' {
  if (client.isMaster) return 'master';
  if (client.replica?.isReplica) return 'slave';
  return client.subscriptions !== null && client.subscriptions.total > 0 ? 'pubsub' : 'normal';
}
