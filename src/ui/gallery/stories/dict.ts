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

const stories: readonly Story[] = [
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
    title: { en: 'Dictionary: SCAN while both tables are there', zh: '字典：rehash 期间的 SCAN' },
    given: users(9),
    shown: 'SCAN 2 COUNT 6',
    target,
    openAt: 'dict.scan',
  },
];

export default stories;
