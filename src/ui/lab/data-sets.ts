/** Data to play with: each set is one command after another, the same for the same seed. Names and values are ASCII. */
import type { Pair } from '../i18n/pair.ts';
import { type Chance, zipf } from './chance.ts';

export interface DataSet {
  readonly id: string;
  readonly title: Pair;
  /** The `index`-th of `count` commands. */
  commands(count: number, chance: Chance): (index: number) => readonly string[];
}

const cities: readonly (readonly [string, number, number])[] = [
  ['beijing', 116.4, 39.9],
  ['shanghai', 121.47, 31.23],
  ['hangzhou', 120.15, 30.28],
  ['shenzhen', 114.06, 22.54],
  ['chengdu', 104.07, 30.67],
  ['tokyo', 139.69, 35.69],
  ['singapore', 103.82, 1.35],
  ['sydney', 151.21, -33.87],
  ['london', -0.13, 51.51],
  ['paris', 2.35, 48.86],
  ['nairobi', 36.82, -1.29],
  ['newyork', -74.01, 40.71],
  ['saopaulo', -46.63, -23.55],
];

const hex = (chance: Chance, digits: number) =>
  Array.from({ length: digits }, () => chance.below(16).toString(16)).join('');

export const dataSets: readonly DataSet[] = [
  {
    id: 'strings',
    title: { en: 'Numbered strings', zh: '编号字符串' },
    commands: () => (index) => ['SET', `key:${index}`, String(index)],
  },
  {
    id: 'sessions',
    title: { en: 'Sessions that expire', zh: '会过期的会话' },
    commands: (_, chance) => () => [
      'SET',
      `session:${hex(chance, 12)}`,
      hex(chance, 40),
      'EX',
      String(30 + chance.below(3570)),
    ],
  },
  {
    id: 'users',
    title: { en: 'User profiles (hashes)', zh: '用户资料（哈希）' },
    commands: (_, chance) => (index) => [
      'HSET',
      `user:${index}`,
      'name',
      `name-${hex(chance, 6)}`,
      'age',
      String(18 + chance.below(60)),
      'city',
      cities[chance.below(cities.length)][0],
    ],
  },
  {
    id: 'board',
    title: { en: 'A leaderboard (sorted set)', zh: '排行榜（有序集合）' },
    commands: (_, chance) => (index) => [
      'ZADD',
      'board',
      String(Math.floor(chance.next() ** 2 * 100_000)),
      `player:${index}`,
    ],
  },
  {
    id: 'feeds',
    title: { en: 'Feeds of fifty people (lists)', zh: '五十个人的动态（列表）' },
    commands: (_, chance) => (index) => ['LPUSH', `feed:${chance.below(50)}`, `post:${index}`],
  },
  {
    id: 'tags',
    title: { en: 'Tags, some far more popular (sets)', zh: '冷热不均的标签（集合）' },
    commands(_, chance) {
      const draw = zipf(100, 1);
      return (index) => ['SADD', `tag:${draw(chance)}`, `article:${index}`];
    },
  },
  {
    id: 'places',
    title: { en: 'Places around cities (geo)', zh: '城市周边的地点（地理）' },
    commands: (_, chance) => (index) => {
      const [city, longitude, latitude] = cities[chance.below(cities.length)];
      const around = () => (chance.next() + chance.next() - 1) * 0.4;
      return [
        'GEOADD',
        'places',
        (longitude + around()).toFixed(5),
        (latitude + around()).toFixed(5),
        `${city}:${index}`,
      ];
    },
  },
  {
    id: 'events',
    title: { en: 'Shop events (stream)', zh: '商城事件（Stream）' },
    commands: (_, chance) => (index) => [
      'XADD',
      'events',
      '*',
      'order',
      String(index),
      'state',
      ['created', 'paid', 'shipped'][chance.below(3)],
      'cents',
      String(100 + chance.below(99_900)),
    ],
  },
  {
    id: 'visitors',
    title: { en: 'Visitors in a week (HyperLogLog)', zh: '一周的访客（HyperLogLog）' },
    commands(count, chance) {
      const draw = zipf(Math.max(1, Math.min(count, 1_000_000)), 0.6);
      return (index) => ['PFADD', `visitors:day${index % 7}`, `user:${draw(chance)}`];
    },
  },
];

/** Commands as they go over the wire. */
export function wire(commands: Iterable<readonly string[]>): string {
  let text = '';
  for (const words of commands) {
    text += `*${words.length}\r\n`;
    for (const word of words) text += `$${word.length}\r\n${word}\r\n`;
  }
  return text;
}
