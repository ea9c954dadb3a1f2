import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { SetsTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const latest: SetsTarget = { kind: 'sets', db: 0, keys: null };

const friends = [
  'SADD ann bob cat dan eve fay',
  'SADD bob ann cat dan gus',
  'SADD cat ann bob dan eve hal ivy',
];
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index).join(' ');

const stories: readonly Story[] = [
  {
    id: 'sets-intersection',
    title: { en: 'Looking up the smallest set in the others', zh: 'SINTER：拿最小的集合去别的集合里查' },
    given: friends,
    shown: 'SINTER ann cat bob',
    target: latest,
    openAt: 'sets.take',
  },
  {
    id: 'sets-difference',
    title: { en: 'A difference by removal', zh: 'SDIFF 的第二种算法：复制后删除' },
    given: [`SADD all ${numbers(1, 13)}`, 'SADD a 2', 'SADD b 3 5', 'SADD c 7'],
    shown: 'SDIFFSTORE rest all a b c',
    target: latest,
    openAt: 'sets.drop',
  },
  {
    id: 'sets-limit',
    title: { en: 'SINTERCARD stops at its limit', zh: 'SINTERCARD 达到 LIMIT 就停' },
    given: ['SADD 早班 小明 小红 小刚 阿强 老王', 'SADD 晚班 小红 小刚 阿强 老王 老李'],
    shown: 'SINTERCARD 2 早班 晚班 LIMIT 2',
    target: latest,
  },
  {
    id: 'sets-overfull',
    title: { en: 'More members than there is room for', zh: '成员多到放不下' },
    given: [`SADD low ${numbers(0, 150)}`, `SADD high ${numbers(90, 260)}`, 'SUNION low high'],
    target: latest,
  },
  {
    id: 'sets-huge',
    title: { en: 'Too many to sort into regions', zh: '多到不再逐个归类' },
    given: [`SADD x ${numbers(0, 2500)}`, `SADD y ${numbers(1000, 4000)}`, 'SINTERCARD 2 x y'],
    target: latest,
  },
  {
    id: 'sets-missing',
    title: { en: 'A missing set', zh: '其中一个集合不存在' },
    given: ['SADD a 1 2 3', 'SINTER a nobody'],
    target: latest,
  },
  {
    id: 'sets-chosen',
    title: { en: 'Two sets side by side, without a command', zh: '不用命令，直接对比两个集合' },
    given: friends,
    target: { ...latest, keys: [encodeUtf8('ann'), encodeUtf8('bob')] },
  },
  { id: 'sets-empty', title: { en: 'No sets yet', zh: '还没有集合' }, target: latest },
];

export default stories;
