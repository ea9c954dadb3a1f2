import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';
import { masterWithReplicas } from '../worlds.ts';

const target: WatchTarget = { kind: 'replication', db: 0 };
const value = 'v'.repeat(900);
const writes = (count: number) => Array.from({ length: count }, (_, n) => `SET order:${n} ${value}`);
const small = { 'repl-backlog-size': '16384', 'repl-timeout': '3', 'repl-ping-replica-period': '1' };

const stories: readonly Story[] = [
  {
    id: 'replication-sync',
    title: { zh: '第一次同步：PSYNC、文件、复制流', en: 'The first sync: PSYNC, the file, the stream' },
    world: masterWithReplicas(1),
    given: ['SET stock 3'],
    shown: 'GET stock',
    shownForMs: 1500,
    target,
    openAt: 'master.file',
  },
  {
    id: 'replication-behind',
    title: { zh: '一个追平，一个断开后越落越远', en: 'One is up to date, one falls behind a cut' },
    world: masterWithReplicas(2, small),
    given: ['@ 3 s', ...writes(4), '@ 2 s', '@ cut ann cat', ...writes(5), '@ 1500 ms'],
    shown: 'SET stock 3',
    target,
  },
  {
    id: 'replication-partial',
    title: { zh: '断线重连，只补差的', en: 'Back in time: only what was missed' },
    world: masterWithReplicas(1),
    given: [
      '@ 3 s',
      ...writes(2),
      '@ 1 s',
      '@ cut bob ann',
      'CLIENT KILL TYPE replica',
      '@ 100 ms',
      ...writes(3),
    ],
    shown: '@ mend bob ann',
    shownForMs: 300,
    target,
    openAt: 'master.partial',
  },
  {
    id: 'replication-too-late',
    title: { zh: '积压缓冲区够不着了：全量重来', en: 'Too late for the backlog: everything again' },
    world: masterWithReplicas(1, small),
    given: ['@ 3 s', '@ cut ann bob', '@ cut bob ann', '@ 5 s', ...writes(60), '@ mend ann bob'],
    shown: '@ mend bob ann',
    shownForMs: 1200,
    target,
    openAt: 'master.full',
  },
  {
    id: 'replication-promoted',
    title: {
      zh: 'REPLICAOF NO ONE：新名字，老历史',
      en: 'REPLICAOF NO ONE: a new name for the same history',
    },
    world: masterWithReplicas(2),
    given: ['@ 3 s', ...writes(2), '@ 1 s'],
    shown: '2> REPLICAOF NO ONE',
    shownForMs: 3,
    target,
    openAt: 'replica.promoted',
  },
  {
    id: 'replication-chain',
    title: { zh: '从节点的从节点', en: 'A replica of a replica' },
    world: masterWithReplicas(2),
    given: ['@ 2 s', '3> REPLICAOF 10.0.0.2 6379', '@ 3 s', ...writes(2), '@ 2 s'],
    target,
  },
  {
    id: 'replication-min',
    title: { zh: '合格从节点不够：NOREPLICAS', en: 'Too few good replicas: NOREPLICAS' },
    world: masterWithReplicas(2, { 'min-replicas-to-write': '2', 'min-replicas-max-lag': '3' }),
    given: ['@ 3 s', 'SET stock 3', '@ freeze cat', '@ 6 s'],
    shown: 'SET stock 4',
    target,
  },
  {
    id: 'replication-handover',
    title: { zh: 'FAILOVER：有序换主', en: 'FAILOVER: an orderly change' },
    world: masterWithReplicas(2),
    given: ['@ 3 s', 'SET stock 3', '@ 1 s'],
    shown: 'FAILOVER TO 10.0.0.2 6379',
    shownForMs: 1200,
    target,
    openAt: ['failover.stage', 2],
  },
  {
    id: 'replication-alone',
    title: { zh: '没有从节点', en: 'Nobody follows' },
    given: ['SET stock 3'],
    target,
  },
];
export default stories;
