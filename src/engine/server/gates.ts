/**
 * What may turn a command away before it runs, in the order of the server's own processCommand. Each gate is one
 * question; the first that refuses ends it. A gate for a state that the server is not in costs one comparison.
 */
import { errors, ReplyError } from '../base/errors.ts';
import { BUSY_FUNCTION, BUSY_SCRIPT } from '../commands/scripting/busy.ts';
import { permissionError } from '../state/acl/denials.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import { lacksReplicas } from '../state/disk/write-refusal.ts';
import type { Server } from '../state/server.ts';
import { clusterGate } from './cluster-gate.ts';
import { diskGate, replicasGate } from './disk-gate.ts';
import { monitorGate, subscriberGate } from './listener-gates.ts';
import { memoryGate } from './memory-gate.ts';
import { readOnlyGate, staleGate } from './replica-gates.ts';

type Gate = (
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
) => ReplyError | null;

const protectedCommand: Gate = (server, _client, entry) => {
  const isModule = entry.fullName.startsWith('module|');
  const mode = server.config.text(isModule ? 'enable-module-command' : 'enable-debug-command');
  return mode === 'no' ? notAllowed(isModule ? 'MODULE' : 'DEBUG') : null;
};

const login: Gate = (server, _client, entry) =>
  !entry.needsNoLogin && server.acl.needsLogin ? new ReplyError('NOAUTH Authentication required.') : null;

const notForMulti: Gate = (_server, _client, entry) =>
  entry.isNotForMulti ? new ReplyError('ERR Command not allowed inside a transaction') : null;

const busyScript: Gate = (server, _client, entry) => {
  const { running } = server.scripting;
  if (running === null || !running.isBusy || entry.allowsBusy) return null;
  return new ReplyError(running.request.kind === 'eval' ? BUSY_SCRIPT : BUSY_FUNCTION);
};

/**
 * Why a command that exists may not run now, or null. The order is the server's: existence, arity, protected commands,
 * login, commands not for MULTI, permissions, the cluster's redirections, memory, disk errors, missing replicas, a replica
 * that only reads, the subscriber's few commands, stale data, a busy script, a pause, and then the queue. When a gate
 * cannot refuse anything is asked here and not in the gate: every
 * command comes by, and what is not called need not be compiled into its way.
 */
export function refusalAtGates(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  if (!entry.acceptsCount(args.length)) return errors.wrongArity(entry.fullName);
  const { user } = client;
  const { persistence, tracking } = server;
  return (
    (entry.isProtected ? protectedCommand(server, client, entry, args) : null) ??
    (client.authenticated ? null : login(server, client, entry, args)) ??
    (client.transaction.active ? notForMulti(server, client, entry, args) : null) ??
    (user === null || user.isUnlimited ? null : permissionError(server, client, entry, args)) ??
    (server.cluster === null ? null : clusterGate(server, client, entry, args)) ??
    (server.eviction.maxBytes === 0 ? null : memoryGate(server, client, entry, args)) ??
    (persistence.rdb.lastStatusOk && persistence.aof.lastWriteOk
      ? null
      : diskGate(server, client, entry, args)) ??
    (lacksReplicas(server) ? replicasGate(server, client, entry, args) : null) ??
    (server.keyspace.isReadOnlyReplica ? readOnlyGate(server, client, entry, args) : null) ??
    (client.subscriptions === null && tracking.clients === 0
      ? null
      : subscriberGate(server, client, entry)) ??
    (server.replication.master === null ? null : staleGate(server, client, entry, args)) ??
    (server.scripting.running === null ? null : busyScript(server, client, entry, args)) ??
    (server.monitors.clients.size === 0 && client.replica === null
      ? null
      : monitorGate(server, client, entry, args))
  );
}

function notAllowed(name: 'DEBUG' | 'MODULE'): ReplyError {
  const option = `enable-${name.toLowerCase()}-command`;
  return new ReplyError(
    `ERR ${name} command not allowed. If the ${option} option is set to "local", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.`,
  );
}
