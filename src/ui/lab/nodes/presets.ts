/**
 * Servers to start with: one, or several that stand in a relation. The relation itself is made with the commands that
 * an administrator uses, so that it can be seen on the timeline.
 */
import type { NodeStart, WorldShape } from '../../../protocol/world.ts';
import type { Pair } from '../../i18n/pair.ts';

export interface Preset {
  readonly id: string;
  readonly title: Pair<string>;
  readonly about: Pair<string>;
  /** Null for one server, the usual case. */
  readonly world: WorldShape | null;
  readonly panels: readonly string[];
  /** The nodes that have a console in the end, in this order; the first one is chosen. */
  readonly consoles: readonly number[];
}

const latency = { ms: 1, jitterMs: 1 };
const port = 6379;
const sentinelPort = 26379;

function server(name: string, n: number, config: NodeStart['config'] = {}): NodeStart {
  return { name, host: `10.0.0.${n}`, port, config };
}

/** A replica is sent the file at once, where redis.conf waits five seconds for more replicas to come. */
const sharing = { 'repl-diskless-sync-delay': '0' };

const trio: readonly NodeStart[] = [
  server('master', 1, sharing),
  server('replica-1', 2, sharing),
  server('replica-2', 3, sharing),
];

/** A master counts as down after this; redis.conf says 15 and 30 seconds, which is long to look at. */
export const nodeTimeoutMs = 5000;
export const downAfterMs = 5000;

const clusterNode = (n: number): NodeStart =>
  server(`node-${n}`, n, {
    ...sharing,
    'cluster-enabled': 'yes',
    'cluster-node-timeout': String(nodeTimeoutMs),
  });

export const presets: readonly Preset[] = [
  {
    id: 'single',
    title: { en: 'One server', zh: '一台服务器' },
    about: { en: 'A server by itself, and its consoles.', zh: '只有它自己，和连着它的控制台。' },
    world: null,
    panels: ['dict', 'keyspace'],
    consoles: [],
  },
  {
    id: 'replicas',
    title: { en: 'Master and two replicas', zh: '一主两从' },
    about: {
      en: 'Two replicas follow a master with REPLICAOF. Cut a link and watch them fall behind.',
      zh: '两台从节点用 REPLICAOF 跟着主节点。剪断一条链路，看它们怎么落后。',
    },
    world: { nodes: trio, latency },
    panels: ['topology', 'replication'],
    consoles: [0, 1, 2],
  },
  {
    id: 'sentinels',
    title: { en: 'Replicas and three sentinels', zh: '一主两从 + 三个哨兵' },
    about: {
      en: 'Three sentinels watch the master. Kill it, and they vote for a new one.',
      zh: '三个哨兵盯着主库。把主库杀掉，它们会投票选出新的。',
    },
    world: {
      nodes: [
        ...trio,
        ...[1, 2, 3].map((n) => ({
          name: `sentinel-${n}`,
          host: `10.0.1.${n}`,
          port: sentinelPort,
          config: {},
          sentinel: '',
        })),
      ],
      latency,
    },
    panels: ['topology', 'sentinel'],
    consoles: [0, 1, 3],
  },
  {
    id: 'cluster',
    title: { en: 'Cluster, 3 + 3', zh: '集群，3 主 3 从' },
    about: {
      en: 'Three masters share 16,384 slots, and each has a replica. Formed as redis-cli --cluster create does it.',
      zh: '三台主节点分管 16384 个槽，各带一台从节点。组建步骤和 redis-cli --cluster create 一样。',
    },
    world: { nodes: [1, 2, 3, 4, 5, 6].map(clusterNode), latency },
    panels: ['cluster', 'topology'],
    consoles: [0, 1, 2],
  },
];
