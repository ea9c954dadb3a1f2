import type { LadderTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const latest: LadderTarget = {
  kind: 'ladder',
  db: 0,
  key: null,
  window: { from: 0, count: 50 },
  follow: true,
};

const board = 'ZADD board 120 ann 90 bob 210 cat 90 dan 340 eve 155 fay 60 gus';
const many = `ZADD players ${Array.from({ length: 300 }, (_, at) => `${at * 10} p${String(at).padStart(3, '0')}`).join(' ')}`;

const stories: readonly Story[] = [
  {
    id: 'ladder-climb',
    title: { en: 'A member climbs', zh: '名次上升' },
    given: [board, 'ZREVRANGE board 0 2'],
    shown: 'ZINCRBY board 170 bob',
    target: latest,
    openAt: 'zset.moved',
  },
  {
    id: 'ladder-score',
    title: { en: 'A score range with one exclusive end and LIMIT', zh: '分数区间：一端不含，加上 LIMIT' },
    given: [board],
    shown: 'ZRANGEBYSCORE board (60 210 LIMIT 1 2',
    target: latest,
  },
  {
    id: 'ladder-lex',
    title: { en: 'All scores equal: a range of names', zh: '分数全相同：按成员区间查询' },
    given: ['ZADD names 0 杭州 0 apple 0 banana 0 cherry 0 date 0 elderberry'],
    shown: 'ZRANGE names [banana (date BYLEX',
    target: latest,
  },
  {
    id: 'ladder-long',
    title: { en: 'A long ladder, at the queried member', zh: '很长的集合：窗口停在查询的成员处' },
    given: [many],
    shown: 'ZRANK players p180',
    target: latest,
  },
  {
    id: 'ladder-convert',
    title: { en: 'From listpack to skiplist: the order stays', zh: '从 listpack 变成 skiplist：顺序不变' },
    config: { 'zset-max-listpack-entries': '4' },
    given: ['ZADD board 1 a 2 b 3 c 4 d'],
    shown: 'ZADD board 2.5 e',
    target: latest,
    openAt: 'object.encoding',
  },
  { id: 'ladder-empty', title: { en: 'No sorted set yet', zh: '还没有有序集合' }, target: latest },
];

export default stories;
