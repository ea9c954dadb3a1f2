/** What a replica refuses its clients: to change its data, and to read it while it may be old. */
import { ReplyError } from '../base/errors.ts';
import { declaredFlags } from '../commands/scripting/shebang.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import { hasStaleData, MASTER_DOWN, READ_ONLY } from '../state/replication/refusals.ts';
import type { Server } from '../state/server.ts';
import { isOrQueues } from './command-traits.ts';

export function readOnlyGate(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  if (client.isMaster || !server.keyspace.followsMaster) return null;
  return isOrQueues('isWrite', server, client, entry, args) ? new ReplyError(READ_ONLY) : null;
}

export function staleGate(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  if (!hasStaleData(server)) return null;
  return mayRunOnStaleData(server, client, entry, args) ? null : new ReplyError(MASTER_DOWN);
}

/** EXEC runs if all that is queued may. */
function mayRunOnStaleData(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): boolean {
  if (entry.fullName === 'exec') {
    return client.transaction.queue.every((each) => mayRunOnStaleData(server, client, each.entry, each.args));
  }
  const flags = entry.isScript ? declaredFlags(server, entry.fullName, args) : null;
  return flags === null ? entry.command.flags.includes('stale') : flags.includes('allow-stale');
}
