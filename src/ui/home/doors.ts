/** Three ways into the site, by what a visitor comes for. A test holds the links to lessons and scenes that exist. */
import type { Route } from '../browser/routes.ts';
import type { Pair } from '../i18n/pair.ts';

export type DoorLink =
  | { readonly to: 'lesson' | 'scene'; readonly id: string }
  | { readonly to: 'page'; readonly route: Route; readonly title: Pair };

export interface Door {
  readonly id: string;
  readonly title: Pair;
  readonly about: Pair;
  /** In the order in which they are best taken. */
  readonly links: readonly DoorLink[];
}

export const doors: readonly Door[] = [
  {
    id: 'new',
    title: { zh: '刚接触 Redis', en: 'New to Redis' },
    about: {
      zh: '先看它能做什么：排行榜、附近的人、消息队列，点一下就能跑。',
      en: 'See what it is good for: a leaderboard, places nearby, a queue. Each runs at one click.',
    },
    links: [
      { to: 'scene', id: 'leaderboard' },
      { to: 'scene', id: 'places' },
      { to: 'scene', id: 'queue' },
    ],
  },
  {
    id: 'inside',
    title: { zh: '想看内部', en: 'See inside' },
    about: {
      zh: '哈希表、跳表、紧凑编码：一步一步看它们在内存里怎么动。',
      en: 'Hash table, skiplist, packed encodings: watch them move in memory, step by step.',
    },
    links: [
      { to: 'lesson', id: 'global-dict-and-rehash' },
      { to: 'lesson', id: 'skiplist' },
      { to: 'lesson', id: 'ziplist-and-listpack' },
    ],
  },
  {
    id: 'interview',
    title: { zh: '一周后面试', en: 'Interview in a week' },
    about: {
      zh: '先啃最常问的：分布式锁、跳表，再靠每天的练习记住。',
      en: 'Start with what is asked most: locks and skiplists. Then keep it with daily drills.',
    },
    links: [
      { to: 'lesson', id: 'lock-evolution' },
      { to: 'lesson', id: 'skiplist' },
      { to: 'page', route: { page: 'drills' }, title: { zh: '每天的练习', en: 'The daily drills' } },
    ],
  },
];
