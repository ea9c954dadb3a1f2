/** Worlds for the stories of panels that show several servers. */
import type { Latency, NodeStart, WorldShape } from '../../protocol/world.ts';

const LATENCY: Latency = { ms: 2, jitterMs: 1 };

const names = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'jan', 'kim', 'leo'];

function nodeAt(n: number, config: NodeStart['config'], port = 6379): NodeStart {
  return { name: names[n], host: `10.0.0.${n + 1}`, port, config };
}

/** `ann` is the master; the others follow her. */
export function masterWithReplicas(replicas: number, config: NodeStart['config'] = {}): WorldShape {
  const follower = { 'repl-diskless-sync-delay': '0', replicaof: '10.0.0.1 6379' };
  const others = Array.from({ length: replicas }, (_, n) => nodeAt(n + 1, follower));
  return { nodes: [nodeAt(0, { 'repl-diskless-sync-delay': '0', ...config }), ...others], latency: LATENCY };
}

/** The same with sentinels that watch the master as `mymaster`: s1, s2, s3. */
export function withSentinels(replicas: number, sentinels: number): WorldShape {
  const { nodes, latency } = masterWithReplicas(replicas);
  const sentinel = [
    `sentinel monitor mymaster 10.0.0.1 6379 ${Math.floor(sentinels / 2) + 1}`,
    'sentinel down-after-milliseconds mymaster 2000',
    'sentinel failover-timeout mymaster 10000',
  ].join('\n');
  const watching = Array.from(
    { length: sentinels },
    (_, n): NodeStart => ({ name: `s${n + 1}`, host: `10.0.1.${n + 1}`, port: 26379, config: {}, sentinel }),
  );
  return { nodes: [...nodes, ...watching], latency };
}

/** Nodes of a cluster that do not know each other yet. */
export function clusterNodes(count: number): WorldShape {
  const config = {
    'cluster-enabled': 'yes',
    'cluster-node-timeout': '2000',
    'repl-diskless-sync-delay': '0',
  };
  return { nodes: Array.from({ length: count }, (_, n) => nodeAt(n, config)), latency: LATENCY };
}

/** What client 1 and the others type to make a cluster of `masters` masters with one replica each. */
export function clusterLines(masters: number): string[] {
  const meet = Array.from({ length: 2 * masters - 1 }, (_, n) => `CLUSTER MEET 10.0.0.${n + 2} 6379`);
  const share = Array.from({ length: masters }, (_, n) => {
    const from = Math.floor((n * 16384) / masters);
    const to = Math.floor(((n + 1) * 16384) / masters) - 1;
    return `${n + 1}> CLUSTER ADDSLOTSRANGE ${from} ${to}`;
  });
  const follow = Array.from({ length: masters }, (_, n) => `@ replicate ${names[masters + n]} ${names[n]}`);
  return [...meet, '@ 3 s', ...share, '@ 2 s', ...follow, '@ 4 s'];
}
