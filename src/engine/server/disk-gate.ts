/** Writes are refused while the disk cannot keep what was promised, or while too few replicas would hear of them. */
import { ReplyError } from '../base/errors.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import { diskRefusal, NOT_ENOUGH_REPLICAS } from '../state/disk/write-refusal.ts';
import type { Server } from '../state/server.ts';
import { isOrQueues } from './command-traits.ts';

export function diskGate(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  if (client.isMaster) return null;
  if (entry.fullName !== 'ping' && !isOrQueues('isWrite', server, client, entry, args)) return null;
  const refusal = diskRefusal(server);
  return refusal === null ? null : new ReplyError(refusal);
}

export function replicasGate(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  return isOrQueues('isWrite', server, client, entry, args) ? new ReplyError(NOT_ENOUGH_REPLICAS) : null;
}
