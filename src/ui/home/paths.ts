/** Ways through the course by purpose: suggestions, and every lesson stays open. A test holds the lessons to the course. */
import type { Pair } from '../i18n/pair.ts';

export interface Path {
  /** That of its door. */
  readonly id: string;
  readonly title: Pair;
  readonly lead: Pair;
  /** Sittings, in order. */
  readonly sittings: readonly { readonly title: Pair; readonly lessons: readonly string[] }[];
}

const day = (number: number, zh: string, en: string): Pair => ({
  zh: `第 ${number} 天：${zh}`,
  en: `Day ${number}: ${en}`,
});

export const paths: readonly Path[] = [
  {
    id: 'new',
    title: { zh: '刚接触 Redis', en: 'New to Redis' },
    lead: {
      zh: '先把五种类型用顺手，再看过期、事务和锁。学完就能在项目里用起来。',
      en: 'Get fluent in the five types first, then expiry, transactions and locks. After this you can use it at work.',
    },
    sittings: [
      {
        title: { zh: '存一个值，存一组值', en: 'One value, many values' },
        lessons: ['strings-and-counters', 'hashes', 'lists', 'sets', 'sorted-sets'],
      },
      {
        title: { zh: '选类型，管好键', en: 'Choose a type, look after keys' },
        lessons: ['choosing-a-type', 'keys-ttl-scan', 'expiry'],
      },
      {
        title: { zh: '常见用法', en: 'What it is used for' },
        lessons: ['latest-comments', 'sign-in-statistics', 'queue-on-lists', 'pubsub-and-events', 'geo'],
      },
      {
        title: { zh: '多个客户端', en: 'More than one client' },
        lessons: ['transactions', 'pipeline-multi-lua', 'lua-atomicity', 'lock-evolution'],
      },
    ],
  },
  {
    id: 'inside',
    title: { zh: '想看内部', en: 'See inside' },
    lead: {
      zh: '从一个键怎么存，一路看到线程、内存和磁盘。每一课都对着真实的字节。',
      en: 'From how one key is stored to threads, memory and disk. Every lesson looks at the real bytes.',
    },
    sittings: [
      {
        title: { zh: '一个值长什么样', en: 'What a value looks like' },
        lessons: ['sds', 'object-encodings', 'ziplist-and-listpack', 'linked-list-to-quicklist'],
      },
      {
        title: { zh: '怎么找到它', en: 'How it is found' },
        lessons: ['global-dict-and-rehash', 'skiplist', 'geohash', 'hyperloglog'],
      },
      {
        title: { zh: '谁来做，要多久', en: 'Who does it, and for how long' },
        lessons: ['threads', 'blocking-and-lazy-free', 'big-keys', 'why-is-redis-slow'],
      },
      {
        title: { zh: '内存', en: 'Memory' },
        lessons: ['memory-of-a-hundred-million-ids', 'fragmentation', 'expiry', 'eviction'],
      },
      {
        title: { zh: '磁盘', en: 'Disk' },
        lessons: ['rdb-and-fork', 'aof-and-rewrite', 'recovery-and-mixed', 'module-type'],
      },
    ],
  },
  {
    id: 'interview',
    title: { zh: '一周后面试', en: 'Interview in a week' },
    lead: {
      zh: '按被问到的次数排：持久化、类型、锁、跳表、线程。每天两三课，晚上做当天的练习题，第七天模拟面试。',
      en: 'Ordered by how often it is asked: persistence, types, locks, skiplist, threads. Two or three lessons a day, drills in the evening, and a mock interview on day seven.',
    },
    sittings: [
      {
        title: day(1, '持久化', 'persistence'),
        lessons: ['aof-and-rewrite', 'rdb-and-fork', 'recovery-and-mixed'],
      },
      {
        title: day(2, '类型与编码', 'types and encodings'),
        lessons: ['choosing-a-type', 'object-encodings'],
      },
      {
        title: day(3, '锁与脚本', 'locks and scripts'),
        lessons: ['lock-evolution', 'lua-atomicity', 'transactions'],
      },
      {
        title: day(4, '跳表与哈希表', 'skiplist and hash table'),
        lessons: ['skiplist', 'global-dict-and-rehash'],
      },
      {
        title: day(5, '为什么快，什么时候慢', 'why it is fast, and when it is slow'),
        lessons: ['threads', 'why-is-redis-slow', 'big-keys'],
      },
      {
        title: day(6, '过期、淘汰、队列', 'expiry, eviction, queues'),
        lessons: ['expiry', 'eviction', 'queue-on-streams'],
      },
      { title: day(7, 'SCAN，再模拟一遍', 'SCAN, then a mock interview'), lessons: ['keys-ttl-scan'] },
    ],
  },
];
