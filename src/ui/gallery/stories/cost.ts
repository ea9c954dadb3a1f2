import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const cost: WatchTarget = { kind: 'cost', db: 0 };
const members = Array.from({ length: 200 }, (_, nth) => `${nth} member:${nth}`).join(' ');
const fields = Array.from({ length: 12 }, (_, nth) => `field:${nth} ${nth}`).join(' ');

const stories: readonly Story[] = [
  {
    id: 'cost-rank',
    title: { zh: '跳表查排名：O(log(N))', en: 'A rank in a skiplist: O(log(N))' },
    given: [
      'SET a 1',
      'GET a',
      `ZADD z ${members}`,
      'ZSCORE z member:7',
      'ZRANK z member:3',
      'ZRANGE z 0 9',
      'PING',
    ],
    shown: 'ZRANK z member:150',
    target: cost,
  },
  {
    id: 'cost-counting',
    title: { zh: '一步一步地数', en: 'Counted step by step' },
    given: [`HSET h ${fields}`, 'SET a 1', 'GET a'],
    shown: 'HGET h field:9',
    target: cost,
    openAt: 'packed.walk',
  },
  {
    id: 'cost-free',
    title: { zh: '删除大键：释放很多内存块', en: 'Deleting a big key frees many slots' },
    given: [`ZADD z ${members}`, 'GET nothing', 'INCR counter'],
    shown: 'DEL z',
    target: cost,
  },
  {
    id: 'cost-script',
    title: { zh: '脚本：里面调用的也算', en: 'A script, with what it calls' },
    given: ['SET k 0'],
    shown: `EVAL "for i = 1, 5 do redis.call('INCR', KEYS[1]) end return redis.call('GET', KEYS[1])" 1 k`,
    target: cost,
  },
  {
    id: 'cost-error',
    title: { zh: '出错的命令', en: 'A command that failed' },
    given: ['SET k hello'],
    shown: 'LPUSH k x',
    target: cost,
  },
  {
    id: 'cost-none',
    title: { zh: '还没有命令', en: 'No command yet' },
    target: cost,
  },
];
export default stories;
