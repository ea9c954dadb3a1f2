/** Whether the client's user may run this command on these keys and channels. Most users may do everything. */
import type { ReplyError } from '../base/errors.ts';
import { permissionError } from '../state/acl/denials.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import type { Server } from '../state/server.ts';

export function permissionGate(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  const { user } = client;
  return user === null || user.isUnlimited ? null : permissionError(server, client, entry, args);
}
