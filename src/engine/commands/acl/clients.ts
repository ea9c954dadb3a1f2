/** Closing clients whose user is gone, or may no longer use their subscriptions. */
import { allowsChannel } from '../../state/acl/check.ts';
import type { User } from '../../state/acl/user.ts';
import type { Client } from '../../state/client/client.ts';
import { namesOf, type SubscriptionKind } from '../../state/client/subscriptions.ts';
import type { Server } from '../../state/server.ts';

/** Closes the connection; the client that asked for it still gets its reply. */
export function hangUpOn(server: Server, client: Client): void {
  if (client === server.commandingClient) client.closeAfterReply = true;
  else if (!server.closing.includes(client.id)) server.closing.push(client.id);
}

export function dropClientsOf(server: Server, user: User): void {
  for (const client of server.clients.values()) {
    if (client.user !== user) continue;
    client.user = server.acl.defaultUser;
    client.authenticated = false;
    hangUpOn(server, client);
  }
}

const KINDS: readonly SubscriptionKind[] = ['channel', 'pattern', 'shard'];

/** Closes clients with a subscription that their user no longer may have: ACLKillPubsubClientsIfNeeded. */
export function dropListenersDenied(server: Server, name: string): void {
  const user = server.acl.find(name);
  if (user === null || user.selectors.some(({ allChannels }) => allChannels)) return;
  for (const client of server.clients.values()) {
    const { subscriptions } = client;
    if (client.user !== user || subscriptions === null) continue;
    const isDenied = KINDS.some((kind) =>
      namesOf(subscriptions, kind).some(
        (channel) => !user.selectors.some((selector) => allowsChannel(selector, channel, kind === 'pattern')),
      ),
    );
    if (isDenied) hangUpOn(server, client);
  }
}
