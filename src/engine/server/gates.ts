/**
 * What may turn a command away before it runs, in the order of the server's own processCommand. Each gate is one
 * question; the first that refuses ends it. A gate for a state that the server is not in costs one comparison.
 */
import { errors, ReplyError } from '../base/errors.ts';
import { BUSY_FUNCTION, BUSY_SCRIPT } from '../commands/scripting/script.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import type { Server } from '../state/server.ts';
import { diskGate, replicasGate } from './disk-gate.ts';
import { monitorGate, subscriberGate } from './listener-gates.ts';
import { memoryGate } from './memory-gate.ts';
import { permissionGate } from './permission-gate.ts';

type Gate = (
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
) => ReplyError | null;

const arity: Gate = (_server, _client, entry, args) =>
  entry.acceptsCount(args.length) ? null : errors.wrongArity(entry.fullName);

const protectedCommand: Gate = (server, _client, entry) => {
  if (!entry.isProtected) return null;
  const isModule = entry.fullName.startsWith('module|');
  const mode = server.config.text(isModule ? 'enable-module-command' : 'enable-debug-command');
  return mode === 'no' ? notAllowed(isModule ? 'MODULE' : 'DEBUG') : null;
};

const login: Gate = (server, client, entry) =>
  !client.authenticated && !entry.needsNoLogin && server.acl.needsLogin
    ? new ReplyError('NOAUTH Authentication required.')
    : null;

const notForMulti: Gate = (_server, client, entry) =>
  client.transaction.active && entry.isNotForMulti
    ? new ReplyError('ERR Command not allowed inside a transaction')
    : null;

const busyScript: Gate = (server, _client, entry) => {
  const { running } = server.scripting;
  if (running === null || !running.isBusy || entry.allowsBusy) return null;
  return new ReplyError(running.request.kind === 'eval' ? BUSY_SCRIPT : BUSY_FUNCTION);
};

/**
 * Why a command that exists may not run now, or null. The order is the server's: existence, arity, protected commands,
 * login, commands not for MULTI, permissions, memory, disk errors, replicas, the subscriber's few commands, loading, a
 * busy script, a pause, and then the queue. The gates are written out and not kept in a list, so that the small ones
 * become part of this function when it is compiled.
 */
export function refusalAtGates(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  return (
    arity(server, client, entry, args) ??
    protectedCommand(server, client, entry, args) ??
    login(server, client, entry, args) ??
    notForMulti(server, client, entry, args) ??
    permissionGate(server, client, entry, args) ??
    memoryGate(server, client, entry, args) ??
    diskGate(server, client, entry, args) ??
    replicasGate(server, client, entry, args) ??
    subscriberGate(server, client, entry) ??
    busyScript(server, client, entry, args) ??
    monitorGate(server, client, entry, args)
  );
}

function notAllowed(name: 'DEBUG' | 'MODULE'): ReplyError {
  const option = `enable-${name.toLowerCase()}-command`;
  return new ReplyError(
    `ERR ${name} command not allowed. If the ${option} option is set to "local", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.`,
  );
}
