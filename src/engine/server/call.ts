/**
 * The funnel: every command, wherever it comes from, passes `processCommand` with its gates in the
 * order of the server's own, and then `call`. Observation, propagation, MONITOR, the slow log and
 * the statistics hang here and nowhere else.
 */
import { errors, Redirection, ReplyError } from '../base/errors.ts';
import { isWord } from '../commands/arguments.ts';
import type { Client } from '../state/client/client.ts';
import { type CommandEntry, namedInError } from '../state/command/table.ts';
import type { Server } from '../state/server.ts';
import { account } from './account.ts';
import { isOrQueues, traitsOf } from './command-traits.ts';
import { refusalAtGates } from './gates.ts';
import { serveReadyKeys } from './ready-keys.ts';
import { writeError } from './refuse.ts';

export function processCommand(server: Server, client: Client, args: readonly Uint8Array[]): void {
  if (client.replyMode !== 'on') client.mutedFrom = client.reply.length;
  const entry = server.commands.resolve(args);
  client.lastEntry = entry;
  const refusal = entry === null ? null : refusalAtGates(server, client, entry, args);
  if (entry === null) turnAway(server, client, args);
  else if (refusal !== null) reject(server, client, refusal, entry, args);
  else if (server.pause.kind !== null && isHeldBack(server, client, entry, args))
    server.pause.postpone(client, args);
  else if (client.transaction.active && !entry.runsInsideMulti) queue(server, client, entry, args);
  else {
    call(server, client, entry, args);
    if (server.replication.work !== null) client.writeOffset = server.replication.offset;
    if (server.blocking.hasReadyKeys) serveReadyKeys(server);
  }
  // A blocked client's reply is dropped when it unblocks.
  if (client.mutedFrom !== -1 || client.skipsNextReply) withholdReply(client);
  if (client.tracking?.caching) endCaching(client);
  if (client.isAsking) endAsking(client);
}

/** CLIENT CACHING holds for the next command or transaction; CLIENT subcommands do not count. */
function endCaching(client: Client): void {
  if (client.transaction.active || client.lastEntry?.fullName.startsWith('client|')) return;
  if (client.tracking !== null) client.tracking.caching = false;
}

/** ASKING holds for the next command or transaction. */
function endAsking(client: Client): void {
  if (!client.transaction.active && client.lastEntry?.fullName !== 'asking') client.isAsking = false;
}

/** By CLIENT PAUSE. EXEC waits for what is queued. */
function isHeldBack(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): boolean {
  return server.pause.kind === 'all' || isOrQueues('mayReplicate', server, client, entry, args);
}

/** Share of the server's memory that a queue may take; the queue is not on the heap. */
const QUEUE_SHARE = 1 / 4;

/** Between MULTI and EXEC. */
function queue(server: Server, client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void {
  if (client.transaction.queuedBytes > server.memoryBytes * QUEUE_SHARE) {
    reject(server, client, errors.outOfMemory(), entry, args);
    return;
  }
  client.transaction.enqueue(entry, args, traitsOf(server, entry, args));
  client.reply.status('QUEUED');
  const { probe } = server.env;
  if (probe !== null) {
    const { length } = client.transaction.queue;
    probe.emit({ type: 'multi.queued', client: client.id, command: entry.fullName, position: length - 1 });
  }
}

/** Runs a command that has passed the gates. It is counted when it has run, so INFO does not see itself. */
export function call(server: Server, client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void {
  const start = client.reply.length;
  const { heap } = server.env;
  if (server.commandObserver !== null) server.commandObserver.begins(client, entry, args);
  const heapBytes = heap.usedBytes;
  const keysBefore = entry.visitsAllKeys ? keysHeld(server, client) : 0;
  const caller = server.currentClient;
  if (caller === null) server.commandingClient = client;
  if (entry.isScript) beginScript(server, client, entry, args);
  const { statistics } = server;
  statistics.takeErrors();
  run(server, client, entry, args);
  const keysVisited = keysBefore === 0 ? 0 : keysVisitedOf(server, keysBefore);
  account(server, client, entry, args, client.reply.length - start, heap.usedBytes - heapBytes, keysVisited);
  const counts = server.commands.countsOf(entry);
  if (statistics.takeErrors()) counts.failedCalls++;
  counts.calls++;
  statistics.commandsProcessed++;
  if (server.monitors.clients.size > 0 && !entry.isHiddenFromMonitors)
    server.monitors.feed(client, entry, args);
  if (server.tracking.isInUse) noteTracked(server, client, entry, args);
  if (caller === null) server.commandingClient = null;
}

/** The keys of the client's database, and those that the lazy free thread has still to free. */
function keysHeld({ keyspace }: Server, client: Client): number {
  return client.db.keys.size + keyspace.lazyFree.pendingObjects;
}

/** Keys that a flush handed to the lazy free thread were not visited. */
function keysVisitedOf({ keyspace }: Server, keysBefore: number): number {
  return Math.max(0, keysBefore - keyspace.lazyFree.pendingObjects);
}

/** Runs the command itself. Its changes are propagated; an error takes back its reply. */
function run(server: Server, client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void {
  const start = client.reply.length;
  const caller = server.currentClient;
  server.currentClient = client;
  server.propagation.enter(server.keyspace.dirty);
  try {
    if (entry.isDenyOom && isOutOfMemory(server)) throw errors.outOfMemory();
    entry.command.run?.(server, client, args);
  } catch (problem) {
    if (!(problem instanceof ReplyError)) {
      server.propagation.disown();
      throw problem;
    }
    client.reply.truncate(start);
    writeError(server, client, problem);
  } finally {
    server.currentClient = caller;
    server.propagation.leave(server.keyspace.dirty, client.db, args);
  }
}

/** The heap has passed its budget. Saved data loads all the same. */
function isOutOfMemory({ env, memoryBytes, persistence }: Server): boolean {
  return env.heap.usedBytes > memoryBytes && !persistence.isLoading;
}

/** Monitors see a script before the commands it runs; its reads are tracked by the script's own keys. */
function beginScript(server: Server, client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void {
  server.monitors.feed(client, entry, args);
  if (client.tracking !== null) {
    client.tracking.script = { command: entry.command, args: args.map((argument) => argument.slice()) };
  }
}

/** Remembers the keys read for the client in command, and sends pending invalidations after the outermost command. */
function noteTracked(server: Server, client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void {
  const { tracking, commandingClient, currentClient } = server;
  if (entry.isReadOnly && !entry.isScript) {
    if (!client.isScript) tracking.remember(client, entry.command, args);
    else if (commandingClient !== null) tracking.rememberScript(commandingClient);
  }
  if (currentClient === null) tracking.sendPending(client);
}

/** CLIENT REPLY OFF and SKIP: drops the command's reply. */
function withholdReply(client: Client): void {
  client.forgetMuted();
  if (client.blocked !== null) return;
  if (client.replyMode === 'skip') client.replyMode = 'on';
  if (client.skipsNextReply && client.replyMode === 'on') client.replyMode = 'skip';
  client.skipsNextReply = false;
}

function turnAway(server: Server, client: Client, args: readonly Uint8Array[]): void {
  // A browser tricked into posting to this port is cut off; earlier replies are dropped too.
  if (isWord(args[0], 'post') || isWord(args[0], 'host:')) {
    client.reply.truncate(0);
    client.closeAfterReply = true;
    server.closing.push(client.id);
    return;
  }
  reject(server, client, unknownCommand(server, args), null, args);
}

function unknownCommand(server: Server, args: readonly Uint8Array[]): ReplyError {
  const container = server.commands.find(args[0]);
  if (container !== null) return errors.unknownSubcommand(namedInError(args[1]), container.command.name);
  let shown = '';
  for (let i = 1; i < args.length && shown.length < MAX_SHOWN; i++) {
    shown += `'${namedInError(args[i], MAX_SHOWN - shown.length)}' `;
  }
  return new ReplyError(`ERR unknown command '${namedInError(args[0])}', with args beginning with: ${shown}`);
}

/** How much of the arguments an error repeats. */
const MAX_SHOWN = 128;

/** A command that a gate turned away: it did not run and is not counted as called. */
function reject(
  server: Server,
  client: Client,
  error: ReplyError,
  entry: CommandEntry | null,
  args: readonly Uint8Array[],
): void {
  const { transaction } = client;
  transaction.flag();
  if (entry !== null) server.commands.countsOf(entry).rejectedCalls++;
  if (entry === null || entry.fullName !== 'exec') writeError(server, client, error);
  else if (error instanceof Redirection) {
    server.watching.discard(client);
    writeError(server, client, error);
  } else {
    server.watching.discard(client);
    const why = error.text.replace(/^ERR /, '');
    writeError(server, client, new ReplyError(`EXECABORT Transaction discarded because of: ${why}`));
    // Monitors that saw the MULTI must see its end.
    server.monitors.feed(client, entry, args);
  }
}

/** A protocol error: replies with it and reads nothing more from this client. */
export function refuseInput(server: Server, client: Client, text: string): void {
  if (client.replyMode !== 'on') client.mutedFrom = client.reply.length;
  writeError(server, client, new ReplyError(text));
  if (client.mutedFrom !== -1) withholdReply(client);
  client.closeAfterReply = true;
}
