/** Two nodes and everything between them: connections, replication, and what a person has done to the way. */
import type { ConnectionUse, TopologyPath, TopologyView } from '../../../protocol/views.ts';

export interface NodePair {
  readonly one: number;
  readonly other: number;
  readonly uses: readonly ConnectionUse[];
  /** The first connection, for the question when it changed; null if there is none. */
  readonly connection: number | null;
  readonly isStanding: boolean;
  /** One of them follows the other, or tries to. */
  readonly replication: { readonly master: number; readonly replica: number; readonly isUp: boolean } | null;
  /** What is changed of the way, in either direction. */
  readonly paths: readonly TopologyPath[];
}

type Growing = { -readonly [Field in keyof NodePair]: NodePair[Field] } & {
  uses: ConnectionUse[];
  paths: TopologyPath[];
};

export function pairKey(a: number, b: number): string {
  return `${Math.min(a, b)}:${Math.max(a, b)}`;
}

/** By their keys. Nodes that were removed are in none. */
export function pairsOf(view: TopologyView): ReadonlyMap<string, NodePair> {
  const pairs = new Map<string, Growing>();
  const isHere = (node: number) => view.nodes[node] !== undefined && view.nodes[node].state !== 'removed';
  const pairOf = (a: number, b: number): Growing | null => {
    if (a === b || !isHere(a) || !isHere(b)) return null;
    const key = pairKey(a, b);
    const known = pairs.get(key);
    if (known !== undefined) return known;
    const made: Growing = {
      one: Math.min(a, b),
      other: Math.max(a, b),
      uses: [],
      connection: null,
      isStanding: false,
      replication: null,
      paths: [],
    };
    pairs.set(key, made);
    return made;
  };
  for (const { connection, from, to, use, isStanding } of view.connections) {
    const pair = pairOf(from, to);
    if (pair === null) continue;
    if (!pair.uses.includes(use)) pair.uses.push(use);
    pair.connection ??= connection;
    pair.isStanding ||= isStanding;
  }
  for (const { node, master, masterNode, role, link } of view.nodes) {
    if (masterNode === null || master === null || role !== 'replica') continue;
    const pair = pairOf(node, masterNode);
    if (pair !== null) pair.replication = { master: masterNode, replica: node, isUp: link === 'connected' };
  }
  for (const path of view.paths) pairOf(path.from, path.to)?.paths.push(path);
  return pairs;
}
