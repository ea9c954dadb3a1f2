import type { ClusterTarget } from '../../../protocol/views.ts';
import { clusterConfig, filled, formed, halfMoved, sixNodes } from '../cluster-story.ts';
import type { Story } from '../story.ts';

const seenBy = (node: number, slot: number | null = null): ClusterTarget => ({
  kind: 'cluster',
  db: 0,
  node,
  keys: null,
  slot,
});
const start = { config: clusterConfig, world: sixNodes };

const stories: readonly Story[] = [
  {
    ...start,
    id: 'cluster-slots',
    title: { en: '16,384 slots of three masters', zh: '16384 个槽，分在三个主节点上' },
    given: [...formed, ...filled, '1> GET user:3'],
    target: seenBy(0, 2780),
  },
  {
    ...start,
    id: 'cluster-moved',
    title: { en: 'MOVED: the key is elsewhere', zh: 'MOVED：键不在这里' },
    given: [...formed, ...filled],
    shown: '1> GET foo',
    target: seenBy(0),
    openAt: 'cluster.redirected',
  },
  {
    ...start,
    id: 'cluster-ask',
    title: { en: 'ASK: the slot is on its way', zh: 'ASK：槽正在搬家' },
    given: [...formed, ...filled, ...halfMoved],
    shown: '1> GET {user:7}:name',
    target: seenBy(0, 2780),
    openAt: 'cluster.redirected',
  },
  {
    ...start,
    id: 'cluster-cross',
    title: { en: 'Keys of two slots: CROSSSLOT', zh: '键分属两个槽：CROSSSLOT' },
    given: [...formed, ...filled],
    shown: '1> MGET {user:7}:name {user:7}:cart user:1',
    target: seenBy(0),
    openAt: 'cluster.redirected',
  },
  {
    ...start,
    id: 'cluster-vote',
    title: { en: 'A master is gone: its replica is elected', zh: '主节点没了：从节点发起选举' },
    given: [...formed, ...filled, '@ crash node-3', '@ 2900 ms'],
    shown: '@ 1 ms',
    shownForMs: 1400,
    target: seenBy(5),
    openAt: ['cluster.vote-heard', 2],
  },
  {
    ...start,
    id: 'cluster-stale',
    title: { en: 'The old master is back and believes otherwise', zh: '旧主节点回来了，想法还停在过去' },
    given: [...formed, ...filled, '@ freeze node-3', '@ 9000 ms', '@ thaw node-3'],
    target: seenBy(2),
  },
  {
    ...start,
    id: 'cluster-down',
    title: { en: 'No majority: CLUSTERDOWN', zh: '凑不够多数：CLUSTERDOWN' },
    given: [...formed, ...filled, '@ crash node-2', '@ crash node-3', '@ 6000 ms'],
    shown: '1> GET user:3',
    target: seenBy(0),
    openAt: 'cluster.redirected',
  },
  {
    ...start,
    id: 'cluster-new',
    title: { en: 'A node by itself, without slots', zh: '只有一个节点，还没有槽' },
    given: ['@ 1000 ms'],
    target: seenBy(0),
  },
];

export default stories;
