/** A node that joins a running session: its name and address, and the commands that bring it into relation. */
import type { NodeStart } from '../../../protocol/world.ts';
import { showConsole } from '../../console/local-entries.ts';
import type { NodeHere } from '../../session/nodes.ts';
import { worldHere } from '../../session/nodes.ts';
import type { SessionStore } from '../../session/store.ts';
import { downAfterMs, nodeTimeoutMs } from './presets.ts';

export const nodeKinds = ['server', 'replica', 'cluster', 'sentinel'] as const;
export type NodeKind = (typeof nodeKinds)[number];

export interface NodeOrder {
  readonly kind: NodeKind;
  readonly name: string;
  /** The node that it follows, meets or watches; of no consequence to a plain server. */
  readonly other: NodeHere | null;
}

/** The kind that fits the servers that are there. */
export function usualKind(nodes: readonly NodeHere[]): NodeKind {
  if (nodes.some(({ isCluster }) => isCluster)) return 'cluster';
  return nodes.some(({ role }) => role === 'replica') ? 'replica' : 'server';
}

const prefixes: Record<NodeKind, string> = {
  server: 'server',
  replica: 'replica',
  cluster: 'node',
  sentinel: 'sentinel',
};

/** `replica-3`: the first number that no node of the session has or had. */
export function freeName(kind: NodeKind, nodes: readonly NodeHere[]): string {
  for (let n = 1; ; n++) {
    const name = `${prefixes[kind]}-${n}`;
    if (nodes.every((node) => node.name !== name)) return name;
  }
}

/** Those whom such a node can follow, meet or watch. */
export function othersFor(kind: NodeKind, nodes: readonly NodeHere[]): readonly NodeHere[] {
  const here = nodes.filter(({ isRemoved, role }) => !isRemoved && role !== 'sentinel');
  if (kind === 'server') return [];
  if (kind === 'cluster') return here.filter(({ isCluster }) => isCluster);
  return here.filter(({ isCluster }) => !isCluster);
}

/** `all`: also those taken away, whose addresses are not used again, lest somebody take the new node for the old one. */
export function startOf({ kind, name }: NodeOrder, all: readonly NodeHere[]): NodeStart {
  const isSentinel = kind === 'sentinel';
  const network = isSentinel ? '10.0.1' : '10.0.0';
  let n = 1;
  while (all.some(({ host }) => host === `${network}.${n}`)) n++;
  const at = { name, host: `${network}.${n}`, port: isSentinel ? 26379 : 6379 };
  if (isSentinel) return { ...at, config: {}, sentinel: '' };
  const sharing = { 'repl-diskless-sync-delay': '0' };
  if (kind !== 'cluster') return { ...at, config: sharing };
  const cluster = { 'cluster-enabled': 'yes', 'cluster-node-timeout': String(nodeTimeoutMs) };
  return { ...at, config: { ...sharing, ...cluster } };
}

/** What an administrator would send it. */
export function commandsFor({ kind, other }: NodeOrder): readonly string[] {
  if (other === null) return [];
  const { host, port } = other;
  switch (kind) {
    case 'server':
      return [];
    case 'replica':
      return [`REPLICAOF ${host} ${port}`];
    case 'cluster':
      return [`CLUSTER MEET ${host} ${port}`];
    case 'sentinel':
      return [
        `SENTINEL MONITOR mymaster ${host} ${port} 2`,
        `SENTINEL SET mymaster down-after-milliseconds ${downAfterMs} failover-timeout 20000`,
      ];
  }
}

/** Adds it where the reader looks, opens a console on it and sends the commands. False if it was refused. */
export async function addNode(session: SessionStore, order: NodeOrder): Promise<boolean> {
  const { actions } = session;
  const start = startOf(order, worldHere(session.getState())?.nodes ?? []);
  if (!(await actions.changeWorld({ type: 'add', start }))) return false;
  const added = worldHere(session.getState())?.nodes.findLast(({ name }) => name === start.name);
  const client = added === undefined ? null : await actions.openClient(added.number);
  if (client === null) return false;
  showConsole(client);
  for (const line of commandsFor(order)) await actions.run(client, line);
  return true;
}
