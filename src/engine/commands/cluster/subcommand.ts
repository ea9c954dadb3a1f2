/** What the subcommands of CLUSTER share: their facts, and that a server outside of a cluster refuses all of them. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { parseInteger } from '../../base/numbers.ts';
import type { Client } from '../../state/client/client.ts';
import type { Cluster } from '../../state/cluster/cluster.ts';
import type { ClusterNode } from '../../state/cluster/node.ts';
import { SLOTS } from '../../state/cluster/slot-set.ts';
import type { Command, CommandFlag } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { string } from '../syntax.ts';

export const READING: readonly CommandFlag[] = ['stale'];
export const ADMINISTRATION: readonly CommandFlag[] = ['admin', 'stale'];
export const CHANGING: readonly CommandFlag[] = ['admin', 'stale', 'no_async_loading'];
export const VARYING = ['nondeterministic_output'] as const;
export const nodeArgument = [string('node-id')];

interface Facts {
  readonly since?: string;
  readonly complexity?: string;
  readonly tips?: readonly string[];
  readonly deprecated?: Command['deprecated'];
  readonly arguments?: Command['arguments'];
}

type Run = (server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]) => void;

export function subcommand(
  name: string,
  arity: number,
  flags: readonly CommandFlag[],
  run: Run,
  summary: Command['summary'],
  facts: Facts = {},
): Command {
  return {
    name,
    arity,
    flags,
    summary,
    group: 'cluster',
    since: '3.0.0',
    complexity: 'O(1)',
    ...facts,
    run: inCluster(run),
  };
}

export function inCluster(run: Run): NonNullable<Command['run']> {
  return (server, client, args) => {
    if (server.cluster === null) throw new ReplyError('ERR This instance has cluster support disabled');
    run(server, server.cluster, client, args);
  };
}

/** A known node, or null. */
export function nodeNamed(cluster: Cluster, argument: Uint8Array): ClusterNode | null {
  return cluster.find(latin1(argument));
}

export function nodeOr(cluster: Cluster, argument: Uint8Array, unknown: string): ClusterNode {
  const node = nodeNamed(cluster, argument);
  if (node === null) throw new ReplyError(`ERR ${unknown} ${latin1(argument)}`);
  return node;
}

export function slotOf(argument: Uint8Array): number {
  const slot = parseInteger(argument);
  if (slot === null || slot < 0 || slot >= SLOTS) throw new ReplyError('ERR Invalid or out of range slot');
  return Number(slot);
}

/** More or fewer arguments than any form of the subcommand takes. */
export function badSyntax(args: readonly Uint8Array[]): ReplyError {
  return new ReplyError(
    `ERR unknown subcommand or wrong number of arguments for '${latin1(args[1])}'. Try CLUSTER HELP.`,
  );
}
