import type { Story } from '../story.ts';

const target = { kind: 'eviction', db: 0, window: { from: 0, count: 40 } } as const;
const value = 'x'.repeat(900);
/** Written a second apart, so that they have been idle for different times. */
const pages = (count: number) =>
  Array.from({ length: count }, (_, nth) => [`SET page:${nth + 1} ${value}`, '@ 1000 ms']).flat();
const uses = (key: string, count: number) => Array.from({ length: count }, () => `GET ${key}`);

const stories: readonly Story[] = [
  {
    id: 'eviction-sample',
    title: { en: 'Eviction: a sample competes for the pool', zh: '淘汰：抽样争夺候选池的位置' },
    config: { 'maxmemory-policy': 'allkeys-lru' },
    given: [
      ...pages(24),
      ...uses('page:1', 3),
      ...uses('nobody', 2),
      'CONFIG SET maxmemory 26kb',
      '@ 1000 ms',
      'GET page:2',
      'DEL page:7',
      `SET page:25 ${value}`,
      `SET page:26 ${value}`,
      '@ 1000 ms',
    ],
    shown: `SET page:27 ${value}`,
    target,
    openAt: 'eviction.sample',
  },
  {
    id: 'eviction-lfu',
    title: { en: 'Eviction: access counters, LFU', zh: '淘汰：LFU 的访问计数' },
    config: { 'maxmemory-policy': 'allkeys-lfu', maxmemory: '1mb', 'lfu-log-factor': '2' },
    given: [
      ...pages(6),
      ...uses('page:2', 12),
      ...uses('page:3', 60),
      ...uses('page:4', 200),
      ...uses('page:9', 8),
      '@ 180000 ms',
      'GET page:5',
    ],
    shown: 'GET page:3',
    target,
    openAt: 'lfu.increment',
  },
  {
    id: 'eviction-many',
    title: { en: 'Eviction: two thousand keys, close to the limit', zh: '淘汰：两千个键，接近上限' },
    config: { 'maxmemory-policy': 'volatile-ttl', maxmemory: '300kb' },
    given: Array.from({ length: 2400 }, (_, nth) =>
      nth % 3 === 0 ? `SET item:${nth} v` : `SET item:${nth} v EX ${100 + ((nth * 37) % 900)}`,
    ),
    target,
  },
  {
    id: 'eviction-refused',
    title: { en: 'Eviction: noeviction with memory full', zh: '淘汰：noeviction，没有空间' },
    config: { 'maxmemory-policy': 'noeviction' },
    given: [...pages(8), 'CONFIG SET maxmemory 6kb'],
    shown: `SET page:9 ${value}`,
    target,
  },
  {
    id: 'eviction-empty',
    title: { en: 'Eviction: no keys', zh: '淘汰：还什么都没有' },
    target,
  },
];

export default stories;
