import type { SentinelTarget } from '../../../protocol/views.ts';
import type { NodeStart, WorldShape } from '../../../protocol/world.ts';
import type { Story } from '../story.ts';

const file = [
  'sentinel monitor mymaster 10.0.0.1 6379 2',
  'sentinel down-after-milliseconds mymaster 2500',
  'sentinel failover-timeout mymaster 10000',
  '',
].join('\n');
const server = (name: string, n: number, config: NodeStart['config']): NodeStart => ({
  name,
  host: `10.0.0.${n}`,
  port: 6379,
  config: { 'repl-diskless-sync-delay': '0', ...config },
});
const world: WorldShape = {
  nodes: [
    server('master', 1, {}),
    server('replica-1', 2, { replicaof: '10.0.0.1 6379' }),
    server('replica-2', 3, { replicaof: '10.0.0.1 6379', 'replica-priority': '10' }),
    ...[1, 2, 3].map((n) => ({
      name: `sentinel-${n}`,
      host: `10.0.1.${n}`,
      port: 26379,
      config: {},
      sentinel: file,
    })),
  ],
  latency: { ms: 1, jitterMs: 2 },
};
const target: SentinelTarget = { kind: 'sentinel', db: 0, master: null };
const settled = '@ 13000 ms';

const stories: readonly Story[] = [
  {
    id: 'sentinel-calm',
    title: { en: 'Three sentinels, all is well', zh: '三个哨兵，一切正常' },
    world,
    given: [settled],
    target,
  },
  {
    id: 'sentinel-alone',
    title: { en: 'Only one of them cannot reach the master', zh: '只有一个哨兵连不上主节点' },
    world,
    given: [settled, '@ cut sentinel-1 master', '@ cut master sentinel-1', '@ 4000 ms'],
    target,
  },
  {
    id: 'sentinel-vote',
    title: { en: 'The master is down: the vote', zh: '主节点宕机：投票' },
    world,
    given: [settled, '@ crash master', '@ 2500 ms'],
    shown: '@ 1 ms',
    shownForMs: 300,
    target,
    openAt: 'sentinel.vote',
  },
  {
    id: 'sentinel-choice',
    title: { en: 'The leader chooses a replica', zh: '领头的哨兵挑选从节点' },
    world,
    given: [settled, '@ crash master', '@ 2700 ms'],
    shown: '@ 1 ms',
    shownForMs: 300,
    target,
    openAt: 'sentinel.selected',
  },
  {
    id: 'sentinel-switched',
    title: { en: 'After the switch, and the old master is back', zh: '切换完成，旧主节点也回来了' },
    world,
    given: [settled, '@ crash master', '@ 9000 ms', '@ restart master', '@ 15000 ms'],
    target,
  },
  {
    id: 'sentinel-tilt',
    title: { en: 'A clock jumps: TILT', zh: '时钟跳变：TILT 模式' },
    world,
    given: [settled, '@ clock sentinel-2 5000', '@ 300 ms'],
    target,
  },
  {
    id: 'sentinel-none',
    title: { en: 'No sentinel', zh: '没有哨兵' },
    target,
  },
];

export default stories;
