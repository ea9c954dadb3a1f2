/**
 * What a command may do, as the gates ask. For most it follows from their flags; a script or function that declares
 * flags is asked itself, and EXEC is all that is queued. Mirrors getCommandFlags.
 */
import { declaredFlags } from '../commands/scripting/shebang.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry, CommandTraits } from '../state/command/table.ts';
import type { Server } from '../state/server.ts';

export function traitsOf(server: Server, entry: CommandEntry, args: readonly Uint8Array[]): CommandTraits {
  if (!entry.isScript) return entry;
  const flags = declaredFlags(server, entry.fullName, args);
  if (flags === null) return entry;
  const isWrite = !flags.includes('no-writes');
  return {
    isWrite,
    isReadOnly: entry.isReadOnly,
    mayReplicate: isWrite,
    isDenyOom: isWrite && !flags.includes('allow-oom'),
  };
}

/** Whether a command has a trait, or is an EXEC with such a command in its queue. */
export function isOrQueues(
  trait: keyof CommandTraits,
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): boolean {
  if (entry.fullName === 'exec') return client.transaction.queue.some(({ traits }) => traits[trait]);
  return traitsOf(server, entry, args)[trait];
}
