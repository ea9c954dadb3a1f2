import type { Story } from '../story.ts';

const target = { kind: 'skiplist', db: 0, key: null, window: { from: 0, count: 16 }, follow: true } as const;
/** Not even one member is packed. */
const config = { 'zset-max-listpack-entries': '0' };
const names = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'joe', 'kim', 'leo'];
const people = (count: number) =>
  `ZADD board ${names
    .slice(0, count)
    .map((name, nth) => `${(nth + 1) * 10} ${name}`)
    .join(' ')}`;
const thousand = Array.from({ length: 1000 }, (_, nth) => `${(nth + 1) * 5} u:${nth + 1}`);

const stories: readonly Story[] = [
  {
    id: 'skiplist-empty',
    title: { en: 'Skiplist, no sorted set', zh: '跳表：没有有序集合' },
    target,
  },
  {
    id: 'skiplist-packed',
    title: { en: 'Skiplist, still packed', zh: '跳表：还是紧凑编码' },
    given: [people(5)],
    target,
  },
  {
    id: 'skiplist-search',
    title: { en: 'Skiplist, a search', zh: '跳表：一次查找' },
    config,
    given: [people(12)],
    shown: 'ZRANK board gus',
    target,
    openAt: ['skiplist.hop', 3],
  },
  {
    id: 'skiplist-change',
    title: { en: 'Skiplist, a node added and removed', zh: '跳表：一个节点来了又走' },
    config,
    given: [people(9), 'ZREM board fay', 'MULTI', 'ZADD board 60 fay', 'ZREM board fay'],
    shown: 'EXEC',
    target,
    openAt: 'skiplist.insert',
  },
  {
    id: 'skiplist-range',
    title: { en: 'Skiplist, a range', zh: '跳表：一段范围' },
    config,
    given: [people(12)],
    shown: 'ZRANGEBYSCORE board 55 90',
    target,
    openAt: ['skiplist.visit', 3],
  },
  {
    id: 'skiplist-odd',
    title: { en: 'Skiplist, long and odd members', zh: '跳表：长成员与怪成员' },
    config,
    given: [
      'ZADD board -inf "" -1.5 "two words" 0.1 用户一千零一 3 user:profile:10000017:settings',
      'ZADD board 1e300 "\\x00\\xff" +inf z',
    ],
    target,
  },
  {
    id: 'skiplist-thousand',
    title: { en: 'Skiplist, a thousand members', zh: '跳表：一千个成员' },
    given: [`ZADD board ${thousand.join(' ')}`],
    shown: 'ZRANK board u:618',
    target: { ...target, window: { from: 0, count: 9 } },
    openAt: ['skiplist.hop', 8],
  },
];

export default stories;
