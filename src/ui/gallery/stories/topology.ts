import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';
import { clusterLines, clusterNodes, masterWithReplicas, withSentinels } from '../worlds.ts';

const target: WatchTarget = { kind: 'topology', db: 0 };
const ready = ['SET stock 3', '@ 3 s'];

const stories: readonly Story[] = [
  {
    id: 'topology-write',
    title: { zh: '一次写入，传给两个从节点', en: 'A write on its way to two replicas' },
    world: masterWithReplicas(2),
    given: [...ready, 'INCR stock', '@ 1 ms'],
    shown: 'GET stock',
    shownForMs: 8,
    target,
    openAt: ['dict.bucket', 1],
  },
  {
    id: 'topology-handshake',
    title: { zh: '从节点找到主节点', en: 'A replica finds its master' },
    world: masterWithReplicas(1),
    given: ['SET stock 3'],
    shown: 'GET stock',
    shownForMs: 1100,
    target,
    openAt: 'master.full',
  },
  {
    id: 'topology-cut',
    title: {
      zh: '单向断开：写入过不去，心跳还能回来',
      en: 'Cut in one direction: writes are held, acknowledgements still arrive',
    },
    world: masterWithReplicas(2),
    given: [...ready, '@ cut ann bob', '@ slow ann cat 400', 'SET stock 5', '@ 100 ms'],
    shown: 'SET stock 6',
    target,
  },
  {
    id: 'topology-faults',
    title: { zh: '宕机、冻结、时钟偏移', en: 'Down, frozen, and a clock that is off' },
    world: masterWithReplicas(4),
    given: [...ready, '@ crash bob', '@ freeze cat', '@ clock dan 90000', '@ remove eve', 'SET stock 5'],
    shown: '@ 5 s',
    target,
  },
  {
    id: 'topology-sentinels',
    title: { zh: '三个哨兵盯着一主两从', en: 'Three sentinels around a master and two replicas' },
    world: withSentinels(2, 3),
    given: [...ready, '@ 5 s'],
    shown: 'SET stock 4',
    target,
  },
  {
    id: 'topology-failover',
    title: { zh: '哨兵把从节点提上来', en: 'Sentinels promote a replica' },
    world: withSentinels(2, 3),
    given: [...ready, '@ 10 s', '@ crash ann', '@ 9 s', '@ restart ann', '@ 30 s'],
    shown: '4> SENTINEL get-master-addr-by-name mymaster',
    target,
  },
  {
    id: 'topology-cluster',
    title: { zh: '六个节点的集群', en: 'A cluster of six nodes' },
    world: clusterNodes(6),
    given: [...clusterLines(3), 'SET stock 3', '@ 1500 ms'],
    shown: 'CLUSTER INFO',
    target,
  },
  {
    id: 'topology-twelve',
    title: { zh: '十二个节点', en: 'Twelve nodes' },
    world: clusterNodes(12),
    given: clusterLines(6),
    shown: 'CLUSTER INFO',
    target,
  },
  {
    id: 'topology-alone',
    title: { zh: '只有一台服务器', en: 'One server' },
    given: ['SET stock 3'],
    target,
  },
];
export default stories;
