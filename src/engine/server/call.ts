/**
 * The funnel: every command, wherever it comes from, passes `processCommand` with its gates in the
 * order of the server's own, and then `call`. Observation, propagation, MONITOR, the slow log and
 * the statistics hang here and nowhere else.
 */
import { equalsIgnoreCase, latin1 } from '../base/bytes.ts';
import { ReplyError, errors } from '../base/errors.ts';
import type { CommandEntry } from '../state/command-table.ts';
import { namedInError } from '../state/command-table.ts';
import type { Client } from '../state/client.ts';
import type { Server } from '../state/server.ts';

export function processCommand(server: Server, client: Client, args: readonly Uint8Array[]): void {
  const entry = findCommand(server, args);
  if (entry instanceof ReplyError) {
    // A browser that was tricked into posting to this port is cut off without an answer.
    if (equalsIgnoreCase(args[0], 'post') || equalsIgnoreCase(args[0], 'host:')) client.closeAfterReply = true;
    else reject(server, client, entry, null);
    return;
  }
  if (!entry.acceptsCount(args.length)) {
    return reject(server, client, errors.wrongArity(entry.fullName), entry);
  }
  if (entry.isProtected && server.config.text('enable-debug-command') === 'no') {
    return reject(server, client, notAllowed(entry), entry);
  }

  call(server, client, entry, args);
}

/** Runs a command that has passed the gates. */
export function call(server: Server, client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void {
  client.lastCommand = entry.fullName;
  entry.calls++;
  server.statistics.commandsProcessed++;
  const start = client.reply.length;
  try {
    entry.command.run?.(server, client, args);
  } catch (problem) {
    if (!(problem instanceof ReplyError)) throw problem;
    client.reply.truncate(start);
    entry.failedCalls++;
    writeError(server, client, problem);
  }
}

function findCommand(server: Server, args: readonly Uint8Array[]): CommandEntry | ReplyError {
  const entry = server.commands.find(args[0]);
  if (entry === null) return unknownCommand(args);
  if (entry.subcommands === null || args.length === 1) return entry;
  return (
    entry.subcommands.find(args[1]) ??
    errors.unknownSubcommand(namedInError(args[1]), entry.command.name)
  );
}

function unknownCommand(args: readonly Uint8Array[]): ReplyError {
  let shown = '';
  for (let i = 1; i < args.length && shown.length < 128; i++) {
    const room = Math.max(0, 128 - shown.length);
    shown += `'${latin1(args[i], 0, Math.min(args[i].length, room))}' `;
  }
  return new ReplyError(`ERR unknown command '${namedInError(args[0])}', with args beginning with: ${shown}`);
}

function notAllowed(entry: CommandEntry): ReplyError {
  const name = entry.command.name === 'debug' || entry.fullName.startsWith('debug|') ? 'DEBUG' : 'MODULE';
  const option = name === 'DEBUG' ? 'enable-debug-command' : 'enable-module-command';
  return new ReplyError(
    `ERR ${name} command not allowed. If the ${option} option is set to "local", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.`,
  );
}

/** A command that a gate turned away: it did not run and is not counted as called. */
function reject(server: Server, client: Client, error: ReplyError, entry: CommandEntry | null): void {
  if (entry !== null) entry.rejectedCalls++;
  writeError(server, client, error);
}

function writeError(server: Server, client: Client, error: ReplyError): void {
  const { statistics } = server;
  statistics.errorReplies++;
  const code = error.text.slice(0, error.text.indexOf(' '));
  statistics.errorsByCode.set(code, (statistics.errorsByCode.get(code) ?? 0) + 1);
  client.reply.error(error.text);
}
