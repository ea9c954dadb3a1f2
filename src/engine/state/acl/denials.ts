/** Denials: their error texts and their entries in the log. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import type { Client } from '../client/client.ts';
import { describeClient } from '../client/line.ts';
import type { CommandEntry } from '../command/table.ts';
import type { Server } from '../server.ts';
import { type Denial, findDenial } from './check.ts';
import type { DenialContext, DenialReason } from './log.ts';

/** The error for a command that this client may not run, or null; a denial is logged. */
export function permissionError(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  context?: DenialContext,
): ReplyError | null {
  const denial = findDenial(client.user, entry, args);
  if (denial === null) return null;
  logRefused(server, client, entry, args, denial, context);
  return new ReplyError(`NOPERM ${refusalText(denial, entry)}`);
}

const WHY_NOT = {
  command: 'no permission to execute the command or subcommand',
  key: 'no permission to touch the specified keys',
  channel: 'no permission to access one of the channels used as arguments',
} as const;

/** The error in place of a queued command that may no longer run when EXEC comes, or null. */
export function permissionErrorInExec(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  const denial = findDenial(client.user, entry, args);
  if (denial === null) return null;
  logRefused(server, client, entry, args, denial, 'multi');
  return new ReplyError(
    `NOPERM ACLs rules changed between the moment the transaction was accumulated and the EXEC call. This command is no longer allowed for the following reason: ${WHY_NOT[denial.reason]}`,
  );
}

function refusalText({ reason }: Denial, entry: CommandEntry): string {
  return reason === 'command'
    ? `this user has no permissions to run the '${entry.fullName}' command`
    : `this user has no permissions to access one of the ${reason}s used as arguments`;
}

/** The log's entry for a command that was denied. */
export function logRefused(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  { reason, index }: Denial,
  context?: DenialContext,
): void {
  const object = reason === 'command' ? entry.fullName : latin1(args[index]);
  logDenial(server, client, { reason, object, context, args });
}

export function logDenial(
  server: Server,
  client: Client,
  denial: {
    readonly reason: DenialReason;
    readonly object: string;
    readonly username?: string;
    readonly context?: DenialContext;
    /** Of the command that was denied. */
    readonly args?: readonly Uint8Array[];
  },
): void {
  const { acl, config, nowMs } = server;
  acl.log.add(
    {
      reason: denial.reason,
      object: denial.object,
      username: denial.username ?? client.user?.name ?? '',
      context: denial.context ?? (client.transaction.active ? 'multi' : 'toplevel'),
      atMs: nowMs,
      clientInfo: describeClient(server, server.commandingClient ?? client, denial.args),
    },
    config.number('acllog-max-len'),
  );
  const { probe } = server.env;
  if (probe !== null) {
    probe.emit({ type: 'acl.denied', client: client.id, reason: denial.reason, object: denial.object });
  }
}
