/** In a cluster a command runs where the slot of its keys is. */
import type { ReplyError } from '../base/errors.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import type { Server } from '../state/server.ts';
import { isOrQueues } from './command-traits.ts';

export function clusterGate(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  if (client.isMaster) return null;
  const { command, fullName } = entry;
  if (command.keys === undefined && command.findKeys === undefined && fullName !== 'exec') return null;
  const isWrite = isOrQueues('isWrite', server, client, entry, args);
  return server.cluster?.work?.refusal(client, entry, args, isWrite) ?? null;
}
