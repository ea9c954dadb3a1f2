/** Nodes in the words of CLUSTER NODES, which are also those of nodes.conf. */
import type { Cluster } from '../state/cluster/cluster.ts';
import { type ClusterNode, FLAG } from '../state/cluster/node.ts';

/** In the order in which they are written. */
export const FLAG_WORDS: readonly (readonly [word: string, flag: number])[] = [
  ['myself', FLAG.myself],
  ['master', FLAG.master],
  ['slave', FLAG.replica],
  ['fail?', FLAG.suspected],
  ['fail', FLAG.failed],
  ['handshake', FLAG.handshake],
  ['noaddr', FLAG.noAddress],
  ['nofailover', FLAG.noFailover],
];

/** `id host:port@busport flags master ping-sent pong-received epoch link slots…`, without an end of line. */
export function nodeLine(cluster: Cluster, node: ClusterNode): string {
  const flags = FLAG_WORDS.filter(([, flag]) => node.is(flag)).map(([word]) => word);
  const isConnected = node.link !== null || node.isMyself;
  const words = [
    node.id,
    `${node.host}:${node.port}@${node.busPort}${node.hostname === '' ? '' : `,${node.hostname}`}`,
    flags.length === 0 ? 'noflags' : flags.join(','),
    node.master?.id ?? '-',
    Math.floor(node.pingSentMs),
    Math.floor(node.pongReceivedMs),
    node.head.configEpoch,
    isConnected ? 'connected' : 'disconnected',
    ...node.slots.ranges().map(({ first, last }) => (first === last ? first : `${first}-${last}`)),
  ];
  if (node.isMyself) {
    const slots = [...cluster.migrating.keys(), ...cluster.importing.keys()].sort((a, b) => a - b);
    for (const slot of slots) {
      const target = cluster.migrating.get(slot);
      words.push(
        target === undefined ? `[${slot}-<-${cluster.importing.get(slot)?.id}]` : `[${slot}->-${target.id}]`,
      );
    }
  }
  return words.join(' ');
}

/** A line per node; those with one of these flags are left out. */
export function describeNodes(cluster: Cluster, except = 0): string {
  let text = '';
  for (const node of cluster.nodes.values()) if (!node.is(except)) text += `${nodeLine(cluster, node)}\n`;
  return text;
}
