import type { Story } from '../story.ts';

const target = {
  kind: 'dict',
  db: 0,
  which: 'keys',
  windows: [
    { from: 0, count: 32 },
    { from: 0, count: 32 },
  ],
} as const;
const users = (count: number) => Array.from({ length: count }, (_, nth) => `SET user:${nth + 1} v`);

const mget = (count: number) =>
  `MGET ${Array.from({ length: count }, (_, nth) => `user:${nth + 1}`).join(' ')}`;
const longKeys = [
  'user:profile:10000017:settings',
  'user:profile:10000018:settings',
  '用户:资料:一千零一',
  'cache:page:/articles/2024/05/how-a-dict-grows',
  'k',
  'session:9f3cbb1a',
  '""',
  '"two words"',
];

const stories: readonly Story[] = [
  {
    id: 'dict-empty',
    title: { en: 'Dictionary, empty', zh: '字典：空' },
    target,
  },
  {
    id: 'dict-lookup',
    title: { en: 'Dictionary, a lookup', zh: '字典：一次查找' },
    given: [...users(14), mget(14)],
    shown: 'GET user:9',
    target,
    openAt: ['dict.walk', 2],
  },
  {
    id: 'dict-rehash',
    title: { en: 'Dictionary, a rehash', zh: '字典：一次 rehash' },
    given: users(9),
    shown: mget(4),
    target,
    openAt: 'dict.move',
  },
  {
    id: 'dict-change',
    title: { en: 'Dictionary, a key added and a key deleted', zh: '字典：一个键来，一个键走' },
    given: users(17),
    shown: 'RENAME user:3 user:18',
    target,
    openAt: 'dict.insert',
  },
  {
    id: 'dict-whole',
    title: { en: 'Dictionary, 32 buckets', zh: '字典：32 个桶' },
    given: users(18),
    target,
  },
  {
    id: 'dict-crowded',
    title: { en: 'Dictionary, crowded while a save runs', zh: '字典：保存期间很拥挤' },
    given: [...users(8), mget(8), 'BGSAVE', ...users(38).slice(8)],
    target,
  },
  {
    id: 'dict-long',
    title: { en: 'Dictionary, long and odd keys', zh: '字典：长键与怪键' },
    given: [...longKeys.map((key) => `SET ${key} v`), mget(8)],
    target,
  },
  {
    id: 'dict-huge',
    title: { en: 'Dictionary, 131,072 buckets', zh: '字典：十三万个桶' },
    config: { 'enable-debug-command': 'yes' },
    given: ['DEBUG POPULATE 131072', 'SET user:1 v', '@ 300 ms'],
    shown: 'GET key:114687',
    target: {
      ...target,
      windows: [
        { from: 0, count: 16 },
        { from: 0, count: 16 },
      ],
      follow: true,
    },
    openAt: 'dict.walk',
  },
  {
    id: 'dict-scan',
    title: { en: 'Dictionary: SCAN counts from the highest bit', zh: '字典：SCAN 的游标从最高位往下数' },
    given: [...users(14), 'GET user:1', 'GET user:2', 'GET user:3', 'GET user:4', 'GET user:5', 'GET user:6'],
    shown: 'SCAN 10 COUNT 8',
    target,
    openAt: 'dict.scan',
  },
  {
    id: 'dict-scan-rehash',
    title: { en: 'Dictionary: SCAN during a rehash', zh: '字典：rehash 期间的 SCAN' },
    given: users(9),
    shown: 'SCAN 2 COUNT 6',
    target,
    openAt: 'dict.scan',
  },
];

export default stories;
